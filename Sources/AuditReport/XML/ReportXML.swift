package import AuditModel

/// The XML report, written as a stream: memory does not grow with the number of findings.
///
/// The bytes are made here and not by libxml2's writer, which lets through characters that XML
/// forbids, costs four times as much, and would decide about line breaks that are part of the
/// contract: each `<finding` starts a line.
package enum ReportXML {
  package static let namespace = "urn:siwa-audit:report:1"

  /// Writes the report of `audit` and hands back what the HTML is made of.
  ///
  /// The file is not committed: that is the caller's word. An error of the findings' source comes
  /// out as a `ReportError` about the file that was being written.
  @discardableResult
  package static func write(
    _ audit: Audit, findings: some FindingSequence, to file: AtomicFile
  ) throws(ReportError) -> CappedReport {
    var capped = CappedReport()
    var text = XMLText()
    text.head(audit)
    capped.bytes = text.bytes
    var shown: [String: Int] = [:]
    let share = PageBudget.findingsPerRule(of: audit.outcomes.lazy.map(\.findingCount))
    try FindingWalk.forEach(findings, writing: file) { (finding) throws(ReportError) in
      let start = text.bytes.count
      text.finding(finding, asOf: audit.asOf)
      if shown[finding.rule, default: 0] < share {
        shown[finding.rule, default: 0] += 1
        capped.findingCount += 1
        capped.bytes.append(contentsOf: text.bytes[start...])
      }
      if text.bytes.count >= chunkByteCount {
        try file.write(text.bytes)
        text.removeAll()
      }
    }
    var foot = XMLText()
    foot.markup("  </findings>\n</report>\n")
    capped.bytes.append(contentsOf: foot.bytes)
    try file.write(text.bytes)
    try file.write(foot.bytes)
    return capped
  }

  /// At most this many rejected records are listed; their total stands beside them.
  static let rejectLimit = 1000
  private static let chunkByteCount = 1 << 15
}
