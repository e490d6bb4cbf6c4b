internal import AuditModel

/// Compares what a run found with the findings that are open, and writes the difference.
struct RunRecorder {
  private let connection: Connection
  private let run: Int64
  /// The last complete run, which new, known and resolved compare with.
  private let baseline: Int64?
  private let asOf: Int64
  private let evaluated: Set<String>
  private let rules: Set<String>
  /// Open findings by fingerprint.
  private var open: [UInt64: OpenFinding] = [:]
  /// Findings that were open in the last complete run and were resolved since.
  private var resolvedSince: Set<UInt64> = []
  private let update: Statement
  private let insert: Statement
  private let insertPast: Statement

  private(set) var new = 0
  private(set) var known = 0
  private(set) var bySeverity: [Severity: Int] = [:]
  private(set) var newBySeverity: [Severity: Int] = [:]
  private(set) var newByRule: [String: Int] = [:]
  private(set) var waivedBySeverity: [Severity: Int] = [:]
  private(set) var newWaivedBySeverity: [Severity: Int] = [:]
  private(set) var waivedByRule: [String: Int] = [:]
  private(set) var waivers: WaiverIndex
  private let names: PersonNames

  private struct OpenFinding {
    let finding: Int64
    let severity: Int8
    let isWaived: Bool
    var isKnown: Bool
  }

  init(
    _ connection: Connection, run: Int64, asOf: Int64, baseline: Int64?, outcomes: [RuleOutcome],
    waivers: [Waiver], names: PersonNames
  ) throws(StoreError) {
    self.connection = connection
    self.run = run
    self.asOf = asOf
    self.baseline = baseline
    self.names = names
    self.waivers = WaiverIndex(waivers, asOf: asOf) { names.name(ofSubject: $0) }
    rules = Set(outcomes.map(\.rule.id))
    evaluated = Set(
      outcomes.filter { $0.result == .pass || $0.result == .fail }.map(\.rule.id))
    update = try connection.prepare(
      """
      UPDATE finding
      SET last_run = ?2, severity = ?3, user = ?4, at = ?5, exposure = ?6, message = ?7,
        evidence = ?8, evidence_total = ?9, is_waived = ?10
      WHERE finding = ?1
      """)
    insert = try connection.prepare(
      """
      INSERT INTO finding (last_run, severity, user, at, exposure, message, evidence,
        evidence_total, is_waived, fingerprint, rule, subject_kind, subject, first_seen, first_run)
      VALUES (?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?2)
      """)
    insertPast = try connection.prepare("INSERT INTO finding_past VALUES (?1, ?2, ?3, ?4)")
    try readOpenFindings()
  }

  /// Writes one hit of a rule that was evaluated; one that failed to run has no say.
  mutating func record(_ hit: RuleHit, fingerprint given: String) throws(StoreError) {
    let fingerprint = names.fingerprints[given] ?? given
    guard rules.contains(hit.rule), let number = Fingerprint.number(fingerprint) else {
      throw refusal("the rule \(hit.rule) found something but has no outcome")
    }
    guard evaluated.contains(hit.rule) else { return }
    let earlier = open.removeValue(forKey: number)
    let isKnown = earlier?.isKnown ?? resolvedSince.contains(number)
    resolvedSince.remove(number)
    let isWaived = waivers.accepts(hit, fingerprint: number)
    count(hit, isKnown: isKnown, isWaived: isWaived)

    let statement = earlier == nil ? insert : update
    if let earlier {
      try keepPast(of: earlier, severity: hit.severity, isWaived: isWaived)
      update.bind(1, earlier.finding)
    }
    statement.bind(2, run)
    statement.bind(3, Int64(hit.severity.rawValue))
    statement.bind(4, hit.user)
    statement.bind(5, hit.at)
    statement.bind(6, hit.exposure)
    statement.bind(7, hit.message)
    statement.bind(8, EvidenceList.text(hit.evidence))
    statement.bind(9, Int64(hit.evidence.count))
    statement.bind(10, isWaived ? 1 : 0)
    if earlier == nil {
      insert.bind(11, fingerprint)
      insert.bind(12, hit.rule)
      insert.bind(13, hit.subject.kind.rawValue)
      insert.bind(14, hit.subject.id)
      insert.bind(15, asOf)
    }
    try statement.run()
  }

  private mutating func count(_ hit: RuleHit, isKnown: Bool, isWaived: Bool) {
    bySeverity[hit.severity, default: 0] += 1
    if isWaived {
      waivedBySeverity[hit.severity, default: 0] += 1
      waivedByRule[hit.rule, default: 0] += 1
    }
    guard !isKnown else {
      known += 1
      return
    }
    new += 1
    newBySeverity[hit.severity, default: 0] += 1
    newByRule[hit.rule, default: 0] += 1
    if isWaived { newWaivedBySeverity[hit.severity, default: 0] += 1 }
  }

  /// Keeps what the finding was up to this run, where it becomes something else.
  private func keepPast(
    of earlier: OpenFinding, severity: Severity, isWaived: Bool
  ) throws(StoreError) {
    guard Int(earlier.severity) != severity.rawValue || earlier.isWaived != isWaived else { return }
    insertPast.bind(1, earlier.finding)
    insertPast.bind(2, run)
    insertPast.bind(3, Int64(earlier.severity))
    insertPast.bind(4, earlier.isWaived ? 1 : 0)
    try insertPast.run()
  }

  /// Resolves the open findings of evaluated rules that no hit was recorded for, and closes those
  /// of rules that are no longer there.
  ///
  /// The outcomes of the run must be kept already.
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
    // Nothing would ever say again whether they are still there.
    let close = try connection.prepare(
      """
      UPDATE finding
      SET resolved_run = ?1
      WHERE resolved_run IS NULL AND last_run < ?1
        AND rule NOT IN (SELECT rule FROM rule_outcome WHERE run = ?1)
      """)
    close.bind(1, run)
    try close.run()
  }

  /// Findings that were open in the last complete run and are not now; those of rules that are no
  /// longer there were not mended and don't count.
  func resolvedCount() throws(StoreError) -> Int {
    guard let baseline else { return 0 }
    let query = try connection.prepare(
      """
      SELECT count(*) FROM finding
      WHERE first_run <= ?1 AND resolved_run > ?1
        AND fingerprint NOT IN (SELECT fingerprint FROM finding WHERE resolved_run IS NULL)
        AND rule IN (SELECT rule FROM rule_outcome WHERE run = ?2)
      """)
    query.bind(1, baseline)
    query.bind(2, run)
    return try query.step() ? Int(query.integer(0)) : 0
  }

  private mutating func readOpenFindings() throws(StoreError) {
    let list = try connection.prepare(
      """
      SELECT finding, fingerprint, first_run, resolved_run IS NULL, severity, is_waived
      FROM finding
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
      open[number] = OpenFinding(
        finding: list.integer(0), severity: Int8(truncatingIfNeeded: list.integer(4)),
        isWaived: list.integer(5) == 1, isKnown: isKnown)
    }
    // A finding that came back since is as known as the one it was.
    for number in resolvedSince { open[number]?.isKnown = true }
  }

  private func refusal(_ reason: String) -> StoreError {
    StoreError(path: connection.path, action: "finish the run", code: 0, reason: reason)
  }
}
