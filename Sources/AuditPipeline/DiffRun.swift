internal import AuditModel
internal import AuditReport
internal import AuditStore

/// What changed between two runs that the database keeps.
package struct DiffRun {
  package enum Format: String, CaseIterable, Sendable {
    case text, xml, html
  }

  /// What the command line tells.
  package struct Outcome: Sendable {
    /// For standard output; nil where it was not asked for.
    package let text: String?
    /// Paths of the files written.
    package let reports: [String]
  }

  private let options: AuditOptions
  private let cancellation: Cancellation

  package init(options: AuditOptions, cancellation: Cancellation) {
    self.options = options
    self.cancellation = cancellation
  }

  /// Compares two runs.
  ///
  /// - Parameters:
  ///   - runs: Their numbers, the older one first; one alone is compared with the last, none means
  ///     the last two.
  ///   - formats: What to write.
  /// - Returns: What to tell, and what was written.
  /// - Throws: `PipelineError` (usage) for runs that are not kept.
  package func run(_ runs: [Int64], formats: Set<Format>) throws -> Outcome {
    do {
      return try compare(runs, formats: formats)
    } catch {
      try cancellation.check()
      throw PipelineError(wrapping: error)
    }
  }

  private func compare(_ numbers: [Int64], formats: Set<Format>) throws -> Outcome {
    let history = try RunHistory(
      path: options.databasePath, isCancelled: { cancellation.requestedSignal != nil })
    let (old, new) = try pair(numbers, of: try history.runs())
    let changes = history.changes(from: old.number, to: new.number)
    let difference = RunDifference(
      toolVersion: AuditRun.toolVersion, name: history.dataSet, old: old, new: new,
      counts: try changes.counts(),
      rules: try history.ruleChanges(from: old.number, to: new.number))
    let text =
      formats.contains(.text) ? try DiffText(difference: difference, changes: changes).text : nil
    return Outcome(text: text, reports: try write(difference, changes, formats))
  }

  private func pair(
    _ numbers: [Int64], of kept: [KeptRun]
  ) throws(PipelineError) -> (old: KeptRun, new: KeptRun) {
    guard kept.count >= 2, let last = kept.last else {
      throw PipelineError(
        .usage, "\(options.databasePath): error: two runs are needed, \(kept.count) is kept in it")
    }
    var runs: [KeptRun] = []
    for number in numbers {
      guard let run = kept.first(where: { $0.number == number }) else {
        throw PipelineError(
          .usage, "run \(number) is not kept; kept are \(kept[0].number) to \(last.number)")
      }
      runs.append(run)
    }
    switch runs.count {
    case 0: return (kept[kept.count - 2], last)
    case 1: runs.append(last)
    default: break
    }
    guard runs[0].number < runs[1].number else {
      throw PipelineError(
        .usage,
        "run \(runs[0].number) is not before run \(runs[1].number); name the older one first")
    }
    return (runs[0], runs[1])
  }

  /// The HTML is made from what writing the XML hands back; the XML is left aside where it isn't
  /// wanted.
  private func write(
    _ difference: RunDifference, _ changes: RunChanges, _ formats: Set<Format>
  ) throws -> [String] {
    guard formats.contains(.xml) || formats.contains(.html) else { return [] }
    let folder = try OutputFolder(preparing: options.output)
    let xml = try AtomicFile(replacing: folder.file("diff.xml"))
    let capped = try DiffXML.write(difference, changes: changes, to: xml)
    var files = formats.contains(.xml) ? [xml] : []
    if formats.contains(.html) {
      let html = try AtomicFile(replacing: folder.file("diff.html"))
      let templates = options.templates ?? options.home.templates
      try HTMLReport(templates: templates).render(capped, stylesheet: "diff.xsl", to: html)
      files.insert(html, at: 0)
    }
    try cancellation.check()
    for file in files { try file.commit() }
    return files.map(\.path)
  }
}
