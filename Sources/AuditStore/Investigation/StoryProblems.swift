internal import AuditModel

/// The findings of all audits that are about the accounts of a story.
struct StoryProblems {
  struct Found {
    let problem: Investigation.Problem
    let evidence: [EvidenceReference]
  }

  /// Open ones before resolved ones, worst first, then by time.
  private(set) var found: [Found] = []

  /// Finds them by the user they name, else by a record that proves them.
  init(
    _ connection: Connection, accounts: [String], wanted: WantedValues, records: StoryRecords,
    asOf: Int64
  ) throws(StoreError) {
    try connection.execute(
      "CREATE TEMP TABLE wanted_account (value TEXT PRIMARY KEY) WITHOUT ROWID")
    let insert = try connection.prepare("INSERT OR IGNORE INTO wanted_account VALUES (?1)")
    for account in accounts {
      insert.bind(1, account)
      try insert.run()
    }
    var rows: Set<EvidenceReference> = []
    for stream in Stream.allCases {
      for record in records[stream] {
        rows.insert(EvidenceReference(stream: stream, row: record.row))
      }
    }
    let waivers = try WaiverIndex(connection, asOf: asOf)
    let query = try connection.prepare(
      """
      SELECT rule, severity, subject_kind, subject, message, at, exposure, fingerprint,
        resolved_run IS NOT NULL, evidence, user IN wanted_account,
        is_waived
      FROM finding
      WHERE user IN wanted_account
        OR (subject_kind = 'user' AND subject IN wanted_account)
        OR \(wanted.condition("subject", .sub))
        OR \(wanted.condition("subject", .transaction))
        OR user IS NULL
      """)
    while try query.step() {
      guard let severity = Severity(rawValue: Int(query.integer(1))),
        let kind = Subject.Kind(rawValue: query.text(2)),
        let evidence = EvidenceList.references(query.text(9), limit: Finding.evidenceLimit)
      else { continue }
      let isNamed =
        query.integer(10) == 1
        || (kind == .user && accounts.contains { $0.utf8.elementsEqual(query.text(3).utf8) })
      guard isNamed || evidence.contains(where: rows.contains) else { continue }
      let isResolved = query.integer(8) == 1
      let fingerprint = query.text(7)
      let problem = Investigation.Problem(
        rule: query.text(0), severity: severity, subject: Subject(kind: kind, id: query.text(3)),
        message: query.text(4), at: query.optionalInteger(5), exposure: query.optionalInteger(6),
        fingerprint: fingerprint, isResolved: isResolved,
        disposition: query.integer(11) == 1 ? .waived : .open,
        waivers: isResolved
          ? []
          : waivers.waivers(
            of: query.text(0), subject: query.text(3),
            fingerprint: Fingerprint.number(fingerprint) ?? 0))
      found.append(Found(problem: problem, evidence: evidence))
    }
    found.sort { Self.precedes($0.problem, $1.problem) }
  }

  private static func precedes(
    _ left: Investigation.Problem, _ right: Investigation.Problem
  ) -> Bool {
    guard left.isResolved == right.isResolved else { return !left.isResolved }
    guard left.severity == right.severity else { return left.severity > right.severity }
    guard left.at == right.at else { return left.at ?? .max < right.at ?? .max }
    guard left.rule == right.rule else { return left.rule.utf8Precedes(right.rule) }
    return left.fingerprint.utf8Precedes(right.fingerprint)
  }
}
