import AuditModel
import Foundation
import Testing

@testable import AuditStore

@Suite struct RunTests {
  /// A run of its own over one database file.
  private struct Night {
    var hits: [RuleHit] = []
    var evaluated: Set<String>?
    var isPartial = false
  }

  private func results(_ nights: [Night]) throws -> [[Int]] {
    let folder = try ScratchFolder()
    return try nights.map { night in
      let store = try AuditStore.opened(folder.database)
      return try store.finish(
        night.hits, evaluated: night.evaluated, isPartial: night.isPartial)
    }
  }

  @Test("A finding is new once, then known, then resolved, and new again when it comes back")
  func life() throws {
    let one = hit("a.one", "u1")
    let two = hit("a.one", "u2")
    #expect(
      try results([
        Night(hits: [one, two]), Night(hits: [one]), Night(hits: [one]), Night(),
        Night(hits: [two]),
      ]) == [[2, 0, 0], [0, 1, 1], [0, 1, 0], [0, 0, 1], [1, 0, 0]])
  }

  @Test("A rule that was not evaluated resolves nothing")
  func notEvaluated() throws {
    let hits = [hit("a.one", "u1"), hit("b.three", "u1")]
    #expect(
      try results([
        Night(hits: hits), Night(evaluated: ["a.one"]), Night(hits: [hits[1]]), Night(),
      ]) == [[2, 0, 0], [0, 0, 1], [0, 1, 0], [0, 0, 1]])
  }

  @Test("A partial run does not become what later runs are compared with")
  func partial() throws {
    let one = hit("a.one", "u1")
    let two = hit("a.one", "u2")
    #expect(
      try results([
        Night(hits: [one]),
        // u2 is new and u1 is gone …
        Night(hits: [two], isPartial: true),
        // … and still so in the next run.
        Night(hits: [two]),
        Night(hits: [two]),
      ]) == [[1, 0, 0], [1, 0, 1], [1, 0, 1], [0, 1, 0]])
  }

  @Test("A finding that a partial run did not see is known when it is back")
  func partialGap() throws {
    let one = hit("a.one", "u1")
    #expect(
      try results([
        Night(hits: [one]), Night(isPartial: true), Night(hits: [one]), Night(hits: [one]), Night(),
      ]) == [[1, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 0], [0, 0, 1]])
  }

  @Test("A finding that comes back is a new row; one that stays is brought up to date")
  func rows() throws {
    let folder = try ScratchFolder()
    let nights: [[RuleHit]] = [
      [hit("a.one", "u1", .low, message: "before")], [hit("a.one", "u1", .high, message: "after")],
      [], [hit("a.one", "u1")],
    ]
    for (index, hits) in nights.enumerated() {
      _ = try AuditStore.opened(folder.database).finish(hits, asOf: Int64(100 * (index + 1)))
    }
    let store = try AuditStore.opened(folder.database)
    #expect(
      try store.rows("SELECT first_run, last_run, resolved_run, severity, message FROM finding")
        == ["1|2|3|2|after", "4|4||2|m"])
    #expect(
      try store.rows("SELECT run, as_of, is_partial, is_complete, findings, high, low FROM run")
        == [
          "1|100|0|1|1|0|1", "2|200|0|1|1|1|0", "3|300|0|1|0|0|0", "4|400|0|1|1|1|0",
        ])
    #expect(
      try store.rows("SELECT rule, result, detail, findings FROM rule_outcome WHERE run = 3")
        == ["a.one|pass||0", "a.two|pass||0", "b.three|pass||0"])
    #expect(store.runNumber == 5)
  }

  @Test("Findings are read in report order, with state, first sight and evidence")
  func findings() throws {
    let folder = try ScratchFolder()
    do {
      let store = try AuditStore.opened(folder.database)
      try store.read("ledger.csv", .ledger, (1...60).map { ledgerRow("\($0)") })
      _ = try store.finish([hit("b.three", "u1", .low)], asOf: 100)
    }
    let store = try AuditStore.opened(folder.database)
    let evidence = (1...60).map { EvidenceReference(stream: .ledger, row: $0) }
    _ = try store.finish(
      [hit("b.three", "u1", .low), hit("a.two", "u2"), hit("a.one", "u1", evidence: evidence)],
      asOf: 200)
    var found: [Finding] = []
    try store.findings().forEachFinding { found.append($0) }
    #expect(
      found.map { "\($0.rule) \($0.subject.id) \($0.state) \($0.firstSeen) \($0.evidenceTotal)" }
        == ["a.one u1 new 200 60", "a.two u2 new 200 0", "b.three u1 known 100 0"])
    #expect(found[0].evidence.map(\.key) == (1...50).map(String.init))
    #expect(found[0].at == 7)
    #expect(found[0].user == "u1")
    #expect(found[0].fingerprint == Fingerprint.of(rule: "a.one", subject: found[0].subject))
  }

  @Test("The state of a finding that a partial run had resolved is known")
  func stateAfterGap() throws {
    let folder = try ScratchFolder()
    let one = hit("a.one", "u1")
    _ = try AuditStore.opened(folder.database).finish([one])
    _ = try AuditStore.opened(folder.database).finish(isPartial: true)
    let store = try AuditStore.opened(folder.database)
    _ = try store.finish([one])
    var states: [Finding.State] = []
    try store.findings().forEachFinding { states.append($0.state) }
    #expect(states == [.known])
  }

  @Test("The streams of the last complete run are kept")
  func streams() throws {
    let folder = try ScratchFolder()
    do {
      let store = try AuditStore.opened(folder.database)
      #expect(try store.isFirstRun)
      #expect(try store.lastRunStreams() == [])
      try store.read("ledger.csv", .ledger, [ledgerRow("1")], sha256: "l")
      try store.read("sessions.csv", .sessions, [session("1")])
      _ = try store.finish()
    }
    do {
      let store = try AuditStore.opened(folder.database)
      try store.noteSkipped(sha256: "l")
      #expect(store.streamsOfThisRun == [.ledger])
      _ = try store.finish(isPartial: true)
    }
    let store = try AuditStore.opened(folder.database)
    #expect(try !store.isFirstRun)
    #expect(try store.lastRunStreams() == [.ledger, .sessions])
  }

  @Test("Runs are dropped but for the newest and the baseline, with what only they had open")
  func keptRuns() throws {
    let folder = try ScratchFolder()
    let one = hit("a.one", "u1")
    let two = hit("a.one", "u2")
    let nights = [
      Night(hits: [one, two]), Night(hits: [two]), Night(hits: [two]),
      Night(hits: [], isPartial: true), Night(hits: [hit("a.two", "u3")], isPartial: true),
    ]
    for night in nights {
      let store = try AuditStore.opened(folder.database)
      _ = try store.finish(night.hits, isPartial: night.isPartial)
    }
    let store = try AuditStore.opened(folder.database)
    try store.keepRuns(1)
    #expect(try store.rows("SELECT run FROM run") == ["3", "5"])
    #expect(try store.rows("SELECT DISTINCT run FROM rule_outcome") == ["3", "5"])
    #expect(
      try store.rows("SELECT subject, first_run, resolved_run FROM finding ORDER BY finding")
        == ["u2|1|4", "u3|5|"])
    #expect(try store.finish([two]) == [0, 1, 0])
  }

  @Test("What a finding was is known as long as a run is kept that had it so")
  func past() throws {
    let folder = try ScratchFolder()
    for severity in [Severity.low, .low, .high, .critical] {
      _ = try AuditStore.opened(folder.database).finish([hit("a.one", "u1", severity)])
    }
    #expect(
      try AuditStore.opened(folder.database).rows("SELECT * FROM finding_past")
        == ["1|3|0|0", "1|4|2|0"])
    func changes(_ old: Int64, _ new: Int64) throws -> [String] {
      var found: [String] = []
      try RunHistory(path: folder.database).changes(from: old, to: new).forEachChange {
        found.append("\($0.kind) \($0.oldSeverity?.name ?? "") \($0.severity.name)")
      }
      return found
    }
    #expect(try changes(1, 2) == [])
    #expect(try changes(1, 3) == ["severity low high"])
    #expect(try changes(2, 4) == ["severity low critical"])
    #expect(try changes(3, 4) == ["severity high critical"])
    try AuditStore.opened(folder.database).keepRuns(2)
    #expect(
      try AuditStore.opened(folder.database).rows("SELECT * FROM finding_past") == ["1|4|2|0"])
    #expect(try changes(3, 4) == ["severity high critical"])
  }

  @Test("The history of runs changes nothing, and a database that is not there is not made")
  func history() throws {
    let folder = try ScratchFolder()
    #expect(throws: StoreError.self) { try RunHistory(path: folder.database) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    _ = try AuditStore.opened(folder.database).finish([hit("a.one", "u1")])
    let before = try folder.bytes()
    do {
      let history = try RunHistory(path: folder.database)
      #expect(history.dataSet == "example")
      #expect(try history.runs().map(\.findingCount) == [1])
      #expect(throws: StoreError.self) { try history.connection.execute("DELETE FROM run") }
      #expect(throws: StoreError.self) { try AuditStore.opened(folder.database) }
    }
    #expect(try folder.bytes() == before)
  }

  @Test("A hit of a rule without an outcome is an error, and the run is not kept")
  func noOutcome() throws {
    let store = try AuditStore.opened()
    let before = try store.connection.dump()
    #expect(throws: StoreError.self) { try store.finish([hit("x.unheard", "u1")]) }
    #expect(try store.connection.dump() == before)
  }

  @Test("Evidence shows every stored field in the contract's order, and no hash")
  func evidence() throws {
    let store = try AuditStore.opened()
    try store.read(
      "sessions.ndjson", .sessions,
      [
        [
          "id": "s1", "at": 1_790_000_000_000_000, "user": "usr_1", "is_local_user": 0,
          "is_new_account": 1, "email": "j…@example.com", "email_hash": "aabb", "name": 1,
        ]
      ])
    try store.read(
      "balances.csv", .balances,
      [["user": "usr_1", "at": 1_790_000_000_500_000, "local_balance": -125_000_000]])
    try store.read(
      "attempts.csv", .attempts,
      [["id": "a1", "at": 0, "outcome": "accepted", "raw_nonce_length": 20, "nonce_form": "raw"]])
    let session = try store.evidence(EvidenceReference(stream: .sessions, row: 1))
    #expect(
      session.fields.map { "\($0.name)=\($0.value)" } == [
        "id=s1", "at=2026-09-21T14:13:20Z", "userId=usr_1", "isNewAccount=true",
        "isLocalUser=false", "email=j…@example.com", "name=present",
      ])
    #expect(session.key == "s1")
    #expect(session.place == SourcePlace(path: "sessions.ndjson", line: 1))
    let balance = try store.evidence(EvidenceReference(stream: .balances, row: 1))
    #expect(balance.key == "usr_1 2026-09-21T14:13:20.5Z")
    #expect(balance.fields.last?.value == "-1.25000000")
    let attempt = try store.evidence(EvidenceReference(stream: .attempts, row: 1))
    #expect(attempt.fields.last?.value == "20 characters")
    #expect(throws: StoreError.self) {
      try store.evidence(EvidenceReference(stream: .ledger, row: 1))
    }
    #expect(store.userText(1) == "usr_1")
    #expect(store.userText(2) == nil)
  }
}
