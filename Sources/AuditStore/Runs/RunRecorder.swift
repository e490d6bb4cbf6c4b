internal import AuditModel

/// Compares what a run found with the findings that are open, and writes the difference.
struct RunRecorder {
  private let connection: Connection
  private let run: Int64
  /// The last complete run, which new, known and resolved compare with.
  private let baseline: Int64?
  private let evaluated: Set<String>
  private let rules: Set<String>
  /// Open findings by fingerprint.
  private var open: [UInt64: (finding: Int64, isKnown: Bool)] = [:]
  /// Findings that were open in the last complete run and were resolved since.
  private var resolvedSince: Set<UInt64> = []
  private let update: Statement
  private let insert: Statement

  private(set) var new = 0
  private(set) var known = 0
  private(set) var bySeverity: [Severity: Int] = [:]
  private(set) var newBySeverity: [Severity: Int] = [:]
  private(set) var newByRule: [String: Int] = [:]

  init(
    _ connection: Connection, run: Int64, baseline: Int64?, outcomes: [RuleOutcome]
  ) throws(StoreError) {
    self.connection = connection
    self.run = run
    self.baseline = baseline
    rules = Set(outcomes.map(\.rule.id))
    evaluated = Set(
      outcomes.filter { $0.result == .pass || $0.result == .fail }.map(\.rule.id))
    update = try connection.prepare(
      """
      UPDATE finding
      SET last_run = ?2, severity = ?3, user = ?4, at = ?5, exposure = ?6, message = ?7,
        evidence = ?8, evidence_total = ?9
      WHERE finding = ?1
      """)
    insert = try connection.prepare(
      """
      INSERT INTO finding (last_run, severity, user, at, exposure, message, evidence,
        evidence_total, fingerprint, rule, subject_kind, subject, first_run)
      VALUES (?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?2)
      """)
    try readOpenFindings()
  }

  /// Writes one hit of a rule that was evaluated; one that failed to run has no say.
  mutating func record(_ hit: RuleHit, fingerprint: String) throws(StoreError) {
    guard rules.contains(hit.rule), let number = Fingerprint.number(fingerprint) else {
      throw refusal("the rule \(hit.rule) found something but has no outcome")
    }
    guard evaluated.contains(hit.rule) else { return }
    let earlier = open.removeValue(forKey: number)
    if earlier?.isKnown ?? resolvedSince.contains(number) {
      known += 1
    } else {
      new += 1
      newBySeverity[hit.severity, default: 0] += 1
      newByRule[hit.rule, default: 0] += 1
    }
    resolvedSince.remove(number)
    bySeverity[hit.severity, default: 0] += 1

    let statement = earlier == nil ? insert : update
    if let earlier { update.bind(1, earlier.finding) }
    statement.bind(2, run)
    statement.bind(3, Int64(hit.severity.rawValue))
    statement.bind(4, hit.user)
    statement.bind(5, hit.at)
    statement.bind(6, hit.exposure)
    statement.bind(7, hit.message)
    statement.bind(8, EvidenceList.text(hit.evidence))
    statement.bind(9, Int64(hit.evidence.count))
    if earlier == nil {
      insert.bind(10, fingerprint)
      insert.bind(11, hit.rule)
      insert.bind(12, hit.subject.kind.rawValue)
      insert.bind(13, hit.subject.id)
    }
    try statement.run()
  }

  /// Resolves the open findings of evaluated rules that no hit was recorded for.
  func resolveOthers() throws(StoreError) {
    let resolve = try connection.prepare(
      """
      UPDATE finding
      SET resolved_run = ?1
      WHERE rule = ?2 AND resolved_run IS NULL AND last_run < ?1
      """)
    for rule in evaluated.sorted() {
      resolve.bind(1, run)
      resolve.bind(2, rule)
      try resolve.run()
    }
  }

  /// Findings that were open in the last complete run and are not now.
  func resolvedCount() throws(StoreError) -> Int {
    guard let baseline else { return 0 }
    let query = try connection.prepare(
      """
      SELECT count(*) FROM finding
      WHERE first_run <= ?1 AND resolved_run > ?1
        AND fingerprint NOT IN (SELECT fingerprint FROM finding WHERE resolved_run IS NULL)
      """)
    query.bind(1, baseline)
    return try query.step() ? Int(query.integer(0)) : 0
  }

  private mutating func readOpenFindings() throws(StoreError) {
    let list = try connection.prepare(
      """
      SELECT finding, fingerprint, first_run, resolved_run IS NULL FROM finding
      WHERE resolved_run IS NULL OR (resolved_run > ?1 AND first_run <= ?1)
      """)
    list.bind(1, baseline ?? run)
    while try list.step() {
      guard let number = Fingerprint.number(list.text(1)) else {
        throw refusal("the fingerprint '\(list.text(1))' can't be understood")
      }
      guard list.integer(3) == 1 else {
        resolvedSince.insert(number)
        continue
      }
      let isKnown = baseline.map { list.integer(2) <= $0 } ?? false
      open[number] = (list.integer(0), isKnown)
    }
    // A finding that came back since is as known as the one it was.
    for number in resolvedSince { open[number]?.isKnown = true }
  }

  private func refusal(_ reason: String) -> StoreError {
    StoreError(path: connection.path, action: "finish the run", code: 0, reason: reason)
  }
}
