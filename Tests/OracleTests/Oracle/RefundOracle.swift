/// Rules of the area purchase about refunds and what was booked for them.
struct RefundOracle {
  let words: OracleWords
  let money: OracleTransactions

  init(words: OracleWords) {
    self.words = words
    money = OracleTransactions(words: words)
  }

  func judge(into report: inout OracleReport) {
    for purchase in words.records.purchases { kept(purchase, &report) }
    for tx in money.named {
      overReversed(tx, &report)
      notReinstated(tx, &report)
    }
  }

  /// purchase.refund-kept: "credited, and revocationDate is set, state is `revoked`, or a REFUND or
  /// REVOKE notification came for it; money at risk = the credit x revocationPercentage (default
  /// 100 %)"; quiet: "a later REFUND_REVERSED; `reversal` rows with that tx that sum to the money at
  /// risk".
  private func kept(_ purchase: PurchaseRecord, _ report: inout OracleReport) {
    let tx = purchase.transactionId
    let credits = money.credits(of: tx)
    let refunds = money.refunds(of: tx) + [purchase.revocationDate].compactMap { $0 }
    guard !credits.isEmpty, !refunds.isEmpty || purchase.state == "revoked" else { return }
    let reinstated = money.reinstatements(of: tx)
    // A state alone has no time, so any reversal of the refund may be later.
    if let last = reinstated.max(), refunds.max().map({ $0 < last }) ?? true { return }
    let percentage = purchase.revocationPercentage ?? 100_000
    let risks = credits.map { $0.record.amount * percentage / 100_000 }
    let reversed = money.reversals(of: tx).reduce(Int64(0)) { $0 + $1.record.amount }
    let isKept = risks.map { reversed < $0 }
    if isKept.contains(true) { report.fire("purchase.refund-kept", "transaction", tx) }
    // With several credits or several refunds the contract doesn't say which sum is at risk.
    if Set(isKept + [reversed < risks.reduce(0, +)]).count > 1
      || (!reinstated.isEmpty && !money.reversals(of: tx).isEmpty)
    {
      report.leaveOpen("purchase.refund-kept", "transaction", tx)
    }
  }

  /// purchase.over-reversed: "`reversal` rows of a tx sum to more than its credits, or stand though
  /// no refund of it was ever known (no revocationDate, no state `revoked`, no REFUND or REVOKE)".
  private func overReversed(_ tx: String, _ report: inout OracleReport) {
    let reversals = money.reversals(of: tx)
    if reversals.isEmpty { return }
    let reversed = reversals.reduce(Int64(0)) { $0 + $1.record.amount }
    let credited = money.credits(of: tx).reduce(Int64(0)) { $0 + $1.record.amount }
    let purchase = words.records.purchases.first { $0.transactionId == tx }
    let isRefunded =
      purchase?.revocationDate != nil || purchase?.state == "revoked"
      || !money.refunds(of: tx).isEmpty
    if reversed > credited || !isRefunded {
      report.fire("purchase.over-reversed", "transaction", tx)
    }
  }

  /// purchase.not-reinstated: "REFUND_REVERSED after a `reversal` of that tx, and no later credit of
  /// the amount within purchaseSettlement"; quiet: "younger than that at as-of".
  private func notReinstated(_ tx: String, _ report: inout OracleReport) {
    let settlement = words.configuration.purchaseSettlement
    let reversals = money.reversals(of: tx)
    for t in money.reinstatements(of: tx) where t + settlement <= words.asOf {
      let before = reversals.filter { $0.record.at < t }.map(\.record.amount)
      if before.isEmpty { continue }
      let later = money.credits(of: tx).filter {
        $0.record.at >= t && $0.record.at <= t + settlement
      }
      // "the amount" of several reversals may be that of the last or of all.
      let amounts = Set([before.last ?? 0, before.reduce(0, +)])
      let isBooked = amounts.map { amount in later.contains { $0.record.amount == amount } }
      if isBooked.contains(false) { report.fire("purchase.not-reinstated", "transaction", tx) }
      // Whether a credit between the reversal and the news of its end is "later" isn't said.
      let isBetween = money.credits(of: tx).contains { credit in
        credit.record.at < t && reversals.contains { $0.record.at < credit.record.at }
      }
      if Set(isBooked).count > 1 || isBetween {
        report.leaveOpen("purchase.not-reinstated", "transaction", tx)
      }
    }
  }
}
