import AuditInput
import AuditModel
import Testing

@testable import AuditStore

@Suite("What sessions show as odd")
struct DeriveSessionTests {
  private static let oddities = """
    SELECT
      o.oddity,
      coalesce(
        CASE o.stream WHEN 'sessions' THEN (SELECT id FROM session AS s WHERE s.row = o.row) END,
        CASE o.stream WHEN 'ledger' THEN
          (SELECT adjustment_id FROM ledger AS l WHERE l.row = o.row) END,
        CASE o.stream WHEN 'rows' THEN (SELECT row_id FROM app_row AS r WHERE r.row = o.row) END,
        o.stream)
    FROM odd_account AS o
    ORDER BY 1, 2
    """

  private static let pairs = """
    SELECT s.id, a.id
    FROM session_attempt AS n
    JOIN session AS s ON s.row = n.session_row
    JOIN attempt AS a ON a.row = n.attempt_row
    ORDER BY 1, 2
    """

  private func attempt(
    _ id: String, _ session: String?, _ outcome: String = "accepted", expires: Int64? = nil
  ) -> Record {
    var record: Record = ["id": .text(id), "outcome": .text(outcome), "at": 1]
    if let session { record["session_id"] = .text(session) }
    if let expires { record["exp"] = .integer(seconds(expires)) }
    return record
  }

  @Test("Nothing is odd about accounts that are new once, keep their UUID and their method")
  func plain() throws {
    var history = History()
    for user in ["u", "v"] {
      history.session(user + "1", user, at: 10, ["is_new_account": 1, "method": "apple"])
      history.session(
        user + "2", user, at: 20, ["app_user_uuid": .text("uuid-of-" + user), "method": "speed"])
      history.session(user + "3", user, at: 30, ["app_user_uuid": .text("uuid-of-" + user)])
      history.row(user, user, "gift", 1, at: 10)
      history.add(
        .rows,
        [
          "table_name": "notes", "row_id": .text(user), "user": .text(user),
          "created_at": .integer(seconds(10)),
        ])
    }
    history.add(.accounts, ["user": "u", "app_user_uuid": "uuid-of-u"])
    #expect(try history.store().rows(Self.oddities) == [])
    history.allCandidates = true
    #expect(try history.store().rows(Self.oddities).count == 2 + 2 + 1 + 5 * 6)
  }

  @Test("Two UUIDs, a shared one, new twice, older than new, and Apple after others are odd")
  func odd() throws {
    var history = History()
    history.session("two1", "two", at: 10, ["app_user_uuid": "a", "method": "apple"])
    history.session("two2", "two", at: 20, ["app_user_uuid": "b", "method": "apple"])
    history.session("mine", "mine", at: 10, ["app_user_uuid": "c", "method": "apple"])
    history.add(.accounts, ["user": "yours", "app_user_uuid": "c"])
    history.session("new2", "new", at: 30, ["is_new_account": 1])
    history.session("new1", "new", at: 20, ["is_new_account": 1])
    history.session("old", "new", at: 19)
    history.row("early", "new", "gift", 1, at: 19)
    history.row("late", "new", "gift", 1, at: 20)
    history.add(
      .rows,
      [
        "table_name": "notes", "row_id": "note", "user": "new", "created_at": .integer(seconds(19)),
      ])
    history.add(.rows, ["table_name": "notes", "row_id": "undated", "user": "new"])
    history.session("google", "joined", at: 10, ["method": "google"])
    history.session("apple", "joined", at: 20, ["method": "apple"])
    #expect(
      try history.store().rows(Self.oddities) == [
        "early|early", "early|note", "early|old", "method|apple", "method|google", "new|new1",
        "new|new2", "uuid|accounts", "uuid|mine", "uuid|two1", "uuid|two2",
      ])
  }

  @Test("Apple sessions without an accepted attempt are odd where attempts are complete")
  func unexplained() throws {
    var history = History()
    for id in ["named", "refused", "alone"] {
      history.session(id, "u", at: 10, ["method": "apple"])
    }
    history.session("other", "u", at: 10, ["method": "apple", "is_local_user": 1])
    history.session("speed", "v", at: 10, ["method": "speed"])
    history.add(.attempts, attempt("1", "named"))
    history.add(.attempts, attempt("2", "other"))
    history.add(.attempts, attempt("3", "refused", "rejected"))
    history.add(.attempts, attempt("4", nil))
    #expect(try history.store().rows(Self.oddities) == [])
    history.configuration.export.complete = [.attempts]
    #expect(
      try history.store().rows(Self.oddities) == ["unexplained|alone", "unexplained|refused"])
  }

  @Test("A session is paired with all its attempts where one is odd")
  func pairs() throws {
    var history = History()
    for id in ["plain", "refused", "token"] {
      history.session(id, "u", at: 10, ["expires_at": .integer(seconds(100) + 999_999)])
    }
    history.add(.attempts, attempt("1", "plain", expires: 99))
    history.add(.attempts, attempt("2", "refused"))
    history.add(.attempts, attempt("3", "refused", "rejected", expires: 90))
    history.add(.attempts, attempt("4", "token", expires: 100))
    history.add(.attempts, attempt("5", "nobody", "rejected"))
    for (id, sub) in [("same", "a"), ("different", "b")] {
      history.session(id, "u", at: 10, ["apple_sub": "a"])
      var accepted = attempt("6 \(id)", id)
      accepted["sub"] = .text(sub)
      history.add(.attempts, accepted)
    }
    #expect(
      try history.store().rows(Self.pairs) == [
        "different|6 different", "refused|2", "refused|3", "token|4",
      ])
    history.allCandidates = true
    #expect(
      try history.store().rows(Self.pairs) == [
        "different|6 different", "plain|1", "refused|2", "refused|3", "same|6 same", "token|4",
      ])
  }
}
