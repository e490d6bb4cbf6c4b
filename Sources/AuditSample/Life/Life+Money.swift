/// A purchase that was credited.
struct Purchase: Sendable {
  let owner: AccountID
  let transactionId: String
  let product: Product
  let quantity: Int64
  /// What was credited, in units of 1e-8.
  let amount: Int64
  /// Its record in `purchases`.
  let record: RecordID
  /// The row in `ledger` that credits it.
  let credit: RecordID
  var isRefunded = false
}

/// The app-local balance: credits, usage, readings.
extension Life {
  enum Kind: String, Sendable {
    case purchase, gift, usage, forfeit, reversal
    case mergeIn = "merge-in"
    case mergeOut = "merge-out"

    func delta(_ amount: Int64, on platform: Platform) -> Int64 {
      switch self {
      case .purchase, .gift, .mergeIn: amount
      case .usage, .mergeOut, .forfeit: -amount
      case .reversal: platform == .speed ? 0 : -amount
      }
    }
  }

  /// Books a row of the ledger under an idempotency key and moves the balance.
  ///
  /// Usage alone has a time at which the billed operation began. A row that isn't applied, or that
  /// the linked account paid, moves nothing.
  @discardableResult
  mutating func book(
    _ kind: Kind, _ amount: Int64, for who: AccountID, key: String? = nil,
    startedAt: Int64? = nil, status: Int64 = 200, isApplied: Bool = true,
    isLinkedPayer: Bool = false
  ) -> RecordID {
    if isApplied && !isLinkedPayer {
      accounts[who].balance += kind.delta(amount, on: scene.platform)
    }
    let row = add(
      .ledger,
      [
        ("adjustmentId", .text(String(freshNumber()))), ("at", .time(now)),
        ("userId", .text(accounts[who].userId)), ("kind", .text(kind.rawValue)),
        ("amount", .amount(amount)), ("balanceAfter", .amount(accounts[who].balance)),
        ("idempotencyKey", key.map { .text($0) } ?? .null), ("status", .integer(status)),
        ("startedAt", startedAt.map { .time($0) } ?? .null),
      ])
    if !isApplied { self[row]["applied"] = false }
    if habits.hasHiddenBalances && random.happens(50) { self[row]["balanceAfter"] = .null }
    if kind == .usage {
      self[row]["operationId"] = .text(fresh("op"))
      self[row]["payer"] = isLinkedPayer ? "linked" : "local"
      self[row]["ownerFunds"] = .amount(random.number(20 * .credit...90 * .credit))
      if isLinkedPayer {
        self[row]["grantSpendable"] = .amount(random.number(.credit...9 * .credit))
      }
    }
    return row
  }

  /// Somebody is given credit.
  @discardableResult
  mutating func gift(_ amount: Int64, to who: AccountID) -> RecordID {
    use(who)
    let key = fresh("gift")
    let row = book(.gift, amount, for: who, key: key)
    self[row]["metadata"] = .object([.init("source", "welcome")])
    wait(.minute...5 * .minute)
    return row
  }

  /// A billed operation that takes some seconds and costs what is given, which must be covered.
  @discardableResult
  mutating func spend(_ amount: Int64, by who: AccountID) -> RecordID {
    use(who)
    let start = now
    wait(2 * .second...50 * .second)
    let row = book(.usage, amount, for: who, startedAt: start)
    wait(.minute...5 * .minute)
    return row
  }

  /// Two operations, the second begun and ended while the first runs; together they are covered.
  mutating func spendTwice(_ first: Int64, _ second: Int64, by who: AccountID) {
    use(who)
    let outer = now
    wait(2 * .second...20 * .second)
    let inner = now
    wait(2 * .second...20 * .second)
    book(.usage, second, for: who, startedAt: inner)
    wait(2 * .second...20 * .second)
    book(.usage, first, for: who, startedAt: outer)
    wait(.minute...5 * .minute)
  }

  /// An operation that the linked account pays for, while the local balance is 0.
  @discardableResult
  mutating func spendFromLinked(_ amount: Int64, by who: AccountID) -> RecordID {
    use(who)
    let start = now
    wait(2 * .second...50 * .second)
    let row = book(.usage, amount, for: who, startedAt: start, isLinkedPayer: true)
    wait(.minute...5 * .minute)
    return row
  }

  /// An operation that the platform refuses, because the balance is 0.
  @discardableResult
  mutating func refusedSpend(_ amount: Int64, by who: AccountID) -> RecordID {
    use(who)
    let row = book(
      .usage, amount, for: who, startedAt: now - 2 * .second, status: 402, isApplied: false)
    wait(.minute...5 * .minute)
    return row
  }

  /// The balance is read while a row is being booked, and either value is right.
  mutating func readBalanceTooSoon(_ who: AccountID) {
    use(who)
    let before = accounts[who].balance
    book(.gift, .credit / 5, for: who, key: fresh("gift"))
    wait(2 * .second...50 * .second)
    add(
      .balances,
      [
        ("userId", .text(accounts[who].userId)), ("at", .time(now)),
        ("localBalance", .amount(before)), ("grantSpendable", .amount(0)),
      ])
    wait(3 * .minute)
  }

  /// The balance is read back from the platform.
  @discardableResult
  mutating func readBalance(_ who: AccountID) -> RecordID {
    wait(3 * .minute...9 * .minute)
    use(who)
    let grant = accounts[who].isLocal ? 0 : random.number(0...5 * .credit)
    let reading = add(
      .balances,
      [
        ("userId", .text(accounts[who].userId)), ("at", .time(now)),
        ("localBalance", .amount(accounts[who].balance)), ("grantSpendable", .amount(grant)),
      ])
    wait(3 * .minute...9 * .minute)
    return reading
  }
}
