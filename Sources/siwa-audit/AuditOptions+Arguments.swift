internal import AuditModel
internal import AuditPipeline
internal import Foundation

extension AuditOptions {
  /// Options from a command line whose names are known already; this looks at the values.
  init(_ arguments: ParsedArguments) throws {
    let environment = ProcessInfo.processInfo.environment
    self.init(
      home: try Home.locate(
        option: arguments.value(.home), environment: environment["SIWA_AUDIT_HOME"],
        executable: Home.executablePath()))
    exports = arguments.operands
    configuration = arguments.value(.config)
    database = arguments.value(.database)
    output = arguments.value(.output) ?? output
    extraRules = arguments.all(.rules)
    templates = arguments.value(.templates)
    metrics = arguments.value(.metrics)
    redactKey = arguments.value(.redactKey)
    isRedacted = arguments.has(.redact) || redactKey != nil
    streamOverrides = try arguments.all(.stream).map(Self.stream)
    if let text = arguments.value(.asOf) { asOf = try Self.time(text) }
    if let text = arguments.value(.keepRuns) { keptRunCount = try Self.runCount(text) }
    if let text = arguments.value(.format), arguments.command != .diff {
      formats = try Self.formats(text)
    }
    if let text = arguments.value(.failOn) { failOn = try Self.threshold(text) }
    let takesExports: Set<Command?> = [.audit, .inspect, .`init`, .checklist]
    let needsExport = takesExports.contains(arguments.command)
    if needsExport && exports.isEmpty && streamOverrides.isEmpty {
      throw UsageError(message: "an EXPORT is missing: name a folder or files to read")
    }
  }

  private static func time(_ text: String) throws -> Int64 {
    guard let time = AuditOptions.microseconds(of: text) else {
      throw UsageError(
        message: "'\(text)' is no time for --as-of; write it like 2026-11-01T02:00:00Z")
    }
    return time
  }

  private static func runCount(_ text: String) throws -> Int {
    guard let count = Int(text), count > 0 else {
      throw UsageError(message: "'\(text)' is no number of runs for --keep-runs; write 1 or more")
    }
    return count
  }

  private static func formats(_ text: String) throws -> Set<Format> {
    let names = Format.allCases.map(\.rawValue)
    return Set(
      try text.split(separator: ",").map { name in
        guard let format = Format(rawValue: String(name)) else {
          throw UsageError(
            message: "'\(name)' is no report format; choose from \(names.joined(separator: ","))")
        }
        return format
      })
  }

  private static func threshold(_ text: String) throws -> FailOn {
    guard let failOn = FailOn(text: text) else {
      throw UsageError(
        message: "'\(text)' is no severity; write low, medium, high or critical, "
          + "or new: before it")
    }
    return failOn
  }

  private static func stream(_ text: String) throws -> (stream: AuditModel.Stream, path: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty else {
      throw UsageError(message: "'--stream \(text)' is no NAME=FILE, like ledger=movements.csv")
    }
    let name = String(parts[0])
    guard let stream = AuditModel.Stream(rawValue: name) else {
      let names = AuditModel.Stream.allCases.map(\.rawValue)
      let hint = NearestName.find(name, among: names).map { "; did you mean '\($0)'?" } ?? ""
      throw UsageError(message: "'\(name)' is no stream\(hint)")
    }
    return (stream, String(parts[1]))
  }
}
