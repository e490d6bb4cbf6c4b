/// Rules of the area purchase about a purchase and its credit.
struct PurchaseOracle {
  let words: OracleWords
  let money: OracleTransactions

  init(words: OracleWords) {
    self.words = words
    money = OracleTransactions(words: words)
  }

  func judge(into report: inout OracleReport) {
    for purchase in words.records.purchases {
      let credits = money.credits(of: purchase.transactionId)
      if credits.isEmpty {
        uncredited(purchase, &report)
      } else {
        credited(purchase, credits, &report)
      }
      stale(purchase, &report)
    }
    for tx in money.named { creditedTwice(tx, &report) }
  }

  private func uncredited(_ purchase: PurchaseRecord, _ report: inout OracleReport) {
    // purchase.not-credited: "verified (or no state), at + purchaseSettlement <= as-of, not
    // credited"; quiet: "revoked or refunded; other environment than the app's; the product is not
    // in `products` (when given); older than the oldest ledger row, unless ledger is complete".
    let configuration = words.configuration
    guard purchase.state == nil || purchase.state == "verified",
      purchase.at + configuration.purchaseSettlement <= words.asOf,
      purchase.revocationDate == nil, money.refunds(of: purchase.transactionId).isEmpty
    else { return }
    if let own = configuration.environment, let other = purchase.environment, own != other {
      return
    }
    if let products = configuration.products, let id = purchase.productId, products[id] == nil {
      return
    }
    let oldest = words.records.ledger.map(\.at).min()
    let isOlder = oldest.map { purchase.at < $0 } ?? true
    if isOlder, !configuration.complete.contains("ledger") { return }
    report.fire("purchase.not-credited", "transaction", purchase.transactionId)
  }

  private func credited(
    _ purchase: PurchaseRecord, _ credits: [OracleChains.Row], _ report: inout OracleReport
  ) {
    let configuration = words.configuration
    func fire(_ rule: String, when holds: Bool) {
      if holds { report.fire("purchase." + rule, "transaction", purchase.transactionId) }
    }
    /// Of several credits any may be "the credit": open where they don't say the same.
    func fire(_ rule: String, whenCredit holds: (OracleChains.Row) -> Bool) {
      let holding = credits.filter(holds).count
      fire(rule, when: holding > 0)
      if holding > 0, holding < credits.count {
        report.leaveOpen("purchase." + rule, "transaction", purchase.transactionId)
      }
    }
    // purchase.finished-before-credit: "finishedAt < the credit's at - skew".
    fire("finished-before-credit") { credit in
      purchase.finishedAt.map { $0 < credit.record.at - words.skew } ?? false
    }
    // purchase.unfinished: "credited, finishedAt absent, the credit's at + purchaseSettlement <=
    // as-of".
    fire("unfinished") { credit in
      purchase.finishedAt == nil
        && credit.record.at + configuration.purchaseSettlement <= words.asOf
    }
    fire("token-mismatch") { isMismatched(purchase, $0) }
    // purchase.missing-token: "credited, appAccountToken absent (field known)"; quiet: "has an
    // offerType".
    fire("missing-token", when: purchase.appAccountToken == nil && purchase.offerType == nil)
    // purchase.wrong-amount: "the credit's amount is not products[productId] x quantity"; quiet:
    // "product unknown".
    if let price = purchase.productId.flatMap({ configuration.products?[$0] }) {
      fire("wrong-amount") { $0.record.amount != price * purchase.quantity }
    }
    // purchase.unknown-product: "credited, productId not in `products`".
    if let products = configuration.products, let product = purchase.productId {
      fire("unknown-product", when: products[product] == nil)
    }
    // purchase.wrong-bundle: "credited, bundleId not in bundleIds"; quiet: "absent".
    if let bundles = configuration.bundleIds, let bundle = purchase.bundleId {
      fire("wrong-bundle", when: !bundles.contains(bundle))
    }
    // purchase.wrong-environment: "credited, environment is not the app's"; quiet: "absent".
    if let own = configuration.environment, let environment = purchase.environment {
      fire("wrong-environment", when: own != environment)
    }
    // purchase.unverified: "credited, state is `pending` or `failed`".
    fire("unverified", when: purchase.state == "pending" || purchase.state == "failed")
    // purchase.bad-signature: "credited, its JWS does not verify".
    fire("bad-signature", when: purchase.signature == "invalid")
  }

  /// purchase.credited-twice: "two applied credits for one transaction under different keys";
  /// quiet: "same key; a `reversal` of that tx between them"; "neighbours in time are compared, each
  /// pair needs its own `reversal` between".
  private func creditedTwice(_ tx: String, _ report: inout OracleReport) {
    let reversals = money.reversals(of: tx).map(\.record.at)
    let credits = money.credits(of: tx)
    for (a, b) in zip(credits, credits.dropFirst()) {
      if let key = a.record.idempotencyKey, key == b.record.idempotencyKey { continue }
      if reversals.contains(where: { a.record.at <= $0 && $0 <= b.record.at }) { continue }
      report.fire("purchase.credited-twice", "transaction", tx)
      if a.record.idempotencyKey == nil || b.record.idempotencyKey == nil {
        // Whether no key is a different key is not said.
        report.leaveOpen("purchase.credited-twice", "transaction", tx)
      }
    }
  }

  /// purchase.token-mismatch: "credited to u, and appAccountToken is a UUID that is neither u's nor
  /// that of an account merged into u"; quiet: "u's UUID unknown; stale (next line)".
  private func isMismatched(_ purchase: PurchaseRecord, _ credit: OracleChains.Row) -> Bool {
    guard let token = purchase.appAccountToken, !isStale(purchase) else { return false }
    // A row that was moved has been credited to P, and is S's now.
    let users = Set([credit.owner, credit.record.userId])
    let own = users.reduce(into: Set<String>()) { $0.formUnion(words.uuids(of: $1)) }
    if own.isEmpty { return false }
    let absorbed = users.reduce(into: Set<String>()) { $0.formUnion(words.absorbed(by: $1)) }
    let brought = absorbed.reduce(into: Set<String>()) { $0.formUnion(words.uuids(of: $1)) }
    return !own.union(brought).contains(token)
  }

  /// purchase.stale-token: "appAccountToken is the UUID of an account merged away before at -
  /// skew".
  private func stale(_ purchase: PurchaseRecord, _ report: inout OracleReport) {
    if isStale(purchase) {
      report.fire("purchase.stale-token", "transaction", purchase.transactionId)
    }
  }

  private func isStale(_ purchase: PurchaseRecord) -> Bool {
    guard let token = purchase.appAccountToken else { return false }
    return words.merges.contains {
      $0.t < purchase.at - words.skew && words.uuids(of: $0.p).contains(token)
    }
  }
}
