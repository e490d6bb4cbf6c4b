internal import AuditInput
internal import AuditModel
internal import AuditReport
internal import AuditStore
internal import Foundation

/// Accepts a finding for a while: writes a waiver beside the configuration.
package struct WaiveRun {
  /// What the command line asks for.
  package struct Request: Sendable {
    package var fingerprint: String
    package var reason: String
    /// A date or a time, as written.
    package var until: String
    package var by: String?
    package var ticket: String?

    package init(
      fingerprint: String, reason: String, until: String, by: String?, ticket: String?
    ) {
      self.fingerprint = fingerprint
      self.reason = reason
      self.until = until
      self.by = by
      self.ticket = ticket
    }
  }

  private let options: AuditOptions
  private let cancellation: Cancellation

  package init(options: AuditOptions, cancellation: Cancellation) {
    self.options = options
    self.cancellation = cancellation
  }

  /// Writes the waiver; one that there is for the fingerprint gives way to it.
  ///
  /// - Returns: What was done, for standard output.
  /// - Throws: `PipelineError`: where the finding is unknown, the date has passed, or a file can't
  ///   be used.
  package func run(_ request: Request) throws -> String {
    do {
      return try write(request)
    } catch {
      try cancellation.check()
      throw PipelineError(wrapping: error)
    }
  }

  private func write(_ request: Request) throws -> String {
    guard let end = ValueParser.lastMoment(ofDay: request.until) else {
      throw usage("'\(request.until)' is no date for --until; write it like 2026-12-31")
    }
    guard WaiverReader.isFingerprint(request.fingerprint) else {
      throw usage(
        "'\(request.fingerprint)' is no fingerprint; a report shows 16 digits with each finding")
    }
    guard !request.reason.utf8.allSatisfy({ $0 <= 0x20 }) else {
      throw usage("--reason is empty; say why the finding may stay")
    }
    let place = try place()
    let history = try RunHistory(
      path: options.databasePath, isCancelled: { cancellation.requestedSignal != nil })
    guard let last = try history.runs().last else {
      throw PipelineError(
        .output, "\(options.databasePath): error: no run is kept in it; run an audit first")
    }
    // The audit's time, not the clock's: nights that are audited later give the same result.
    guard last.asOf <= end else {
      throw usage(
        "--until \(request.until) is before the time of the last audit, "
          + "\(Written.time(last.asOf)): the waiver would never count")
    }
    guard let finding = try history.finding(fingerprint: request.fingerprint) else {
      throw usage(
        "no run found anything with the fingerprint \(request.fingerprint) "
          + "(\(options.databasePath))")
    }
    if let run = finding.resolvedRun {
      throw usage("the finding \(request.fingerprint) was resolved in run \(run)")
    }

    var waivers = try place.read()
    let count = waivers.count
    waivers.removeAll { $0.fingerprint == request.fingerprint }
    let isChange = waivers.count < count
    waivers.append(
      Waiver(
        fingerprint: request.fingerprint, rule: finding.rule, reason: request.reason,
        until: request.until, end: end, by: request.by, ticket: request.ticket))
    let path = try write(waivers, to: place)
    return """
      \(path): \(isChange ? "changed" : "added") a waiver until \(request.until)
      \(finding.rule) \(finding.subjectKind) \(Printable.text(finding.subject))
      \(Printable.text(finding.message))

      """
  }

  private func place() throws -> WaiverPlace {
    if options.exports.isEmpty && options.configuration == nil {
      // As an audit of the folder that one stands in would find them.
      let here = [ExportPlan.configurationName, ExportPlan.waiversName]
      guard here.contains(where: FileManager.default.fileExists) else {
        throw usage(
          "waivers lie beside the configuration: name the EXPORT that holds it after the "
            + "fingerprint, or use --config FILE")
      }
      return try WaiverPlace(
        plan: ExportPlan.make(arguments: []), exports: [],
        configuration: ExportPlan.configurationName)
    }
    return try WaiverPlace(
      plan: ExportPlan.make(
        arguments: options.exports, isConfigurationGiven: options.configuration != nil),
      exports: options.exports, configuration: options.configuration)
  }

  /// The file stays as readable as it was: it lies beside the configuration, for others to review.
  private func write(_ waivers: [Waiver], to place: WaiverPlace) throws -> String {
    guard let path = place.path else {
      throw usage("waivers lie beside the configuration: use --config FILE")
    }
    let target = WaiverPlace.resolved(path)
    let mode =
      FileManager.default.fileExists(atPath: target)
      ? try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] : nil
    let file = try AtomicFile(replacing: target)
    try WaiversJSON.write(waivers, to: file)
    try file.commit()
    try FileManager.default.setAttributes(
      [.posixPermissions: mode ?? 0o644], ofItemAtPath: target)
    return path
  }

  private func usage(_ text: String) -> PipelineError {
    PipelineError(.usage, text)
  }
}

extension AuditOptions {
  /// The database that an audit with these options uses.
  package var databasePath: String { database ?? output + "/" + OutputFolder.databaseName }
}
