package import AuditModel

/// `report.txt`: what was found in plain lines, fit for a mail.
package enum TextReport {
  /// Findings told a rule; the others are counted.
  private static let lineLimit = 10
  private static let width = 78

  /// Writes the summary and every rule that fired; the file is not committed.
  package static func write(
    _ audit: Audit, summary: String, findings: some FindingSequence, to file: AtomicFile
  ) throws(ReportError) {
    let digest = try FindingDigest(findings, lineLimit: lineLimit, writing: file)
    var text = summary
    for outcome in audit.outcomes where outcome.result == .fail {
      let found = digest[outcome.rule.id]
      let title = "\(outcome.severity.name.uppercased())  \(outcome.rule.id)"
      text += "\n\(title)\n\(String(repeating: "-", count: title.unicodeScalars.count))\n"
      text += wrapped(outcome.rule.title + " " + outcome.rule.why)
      for line in found.lines { text += wrapped(line, first: "  * ", others: "    ") }
      if found.open > found.lines.count {
        text += "    and \(found.open - found.lines.count) more, see the report\n"
      }
      if found.waived > 0 { text += "    waived: \(found.waived)\n" }
      text += wrapped(outcome.rule.fix, first: "Fix: ", others: "     ")
    }
    try file.write(text)
  }

  /// Lines of at most 78 characters, broken anew at white space; a longer word stays whole.
  private static func wrapped(
    _ text: String, first: String = "", others: String = ""
  ) -> String {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let room = width - line.unicodeScalars.count
      if !isEmpty, word.unicodeScalars.count + 1 > room {
        lines.append(line)
        line = others
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return (lines + [line]).joined(separator: "\n") + "\n"
  }
}
