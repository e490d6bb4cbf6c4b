import AuditModel
import AuditRules
import AuditStore
import TestSupport
import Testing

@Suite struct RunnerTests {
  private let facts = RuleFacts(
    streams: [.deletions], knownFields: ["deletions.channel"], platform: "direct")

  private func store() throws -> AuditStore {
    try AuditStore.open(
      path: ":memory:", schemaDirectory: ExampleBench.home + "/data/schema", dataSet: "runner")
  }

  private func rule(
    _ id: String, _ query: String, header: [String] = [], isCustom: Bool = false
  ) throws -> RuleFile {
    try RuleFileParser.parse(
      ruleText(header: header, query: query + ";"), path: id, id: id, isCustom: isCustom)
  }

  private func run(
    _ rules: [RuleFile], severities: [String: Severity] = [:], off: [String: String] = [:]
  ) throws -> (outcomes: [RuleOutcome], hits: [RuleHit]) {
    let store = try store()
    let sink = CollectedHits()
    let outcomes = try RuleRunner(
      rules: RuleSet(rules: rules), facts: facts, severities: severities, off: off
    ).run(on: [store.connection], into: sink)
    return (outcomes, sink.hits)
  }

  private func reason(_ query: String, isCustom: Bool = false) throws -> String? {
    let found = try run([try rule("x.a", query, isCustom: isCustom)])
    #expect(found.hits.isEmpty)
    guard case .error(let reason) = found.outcomes[0].result else { return nil }
    return reason
  }

