/// Balances, keys and readings gone wrong.
enum LedgerFaults {
  static let all = balances + keys + payers + readings

  private static let balances = [
    Fault("ledger.negative-balance") { plot in
      var life = plot.newcomer()
      life.buy(.small, by: 0)
      let row = life.spend(2 * .credit, by: 0)
      life.buy(.medium, by: 0)
      plot.expect(.adjustment, life.id(row))
      plot.add(life)
    },
    Fault("ledger.spend-while-empty") { plot in
      var life = plot.newcomer()
      life.buy(.small, by: 0)
      if life.random.happens(50) {
        life.spend(Product.small.credit, by: 0)
        let row = life.spend(.credit / 4, by: 0)
        plot.expect(.adjustment, life.id(row))
        plot.expect("ledger.negative-balance", .adjustment, life.id(row))
      } else {
        let crossing = life.spend(.credit, by: 0)
        plot.expect("ledger.negative-balance", .adjustment, life.id(crossing))
        let row = life.spend(.credit / 4, by: 0)
        plot.expect(.adjustment, life.id(row))
      }
      plot.add(life)
    },
    Fault("ledger.balance-mismatch") { plot in
      var life = plot.newcomer()
      life.buy(.medium, by: 0)
      life.spend(.credit, by: 0)
      let isUndone = life.random.happens(50)
      if !isUndone { life.accounts[0].balance += .credit / 2 }
      let row = life.spend(.credit / 4, by: 0)
      if isUndone {
        life[row]["balanceAfter"] = .amount(life.accounts[0].balance + .credit / 2)
      }
      life.spend(.credit / 4, by: 0)
      life.buy(.small, by: 0)
      plot.expect(.adjustment, life.id(row))
      plot.add(life)
    },
    Fault("ledger.nonzero-opening") { plot in
      var life = plot.newcomer()
      if life.random.happens(50) {
        life.accounts[0].balance = .credit
      } else {
        let reading = life.readBalance(0)
        life[reading]["localBalance"] = .amount(.credit)
      }
      life.gift(.credit / 2, to: 0)
      plot.expect(.user, life.accounts[0].userId)
      plot.add(life)
    },
    Fault("ledger.merge-without-link") { plot in
      var life = plot.newcomer(by: plot.random.pick(.apple, .speed))
      let row = life.book(.mergeIn, .credit, for: 0)
      plot.expect(.adjustment, life.id(row))
      plot.add(life)
    },
    Fault("ledger.malformed-amount") { plot in
      var life = plot.newcomer()
      life.buy(.medium, by: 0)
      let row: RecordID
      switch life.random.number(0...3) {
      case 0: row = life.gift(0, to: 0)
      case 1: row = life.gift(-.credit / 10, to: 0)
      case 2:
        row = life.gift(.credit / 10, to: 0)
        life[row]["amount"] = "0.100000001"
      default: row = life.spend(-.credit / 10, by: 0)
      }
      plot.expect(.adjustment, life.id(row))
      plot.add(life)
    },
    Fault("ledger.duplicate-adjustment") { plot in
      var life = plot.newcomer()
      life.buy(.large, by: 0)
      let row = life.spend(.credit, by: 0)
      let again = life.add(life[row])
      life[again]["status"] = 201
      plot.expect(.adjustment, life.id(row))
      // Whether the second is a row of the chain as well is left open.
      plot.allow("ledger.balance-mismatch", life.id(row))
      plot.add(life)
    },
    Fault("ledger.unknown-user") { plot in
      var life = plot.person()
      let ghost = life.ghost()
      life.book(.gift, .credit, for: ghost, key: life.fresh("gift"))
      plot.expect(.user, life.accounts[ghost].userId)
      plot.add(life)
    },
  ]

