extension HistoryGenerator {
  /// A movement while the history of balances is made up.
  private struct Movement {
    var at: Int64
    var user: String
    var kind: String
    var units: Int64
    var key: String?
  }

  /// Purchases, movements and readings; the balances are mostly right.
  mutating func addMoney() {
    var movements: [Movement] = []
    for _ in 0..<random.number(in: 3...22) {
      let kind = random.pick([
        "usage", "usage", "usage", "usage", "gift", "gift", "purchase", "purchase", "forfeit",
        "reversal", "merge-in", "merge-out",
      ])
      if ["merge-in", "merge-out"].contains(kind), random.chance(70) { continue }
      movements.append(
        Movement(
          at: moment(), user: random.pick(users), kind: kind,
          units: random.pick([1, 1, 2, 3, 4]) * 50_000_000, key: nil))
    }
    movements.sort { $0.at < $1.at }
    movements += mergeMovements(movements)
    movements.sort { $0.at < $1.at }
    var balances: [String: Int64] = [:]
    var break_: Int64 = 0
    for movement in movements {
      let isIn = ["gift", "purchase", "merge-in"].contains(movement.kind)
      let isLinked = movement.kind == "usage" && random.chance(20)
      let isApplied = isLinked ? random.chance(30) : random.chance(80)
      if isApplied, !isLinked, movement.kind != "reversal" {
        balances[movement.user, default: 0] += isIn ? movement.units : -movement.units
      }
      break_ =
        break_ != 0 && random.chance(60) ? 0 : random.pick([0, 0, 0, 0, 0, 0, 0, 50_000_000])
      let stated = balances[movement.user, default: 0] + break_
      add(movement, isLinked: isLinked, isApplied: isApplied, stated: stated)
    }
    addPurchasesBeforeMerges()
    addReadings(balances)
    repeatIds()
    moveHistories()
  }

  /// What the platform books at a merge: the balance goes out of P and into S.
  private mutating func mergeMovements(_ movements: [Movement]) -> [Movement] {
    var result: [Movement] = []
    for link in drafts where link.stream == "links" && link.text("keep") == "speed" {
      guard let t = link.time("at"),
        let p = link.text("previousUserId") ?? link.text("localUserId"),
        let s = link.text("newUserId") ?? link.text("speedUserId"), random.chance(75)
      else { continue }
      let sum = movements.filter { $0.user == p && $0.at <= t }.reduce(Int64(0)) {
        $0 + (["gift", "purchase", "merge-in"].contains($1.kind) ? $1.units : -$1.units)
      }
      let key = maybe(60, "merge-\(p)-\(s)")
      if random.chance(80) {
        result.append(Movement(at: near(t), user: p, kind: "merge-out", units: abs(sum), key: key))
      }
      if random.chance(85) {
        let units = random.chance(85) ? abs(sum) : abs(sum) + 50_000_000
        result.append(Movement(at: near(t), user: s, kind: "merge-in", units: units, key: key))
      }
    }
    return result
  }

  private mutating func add(
    _ movement: Movement, isLinked: Bool, isApplied: Bool, stated: Int64
  ) {
    let isCredit = movement.kind == "purchase" || movement.kind == "gift"
    let tx =
      movement.kind == "purchase" || movement.kind == "reversal" ? "20\(random.below(8))" : nil
    var key = movement.key
    if key == nil, isCredit, random.chance(85) {
      key = tx.flatMap { maybe(85, "apple-transaction:\($0)") } ?? "gift\(random.below(9))"
    } else if key == nil, random.chance(15) {
      key = random.pick(["gift1", "op1", "apple-transaction:201"])
    }
    let start = movement.at - random.pick([0, 1, 10, 60, 300, 86_400]) * PlainValues.second
    let refusal: Int64 = random.pick([402, 402, 409, 400, 500])
    drafts.append(
      DraftRecord(
        "ledger",
        [
          ("adjustmentId", .text(adjustmentId())), ("at", .time(movement.at)),
          ("userId", .text(movement.user)), ("kind", .text(movement.kind)),
          ("amount", .amount(spelled(movement.units, isOdd: random.chance(4)))),
          ("balanceAfter", .money(maybe(75, plain(stated)))),
          ("idempotencyKey", .words(key)),
          ("applied", .flag(isApplied ? maybe(30, true) : false)),
          ("status", .count(maybe(80, isApplied || isLinked ? 200 : refusal))),
          ("payer", .words(isLinked ? "linked" : maybe(20, "local"))),
          ("startedAt", .moment(movement.kind == "usage" ? maybe(70, start) : nil)),
          (
            "ownerFunds",
            .money(
              movement.kind == "usage" ? maybe(60, random.pick(["5", "5", "0", "-1", "0.5"])) : nil)
          ),
          ("grantSpendable", .money(isLinked ? maybe(70, random.pick(["3", "3", "0"])) : nil)),
          ("transactionId", .words(tx.flatMap { maybe(60, $0) })),
          ("source", .words(maybe(40, random.pick(["apple-iap", "promo"])))),
          ("movedFrom", nil),
        ]))
    if movement.kind == "purchase", let tx, random.chance(75) {
      addPurchase(tx, movement.user, near(movement.at))
    }
  }

