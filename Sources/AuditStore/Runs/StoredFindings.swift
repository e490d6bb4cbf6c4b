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
        evidence, evidence_total, first_run, first_seen, is_waived
      FROM finding
      WHERE finding = ?1
      """)
    let cameBack = try resolvedSinceBaseline()
    while try order.step() {
      query.bind(1, order.integer(0))
      guard try query.step() else { continue }
      let finding = try finding(query, cameBack: cameBack)
      query.reset()
      try body(finding)
    }
  }

  /// Fingerprints that were open in the baseline and resolved since, by a partial run or this one.
  private func resolvedSinceBaseline() throws(StoreError) -> Set<String> {
    guard let baseline else { return [] }
    let query = try store.connection.prepare(
      "SELECT fingerprint FROM finding WHERE first_run <= ?1 AND resolved_run > ?1")
    query.bind(1, baseline)
    var found: Set<String> = []
    while try query.step() { found.insert(query.text(0)) }
    return found
  }

  private func finding(
    _ query: Statement, cameBack: Set<String>
  ) throws(StoreError) -> Finding {
    guard let severity = Severity(rawValue: Int(query.integer(1))),
      let kind = Subject.Kind(rawValue: query.text(6)),
      let references = EvidenceList.references(query.text(9), limit: Finding.evidenceLimit)
    else { throw store.refusal("read", "the finding \(query.text(2)) can't be understood") }
    var evidence: [EvidenceRecord] = []
    for reference in references {
      if let record = try store.evidenceIfPresent(reference) { evidence.append(record) }
    }
    let isKnown =
      baseline.map { query.integer(11) <= $0 } ?? false || cameBack.contains(query.text(2))
    return Finding(
      rule: query.text(0), severity: severity, state: isKnown ? .known : .new,
      disposition: query.integer(13) == 1 ? .waived : .open, fingerprint: query.text(2),
      at: query.optionalInteger(3),
      user: query.optionalText(4), firstSeen: query.integer(12),
      exposure: query.optionalInteger(5), subject: Subject(kind: kind, id: query.text(7)),
      message: query.text(8), evidence: evidence, evidenceTotal: Int(query.integer(10)))
  }
}
