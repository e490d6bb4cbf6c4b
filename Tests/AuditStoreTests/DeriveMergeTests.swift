import Testing

@testable import AuditStore

@Suite("Merges, deletions and moved history")
struct DeriveMergeTests {
  @Test("Merges chain, a path is complete with its last merge, and circles end")
  func closure() throws {
    var history = History()
    history.merge("a", into: "b", at: 5)
    history.merge("b", into: "c", at: 3)
    history.merge("x", into: "y", at: 1)
    history.merge("y", into: "x", at: 2)
    history.link("409", "q", "r", keep: "speed", at: 9, status: 409)
    let store = try history.store()
    #expect(
      try store.rows(
        """
        SELECT p.id || s.id, m.at / 1000000
        FROM merge_closure AS m
        JOIN user AS p ON p.user = m.p
        JOIN user AS s ON s.user = m.s
        ORDER BY 1
        """) == ["ab|5", "ac|5", "bc|3", "xy|1", "yx|2"])
    #expect(
      try store.rows(
        """
        SELECT u.id || r.id
        FROM merged_account AS m
        JOIN user AS u ON u.user = m.user
        JOIN user AS r ON r.user = m.root
        ORDER BY 1
        """) == ["ac", "bc", "cc", "xx", "yx"])
  }

  @Test("A deletion sets the balance to zero and the next row is a first row")
  func deletions() throws {
    var history = History()
    history.row("1", "u", "gift", 5, at: 10, after: 5)
    history.row("2", "u", "forfeit", 1, at: 20)
    history.deletion("d", "u", requested: 20, completed: 20)
    history.row("3", "u", "usage", 2, at: 30, started: 25)
    history.row("4", "u", "usage", 2, at: 40, started: 15)
    history.row("1", "v", "gift", 5, at: 10, after: 5)
    history.deletion("open", "v", requested: 20)
    history.row("2", "v", "usage", 1, at: 30)
    #expect(
      try history.chain() == [
        "1@u u1: 0 5 5 ? F", "2@u u2: 5 -1 4 5", "3@u u3: 0 -2 -2 0 F", "4@u u4: -2 -2 -4 5",
        "1@v v1: 0 5 5 ? F", "2@v v2: 5 -1 4 5",
      ])
    #expect(
      try history.store().rows(History.deletion) == ["d|?|4|2", "open|?|5|1"])
  }

  @Test("An account that comes back after its deletion can be new again")
  func newAgain() throws {
    var history = History()
    history.row("1", "u", "gift", 5, at: 10, after: 5)
    history.deletion("d", "u", requested: 20, completed: 20)
    history.newAccount("u", at: 30)
    history.row("2", "u", "gift", 2, at: 40, after: 3)
    history.reading("u", 7, at: 35)
    history.reading("u", 7, at: 25)
    #expect(
      try history.chain() == ["1@u u1: 0 5 5 ? F", "2@u u2: 1 2 3 0 FN"])
    #expect(
      try history.store().rows(History.reading) == ["u 25|0|1|1|0", "u 35|0|1|1|1"])
  }

  @Test("A row that changed from P to S up to T stays in P's chain and is no second row")
  func movedTraced() throws {
    var history = History()
    history.row("1", "p", "gift", 5, at: 10, after: 5)
    history.row("2", "p", "merge-out", 5, at: 50, after: 0)
    history.merge("p", into: "s", at: 50)
    history.row("1", "s", "gift", 5, at: 10, after: 5)
    history.row("3", "s", "merge-in", 5, at: 51, after: 5)
    history.row("9", "p", "usage", 1, at: 60)
    history.row("9", "s", "usage", 1, at: 60)
    #expect(
      try history.chain() == [
        "1@p p1: 0 5 5 ? F", "2@p p2: 5 -5 0 5", "9@p p3: 0 -1 -1 0",
        "3@s s1: 0 5 5 ? F", "9@s s2: 5 -1 4 5",
      ])
    #expect(
      try history.store().rows(History.moved) == ["1@s|1@p"])
    #expect(
      try history.store().rows(History.mergeBalance) == ["p-s|5|2"])
  }

  @Test("A row at T is up to T; one that differs in more than the account is a second row")
  func movedEdges() throws {
    var history = History()
    history.row("1", "p", "gift", 5, at: 50)
    history.row("1", "s", "gift", 5, at: 50, after: 5)
    history.row("2", "p", "gift", 5, at: 40)
    history.row("2", "s", "gift", 6, at: 40)
    history.merge("p", into: "s", at: 50)
    #expect(
      try history.store().rows(History.moved) == ["1@s|1@p"])
  }

  @Test("With movedFrom a row belongs to P's chain whatever its time, and to no other")
  func movedFrom() throws {
    var history = History()
    history.row("1", "s", "gift", 5, at: 10, after: 5, from: "p")
    history.row("2", "s", "usage", 1, at: 70, after: 4, from: "p")
    history.row("3", "p", "gift", 1, at: 20, after: 6)
    history.row("3", "s", "gift", 1, at: 20, after: 6, from: "p")
    history.row("4", "s", "gift", 7, at: 30, after: 7)
    history.row("5", "s", "usage", 1, at: 80, after: 6)
    history.merge("p", into: "s", at: 50)
    #expect(
      try history.chain() == [
        "1@s p1: 0 5 5 ? F", "3@p p2: 5 1 6 5", "2@s p3: 6 -1 4 6 off -1",
        "4@s s1: 0 7 7 ? F", "5@s s2: 7 -1 6 7",
      ])
    #expect(
      try history.store().rows(History.moved) == ["3@s<p|3@p"])
    #expect(
      try history.store().rows(History.mergeBalance) == ["p-s|6|3"])
  }

  @Test("The version with movedFrom tells where the one without belongs")
  func movedTwoVersions() throws {
    var history = History()
    history.row("1", "s", "gift", 5, at: 10, after: 5)
    history.row("1", "s", "gift", 5, at: 10, after: 5, from: "p")
    history.merge("p", into: "s", at: 50)
    #expect(
      try history.chain() == ["1@s p1: 0 5 5 ? F"])
    #expect(
      try history.store().rows(History.moved) == ["1@s|1@s<p"])
  }

  @Test("History moves on with a second merge")
  func movedTwice() throws {
    var history = History()
    history.row("1", "p", "gift", 5, at: 10, after: 5)
    history.row("1", "s", "gift", 5, at: 10, after: 5)
    history.row("1", "r", "gift", 5, at: 10, after: 5)
    history.row("2", "s", "gift", 1, at: 55, after: 6)
    history.row("2", "r", "gift", 1, at: 55, after: 6)
    history.row("3", "p", "gift", 1, at: 12, after: 6)
    history.row("3", "r", "gift", 1, at: 12, after: 6, from: "p")
    history.merge("p", into: "s", at: 50)
    history.merge("s", into: "r", at: 60)
    #expect(
      try history.chain() == [
        "1@p p1: 0 5 5 ? F", "3@p p2: 5 1 6 5", "2@s s1: 5 1 6 ? F",
      ])
    #expect(
      try history.store().rows(History.moved) == [
        "1@r|1@p", "1@s|1@p", "2@r|2@s", "3@r<p|3@p",
      ])
  }

  @Test("Merges in a circle leave one row of its versions")
  func movedInCircle() throws {
    var history = History()
    history.row("1", "p", "gift", 5, at: 10)
    history.row("1", "s", "gift", 5, at: 10)
    history.merge("p", into: "s", at: 50)
    history.merge("s", into: "p", at: 60)
    #expect(
      try history.store().rows(History.moved) == ["1@s|1@p"])
  }

  private func vanished(_ change: (inout History) -> Void) throws -> [String] {
    var history = History()
    history.row("1", "s", "gift", 5, at: 10, after: 5)
    history.row("2", "s", "gift", 9, at: 50, after: 9)
    history.row("3", "s", "gift", 1, at: 500, after: 15)
    history.row("4", "s", "gift", 1, at: 600, started: 40)
    history.merge("p", into: "s", at: 50)
    change(&history)
    return try history.chain()
  }

  private let blurred = [
    "1@s s1: ? 5 ? ? F", "2@s s2: ? 9 ? ?", "3@s s3: 14 1 15 ? F", "4@s s4: 15 1 16 ?",
  ]

  private let clear = [
    "1@s s1: 0 5 5 ? F", "2@s s2: 5 9 9 5 off -5", "3@s s3: 9 1 15 9 off 5",
    "4@s s4: 15 1 16 5",
  ]

  @Test("Where P's money left no row, S's rows up to T may be two chains")
  func blur() throws {
    #expect(try vanished { _ in } == clear.map { $0.replacing("off 5", with: "off 5 U") })
    #expect(try vanished { $0.purchase("t", at: 5, ["user": "p"]) } == blurred)
    #expect(try vanished { $0.reading("p", 1, at: 5) } == blurred)
    #expect(
      try vanished {
        $0.session("s1", "p", at: 5, ["app_user_uuid": "uuid-p"])
        $0.purchase("t", at: 5, ["app_account_token": "uuid-p", "state": "failed"])
      } == blurred)
    #expect(
      try vanished { $0.row("5", "s", "merge-in", 1, at: 900, after: 17) }
        == blurred + ["5@s s5: 16 1 17 16"])
    let unblurred = clear.map { $0.replacing("off 5", with: "off 5 U") }
    #expect(try vanished { $0.reading("p", 0, at: 5) } == unblurred)
    #expect(try vanished { $0.purchase("t", at: 5, ["user": "q"]) } == unblurred)
    #expect(
      try vanished { $0.row("5", "s", "merge-in", 1, at: 86_452, after: 17) }
        == unblurred + ["5@s s5: 16 1 17 16"])
  }

  @Test("A row of P, or one moved from it, keeps S's chain clear")
  func blurOff() throws {
    let unblurred = clear.map { $0.replacing("off 5", with: "off 5 U") }
    #expect(
      try vanished {
        $0.reading("p", 1, at: 5)
        $0.row("0", "p", "gift", 1, at: 900, after: 1)
      } == ["0@p p1: 0 1 1 ? F"] + unblurred)
    #expect(
      try vanished {
        $0.reading("p", 1, at: 5)
        $0.row("0", "s", "gift", 1, at: 9, after: 1, from: "p")
      } == ["0@s p1: 0 1 1 ? F"] + unblurred)
  }

  @Test("What an account had just after a blurred merge is unknown, also of a new one")
  func blurNew() throws {
    var history = History()
    history.configuration.export.complete = [.ledger]
    history.reading("p", 5, at: 15)
    history.newAccount("s", at: 55)
    history.merge("p", into: "s", at: 50)
    history.row("1", "s", "usage", 1, at: 70)
    history.row("2", "s", "usage", 1, at: 80, started: 60)
    #expect(try history.chain() == ["1@s s1: 0 -1 -1 ? FN", "2@s s2: -1 -1 -2 ?"])
    history.deletion("d", "s", requested: 60, completed: 60)
    #expect(try history.chain() == ["1@s s1: 0 -1 -1 0 FN", "2@s s2: -1 -1 -2 0"])
  }

  @Test("A session before a deletion does not empty the balance the deletion took")
  func newBeforeDeletion() throws {
    var history = History()
    history.row("1", "u", "gift", 5, at: 10, after: 5)
    history.newAccount("u", at: 20)
    history.deletion("d", "u", requested: 30, completed: 40)
    history.row("2", "u", "usage", 1, at: 50)
    #expect(try history.store().rows(History.deletion) == ["d|?|5|1"])
  }

  @Test("P's balance at a blurred merge is unknown, also where its history went on")
  func blurTwice() throws {
    var history = History()
    history.row("1", "r", "gift", 5, at: 10, after: 5)
    history.row("2", "r", "gift", 5, at: 20, after: 5)
    history.row("3", "r", "gift", 5, at: 70, after: 15)
    history.reading("p", 5, at: 15)
    history.merge("p", into: "s", at: 50)
    history.merge("s", into: "r", at: 60)
    #expect(
      try history.chain() == [
        "1@r r1: ? 5 ? ? F", "2@r r2: ? 5 ? ?", "3@r r3: 10 5 15 ? F",
      ])
    #expect(
      try history.store().rows(History.mergeBalance) == ["p-s|?|", "s-r|?|"])
  }

  @Test("P's balance is that before its merge-out, else at T")
  func mergeBalances() throws {
    var history = History()
    history.row("1", "p", "gift", 5, at: 10, after: 5)
    history.row("2", "p", "merge-out", 1, at: 939)
    history.row("2b", "p", "merge-out", 1, at: 940, after: 9, ["applied": 0])
    history.row("2c", "p", "usage", 5, at: 940, after: 4)
    history.row("3", "p", "merge-out", 4, at: 941)
    history.merge("p", into: "s", at: 1000)
    history.row("1", "q", "gift", 5, at: 10, after: 5)
    history.row("2", "q", "usage", 1, at: 1000)
    history.row("3", "q", "usage", 1, at: 1001)
    history.merge("q", into: "s", at: 1000)
    #expect(
      try history.store().rows(History.mergeBalance) == ["p-s|4|3", "q-s|4|2"])
  }
}
