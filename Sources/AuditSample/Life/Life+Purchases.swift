/// Purchases in the store, and what becomes of them.
extension Life {
  /// A purchase: Apple's transaction, its credit, and Apple's word of it.
  @discardableResult
  mutating func buy(
    _ product: Product? = nil, quantity: Int64 = 1, by who: AccountID
  ) -> Purchase {
    use(who)
    let product = product ?? random.pick(.small, .medium, .large, .odd)
    let transactionId = String(2_000_000_000_000_000 + freshNumber())
    let amount = product.credit * quantity
    let record = add(
      .purchases,
      [
        ("transactionId", .text(transactionId)), ("at", .time(now)),
        ("userId", .text(accounts[who].userId)), ("productId", .text(product.rawValue)),
        ("bundleId", .text(Scene.bundleID)), ("appAccountToken", .text(accounts[who].uuid)),
        ("environment", .text(Scene.environment)), ("state", "verified"),
        ("originalTransactionId", .text(transactionId)), ("quantity", .integer(quantity)),
        ("verifiedAt", .time(now + 2 * .second)), ("creditedAt", .null), ("finishedAt", .null),
        ("revocationDate", .null), ("signature", "valid"),
      ])
    // Swift's uuidString is upper case; offer codes carry no token.
    if random.happens(20) {
      self[record]["appAccountToken"] = .text(accounts[who].uuid.uppercased())
    } else if random.happens(3) {
      self[record]["appAccountToken"] = .null
      self[record]["offerType"] = "3"
    }
    let boughtAt = now
    wait(3 * .second...9 * .second)
    let credit = credit(transactionId, amount, product, to: who)
    self[record]["creditedAt"] = .time(now)
    wait(2 * .second...6 * .second)
    self[record]["finishedAt"] = .time(now)
    if random.happens(60) {
      notifyStore(
        "ONE_TIME_CHARGE", of: transactionId, product, at: boughtAt + 2 * .second)
    }
    let purchase = Purchase(
      owner: who, transactionId: transactionId, product: product, quantity: quantity,
      amount: amount, record: record, credit: credit)
    purchases.append(purchase)
    wait(.minute...5 * .minute)
    return purchase
  }

  /// The row that credits a transaction.
  @discardableResult
  mutating func credit(
    _ transactionId: String, _ amount: Int64, _ product: Product, to who: AccountID,
    suffix: String = "", isApplied: Bool = true
  ) -> RecordID {
    let row = book(
      .purchase, amount, for: who, key: "apple-transaction:" + transactionId + suffix,
      isApplied: isApplied)
    if !suffix.isEmpty || random.happens(50) { self[row]["transactionId"] = .text(transactionId) }
    self[row]["metadata"] = .object([
      .init("productId", .text(product.rawValue)), .init("source", "apple-iap"),
    ])
    return row
  }

  /// The client reports a purchase again; the same key moves nothing.
  @discardableResult
  mutating func creditAgain(_ purchase: Purchase) -> RecordID {
    use(purchase.owner)
    let row = credit(
      purchase.transactionId, purchase.amount, purchase.product, to: purchase.owner,
      isApplied: false)
    wait(.minute...5 * .minute)
    return row
  }

  /// A purchase that rightly is not credited: waiting for approval, declined, of a test
  /// environment, or of something that isn't credit.
  mutating func buyUncredited(by who: AccountID) {
    let record = buyInVain("verified", by: who)
    switch random.number(1...4) {
    case 1: self[record]["state"] = "pending"
    case 2: self[record]["state"] = "failed"
    case 3: self[record]["environment"] = "Sandbox"
    default: self[record]["productId"] = "com.example.theme"
    }
  }

  /// A purchase that waits for somebody's approval, or that the store declined.
  @discardableResult
  mutating func buyInVain(_ state: String, by who: AccountID) -> RecordID {
    use(who)
    let transactionId = String(2_000_000_000_000_000 + freshNumber())
    let record = add(
      .purchases,
      [
        ("transactionId", .text(transactionId)), ("at", .time(now)),
        ("userId", .text(accounts[who].userId)),
        ("productId", .text(Product.small.rawValue)), ("bundleId", .text(Scene.bundleID)),
        ("appAccountToken", .text(accounts[who].uuid)),
        ("environment", .text(Scene.environment)), ("state", .text(state)),
        ("originalTransactionId", .text(transactionId)), ("quantity", 1), ("verifiedAt", .null),
        ("creditedAt", .null), ("finishedAt", .null), ("revocationDate", .null),
      ])
    wait(.minute...5 * .minute)
    return record
  }

