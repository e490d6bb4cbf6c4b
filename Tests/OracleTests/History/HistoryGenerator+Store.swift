extension HistoryGenerator {
  /// A few transactions, each with purchase, credits, refunds and what was booked for them.
  mutating func addStore() {
    for index in 0..<random.number(in: 0...4) { addTransaction("90\(index)") }
    for _ in 0..<random.number(in: 0...1) {
      addStoreEvent("999", random.pick(["TEST", "ONE_TIME_CHARGE"]), worldMoment())
    }
  }

  private mutating func addTransaction(_ tx: String) {
    let user = random.pick(users)
    let at = worldMoment()
    let product = random.pick(["small", "small", "large", "unlisted"])
    let quantity: Int64? = random.chance(25) ? 2 : nil
    let price = product == "large" ? 3 : 1
    let units = Int64(price) * (quantity ?? 1) * 50_000_000
    if random.chance(90) { addPurchase(tx, user, at, product, quantity) }
    var credits: [Int64] = []
    for index in 0..<random.pick([0, 1, 1, 1, 1, 2]) {
      let time = edge(index == 0 ? at : credits[0], [0, PlainValues.minute, PlainValues.hour])
      credits.append(time)
      let key =
        random.chance(85)
        ? "apple-transaction:\(tx)" + (index == 0 || random.chance(40) ? "" : "-again") : nil
      addBooking(
        "purchase", tx, user, time, random.chance(88) ? units : units + 50_000_000, key: key)
    }
    guard random.chance(45) else { return }
    addRefund(tx, user, credits.first ?? at, units)
  }

  private mutating func addRefund(_ tx: String, _ user: String, _ start: Int64, _ units: Int64) {
    var time = edge(start, [PlainValues.hour, PlainValues.day])
    if random.chance(60) { addStoreEvent(tx, random.pick(["REFUND", "REFUND", "REVOKE"]), time) }
    for _ in 0..<random.pick([0, 1, 1, 2]) {
      let part = random.pick([units, units, units / 2, units + 50_000_000])
      time = edge(time, [PlainValues.second, PlainValues.hour])
      addBooking("reversal", tx, user, time, part, key: maybe(40, "reversal-\(tx)-\(number())"))
    }
    if random.chance(40) {
      let t = random.chance(80) ? edge(time, [PlainValues.hour]) : worldMoment()
      addStoreEvent(tx, "REFUND_REVERSED", t)
      if random.chance(50) {
        let again = edge(t, [0, limits.purchaseSettlement])
        addBooking("purchase", tx, user, again, units, key: "again-\(tx)")
      }
    }
  }

  private mutating func addBooking(
    _ kind: String, _ tx: String, _ user: String, _ at: Int64, _ units: Int64, key: String?
  ) {
    let tail = units % 100_000_000 == 0 ? "" : ".5"
    let isMoved = random.chance(6)
    drafts.append(
      DraftRecord(
        "ledger",
        [
          ("adjustmentId", .text("\(number())")), ("at", .time(at)),
          ("userId", .text(random.chance(93) ? user : random.pick(users))), ("kind", .text(kind)),
          ("amount", .amount(String(units / 100_000_000) + tail)), ("idempotencyKey", .words(key)),
          ("applied", .flag(random.chance(90) ? maybe(30, true) : false)),
          ("status", .count(maybe(50, 200))),
          ("transactionId", .words(key == nil || random.chance(60) ? tx : nil)),
          ("movedFrom", .words(isMoved ? random.pick(users) : nil)),
        ]))
  }

  private mutating func addPurchase(
    _ tx: String, _ user: String, _ at: Int64, _ product: String, _ quantity: Int64?
  ) {
    let owner = random.chance(85) ? user : random.pick(users)
    drafts.append(
      DraftRecord(
        "purchases",
        [
          ("transactionId", .text(tx)), ("at", .time(at)), ("userId", .words(maybe(60, user))),
          ("productId", .text(product)), ("quantity", .count(quantity)),
          (
            "bundleId",
            .words(
              maybe(
                85, random.pick(["com.example.app", "com.example.app", "com.example.other"])))
          ),
          ("appAccountToken", .words(maybe(80, uuidSpelled(random.chance(95) ? owner : "yy")))),
          (
            "environment",
            .words(maybe(85, random.pick(["Production", "Production", "Production", "Sandbox"])))
          ),
          (
            "state",
            .words(
              maybe(
                80,
                random.pick(["verified", "verified", "verified", "pending", "failed", "revoked"]
                )))
          ),
          (
            "finishedAt",
            .moment(maybe(70, edge(at, [0, -skew, PlainValues.minute, PlainValues.hour])))
          ),
          ("revocationDate", .moment(maybe(12, edge(at, [PlainValues.hour])))),
          ("revocationPercentage", .count(maybe(8, 50_000))),
          ("offerType", .words(maybe(15, "3"))),
          ("signature", .words(maybe(40, random.pick(["valid", "unchecked", "invalid"])))),
        ]))
  }

  private mutating func addStoreEvent(_ tx: String, _ type: String, _ t: Int64) {
    addReceived(
      [
        ("notificationType", .text(type)), ("notificationUUID", .text("nid\(number())")),
        ("signedDate", .time(t)), ("transactionId", .words(maybe(90, tx))),
        (
          "bundleId",
          .words(maybe(85, random.pick(["com.example.app", "com.example.app", "com.other"])))
        ),
        (
          "environment",
          .words(maybe(85, random.pick(["Production", "Production", "Production", "Sandbox"])))
        ),
      ], t)
  }

  /// One notification as it was received, now and then twice.
  mutating func addReceived(_ payload: [(String, DraftRecord.Value?)], _ t: Int64) {
    let received = t + random.pick([0, 1, 2, 60]) * PlainValues.second
    let action = random.pick(["recorded", "ok", "ignored", "rejected"])
    var log: [(String, DraftRecord.Value?)] = [
      ("receivedAt", .moment(maybe(85, received))),
      (
        "processedAt",
        .moment(
          maybe(
            75, edge(received, [PlainValues.second, limits.notificationGrace, PlainValues.day])))
      ),
      ("action", .words(maybe(50, action))),
      ("signature", .words(maybe(50, random.pick(["valid", "unchecked", "invalid"])))),
    ]
    drafts.append(DraftRecord("notifications", payload + log))
    guard random.chance(20), log[0].1 != nil else { return }
    let again = received + random.pick([1, 60, 3600]) * PlainValues.second
    log[0].1 = .time(again)
    log[1].1 = .moment(maybe(80, edge(again, [PlainValues.second, limits.notificationGrace])))
    log[2].1 = .words(random.pick(["recorded", "duplicate", nil]))
    drafts.append(DraftRecord("notifications", payload + log))
  }
}
