import AuditInput
import AuditModel
import Testing

@testable import AuditStore

@Suite("What sessions say of Apple subs and names")
struct DeriveSubjectTests {
  /// A history whose sessions are known to name subs.
  private func history() -> History {
    var history = History()
    history.signIn("known", "z", at: 1, sub: "z")
    return history
  }

  private func ids(_ store: AuditStore, _ table: String) throws -> [String] {
    try store.rows("SELECT id FROM \(table) AS f JOIN session AS s ON s.row = f.row ORDER BY id")
  }

  @Test("Sessions of a sub with two accounts, and of an account with two subs, are candidates")
  func crossed() throws {
    var history = history()
    history.signIn("a1", "a", at: 10, sub: "one")
    history.signIn("a2", "a", at: 20, sub: "one")
    history.signIn("b1", "b", at: 30, sub: "one")
    history.signIn("c1", "c", at: 10, sub: "two")
    history.signIn("c2", "c", at: 20, sub: "three")
    history.signIn("d1", "d", at: 10, sub: "four")
    history.session("d2", "d", at: 20)
    history.signIn("e1", "e", at: 10, sub: "five")
    history.add(.accounts, ["user": "e", "apple_sub": "six"])
    history.add(.accounts, ["user": "d", "apple_sub": "four"])
    #expect(
      try ids(try history.store(), "crossed_session") == ["a1", "a2", "b1", "c1", "c2", "e1"])
    history.allCandidates = true
    #expect(
      try ids(try history.store(), "crossed_session")
        == ["a1", "a2", "b1", "c1", "c2", "d1", "d2", "e1", "known"])
  }

  @Test("What accounts fill in is not the sub of a session before a team transfer or a merge")
  func today() throws {
    var history = history()
    history.configuration.app.teamTransferAt = seconds(50)
    for (user, at) in [("a", 49), ("b", 50), ("s", 60)] as [(String, Int64)] {
      history.session("\(user)-none", user, at: at)
      history.signIn("\(user)-own", user, at: at, sub: "own")
      history.add(.accounts, ["user": .text(user), "apple_sub": "today"])
    }
    history.merge("p", into: "s", at: 70)
    #expect(
      try history.store().rows("SELECT id, apple_sub FROM subject_session ORDER BY id") == [
        "a-none|", "a-own|own", "b-none|today", "b-own|own", "known|z", "s-none|", "s-own|own",
      ])
  }

  @Test("A name is lost where the first Apple session received one and none is stored from then on")
  func names() throws {
    var history = history()
    let received: Record = ["full_name_received": 1]
    history.signIn("a1", "a", at: 20, sub: nil, received)
    history.session("a0", "a", at: 10, ["method": "google", "name": 1])
    history.signIn("b1", "b", at: 20, sub: nil, ["full_name_received": 1, "name": 1])
    history.signIn("c1", "c", at: 20, sub: nil, received)
    history.session("c2", "c", at: 30, ["name": 1])
    history.signIn("d2", "d", at: 30, sub: nil, received)
    history.signIn("d1", "d", at: 20, sub: nil, ["full_name_received": 0])
    history.signIn("e1", "e", at: 20, sub: nil, ["full_name_received": 0])
    history.signIn("e2", "e", at: 20, sub: nil, received)
    history.session("f1", "f", at: 20, received)
    let lost = "SELECT id FROM lost_name JOIN user USING (user) ORDER BY id"
    #expect(try history.store().rows(lost) == ["a", "e"])
    history.allCandidates = true
    #expect(try history.store().rows(lost) == ["a", "b", "c", "d", "e", "f", "z"])
  }

  @Test("A new account without a name knows the latest session of its sub before it")
  func nameless() throws {
    var history = history()
    let nameless: Record = ["is_new_account": 1, "full_name_received": 0]
    history.signIn("a1", "a", at: 10, sub: "one", nameless)
    history.signIn("a2", "a", at: 20, sub: "one")
    history.signIn("b1", "b", at: 40, sub: "one", nameless)
    history.signIn("a3", "a", at: 30, sub: "one")
    history.signIn("a4", "a", at: 40, sub: "one")
    history.signIn("c1", "c", at: 50, sub: nil, nameless)
    history.signIn("d1", "d", at: 50, sub: "two", ["is_new_account": 1])
    history.signIn("e1", "e", at: 50, sub: "two", ["full_name_received": 0])
    history.session("f1", "f", at: 50, nameless)
    let pairs = """
      SELECT s.id, p.id
      FROM nameless_session AS n
      JOIN session AS s ON s.row = n.row
      LEFT JOIN session AS p ON p.row = n.previous_row
      ORDER BY s.id
      """
    #expect(try history.store().rows(pairs) == ["a1|", "b1|a3", "c1|"])
    history.allCandidates = true
    #expect(
      try history.store().rows(pairs) == [
        "a1|", "a2|a1", "a3|a2", "a4|a3", "b1|a3", "c1|", "d1|", "e1|", "f1|", "known|",
      ])
  }

  @Test("Of user ids with an @, the first record of each stream that names them")
  func addressKeys() throws {
    var history = History()
    history.session("1", "a@b", at: 10)
    history.session("2", "a@b", at: 20)
    history.session("3", "a", at: 10)
    history.link("k", "c@d", "a@b", at: 10)
    history.row("g", "e", "gift", 1, at: 5, from: "a@b")
    let keys = """
      SELECT u.id, k.stream, k.row
      FROM address_key AS k
      JOIN user AS u ON u.user = k.user
      ORDER BY u.id, k.stream
      """
    #expect(
      try history.store().rows(keys)
        == ["a@b|ledger|1", "a@b|links|1", "a@b|sessions|1", "c@d|links|1"])
    history.allCandidates = true
    #expect(
      try history.store().rows(keys) == [
        "a|sessions|3", "a@b|ledger|1", "a@b|links|1", "a@b|sessions|1", "c@d|links|1",
        "e|ledger|1",
      ])
  }
}

extension History {
  fileprivate mutating func signIn(
    _ id: String, _ user: String, at: Int64, sub: String?, _ more: Record = [:]
  ) {
    var record = more
    record["method"] = "apple"
    if let sub { record["apple_sub"] = .text(sub) }
    session(id, user, at: at, record)
  }
}
