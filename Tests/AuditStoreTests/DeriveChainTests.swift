import AuditInput
import Testing

@testable import AuditStore

@Suite("The ledger's chains")
struct DeriveChainTests {
  @Test("Rows of one time come in the order of their ids: numbers by value, then bytes")
  func order() throws {
    var history = History()
    let ids = [
      "b", "10", "9", "a", "99999999999999999999", "100000000000000000000",
      "18446744073709551616", "B", "1", "aaaaaaaab", "aaaaaaaaa", "-1",
    ]
    for id in ids { history.row(id, "u", "gift", 1, at: 5) }
    history.row("0", "u", "gift", 1, at: 6)
    #expect(
      try history.chain().map { $0.prefix { $0 != "@" } } == [
        "1", "9", "10", "18446744073709551616", "99999999999999999999", "100000000000000000000",
        "-1", "B", "a", "aaaaaaaaa", "aaaaaaaab", "b", "0",
      ])
  }

  @Test("Ids of one value and versions of one id come in the order of their values")
  func ties() throws {
    var history = History()
    history.row("7", "u", "gift", 3, at: 5)
    history.row("07", "u", "gift", 4, at: 5)
    history.row("7", "u", "gift", 2, at: 5)
    #expect(
      try history.chain() == [
        "07@u u1: ? 4 ? ? F", "7@u u2: ? 2 ? ?", "7@u u3: ? 3 ? ?",
      ])
    history.records.reverse()
    #expect(
      try history.chain() == [
        "07@u u1: ? 4 ? ? F", "7@u u2: ? 2 ? ?", "7@u u3: ? 3 ? ?",
      ])
  }

  @Test("Kinds add or take; what was not applied, or the linked account paid, moves nothing")
  func deltas() throws {
    var history = History()
    history.configuration.export.complete = [.ledger]
    history.newAccount("u", at: 0)
    history.row("1", "u", "purchase", 10, at: 1)
    history.row("2", "u", "gift", 10, at: 2)
    history.row("3", "u", "merge-in", 10, at: 3)
    history.row("4", "u", "usage", 1, at: 4)
    history.row("5", "u", "merge-out", 2, at: 5)
    history.row("6", "u", "forfeit", 3, at: 6)
    history.row("7", "u", "usage", 5, at: 7, ["applied": 0])
    history.row("8", "u", "usage", 5, at: 8, after: 24, ["payer": "linked"])
    history.row("9", "u", "usage", -4, at: 9)
    history.row("10", "u", "purchase", -4, at: 10)
    history.row("11", "u", "reversal", 4, at: 11, after: 1)
    #expect(
      try history.chain() == [
        "1@u u1: 0 10 10 0 FN", "2@u u2: 10 10 20 10", "3@u u3: 20 10 30 20",
        "4@u u4: 30 -1 29 30", "5@u u5: 29 -2 27 29", "6@u u6: 27 -3 24 27",
        "7@u u7: 24 0 24 24", "8@u u8: 24 0 24 24", "9@u u9: 24 4 28 24",
        "10@u u10: 28 -4 24 28", "11@u u11: 24 0 24 24",
      ])
    history.configuration.app.platform = .direct
    #expect(try history.chain().last == "11@u u11: 24 -4 1 24 off -19")
  }

  @Test("Before comes from the row before, else from the row itself, else is unknown")
  func before() throws {
    var history = History()
    history.row("1", "u", "usage", 1, at: 1)
    history.row("2", "u", "usage", 2, at: 2)
    history.row("3", "u", "usage", 3, at: 3, after: 7)
    history.row("4", "u", "usage", 4, at: 4)
    history.row("1", "v", "usage", 4, at: 1, after: 5)
    #expect(
      try history.chain() == [
        "1@u u1: ? -1 ? ? F", "2@u u2: ? -2 ? ?", "3@u u3: 10 -3 7 ?", "4@u u4: 7 -4 3 7",
        "1@v v1: 9 -4 5 ? F",
      ])
  }

  @Test("A sum that overflows makes the balance unknown and is noted")
  func overflow() throws {
    var history = History()
    history.row("1", "u", "gift", 1, at: 1, after: .max - 5)
    history.row("2", "u", "gift", 5, at: 2)
    history.row("3", "u", "gift", 1, at: 3)
    history.row("4", "u", "gift", 1, at: 4)
    history.row("5", "u", "gift", 1, at: 5, after: 9)
    history.row("1", "v", "usage", .min, at: 1)
    #expect(
      try history.chain() == [
        "1@u u1: \(Int64.max - 6) 1 \(Int64.max - 5) ? F",
        "2@u u2: \(Int64.max - 5) 5 \(Int64.max) \(Int64.max - 5)",
        "3@u u3: \(Int64.max) 1 ? \(Int64.max)", "4@u u4: ? 1 ? ?", "5@u u5: 8 1 9 ?",
        "1@v v1: ? 0 ? ? F",
      ])
    #expect(
      try history.store().rows(
        """
        SELECT u.id, l.adjustment_id
        FROM overflow AS o
        JOIN ledger AS l ON l.row = o.row
        JOIN user AS u ON u.user = l.user
        """) == ["u|3", "v|1"])
  }

  @Test("The balance at the start of an operation counts earlier rows up to then only")
  func startBalance() throws {
    var history = History()
    history.configuration.export.complete = [.ledger]
    history.newAccount("u", at: 0)
    history.row("1", "u", "gift", 5, at: 10)
    history.row("2", "u", "usage", 5, at: 20, started: 9)
    history.row("3", "u", "usage", 1, at: 30, started: 10)
    history.row("4", "u", "usage", 1, at: 30, started: 20)
    history.row("5", "u", "usage", 1, at: 30, started: 30)
    history.row("6", "u", "usage", 1, at: 30)
    history.row("7", "u", "usage", 1, at: 40, started: 50)
    history.row("1", "v", "gift", 5, at: 10, after: 5)
    history.row("2", "v", "usage", 5, at: 20, started: 9)
    #expect(
      try history.chain() == [
        "1@u u1: 0 5 5 0 FN", "2@u u2: 5 -5 0 0", "3@u u3: 0 -1 -1 5", "4@u u4: -1 -1 -2 0",
        "5@u u5: -2 -1 -3 -2", "6@u u6: -3 -1 -4 -3", "7@u u7: -4 -1 -5 -4",
        "1@v v1: 0 5 5 ? F", "2@v v2: 5 -5 0 ?",
      ])
  }

  @Test("A mismatch that the next row undoes is one; break, undo, break are two")
  func mismatches() throws {
    var history = History()
    history.row("1", "u", "gift", 10, at: 1, after: 10)
    history.row("2", "u", "usage", 1, at: 2, after: 8)
    history.row("3", "u", "usage", 1, at: 3, after: 8)
    history.row("4", "u", "usage", 1, at: 4, after: 6)
    history.row("5", "u", "usage", 1, at: 5, after: 6)
    history.row("6", "u", "usage", 1, at: 6)
    history.row("7", "u", "usage", 1, at: 7, after: 5)
    #expect(
      try history.chain() == [
        "1@u u1: 0 10 10 ? F", "2@u u2: 10 -1 8 10 off -1", "3@u u3: 8 -1 8 8 off 1 U",
        "4@u u4: 8 -1 6 8 off -1", "5@u u5: 6 -1 6 6 off 1 U", "6@u u6: 6 -1 5 6",
        "7@u u7: 5 -1 5 5 off 1",
      ])
  }

  @Test("A dip lasts from the crossing to the row that ends it, or to the deletion")
  func dips() throws {
    var history = History()
    history.row("1", "u", "gift", 3, at: 1, after: 3)
    history.row("2", "u", "usage", 5, at: 2)
    history.row("3", "u", "usage", 5, at: 3)
    history.row("4", "u", "gift", 1, at: 4)
    history.row("5", "u", "gift", 6, at: 5)
    history.row("6", "u", "usage", 1, at: 6)
    history.row("1", "v", "gift", 3, at: 1, after: 3)
    history.row("2", "v", "usage", 5, at: 2)
    history.deletion("d", "v", requested: 8, completed: 9)
    history.row("1", "w", "usage", 3, at: 1, after: -3)
    history.row("1", "x", "usage", 3, at: 1, after: -4)
    let dips = try history.store().rows(History.dips)
    #expect(dips == ["2@u|-7|5|5", "6@u|-1||", "2@v|-2||9", "1@w|-3||"])
  }

  @Test("An account is new only if no older row could have been left out")
  func newAccounts() throws {
    var history = History()
    history.row("1", "old", "gift", 1, at: 10)
    history.newAccount("early", at: 9)
    history.row("1", "early", "gift", 1, at: 20)
    history.newAccount("late", at: 10)
    history.row("1", "late", "gift", 1, at: 20)
    history.row("2", "late", "gift", 1, at: 30)
    history.row("1", "before", "gift", 1, at: 10)
    history.newAccount("before", at: 15)
    history.row("2", "before", "gift", 1, at: 20)
    #expect(
      try history.chain() == [
        "1@before before1: ? 1 ? ? F", "2@before before2: ? 1 ? ?", "1@early early1: ? 1 ? ? F",
        "1@late late1: 0 1 1 0 FN", "2@late late2: 1 1 2 1", "1@old old1: ? 1 ? ? F",
      ])
    history.configuration.export.complete = [.ledger]
    #expect(try history.chain()[2] == "1@early early1: 0 1 1 0 FN")
  }

  @Test("Readings know what they should say, and when they say nothing")
  func readings() throws {
    var history = History()
    history.row("1", "u", "gift", 5, at: 1000, after: 5)
    history.reading("u", 1, at: 900)
    history.reading("u", 1, at: 940)
    history.reading("u", 1, at: 1060)
    history.reading("u", 1, at: 1061)
    history.reading("u", 5, at: 1070)
    history.newAccount("n", at: 1500)
    history.row("1", "n", "gift", 5, at: 2000)
    history.reading("n", 1, at: 1499)
    history.reading("n", 1, at: 1600)
    history.reading("n", 5, at: 2500)
    #expect(
      try history.store().rows(History.reading) == [
        "n 1499|0|0|0|0", "n 1600|0|0|0|1", "u 1060|5|1|1|0", "u 1061|5|0|1|0",
      ])
    history.allCandidates = true
    #expect(
      try history.store().rows(History.reading) == [
        "n 1499|0|0|0|0", "n 1600|0|0|0|1", "n 2500|5|0|1|0", "u 900|?|0|0|0", "u 940|?|1|0|0",
        "u 1060|5|1|1|0", "u 1061|5|0|1|0", "u 1070|5|0|1|0",
      ])
  }
}