  private mutating func adjustmentId() -> String {
    let id = number()
    switch random.below(6) {
    case 0: return "adj-\(id)"
    case 1: return "99999999999999999999\(id)"
    case 2: return "a\(id)"
    default: return "\(id)"
    }
  }

  private mutating func addPurchase(_ tx: String, _ user: String, _ at: Int64) {
    if drafts.contains(where: { $0.stream == "purchases" && $0.text("transactionId") == tx }) {
      return
    }
    drafts.append(
      DraftRecord(
        "purchases",
        [
          ("transactionId", .text(tx)), ("at", .time(at)), ("userId", .words(maybe(60, user))),
          ("productId", .text("com.example.small")),
          ("appAccountToken", .words(maybe(60, uuidSpelled(user)))),
          ("state", .words(maybe(70, random.pick(["verified", "verified", "failed", "revoked"])))),
          ("finishedAt", .moment(maybe(70, near(at)))),
        ]))
  }

  private mutating func addPurchasesBeforeMerges() {
    for link in drafts where link.stream == "links" && link.text("keep") == "speed" {
      guard let t = link.time("at"), let p = link.text("localUserId"), random.chance(30) else {
        continue
      }
      addPurchase("30\(number())", p, t - random.pick([0, 1, 60, 3600]) * PlainValues.second)
    }
  }

  private mutating func addReadings(_ balances: [String: Int64]) {
    var seen: Set<String> = []
    for _ in 0..<random.number(in: 0...5) {
      let user = random.pick(users)
      let at = moment()
      guard seen.insert("\(user) \(at)").inserted else { continue }
      drafts.append(
        DraftRecord(
          "balances",
          [
            ("userId", .text(user)), ("at", .time(at)),
            (
              "localBalance",
              .money(maybe(90, random.chance(60) ? plain(balances[user] ?? 0) : "0.5"))
            ),
            ("grantSpendable", .money(maybe(60, random.pick(["0", "0", "2"])))),
          ]))
    }
  }

  private func plain(_ units: Int64) -> String { spelledPlainly(units) }

  private mutating func spelled(_ units: Int64, isOdd: Bool) -> String {
    if isOdd { return random.pick(["0", "-1", "0.123456789", "-0.5", "1.000000000"]) }
    let text = spelledPlainly(units)
    return random.chance(40) ? text : HistoryGenerator.padded(text)
  }

  private func spelledPlainly(_ units: Int64) -> String {
    let magnitude = units.magnitude
    let tail = magnitude % 100_000_000 == 0 ? "" : ".5"
    return (units < 0 ? "-" : "") + String(magnitude / 100_000_000) + tail
  }

  private static func padded(_ text: String) -> String {
    text.hasSuffix(".5") ? text + "0000000" : text + ".00000000"
  }

  /// One adjustmentId with other values now and then; never at the same moment, because nothing
  /// says what the bytes of two such records are.
  private mutating func repeatIds() {
    let ledger = drafts.filter { $0.stream == "ledger" }
    guard let original = ledger.first, random.chance(20) else { return }
    var copy = random.chance(50) ? original : random.pick(ledger)
    if let at = copy.time("at") {
      copy["at"] = .time(at + random.pick([1, 60]) * PlainValues.second)
    }
    if random.chance(50) { copy["amount"] = .amount("1.5") }
    drafts.append(copy)
  }

  /// "The platform moves P's adjustment history to S at a merge", in the ways exports show it.
  private mutating func moveHistories() {
    for link in drafts where link.stream == "links" && link.text("keep") == "speed" {
      guard let t = link.time("at"),
        let p = link.text("previousUserId") ?? link.text("localUserId"),
        let s = link.text("newUserId") ?? link.text("speedUserId"), s != p
      else { continue }
      let way = random.below(10)
      for index in drafts.indices where drafts[index].stream == "ledger" {
        guard drafts[index].text("userId") == p, let at = drafts[index].time("at") else { continue }
        switch way {
        case 0, 1:
          // Moved and said so, in every export.
          drafts[index]["movedFrom"] = .text(drafts[index].origin ?? p)
          drafts[index].origin = drafts[index].origin ?? p
          drafts[index]["userId"] = .text(s)
        case 2, 3:
          // A later export has them under S, and says from where or doesn't.
          guard at <= t else { continue }
          var moved = drafts[index]
          moved["userId"] = .text(s)
          moved.origin = moved.origin ?? p
          if way == 3 { moved["movedFrom"] = .words(moved.origin) }
          moved.night = nightCount - 1
          drafts.append(moved)
        case 4:
          // Only under S, and nothing says where from.
          if at <= t, drafts[index].text("movedFrom") == nil {
            drafts[index].origin = drafts[index].origin ?? p
            drafts[index]["userId"] = .text(s)
          }
        default: continue
        }
      }
    }
  }
}
