package import AuditModel

/// The findings of a finished run, read one at a time in the order of a report.
package struct StoredFindings: FindingSequence {
  let store: AuditStore
  let run: Int64
  let baseline: Int64?

  package func forEachFinding(_ body: (Finding) throws -> Void) throws {
    // Only the numbers are sorted, not messages and evidence.
    let order = try store.connection.prepare(
      """
      SELECT finding FROM finding
      WHERE last_run = ?1
      ORDER BY severity DESC, rule, subject, subject_kind
      """)
    order.bind(1, run)
    let query = try store.connection.prepare(
      """
      SELECT rule, severity, fingerprint, at, user, exposure, subject_kind, subject, message,
        evidence, evidence_total, first_run <= ?2 OR EXISTS (
          SELECT 1 FROM finding AS earlier
          WHERE earlier.resolved_run > ?2 AND earlier.first_run <= ?2
            AND earlier.fingerprint = finding.fingerprint),
        (SELECT as_of FROM run WHERE run.run = finding.first_run)
      FROM finding
      WHERE finding = ?1
      """)
    while try order.step() {
      query.bind(1, order.integer(0))
      query.bind(2, baseline)
      guard try query.step() else { continue }
      let finding = try finding(query)
      query.reset()
      try body(finding)
    }
  }

  private func finding(_ query: Statement) throws(StoreError) -> Finding {
    guard let severity = Severity(rawValue: Int(query.integer(1))),
      let kind = Subject.Kind(rawValue: query.text(6)),
      let references = EvidenceList.references(query.text(9), limit: Finding.evidenceLimit)
    else { throw store.refusal("read", "the finding \(query.text(2)) can't be understood") }
    var evidence: [EvidenceRecord] = []
    for reference in references {
      if let record = try store.evidenceIfPresent(reference) { evidence.append(record) }
    }
    return Finding(
      rule: query.text(0), severity: severity, state: query.integer(11) == 1 ? .known : .new,
      disposition: .open, fingerprint: query.text(2), at: query.optionalInteger(3),
      user: query.optionalText(4), firstSeen: query.integer(12),
      exposure: query.optionalInteger(5), subject: Subject(kind: kind, id: query.text(7)),
      message: query.text(8), evidence: evidence, evidenceTotal: Int(query.integer(10)))
  }
}
