import AuditInput
import AuditModel
import Testing

@testable import AuditStore

private func exchange(
  _ id: String, _ kind: String, at: Int64, status: Int64 = 200, _ more: Record = [:]
) -> Record {
  var record = more
  record["id"] = .text(id)
  record["kind"] = .text(kind)
  record["at"] = .integer(at)
  record["status"] = .integer(status)
  return record
}

private let day: Int64 = 86_400_000_000

extension AuditStore {
  fileprivate func derive() throws {
    _ = try Derivation.run(on: connection, configuration: Configuration(), asOf: 0)
  }

  /// The rows of a query, a line each, values with blanks between; NULL is a hyphen.
  fileprivate func lines(_ sql: String) throws -> [String] {
    let query = try connection.prepare(sql)
    var rows: [String] = []
    while try query.step() {
      rows.append(
        (0..<query.columnCount).map { query.optionalText($0) ?? "-" }.joined(separator: " "))
    }
    return rows
  }
}

@Suite("Raw exchanges taken apart")
struct DeriveExchangeTests {
  @Test("A sign-in is a session and an attempt, with the file and line of the exchange")
  func signIn() throws {
    let store = try AuditStore.opened()
    try store.read("sessions.ndjson", .sessions, [session("s1")])
    try store.read(
      "exchanges.ndjson", .exchanges,
      [
        exchange(
          "x1", "sign-in", at: 7,
          ["account": "u1", "sub": "a1", "nonce": "n", "token_id": "t", "name": 1]),
        exchange("x2", "sign-in", at: 8, status: 401, ["user": "u2", "error": "no", "sub": "a2"]),
      ])
    for _ in 0..<2 {
      try store.derive()
      #expect(
        try store.lines(
          """
          SELECT row, file, line, s.id, at, u.id, method, apple_sub, name, token_id
          FROM session AS s JOIN user AS u USING (user) ORDER BY row
          """) == ["-1 2 1 x1 7 u1 apple a1 1 t", "1 1 1 s1 5 u1 - - - -"])
      #expect(
        try store.lines(
          """
          SELECT row, file, line, a.id, at, outcome, reason, u.id, session_id, sub, nonce
          FROM attempt AS a JOIN user AS u USING (user) ORDER BY at
          """) == ["-1 2 1 x1 7 accepted - u1 x1 a1 n", "-2 2 2 x2 8 rejected no u2 - a2 -"])
    }
  }

  @Test("A session that a table tells too is that one, and the attempt names it")
  func toldSession() throws {
    let store = try AuditStore.opened()
    try store.read(
      "exchanges.ndjson", .exchanges,
      [
        exchange("x1", "sign-in", at: 7, ["account": "u1", "token_id": "t"]),
        exchange("x2", "sign-in", at: 8, ["account": "u2", "token_id": "t"]),
      ])
    var told = session("s1")
    told["token_id"] = "t"
    try store.read("sessions.ndjson", .sessions, [told])
    try store.derive()
    #expect(try store.lines("SELECT id FROM session ORDER BY id") == ["s1", "x2"])
    #expect(
      try store.lines("SELECT id, session_id FROM attempt ORDER BY id") == ["x1 s1", "x2 x2"])
  }

  @Test(
    "A callback whose token is a link's opens no session, whichever is read first",
    arguments: [[0, 1], [1, 0]])
  func callbacks(_ order: [Int]) throws {
    let files: [[Record]] = [
      [
        exchange("c1", "callback", at: 1, ["account": "s1", "token_id": "t1"]),
        exchange("c2", "callback", at: 2, ["account": "s2", "token_id": "t2"]),
        exchange("c3", "callback", at: 3, ["account": "s3"]),
        exchange("c4", "link-callback", at: 4, ["user": "s4"]),
      ],
      [exchange("l1", "link", at: 5, status: 409, ["user": "u1", "token_id": "t1"])],
    ]
    let store = try AuditStore.opened()
    for index in order {
      try store.read("exchanges-\(index).ndjson", .exchanges, files[index])
      try store.derive()
    }
    #expect(
      try store.lines("SELECT id, method, token_id FROM session ORDER BY id")
        == ["c2 speed t2", "c3 speed -"])
    #expect(
      try store.lines(
        """
        SELECT l.id, u.id, status, speed_token_id, keep
        FROM link AS l JOIN user AS u ON u.user = l.local_user
        """) == ["l1 u1 409 t1 -"])
  }

  @Test("A movement that is repeated or that a table tells is one row; a refused one its own")
  func adjustments() throws {
    func call(
      _ id: String, _ adjustment: String?, at: Int64, status: Int64 = 200, amount: Int64 = 100
    ) -> Record {
      var record = exchange(
        id, "adjustment", at: at, status: status,
        ["account": "u1", "movement": "purchase", "amount": .integer(amount)])
      record["idempotency_key"] = "k"
      if let adjustment { record["adjustment_id"] = .text(adjustment) }
      return record
    }
    let store = try AuditStore.opened()
    try store.read("ledger.ndjson", .ledger, [ledgerRow("1"), ledgerRow("2")])
    try store.read(
      "exchanges.ndjson", .exchanges,
      [
        call("x1", "1", at: 5), call("x2", "2", at: 6, amount: 101), call("x3", "3", at: 8),
        call("x4", "3", at: 7), call("x5", "3", at: 9, status: 409),
        call("x6", "6", at: 10, status: 409), call("x7", nil, at: 11),
      ])
    try store.derive()
    #expect(
      try store.lines(
        "SELECT adjustment_id, at, amount, applied, status, payer FROM ledger ORDER BY at, row")
        == [
          "1 1 100 1 - local", "2 1 100 1 - local", "2 6 101 1 200 local", "3 7 100 1 200 local",
          "x5 9 100 0 409 local", "6 10 100 0 409 local", "x7 11 100 1 200 local",
        ])
  }

  @Test("A reading and calls of Apple's endpoints")
  func others() throws {
    let store = try AuditStore.opened()
    try store.read(
      "exchanges.ndjson", .exchanges,
      [
        exchange("x1", "reading", at: 5, ["account": "u1", "balance_after": 3]),
        exchange(
          "x2", "token", at: 6,
          [
            "user": "u1", "id_token_sub": "a1", "iss": "TEAM", "sub": "app", "kid": "K", "exp": 9,
            "code_hash": "c",
          ]),
        exchange("x3", "revoke", at: 7, status: 400, ["error": "invalid_client"]),
        exchange("x4", "platform", at: 8, ["user": "u1"]), exchange("x5", "other", at: 9),
      ])
    try store.derive()
    #expect(try store.lines("SELECT row, at, local_balance FROM balance") == ["-1 5 3"])
    #expect(
      try store.lines(
        """
        SELECT id, at, endpoint, status, sub, secret_iss, secret_sub, secret_kid, secret_exp,
          code_hash, error
        FROM applecall ORDER BY id
        """)
        == [
          "x2 6 token 200 a1 TEAM app K 9 c -", "x3 7 revoke 400 - - - - - - invalid_client",
        ])
    #expect(try store.lines("SELECT platform FROM setting") == ["speed"])
  }

  @Test("Calls of Apple's endpoints alone show no platform")
  func platform() throws {
    let store = try AuditStore.opened()
    try store.read(
      "exchanges.ndjson", .exchanges,
      [exchange("x1", "token", at: 5), exchange("x2", "other", at: 5)])
    try store.derive()
    #expect(try store.lines("SELECT platform FROM setting") == ["direct"])
  }

  private func deletion(_ id: String, requested: Int64, _ more: Record = [:]) -> Record {
    var record = more
    record["id"] = .text(id)
    record["user"] = "u1"
    record["requested_at"] = .integer(requested)
    return record
  }

  private let unlinks =
    "SELECT id, requested_at, unlinked_at, unlink_status FROM deletion ORDER BY requested_at, id"

  @Test("An unlink call goes to the latest deletion of a day without one, else it is a deletion")
  func unlinkSteps() throws {
    let deletions = [
      deletion("d1", requested: 10), deletion("d2", requested: 20),
      deletion("d3", requested: 30, ["unlink_status": 500]), deletion("d4", requested: 3 * day),
    ]
    let calls = [
      exchange("x1", "unlink", at: 40, status: 204, ["user": "u1"]),
      exchange("x2", "unlink", at: 50, status: 500, ["user": "u1"]),
      exchange("x3", "unlink", at: 60, ["user": "u1"]),
      exchange("x4", "unlink", at: 4 * day + 1, ["user": "u1"]),
      exchange("x5", "unlink", at: 70, ["user": "u2"]),
    ]
    let expected = [
      "d1 10 50 500", "d2 20 40 204", "d3 30 - 500", "x3 60 60 200", "x5 70 70 200",
      "d4 \(3 * day) - -", "x4 \(4 * day + 1) \(4 * day + 1) 200",
    ]
    for isTableFirst in [true, false] {
      let store = try AuditStore.opened()
      if isTableFirst { try store.read("deletions.ndjson", .deletions, deletions) }
      for (index, call) in (isTableFirst ? calls : calls.reversed()).enumerated() {
        try store.read("exchanges-\(index).ndjson", .exchanges, [call])
        try store.derive()
      }
      if !isTableFirst { try store.read("deletions.ndjson", .deletions, deletions) }
      try store.derive()
      #expect(try store.lines(unlinks) == expected)
    }
  }

  @Test("At exactly a day the call still belongs to the request")
  func unlinkWithinADay() throws {
    let store = try AuditStore.opened()
    try store.read("deletions.ndjson", .deletions, [deletion("d1", requested: 10)])
    try store.read(
      "exchanges.ndjson", .exchanges,
      [
        exchange("x1", "unlink", at: 9, ["user": "u1"]),
        exchange("x2", "unlink", at: 10 + day, ["user": "u1"]),
      ])
    try store.derive()
    #expect(try store.lines(unlinks) == ["x1 9 9 200", "d1 10 \(10 + day) 200"])
  }

  @Test("A night with the same table finds its records repeated, and steps are made anew")
  func nextNight() throws {
    let store = try AuditStore.opened()
    let table = [deletion("d1", requested: 10), deletion("d2", requested: 20)]
    #expect(try store.read("deletions-1.ndjson", .deletions, table) == [2, 0])
    try store.read(
      "exchanges-1.ndjson", .exchanges, [exchange("x2", "unlink", at: 50, ["user": "u1"])])
    try store.derive()
    #expect(try store.lines(unlinks) == ["d1 10 - -", "d2 20 50 200"])
    #expect(try store.read("deletions-2.ndjson", .deletions, table) == [0, 2])
    try store.read(
      "exchanges-2.ndjson", .exchanges, [exchange("x1", "unlink", at: 40, ["user": "u1"])])
    try store.derive()
    #expect(try store.lines(unlinks) == ["d1 10 50 200", "d2 20 40 200"])
  }

  @Test("Calls of Apple's endpoints are steps of the latest deletion that is open then")
  func appleSteps() throws {
    let store = try AuditStore.opened()
    try store.read(
      "deletions.ndjson", .deletions,
      [
        deletion("d1", requested: 10), deletion("d2", requested: 20, ["data_deleted_at": 30]),
        deletion("d3", requested: 90, ["revoke_status": 500, "code_hash": "own"]),
      ])
    let user: Record = ["user": "u1"]
    let code: Record = [
      "user": "u1", "grant_type": "authorization_code", "code_hash": "c", "id_token_sub": "a",
    ]
    try store.read(
      "exchanges.ndjson", .exchanges,
      [
        exchange("x1", "revoke", at: 9, user), exchange("x2", "token", at: 25, code),
        exchange("x3", "token", at: 26, ["user": "u1", "grant_type": "refresh_token"]),
        exchange("x4", "revoke", at: 30, status: 500, user), exchange("x5", "revoke", at: 31, user),
        exchange("x6", "revoke", at: 32, status: 503, user), exchange("x7", "revoke", at: 95, user),
        exchange("x8", "token", at: 96, code), exchange("x9", "revoke", at: 97),
      ])
    for _ in 0..<2 {
      try store.derive()
      #expect(
        try store.lines(
          """
          SELECT id, token_exchanged_at, token_exchange_status, code_hash, id_token_sub,
            revoked_at, revoke_status
          FROM deletion ORDER BY id
          """) == ["d1 - - - - 31 200", "d2 25 200 c a - -", "d3 96 200 own a - 500"])
    }
    #expect(try store.lines("SELECT count(*) FROM applecall") == ["9"])
  }

  @Test("A deletion that only a call shows takes the later calls of Apple's endpoints")
  func stepsOfShownDeletion() throws {
    let store = try AuditStore.opened()
    try store.read(
      "exchanges.ndjson", .exchanges,
      [
        exchange("x1", "unlink", at: 10, status: 500, ["user": "u1"]),
        exchange("x2", "revoke", at: 11, ["user": "u1"]),
      ])
    try store.derive()
    #expect(
      try store.lines("SELECT row, id, unlink_status, revoked_at, revoke_status FROM deletion")
        == ["-1 x1 500 11 200"])
  }
}
