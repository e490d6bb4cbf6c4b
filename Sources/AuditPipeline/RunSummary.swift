package import AuditModel

/// The end of a run in at most 25 lines, for a terminal or cron's mail.
package struct RunSummary {
  private let audit: Audit
  private let reports: [String]
  private let isColored: Bool

  /// - Parameters:
  ///   - audit: What the run found.
  ///   - reports: Paths of the reports that were written.
  ///   - isColored: Whether a terminal shows it that may use colour.
  package init(audit: Audit, reports: [String], isColored: Bool = false) {
    self.audit = audit
    self.reports = reports
    self.isColored = isColored
  }

  package var text: String {
    var lines = [headline, ""]
    lines += inputLines
    lines += findingLines
    lines += WaiverLines(audit: audit).lines
    lines.append(checkedLine)
    if let suggestion = suggestionLine { lines.append(suggestion) }
    if audit.isPartial {
      lines.append("Partial    a stream of the last run is missing; this run is no baseline")
    }
    for (index, report) in reports.enumerated() {
      lines.append((index == 0 ? "Reports    " : "           ") + report)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var headline: String {
    let summary = audit.summary
    return "\(audit.name): \(verdict) as of "
      + "\(Written.time(audit.asOf)), \(count(summary.findings, "finding")): "
      + "\(summary.new) new, \(summary.findings - summary.new) known, "
      + (summary.waived > 0 ? "\(summary.waived) waived, " : "")
      + "\(summary.resolved) resolved"
  }

  /// Bold red or green where colour is wanted; the word alone says it too.
  private var verdict: String {
    let word = audit.summary.verdict.rawValue.uppercased()
    guard isColored else { return word }
    switch audit.summary.verdict {
    case .pass: return "\u{1B}[1;32m\(word)\u{1B}[0m"
    case .fail: return "\u{1B}[1;31m\(word)\u{1B}[0m"
    }
  }

  private var inputLines: [String] {
    var records: [AuditModel.Stream: Int] = [:]
    var damaged: [String] = []
    var unrecognised = 0
    var skipped = 0
    for file in audit.files {
      switch file.outcome {
      case .read: records.merge(file.recordsByStream, uniquingKeysWith: +)
      case .skipped: skipped += 1
      case .damaged: damaged.append(file.path)
      case .notRecognised: unrecognised += 1
      }
    }
    let parts = records.sorted { $0.key < $1.key }.map { "\($0.key.rawValue) \(grouped($0.value))" }
    var lines = wrapped(parts.isEmpty ? ["nothing new"] : parts, label: "Read       ")
    var notes: [String] = []
    if skipped > 0 { notes.append("\(count(skipped, "file")) read before") }
    if audit.rejectTotal > 0 { notes.append("\(count(audit.rejectTotal, "record")) rejected") }
    if unrecognised > 0 { notes.append("\(count(unrecognised, "file")) not recognised") }
    if !damaged.isEmpty {
      notes.append("damaged, nothing of it kept: " + damaged.prefix(3).joined(separator: ", "))
    }
    if !notes.isEmpty { lines.append("           " + notes.joined(separator: "; ")) }
    return lines + mappingLines
  }

  private var mappingLines: [String] {
    let problems = audit.mappingProblems
    var lines = problems.prefix(2).map { "           " + Printable.text($0.text) }
    if problems.count > lines.count {
      let rest = count(problems.count - lines.count, "more key")
      lines.append("           and \(rest) of the mapping that match nothing, see the report")
    }
    if !lines.isEmpty { lines[0] = "Mapping    " + lines[0].dropFirst(11) }
    return lines
  }

  private var findingLines: [String] {
    // What is new comes first; else the order of the report stays.
    let fired =
      audit.outcomes.filter { $0.newCount > 0 }
      + audit.outcomes.filter { $0.findingCount > 0 && $0.newCount == 0 }
    let shown = fired.prefix(8).map { outcome in
      "           \(pad(outcome.severity.name, 9))\(pad(outcome.rule.id, 34))" + counts(of: outcome)
    }
    var lines = ["Findings   " + severityCounts] + shown
    if fired.count > shown.count {
      lines.append(
        "           and \(count(fired.count - shown.count, "more rule")), see the report")
    }
    for outcome in audit.outcomes {
      if case .error(let reason) = outcome.result {
        lines.append("           ERROR    \(outcome.rule.id) could not run: \(reason)")
      }
    }
    return lines
  }

  /// `3, 1 new, at risk 0.05000000`.
  private func counts(of outcome: RuleOutcome) -> String {
    let new = outcome.newCount
    var parts = [grouped(outcome.findingCount)]
    if new > 0 { parts.append("\(grouped(new)) new") }
    if let exposure = outcome.exposure { parts.append("at risk \(Written.amount(exposure))") }
    return parts.joined(separator: ", ")
  }

  private var severityCounts: String {
    Severity.allCases.reversed()
      .map { "\(audit.summary.bySeverity[$0] ?? 0) \($0.name)" }
      .joined(separator: ", ")
  }

  private var checkedLine: String {
    "Checked    \(audit.summary.evaluated) of \(audit.summary.rules) rules could be checked"
  }

  private var suggestionLine: String? {
    guard let best = audit.suggestions.first else { return nil }
    return "           export \(best.export) to check \(best.ruleCount) more"
  }

  private func wrapped(_ parts: [String], label: String) -> [String] {
    var lines: [String] = []
    var line = label
    for (index, part) in parts.enumerated() {
      let piece = part + (index + 1 < parts.count ? ", " : "")
      if line.utf8.count + piece.utf8.count > 96 && line.utf8.count > 11 {
        lines.append(String(line.dropLast()))
        line = "           "
      }
      line += piece
    }
    return lines + [line]
  }

  private func count(_ number: Int, _ noun: String) -> String {
    "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.utf8.count))
  }

  /// `1,234,567`.
  private func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }
}
