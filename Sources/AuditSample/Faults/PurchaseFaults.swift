/// Purchases that were not, doubly or wrongly credited.
enum PurchaseFaults {
  static let all = credits + tokens + products + refunds

  private static let credits = [
    Fault("purchase.not-credited") { plot in
      var life = plot.newcomer()
      let record = life.buyInVain("verified", by: 0)
      if life.random.happens(30) { life[record]["state"] = .null }
      plot.expect(.transaction, life.id(record))
      plot.add(life)
    },
    Fault("purchase.credited-twice") { plot in
      if plot.random.happens(30) {
        // Once for the local account, once more for the one that it was merged into.
        var life = plot.pair()
        let purchase = life.buy(by: 1)
        life.keepSpeed(1, 0)
        life.credit(
          purchase.transactionId, purchase.amount, purchase.product, to: 0, suffix: ":again")
        plot.expect(.transaction, purchase.transactionId)
        plot.add(life)
        return
      }
      var life = plot.newcomer()
      let purchase = life.buy(by: 0)
      life.wait(.minute...2 * .day)
      life.credit(
        purchase.transactionId, purchase.amount, purchase.product, to: 0, suffix: ":again")
      plot.expect(.transaction, purchase.transactionId)
      plot.add(life)
    },
    Fault("purchase.finished-before-credit") { plot in
      var life = plot.newcomer()
      life.wait(.hour)
      let purchase = life.buy(by: 0)
      let creditedAt = life[purchase.credit]["at"]?.time ?? 0
      life[purchase.record]["at"] = .time(creditedAt - 10 * .minute)
      life[purchase.record]["verifiedAt"] = .time(creditedAt - 9 * .minute)
      life[purchase.record]["finishedAt"] = .time(creditedAt - 2 * .minute)
      plot.expect(.transaction, purchase.transactionId)
      plot.add(life)
    },
    Fault("purchase.unfinished") { plot in
      var life = plot.newcomer()
      let purchase = life.buy(by: 0)
      life[purchase.record]["finishedAt"] = .null
      plot.expect(.transaction, purchase.transactionId)
      plot.add(life)
    },
    Fault("purchase.unverified") { plot in
      var life = plot.newcomer()
      let purchase = life.buy(by: 0)
      life[purchase.record]["state"] = .text(life.random.pick("pending", "failed"))
      plot.expect(.transaction, purchase.transactionId)
      plot.add(life)
    },
    Fault("purchase.bad-signature") { plot in
      var life = plot.newcomer()
      let purchase = life.buy(by: 0)
      life[purchase.record]["signature"] = "invalid"
      plot.expect(.transaction, purchase.transactionId)
      plot.add(life)
    },
    Fault("purchase.wrong-amount") { plot in
      var life = plot.newcomer()
      let purchase = life.buy(.medium, quantity: life.random.number(1...3), by: 0)
      let wrong = purchase.amount + life.random.pick(1, -1, .credit, -.credit)
      life[purchase.credit]["amount"] = .amount(wrong)
      life[purchase.credit]["balanceAfter"] = .amount(wrong)
      plot.expect(.transaction, purchase.transactionId)
      plot.add(life)
    },
  ]

  private static let tokens = [
    Fault("purchase.token-mismatch") { plot in
      var life = plot.newcomer()
      let purchase = life.buy(by: 0)
      if life.random.happens(50) {
        life[purchase.record]["appAccountToken"] = .text(life.random.uuid())
      } else {
        let other = life.arrive()
        life[purchase.record]["appAccountToken"] = .text(life.accounts[other].uuid)
      }
      plot.expect(.transaction, purchase.transactionId)
      plot.add(life)
    },
    Fault("purchase.stale-token") { plot in
      var life = plot.pair()
      life.keepSpeed(1, 0)
      let purchase = life.buy(by: 0)
      life[purchase.record]["appAccountToken"] = .text(life.accounts[1].uuid)
      plot.expect(.transaction, purchase.transactionId)
      plot.add(life)
    },
    Fault("purchase.missing-token") { plot in
      var life = plot.newcomer()
      let purchase = life.buy(by: 0)
      life[purchase.record]["appAccountToken"] = life.random.pick(.null, "")
      life[purchase.record]["offerType"] = nil
      plot.expect(.transaction, purchase.transactionId)
      plot.add(life)
    },
  ]

  private static let products = [
    Fault("purchase.unknown-product") { plot in
      var life = plot.newcomer()
      let purchase = life.buy(by: 0)
      life[purchase.record]["productId"] = "com.example.credits.gone"
      life[purchase.credit]["metadata"] = .object([
        .init("productId", "com.example.credits.gone"), .init("source", "apple-iap"),
      ])
      plot.expect(.transaction, purchase.transactionId)
      plot.add(life)
    },
    Fault("purchase.wrong-bundle") { plot in
      var life = plot.newcomer()
      let purchase = life.buy(by: 0)
      life[purchase.record]["bundleId"] = .text(
        life.random.pick("com.example.other", "COM.example.app"))
      plot.expect(.transaction, purchase.transactionId)
      plot.add(life)
    },
    Fault("purchase.wrong-environment") { plot in
      var life = plot.newcomer()
      let purchase = life.buy(by: 0)
      life[purchase.record]["environment"] = .text(life.random.pick("Sandbox", "Xcode"))
      plot.expect(.transaction, purchase.transactionId)
      plot.add(life)
    },
  ]

  private static let refunds = [
    Fault("purchase.refund-kept") { plot in
      var life = plot.newcomer()
      let purchase = life.buy(.medium, by: 0)
      life.wait(.hour...2 * .day)
      switch life.random.number(0...3) {
      case 0: life[purchase.record]["revocationDate"] = .time(life.now)
      case 1: life[purchase.record]["state"] = "revoked"
      case 2:
        life.notifyStore(
          life.random.pick("REFUND", "REVOKE"), of: purchase.transactionId, .medium, at: life.now)
      default:
        life[purchase.record]["revocationDate"] = .time(life.now)
        life[purchase.record]["revocationPercentage"] = 50_000
        life.reverse(purchase, purchase.amount / 4)
      }
      plot.expect(.transaction, purchase.transactionId)
      plot.add(life)
    },
    Fault("purchase.over-reversed") { plot in
      var life = plot.newcomer()
      life.buy(.large, by: 0)
      let purchase = life.buy(.medium, by: 0)
      life.wait(.hour)
      if life.random.happens(50) { life.refund(1) }
      life.wait(.hour)
      life.reverse(purchase, purchase.amount)
      plot.expect(.transaction, purchase.transactionId)
      plot.add(life)
    },
    Fault("purchase.not-reinstated") { plot in
      var life = plot.newcomer()
      let purchase = life.buy(by: 0)
      life.wait(.hour)
      life.refund(0)
      life.wait(.hour...2 * .day)
      life[purchase.record]["revocationDate"] = .null
      life[purchase.record]["state"] = "verified"
      life.notifyStore(
        "REFUND_REVERSED", of: purchase.transactionId, purchase.product, at: life.now)
      if life.random.happens(30) {
        life.wait(30 * .hour)
        life.credit(
          purchase.transactionId, purchase.amount, purchase.product, to: 0, suffix: ":late")
      }
      plot.expect(.transaction, purchase.transactionId)
      plot.add(life)
    },
  ]
}
