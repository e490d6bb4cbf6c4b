import AuditModel
import Testing

@testable import AuditStore

@Suite("Facts of random histories")
struct DeriveRandomTests {
  /// SplitMix64: the same histories in every run.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }

    mutating func roll(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
  }

  private static let users = ["a", "b", "c", "d"]
  private static let kinds = [
    "purchase", "gift", "merge-in", "usage", "usage", "merge-out", "forfeit", "reversal",
  ]

  private func history(_ dice: inout Dice) -> History {
    var history = History(platform: dice.roll(2) == 0 ? .speed : .direct)
    history.configuration.policy.clockSkew = seconds(2)
    if dice.roll(3) == 0 { history.configuration.export.complete = [.ledger] }
    func user(_ dice: inout Dice) -> String { Self.users[dice.roll(4)] }
    func time(_ dice: inout Dice) -> Int64 { Int64(dice.roll(12)) * 5 }
    for _ in 0..<dice.roll(30) {
      let at = time(&dice)
      var more: Record = ["applied": .integer(dice.roll(6) == 0 ? 0 : 1)]
      if dice.roll(8) == 0 { more["payer"] = "linked" }
      history.row(
        ["1", "01", "2", "10", "x", "y", "xxxxxxxxa", "xxxxxxxxb"][dice.roll(8)], user(&dice),
        Self.kinds[dice.roll(8)], Int64(dice.roll(7)) - 1, at: at,
        after: dice.roll(2) == 0 ? Int64(dice.roll(20)) - 6 : nil,
        started: dice.roll(3) == 0 ? at - Int64(dice.roll(20)) : nil,
        from: dice.roll(6) == 0 ? user(&dice) : nil, more)
    }
    // The copies that a merge leaves under another account.
    for (_, record) in history.records where dice.roll(3) == 0 {
      var copy = record
      copy["user"] = .text(user(&dice))
      if dice.roll(2) == 0 { copy["moved_from"] = record["user"] }
      history.add(.ledger, copy)
    }
    for index in 0..<dice.roll(4) {
      let (p, s) = (user(&dice), user(&dice))
      history.link(
        "k\(index)", p, s, keep: ["speed", "speed", "local"][dice.roll(3)], at: time(&dice))
    }
    for index in 0..<dice.roll(3) {
      let at = time(&dice)
      history.deletion(
        "d\(index)", user(&dice), requested: at, completed: dice.roll(3) == 0 ? nil : at + 3)
    }
    for index in 0..<dice.roll(4) {
      history.session(
        "s\(index)", user(&dice), at: time(&dice), ["is_new_account": 1, "is_local_user": 1])
    }
    for index in 0..<dice.roll(5) {
      history.reading(user(&dice), Int64(dice.roll(4)), at: Int64(index) * 13)
    }
    if dice.roll(2) == 0 { history.purchase("t", at: 5, ["user": .text(user(&dice))]) }
    return history
  }

  private static let roots = """
    SELECT u.id, r.id
    FROM merged_account AS m
    JOIN user AS u ON u.user = m.user
    JOIN user AS r ON r.user = m.root
    ORDER BY 1
    """

  private func facts(_ history: History) throws -> [[String]] {
    let store = try history.store()
    return try [
      History.chain, History.moved, History.reading, History.mergeBalance, History.deletion,
      History.dips, Self.roots,
    ].map { try store.rows($0).sorted() }
  }

  @Test("The order in which records are read changes no fact")
  func shuffled() throws {
    var dice = Dice(state: 7)
    var movedCount = 0
    var chainCount = 0
    for _ in 0..<40 {
      var history = history(&dice)
      history.allCandidates = true
      let first = try facts(history)
      chainCount += first[0].count
      movedCount += first[1].count
      for _ in 0..<2 {
        history.records.shuffle(using: &dice)
        #expect(try facts(history) == first)
      }
    }
    #expect(chainCount > 300)
    #expect(movedCount > 10)
  }

  @Test("What is written of candidates is what is written of all")
  func candidates() throws {
    var dice = Dice(state: 11)
    var count = (all: 0, candidates: 0)
    for _ in 0..<40 {
      var history = history(&dice)
      let candidates = try facts(history)
      history.allCandidates = true
      let all = try facts(history)
      #expect(Set(candidates[0]).isSubset(of: all[0]))
      #expect(Set(candidates[2]).isSubset(of: all[2]))
      for index in candidates.indices where index != 0 && index != 2 {
        #expect(candidates[index] == all[index])
      }
      count.all += all[0].count
      count.candidates += candidates[0].count
      // What a rule could find in all rows it finds in the candidates.
      let odd = all[0].filter { row in
        row.contains(" off ") || (row.hasSuffix(" FN") && !row.contains(": 0 "))
      }
      #expect(Set(odd).isSubset(of: candidates[0]))
    }
    #expect(count.candidates > 100 && count.candidates < count.all)
  }
}