  private static let keys = [
    Fault("ledger.conflict-refused") { plot in
      var life = plot.newcomer()
      let first = life.gift(.credit, to: 0)
      let key = life[first]["idempotencyKey"]?.text ?? ""
      life.book(.gift, .credit / 2, for: 0, key: key, status: 409, isApplied: false)
      plot.expect(.key, key)
      plot.add(life)
    },
    Fault("ledger.duplicate-credit") { plot in
      if plot.random.happens(30) {
        // For a merge's comparisons the two accounts are one user.
        var life = plot.pair()
        let purchase = life.buy(by: 1)
        life.keepSpeed(1, 0)
        life.credit(purchase.transactionId, purchase.amount, purchase.product, to: 0)
        plot.expect(.key, "apple-transaction:" + purchase.transactionId)
        plot.add(life)
        return
      }
      var life = plot.newcomer()
      let purchase = life.buy(by: 0)
      life.wait(.hour)
      life.credit(purchase.transactionId, purchase.amount, purchase.product, to: 0)
      plot.expect(.key, "apple-transaction:" + purchase.transactionId)
      plot.add(life)
    },
    Fault("ledger.conflict-accepted") { plot in
      var life = plot.newcomer()
      let first = life.gift(.credit, to: 0)
      let key = life[first]["idempotencyKey"]?.text ?? ""
      if life.random.happens(50) {
        life.book(.gift, .credit / 2, for: 0, key: key)
      } else {
        let other = life.arrive()
        life.wait(.hour)
        life.book(.gift, .credit, for: other, key: key)
      }
      plot.expect(.key, key)
      plot.add(life)
    },
    Fault("ledger.missing-key") { plot in
      var life = plot.newcomer()
      let row = life.gift(.credit, to: 0)
      life[row]["idempotencyKey"] = .null
      plot.expect(.adjustment, life.id(row))
      plot.add(life)
    },
    Fault("ledger.key-not-transaction") { plot in
      var life = plot.newcomer()
      let purchase = life.buy(by: 0)
      life[purchase.credit]["transactionId"] = .text(purchase.transactionId)
      life[purchase.credit]["idempotencyKey"] = .text(life.fresh("topup"))
      plot.expect(.adjustment, life.id(purchase.credit))
      plot.add(life)
    },
    Fault("ledger.credit-without-purchase") { plot in
      var life = plot.newcomer()
      let transaction = String(2_000_000_000_000_000 + life.freshNumber())
      let row = life.credit(transaction, Product.medium.credit, .medium, to: 0)
      if life.random.happens(30) { life[row]["metadata"] = nil }
      plot.expect(.adjustment, life.id(row))
      plot.add(life)
    },
  ]

  private static let payers = [
    Fault("ledger.refused-while-funded") { plot in
      var life = plot.newcomer()
      life.buy(.medium, by: 0)
      let row = life.refusedSpend(.credit, by: 0)
      plot.expect(.adjustment, life.id(row))
      plot.add(life)
    },
    Fault("ledger.unpermitted-fallback") { plot in
      let form = plot.random.number(0...2)
      var life = plot.newcomer(by: form == 0 ? .apple : .speed)
      life.buy(.small, by: 0)
      // The balance is above 0, or the user is not linked, or the grant is used up.
      if form < 2 { life.spend(Product.small.credit - (form == 0 ? 0 : 100), by: 0) }
      if form == 2 { life.spend(Product.small.credit, by: 0) }
      let row = life.spendFromLinked(.credit, by: 0)
      if form == 2 { life[row]["grantSpendable"] = .amount(0) }
      plot.expect(.adjustment, life.id(row))
      plot.add(life)
    },
    Fault("ledger.owner-funds-empty") { plot in
      var life = plot.newcomer()
      life.buy(.medium, by: 0)
      let row = life.spend(.credit, by: 0)
      life[row]["ownerFunds"] = .amount(life.random.pick(0, -.credit))
      plot.expect(.adjustment, life.id(row))
      plot.add(life)
    },
  ]

  private static let readings = [
    Fault("ledger.reading-differs") { plot in
      var life = plot.newcomer()
      life.buy(.medium, by: 0)
      let reading = life.readBalance(0)
      let wrong = life.accounts[0].balance + life.random.pick(1, .credit, -.credit)
      life[reading]["localBalance"] = .amount(wrong)
      plot.expect(.user, life.accounts[0].userId)
      plot.add(life)
    },
    Fault("ledger.grant-without-link") { plot in
      var life = plot.newcomer()
      let reading = life.readBalance(0)
      life[reading]["grantSpendable"] = .amount(.credit)
      plot.expect(.user, life.accounts[0].userId)
      plot.add(life)
    },
  ]
}
