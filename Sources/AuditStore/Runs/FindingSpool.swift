internal import AuditModel

/// What the rules of one run found, before it is compared with earlier runs.
///
/// Lives in a private temporary database, so that memory does not grow with the number of findings;
/// all of it is one transaction that never ends.
/// Rules on several threads may add to it at once.
package final class FindingSpool: @unchecked Sendable {
  private let connection: Connection
  private let insertion: Statement
  private let mutex = Mutex()

  /// Makes an empty spool.
  package init() throws(StoreError) {
    connection = try Connection(path: "", mode: .create)
    try connection.execute(
      """
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      PRAGMA cache_size = -16384;
      CREATE TABLE hit (
        hit INTEGER PRIMARY KEY,
        fingerprint TEXT NOT NULL,
        severity INTEGER NOT NULL,
        rule TEXT NOT NULL,
        subject TEXT NOT NULL,
        subject_kind TEXT NOT NULL,
        user TEXT,
        at INTEGER,
        exposure INTEGER,
        message TEXT NOT NULL,
        evidence TEXT NOT NULL
      ) STRICT;
      BEGIN;
      """)
    insertion = try connection.prepare(
      "INSERT INTO hit VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")
  }

  /// Adds what one query returned.
  package func add(_ hits: [RuleHit]) throws(StoreError) {
    try mutex.withLock { () throws(StoreError) in
      for hit in hits { try insert(hit) }
    }
  }

  /// Forgets what a rule found.
  func remove(rule: String) throws(StoreError) {
    try mutex.withLock { () throws(StoreError) in
      let removal = try connection.prepare("DELETE FROM hit WHERE rule = ?1")
      removal.bind(1, rule)
      try removal.run()
    }
  }

  /// Hands each hit to `body`: worst severity first, then rule id, then subject, all as bytes.
  ///
  /// Hits of one rule with the same subject are one: the records of the later ones are added to
  /// the first.
  package func forEachHit(
    _ body: (_ hit: RuleHit, _ fingerprint: String) throws(StoreError) -> Void
  ) throws(StoreError) {
    try mutex.withLock { () throws(StoreError) in
      try connection.execute("CREATE INDEX IF NOT EXISTS hit_fingerprint ON hit (fingerprint)")
      let others = try connection.prepare(
        "SELECT hit, evidence FROM hit WHERE fingerprint = ?1 ORDER BY severity DESC, hit")
      let repeated = try repeatedFingerprints()
      var done: Set<String> = []
      let list = try connection.prepare(
        """
        SELECT fingerprint, severity, rule, subject, subject_kind, user, at, exposure, message,
          evidence
        FROM hit
        ORDER BY severity DESC, rule, subject, subject_kind, hit
        """)
      while try list.step() {
        let fingerprint = list.text(0)
        var hit = try hit(list)
        if repeated.contains(fingerprint) {
          guard done.insert(fingerprint).inserted else { continue }
          others.bind(1, fingerprint)
          hit.evidence = []
          while try others.step() { try append(others.text(1), to: &hit.evidence) }
          others.reset()
        }
        try body(hit, fingerprint)
      }
    }
  }

  private func insert(_ hit: RuleHit) throws(StoreError) {
    insertion.bind(1, Fingerprint.of(rule: hit.rule, subject: hit.subject))
    insertion.bind(2, Int64(hit.severity.rawValue))
    insertion.bind(3, hit.rule)
    insertion.bind(4, hit.subject.id)
    insertion.bind(5, hit.subject.kind.rawValue)
    insertion.bind(6, hit.user)
    insertion.bind(7, hit.at)
    insertion.bind(8, hit.exposure)
    insertion.bind(9, hit.message)
    insertion.bind(10, EvidenceList.text(hit.evidence))
    try insertion.run()
  }

  private func repeatedFingerprints() throws(StoreError) -> Set<String> {
    let query = try connection.prepare(
      "SELECT fingerprint FROM hit GROUP BY fingerprint HAVING count(*) > 1")
    var found: Set<String> = []
    while try query.step() { found.insert(query.text(0)) }
    return found
  }

  private func hit(_ list: Statement) throws(StoreError) -> RuleHit {
    guard let severity = Severity(rawValue: Int(list.integer(1))),
      let kind = Subject.Kind(rawValue: list.text(4))
    else { throw damaged }
    var evidence: [EvidenceReference] = []
    try append(list.text(9), to: &evidence)
    return RuleHit(
      rule: list.text(2), severity: severity, subject: Subject(kind: kind, id: list.text(3)),
      user: list.optionalText(5), at: list.optionalInteger(6), exposure: list.optionalInteger(7),
      message: list.text(8), evidence: evidence)
  }

  private func append(
    _ text: String, to evidence: inout [EvidenceReference]
  ) throws(StoreError) {
    guard let more = EvidenceList.references(text) else { throw damaged }
    guard !evidence.isEmpty else {
      evidence = more
      return
    }
    for reference in more where !evidence.contains(reference) { evidence.append(reference) }
  }

  private var damaged: StoreError {
    StoreError(path: "spool", action: "read", code: 0, reason: "a hit can't be understood")
  }
}