  @Test("a row becomes a hit with all its columns")
  func hit() throws {
    let query = """
      SELECT 's1' AS subject, 'session' AS kind, 'u1' AS user, 5 AS at, 7 AS exposure,
        'low' AS severity, '[["links",3],[["sessions",9],["links",3],["ledger",null]]]' AS evidence
      UNION ALL SELECT 's2', NULL, NULL, NULL, 8, NULL, NULL
      """
    let found = try run([try rule("x.a", query)])
    #expect(
      found.hits == [
        RuleHit(
          rule: "x.a", severity: .low, subject: Subject(kind: .session, id: "s1"), user: "u1",
          at: 5, exposure: 7, message: "s1 is odd.",
          evidence: [
            EvidenceReference(stream: .links, row: 3),
            EvidenceReference(stream: .sessions, row: 9),
          ]),
        RuleHit(
          rule: "x.a", severity: .high, subject: Subject(kind: .deletion, id: "s2"), user: nil,
          at: nil, exposure: 8, message: "s2 is odd.", evidence: []),
      ])
    #expect(found.outcomes.map(\.result) == [.fail])
    #expect(found.outcomes[0].findingCount == 2)
    #expect(found.outcomes[0].exposure == 15)
  }

  @Test("every rule has an outcome, by id, and one that fails doesn't stop the others")
  func outcomes() throws {
    let rules = [
      try rule("x.pass", "SELECT id AS subject FROM deletion"),
      try rule("x.error", "SELECT 'a' AS subject UNION ALL SELECT 'a'"),
      try rule("x.off", "SELECT 'a' AS subject"),
      try rule("x.needs", "SELECT 'a' AS subject", header: ["-- @needs sessions"]),
      try rule("x.fail", "SELECT 'a' AS subject, 'low' AS severity"),
    ]
    let found = try run(rules, severities: ["x.fail": .critical], off: ["x.off": "why not"])
    #expect(found.outcomes.map(\.rule.id) == ["x.error", "x.fail", "x.needs", "x.off", "x.pass"])
    #expect(
      found.outcomes.map(\.result) == [
        .error("the query returns the subject 'a' twice"), .fail,
        .notEvaluated("export `sessions`"), .off("why not"), .pass,
      ])
    #expect(found.hits.map(\.severity) == [.critical])
    #expect(found.outcomes[1].severity == .critical)
  }

  @Test("two threads give the same as one")
  func threads() throws {
    let rules = try (0..<40).map { number in
      try rule("x.r\(number)", "SELECT 'a\(number)' AS subject UNION ALL SELECT 'b'")
    }
    let connections = [try store().connection, try store().connection]
    let sink = CollectedHits()
    nonisolated(unsafe) var told: [Int] = []
    let outcomes = try RuleRunner(rules: RuleSet(rules: rules), facts: facts).run(
      on: connections, into: sink, progress: { _, _, total in told.append(total) })
    #expect(outcomes.count == 40)
    #expect(outcomes.allSatisfy { $0.result == .fail && $0.findingCount == 2 })
    #expect(sink.hits.count == 80)
    #expect(told == Array(repeating: 40, count: 40))
  }

  @Test(
    "a query that returns no hits is an error of its rule",
    arguments: [
      ("SELECT 1 AS a", "the query has no column 'subject'"),
      ("SELECT NULL AS subject", "a row has no subject"),
      (
        "SELECT 'b' AS subject UNION ALL SELECT 'a'",
        "the query isn't ordered by subject (then kind)"
      ),
      ("SELECT 'a' AS subject, 'b' AS kind", "the column 'kind' holds 'b'"),
      ("SELECT 'a' AS subject, 'b' AS severity", "the column 'severity' holds 'b'"),
      (
        "SELECT 'a' AS subject, '[[\"links\",\"x\"]]' AS evidence",
        "the column 'evidence' is no JSON array of [stream, row]"
      ),
      (
        "SELECT 'a' AS subject, '[[\"user\",1]]' AS evidence",
        "the column 'evidence' names 'user', which is no stream"
      ),
      ("SELECT 'a' AS subject, 1 AS x, 2 AS x", "the query has two columns 'x'"),
      ("SELECT 'a' AS subject FROM absent_table", "no such table: absent_table"),
    ])
  func errors(_ row: (query: String, reason: String)) throws {
    let told = try reason(row.query)
    #expect(told == row.reason)
  }

  @Test("a subject may stand twice with two kinds")
  func kinds() throws {
    let query = "SELECT 'a' AS subject, 'sub' AS kind UNION ALL SELECT 'a', 'user'"
    #expect(try run([try rule("x.a", query)]).hits.count == 2)
  }

  @Test(
    "a rule of the owner can only read, and not for long",
    arguments: [
      ("SELECT email_key AS subject FROM data_set", "the table 'data_set' is not for rules"),
      ("SELECT name AS subject FROM sqlite_schema", "the table 'sqlite_master' is not for rules"),
      (
        "SELECT name AS subject FROM pragma_table_info('user')",
        "a rule may only read: one SELECT over the store's tables"
      ),
      ("ATTACH 'x.sqlite' AS x", "a rule may only read: one SELECT over the store's tables"),
      ("PRAGMA user_version", "a rule may only read: one SELECT over the store's tables"),
      ("DELETE FROM deletion", "a rule may only read: one SELECT over the store's tables"),
      ("VACUUM INTO 'x'", "the statement writes; a rule may only read"),
      ("SELECT load_extension('x') AS subject", "the function 'load_extension' is not for rules"),
      ("SELECT randomblob(900000000) AS subject", "the function 'randomblob' is not for rules"),
      ("SELECT datetime('now') AS subject", "the function 'datetime' is not for rules"),
      (
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT max(i) AS subject FROM n
        """, "the query took more than 1 seconds"
      ),
      (
        """
        WITH RECURSIVE n(t) AS (SELECT 'xxxxxxxx' UNION ALL SELECT t || t FROM n)
        SELECT max(length(t)) AS subject FROM n
        """, "string or blob too big"
      ),
    ])
  func sandbox(_ row: (query: String, reason: String)) throws {
    let connection = try store().connection
    var reason: String?
    do throws(StoreError) {
      try Sandbox(timeLimitSeconds: 1).run(row.query, on: connection) {
        statement throws(StoreError) in
        while try statement.step() {}
      }
    } catch {
      reason = error.reason
    }
    #expect(reason == row.reason)
    // The fence is gone afterwards.
    _ = try connection.prepare("SELECT name FROM sqlite_schema")
  }

  @Test("a second statement is refused, behind a comment too")
  func secondStatement() throws {
    let connection = try store().connection
    for text in ["SELECT 1 AS subject; SELECT 2", "SELECT 1 AS subject /* ; */ ; -- x\nSELECT 2"] {
      #expect(throws: StoreError.self) { try Sandbox().run(text, on: connection) { _ in } }
    }
  }

  @Test("a rule of the owner reads records, facts and views")
  func custom() throws {
    let query = """
      SELECT deletion.id AS subject,
        json_group_array(json_array('deletions', deletion.row)) AS evidence
      FROM setting, gone JOIN deletion ON deletion.row = gone.deletion_row
      GROUP BY deletion.id
      """
    let found = try run([try rule("x.a", query, isCustom: true)])
    #expect(found.outcomes.map(\.result) == [.pass])
    #expect(try reason("SELECT email_key AS subject FROM data_set", isCustom: true) != nil)
  }
}