  /// Apple refunds a purchase, and the credit is taken back in full.
  ///
  /// - Returns: The reversal's row; nil where the balance no longer covers it.
  @discardableResult
  mutating func refund(_ index: Int, isPartial: Bool = false) -> RecordID? {
    let purchase = purchases[index]
    let who = purchase.owner
    guard scene.platform == .speed || accounts[who].balance >= purchase.amount else { return nil }
    purchases[index].isRefunded = true
    self[purchase.record]["revocationDate"] = .time(now)
    self[purchase.record]["revocationReason"] = "1"
    self[purchase.record]["state"] = "revoked"
    let half = purchase.amount / 2
    let isHalf = isPartial && purchase.amount % 2 == 0
    if isHalf { self[purchase.record]["revocationPercentage"] = 50_000 }
    notifyStore(
      random.pick("REFUND", "REFUND", "REVOKE"), of: purchase.transactionId, purchase.product,
      at: now)
    wait(10 * .second...30 * .second)
    // What is taken back may be booked in two parts.
    if isHalf || !isPartial {
      let row = reverse(purchase, isHalf ? half : purchase.amount)
      wait(.minute...5 * .minute)
      return row
    }
    reverse(purchase, half)
    wait(.minute)
    let row = reverse(purchase, purchase.amount - half)
    wait(.minute...5 * .minute)
    return row
  }

  /// A row that takes back a credit.
  @discardableResult
  mutating func reverse(_ purchase: Purchase, _ amount: Int64) -> RecordID {
    let key = fresh("reversal")
    let row = book(.reversal, amount, for: purchase.owner, key: key)
    self[row]["transactionId"] = .text(purchase.transactionId)
    return row
  }

  /// Apple takes a refund back, and the credit is given again.
  mutating func reinstate(_ index: Int) {
    let purchase = purchases[index]
    self[purchase.record]["revocationDate"] = .null
    self[purchase.record]["revocationReason"] = nil
    self[purchase.record]["state"] = "verified"
    notifyStore("REFUND_REVERSED", of: purchase.transactionId, purchase.product, at: now)
    wait(10 * .second...30 * .second)
    credit(
      purchase.transactionId, purchase.amount, purchase.product, to: purchase.owner,
      suffix: ":reinstated")
    wait(.minute...5 * .minute)
  }

  /// A notification of the App Store, received and processed within the minute.
  @discardableResult
  mutating func notifyStore(
    _ type: String, of transactionId: String, _ product: Product, at time: Int64
  ) -> RecordID {
    let received = time + 2 * .second
    let first = add(
      .notifications,
      [
        ("notificationType", .text(type)), ("notificationUUID", .text(random.uuid())),
        ("signedDate", .time(time)), ("receivedAt", .time(received)),
        ("processedAt", .time(received + random.span(1 * .second...30 * .second))),
        ("action", "recorded"), ("result", "ok"), ("attempt", 1), ("signature", "valid"),
        ("transactionId", .text(transactionId)), ("productId", .text(product.rawValue)),
        (
          "data",
          .object([
            .init("bundleId", .text(Scene.bundleID)),
            .init("environment", .text(Scene.environment)),
          ])
        ),
      ])
    if habits.hasRepeatedNotifications && random.happens(10) { repeatNotification(first) }
    return first
  }

  /// Apple sends a notification again an hour later, and the backend knows it.
  mutating func repeatNotification(_ first: RecordID) {
    var again = self[first]
    let received = (again["receivedAt"]?.time ?? now) + .hour
    guard received < scene.to else { return }
    again["receivedAt"] = .time(received)
    again["processedAt"] = .time(received + .second)
    again["action"] = "duplicate"
    again["attempt"] = 2
    add(again)
  }
}
