package import AuditModel

/// The findings that two kept runs don't have alike, read one at a time.
package struct RunChanges: ChangeSequence {
  let history: RunHistory
  let old: Int64
  let new: Int64

  /// How many findings changed in which way.
  package func counts() throws(StoreError) -> [FindingChange.Kind: Int] {
    let query = try history.connection.prepare(
      Self.states + "SELECT kind, count(*) FROM (\(Self.changes)) GROUP BY kind")
    query.bind(1, old)
    query.bind(2, new)
    var counts: [FindingChange.Kind: Int] = [:]
    while try query.step() { counts[try kind(query.integer(0))] = Int(query.integer(1)) }
    return counts
  }

  package func forEachChange(_ body: (FindingChange) throws -> Void) throws {
    // Only numbers and ids are sorted, not messages.
    let order = try history.connection.prepare(
      Self.states
        + """
        SELECT c.kind, c.finding, c.old_severity, c.severity, c.is_waived
        FROM (\(Self.changes)) AS c
        JOIN finding AS f ON f.finding = c.finding
        ORDER BY c.kind, c.severity DESC, f.rule, f.subject, f.subject_kind
        """)
    order.bind(1, old)
    order.bind(2, new)
    let query = try history.connection.prepare(
      """
      SELECT rule, fingerprint, subject_kind, subject, user, at, first_seen, message
      FROM finding
      WHERE finding = ?1
      """)
    while try order.step() {
      query.bind(1, order.integer(1))
      guard try query.step() else { continue }
      let change = try change(order, query)
      query.reset()
      try body(change)
    }
  }

  private func change(_ order: Statement, _ query: Statement) throws(StoreError) -> FindingChange {
    let kind = try kind(order.integer(0))
    guard let severity = Severity(rawValue: Int(order.integer(3))),
      let subjectKind = Subject.Kind(rawValue: query.text(2))
    else { throw history.damaged("the finding \(query.text(1))") }
    let oldSeverity = order.optionalInteger(2).flatMap { Severity(rawValue: Int($0)) }
    return FindingChange(
      kind: kind, rule: query.text(0), severity: severity,
      oldSeverity: oldSeverity == severity ? nil : oldSeverity,
      disposition: order.integer(4) == 1 ? .waived : .open, fingerprint: query.text(1),
      subject: Subject(kind: subjectKind, id: query.text(3)), user: query.optionalText(4),
      at: query.optionalInteger(5), firstSeen: query.integer(6), message: query.text(7))
  }

  private func kind(_ number: Int64) throws(StoreError) -> FindingChange.Kind {
    let kinds = FindingChange.Kind.allCases
    guard kinds.indices.contains(Int(number)) else { throw history.damaged("a change") }
    return kinds[Int(number)]
  }

  /// What was open in each of the runs, and as what.
  private static let states =
    """
    WITH
      old_state AS MATERIALIZED (\(state(at: 1))),
      new_state AS MATERIALIZED (\(state(at: 2)))

    """

  private static func state(at parameter: Int) -> String {
    func then(_ column: String) -> String {
      """
      coalesce((
        SELECT p.\(column) FROM finding_past AS p
        WHERE p.finding = f.finding AND p.until_run > ?\(parameter)
        ORDER BY p.until_run LIMIT 1), f.\(column)) AS \(column)
      """
    }
    return """
      SELECT f.finding, f.fingerprint, f.rule, \(then("severity")), \(then("is_waived"))
      FROM finding AS f
      WHERE f.first_run <= ?\(parameter)
        AND (f.resolved_run IS NULL OR f.resolved_run > ?\(parameter))
      """
  }

  /// Kinds are places in `FindingChange.Kind.allCases`.
  private static let changes =
    """
    SELECT 0 AS kind, n.finding AS finding, NULL AS old_severity, n.severity AS severity,
      n.is_waived AS is_waived
    FROM new_state AS n
    LEFT JOIN old_state AS o ON o.fingerprint = n.fingerprint
    WHERE o.finding IS NULL
    UNION ALL
    SELECT iif(o.rule IN (SELECT rule FROM rule_outcome WHERE run = ?2), 1, 2), o.finding, NULL,
      o.severity, o.is_waived
    FROM old_state AS o
    LEFT JOIN new_state AS n ON n.fingerprint = o.fingerprint
    WHERE n.finding IS NULL
    UNION ALL
    SELECT 3, n.finding, o.severity, n.severity, n.is_waived
    FROM new_state AS n
    JOIN old_state AS o ON o.fingerprint = n.fingerprint
    WHERE o.severity <> n.severity
    UNION ALL
    SELECT iif(n.is_waived, 4, 5), n.finding, o.severity, n.severity, n.is_waived
    FROM new_state AS n
    JOIN old_state AS o ON o.fingerprint = n.fingerprint
    WHERE o.is_waived <> n.is_waived
    """
}

extension RunHistory {
  /// What changed from one kept run to a later one.
  package func changes(from old: Int64, to new: Int64) -> RunChanges {
    RunChanges(history: self, old: old, new: new)
  }

  /// Rules that were judged in one of the runs and not in the other, by id.
  package func ruleChanges(from old: Int64, to new: Int64) throws(StoreError) -> [RuleChange] {
    let query = try connection.prepare(
      """
      SELECT ids.rule, o.result, n.result, n.detail
      FROM (SELECT rule FROM rule_outcome WHERE run IN (?1, ?2) GROUP BY rule) AS ids
      LEFT JOIN rule_outcome AS o ON o.run = ?1 AND o.rule = ids.rule
      LEFT JOIN rule_outcome AS n ON n.run = ?2 AND n.rule = ids.rule
      WHERE coalesce(o.result IN ('pass', 'fail'), 0) <> coalesce(n.result IN ('pass', 'fail'), 0)
      ORDER BY ids.rule
      """)
    query.bind(1, old)
    query.bind(2, new)
    var changes: [RuleChange] = []
    while try query.step() {
      changes.append(
        RuleChange(
          rule: query.text(0), oldResult: query.optionalText(1), newResult: query.optionalText(2),
          reason: query.optionalText(3)))
    }
    return changes
  }

  func damaged(_ what: String) -> StoreError {
    StoreError(
      path: connection.path, action: "read", code: 0, reason: "\(what) can't be understood")
  }
}
