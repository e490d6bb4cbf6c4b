import AuditInput
import AuditModel
import Testing

@testable import AuditStore

@Suite("What is known of accounts")
struct DeriveAccountTests {
  private func account(_ user: String, _ more: Record) -> (AuditModel.Stream, Record) {
    var record = more
    record["user"] = .text(user)
    return (.accounts, record)
  }

  @Test("Accounts fill what sessions lack and override nothing")
  func fills() throws {
    var history = History()
    history.session("1", "u", at: 10)
    history.session("2", "u", at: 20, ["method": "google", "apple_sub": "own"])
    history.session("3", "u", at: 40)
    history.session("4", "v", at: 10)
    history.link("k", "u", "x", at: 30)
    history.records.append(
      account(
        "u",
        [
          "method": "apple", "apple_sub": "sub", "is_local_user": 1, "app_user_uuid": "uuid",
          "name": 1,
        ]))
    let store = try history.store()
    #expect(
      try store.rows(
        """
        SELECT id, method, apple_sub, is_local_user, app_user_uuid, name
        FROM session_full
        ORDER BY id
        """) == [
          "1|apple|sub||uuid|1", "2|google|own||uuid|1", "3|apple|sub|1|uuid|1", "4|||||",
        ])
  }

  @Test("A local account is one that says so, or whose latest session does and no link came first")
  func localAccounts() throws {
    var history = History()
    history.deletion("kind", "a", requested: 50, ["account_kind": "local"])
    history.deletion("speed", "b", requested: 50, ["account_kind": "speed"])
    history.session("c1", "c", at: 10, ["is_local_user": 1])
    history.session("c2", "c", at: 20)
    history.session("c3", "c", at: 50, ["is_local_user": 0])
    history.deletion("session", "c", requested: 50)
    history.session("d1", "d", at: 10, ["is_local_user": 1])
    history.link("k", "d", "x", at: 20)
    history.deletion("linked", "d", requested: 50)
    history.session("e1", "e", at: 10, ["is_local_user": 1])
    history.link("l", "e", "y", at: 20, status: 409)
    history.link("m", "e", "y", at: 50)
    history.deletion("refused", "e", requested: 50)
    history.session("f1", "f", at: 10)
    history.deletion("unknown", "f", requested: 50)
    history.session("g1", "g", at: 10)
    history.records.append(account("g", ["is_local_user": 1]))
    history.deletion("filled", "g", requested: 50)
    #expect(
      try history.store().rows(History.deletion) == [
        "filled|1|?|", "kind|1|?|", "linked|0|?|", "refused|1|?|", "session|1|?|", "speed|0|?|",
        "unknown|?|?|",
      ])
  }

  @Test("Records of accounts in links and deletions stand by account")
  func touched() throws {
    var history = History()
    for user in ["l", "x", "p", "s", "d", "o"] {
      history.session("s-\(user)", user, at: 5, ["app_user_uuid": .text("uuid-\(user)")])
      history.add(
        .rows, ["table_name": "t", "row_id": .text("r-\(user)"), "user": .text(user)])
      history.purchase("t-\(user)", at: 5, ["user": .text(user)])
      history.row("g-\(user)", user, "gift", 1, at: 5)
    }
    history.purchase("token", at: 5, ["user": "o", "app_account_token": "uuid-p"])
    history.link("k", "l", "x", keep: "local", at: 10, status: 409)
    history.link("m", "q", "y", keep: "speed", at: 10, ["previous_user": "p", "new_user": "s"])
    history.deletion("e", "d", requested: 10)
    let store = try history.store()
    func by(_ table: String, _ column: String, of records: String) throws -> [String] {
      try store.rows(
        """
        SELECT u.id || ' ' || r.\(column)
        FROM \(table) AS a
        JOIN \(records) AS r ON r.row = a.row
        JOIN user AS u ON u.user = a.user
        ORDER BY 1
        """)
    }
    #expect(
      try by("account_session", "id", of: "session")
        == ["d s-d", "l s-l", "p s-p", "s s-s", "x s-x"])
    #expect(
      try by("account_row", "row_id", of: "app_row")
        == ["d r-d", "l r-l", "p r-p", "s r-s", "x r-x"])
    #expect(
      try by("account_purchase", "transaction_id", of: "purchase")
        == ["d t-d", "l t-l", "p t-p", "p token", "s t-s", "x t-x"])
    #expect(
      try by("account_ledger", "adjustment_id", of: "ledger")
        == ["d g-d", "l g-l", "p g-p", "s g-s", "x g-x"])
    #expect(
      try store.rows(
        """
        SELECT u.id, k.id
        FROM account_link AS a
        JOIN link AS k ON k.row = a.link_row
        JOIN user AS u ON u.user = a.user
        ORDER BY u.id
        """) == ["p|m", "q|m", "s|m", "y|m"])
  }

  @Test("Of the ledger of touched accounts, the nearest rows before events and all after the end")
  func accountLedger() throws {
    var history = History()
    for at in [10, 20, 30, 40, 50, 60] as [Int64] {
      history.row("\(at)", "x", "gift", 1, at: at)
    }
    history.link("k", "l", "x", keep: "local", at: 30)
    history.deletion("d", "x", requested: 55)
    let query = "SELECT adjustment_id FROM account_ledger JOIN ledger USING (row) ORDER BY row"
    #expect(try history.store().rows(query) == ["20", "30", "40", "50", "60"])
    history.allCandidates = true
    #expect(try history.store().rows(query) == ["10", "20", "30", "40", "50", "60"])
  }

  @Test("Sessions of a deleted account's sub stand by sub")
  func subSessions() throws {
    var history = History()
    history.session("1", "u", at: 10, ["apple_sub": "one"])
    history.session("2", "v", at: 20, ["apple_sub": "one"])
    history.session("3", "w", at: 20, ["apple_sub": "two"])
    history.session("4", "w", at: 20, ["apple_sub": "three"])
    history.session("5", "o", at: 20, ["apple_sub": "four"])
    history.deletion("a", "u", requested: 30)
    history.deletion("b", "w", requested: 30, ["apple_sub": "two"])
    #expect(
      try history.store().rows(
        "SELECT a.apple_sub, s.id FROM sub_session AS a JOIN session AS s ON s.row = a.row")
        == ["one|1", "one|2", "two|3"])
  }

  @Test("Rows with one key or one id are found, whatever the other rows' hashes")
  func repeated() throws {
    var history = History()
    for index in 0..<500 as Range<Int64> {
      history.row("\(index)", "u", "gift", 1, at: index, ["idempotency_key": .text("k\(index)")])
    }
    history.row("x", "v", "gift", 1, at: 1, ["idempotency_key": "k7"])
    history.row("y", "v", "gift", 1, at: 1)
    history.row("7", "v", "gift", 2, at: 1)
    let store = try history.store()
    #expect(
      try store.rows(
        """
        SELECT r.idempotency_key, l.adjustment_id
        FROM repeated_key AS r
        JOIN ledger AS l ON l.row = r.row
        """) == ["k7|7", "k7|x"])
    #expect(
      try store.rows(
        """
        SELECT r.adjustment_id, l.amount
        FROM repeated_adjustment AS r
        JOIN ledger AS l ON l.row = r.row
        """) == ["7|1", "7|2"])
  }

  @Test("Oddities of one row make it a candidate")
  func odd() throws {
    var history = History()
    history.row("plain", "u", "gift", 1, at: 1, ["idempotency_key": "k", "status": 200])
    history.row("usage", "u", "usage", 1, at: 1, ["owner_funds": 1])
    history.row("refused", "u", "usage", 1, at: 1, ["status": 402])
    history.row("unapplied", "u", "usage", 1, at: 1, ["applied": 0])
    history.row("zero", "u", "usage", 0, at: 1)
    history.row("negative", "u", "usage", -1, at: 1)
    history.row("decimals", "u", "usage", 1, at: 1, ["amount_decimals": 9])
    history.row("keyless", "u", "gift", 1, at: 1)
    history.row("purchase", "u", "purchase", 1, at: 1, ["idempotency_key": "l"])
    history.row(
      "own-key", "u", "purchase", 1, at: 1, ["idempotency_key": "key-tx1", "transaction_id": "tx1"])
    history.row(
      "other-key", "u", "purchase", 1, at: 1,
      ["idempotency_key": "key-tx", "transaction_id": "tx2"])
    history.row("linked", "u", "usage", 1, at: 1, ["payer": "linked"])
    history.row("broke", "u", "usage", 1, at: 1, ["owner_funds": 0])
    history.row("merge-in", "u", "merge-in", 1, at: 1)
    history.row("merge-out", "u", "merge-out", 1, at: 1)
    history.row("reversal", "u", "reversal", 1, at: 1)
    let query = """
      SELECT o.oddity, l.adjustment_id
      FROM odd_ledger AS o
      JOIN ledger AS l ON l.row = o.row
      ORDER BY o.oddity, l.row
      """
    #expect(
      try history.store().rows(query) == [
        "amount|zero", "amount|negative", "amount|decimals", "keyless|keyless", "linked|linked",
        "merge-in|merge-in", "other-key|other-key", "owner-funds|broke", "refused|refused",
        "refused|unapplied",
      ])
    history.allCandidates = true
    #expect(try history.store().rows(query).count == 8 * 16)
  }

  @Test("Rows of a transaction are candidates where something else names it, or they take back")
  func transactions() throws {
    var history = History()
    history.row("alone", "u", "purchase", 1, at: 1, ["transaction_id": "t1"])
    history.row("bought", "u", "purchase", 1, at: 2, ["transaction_id": "t2"])
    history.row("told", "u", "purchase", 1, at: 3, ["idempotency_key": "apple-transaction:t3"])
    history.row("first", "u", "purchase", 1, at: 4, ["idempotency_key": "x-apple-transaction:t4"])
    history.row("second", "u", "purchase", 1, at: 5, ["transaction_id": "t4"])
    history.row("back", "u", "reversal", 1, at: 6, ["transaction_id": "t5"])
    history.row("no name", "u", "purchase", 1, at: 7, ["idempotency_key": "apple-transaction:"])
    history.row("usage", "u", "usage", 1, at: 8, ["transaction_id": "t2"])
    history.purchase("t2", at: 2, [:])
    history.add(
      .notifications,
      ["id": "n", "received_at": .integer(3), "source": "appstore", "transaction_id": "t3"])
    let query = """
      SELECT t.tx, l.adjustment_id
      FROM transaction_row AS t
      JOIN ledger AS l ON l.row = t.row
      ORDER BY t.tx, l.row
      """
    #expect(
      try history.store().rows(query) == [
        "t2|bought", "t3|told", "t4|first", "t4|second", "t5|back",
      ])
    history.allCandidates = true
    #expect(try history.store().rows(query).count == 6)
  }

  @Test("The ledger as it was written is the one read from the store, also after a rollback")
  func written() throws {
    let store = try AuditStore.opened()
    let full: Record = [
      "adjustment_id": "007", "at": 5, "user": "u", "kind": "purchase", "amount": 7,
      "amount_decimals": 9, "balance_after": 0, "idempotency_key": "k", "applied": 0, "status": 409,
      "payer": "linked", "started_at": 0, "owner_funds": 0, "transaction_id": "t",
      "moved_from": "v",
    ]
    let plain: Record = [
      "adjustment_id": "a", "at": 6, "user": "w", "kind": "usage", "amount": 1, "applied": 1,
      "payer": "local",
    ]
    try store.read("1", .ledger, [full])
    try store.beginFile(path: "2", stream: .ledger)
    try store.add(batch(.ledger, [plain, full]))
    store.abandonFile()
    try store.read("3", .ledger, [plain, full])

    let written = try #require(store.takeWrittenLedger())
    let stored = try LedgerTable(store.connection)
    #expect(written.rows == stored.rows)
    #expect(written.rows.count == 2)
    #expect(written.keyHashes == stored.keyHashes)
    #expect(written.adjustmentHashes == stored.adjustmentHashes)
    #expect(written.transactions.map(\.index) == stored.transactions.map(\.index))
    #expect(written.transactions.map(\.hash) == stored.transactions.map(\.hash))
    #expect(store.takeWrittenLedger() == nil)
  }
}
