package import AuditModel

/// `findings.csv`: a line a finding, for spreadsheets.
package enum FindingsCSV {
  private static let header = [
    "rule", "severity", "state", "disposition", "fingerprint", "at", "user", "firstSeen",
    "ageDays", "subjectKind", "subjectId", "exposure", "message", "records", "evidence",
  ]

  /// Writes every finding; the file is not committed. `asOf` is the audit's time, by which a finding
  /// that an earlier run saw has an age.
  package static func write(
    _ findings: some FindingSequence, asOf: Int64? = nil, to file: AtomicFile
  ) throws(ReportError) {
    var text = CSVText()
    text.line(header)
    try FindingWalk.forEach(findings, writing: file) { (finding) throws(ReportError) in
      text.line(cells(of: finding, asOf: asOf))
      try file.write(text.bytes)
      text.removeAll()
    }
    try file.write(text.bytes)
  }

  private static func cells(of finding: Finding, asOf: Int64?) -> [String] {
    [
      finding.rule, finding.severity.name, finding.state.rawValue, finding.disposition.rawValue,
      finding.fingerprint, finding.at.map(Written.time) ?? "", finding.user ?? "",
      Written.time(finding.firstSeen), asOf.flatMap(finding.ageDays).map { String($0) } ?? "",
      finding.subject.kind.rawValue, finding.subject.id,
      finding.exposure.map(Written.amount) ?? "", finding.message, String(finding.evidenceTotal),
      finding.evidence.map(place).joined(separator: "; "),
    ]
  }

  /// `ledger.ndjson:17 adj_1`.
  private static func place(of record: EvidenceRecord) -> String {
    "\(record.place.path):\(record.place.line) \(record.key)"
  }
}
