/// A whole life at random, without a fault.
extension Life {
  /// How a life turns.
  private enum Turn {
    case none, plainLink, keepSpeed, keepLocal, deletion, appleDeletion
  }

  /// Lives from the arrival to the end of the sample.
  mutating func live() {
    habits = Habits(random: &random)
    let first = arriveAtRandom()
    let turn = turn(for: first)
    willMerge = turn == .keepSpeed
    let last = scene.to - 12 * .hour
    let turnsAt = now + random.span(.day...max(2 * .day, last - now - 2 * .day))
    go(first, until: min(turnsAt, last))
    guard now < last - .day else { return }
    let next = take(turn, first)
    for who in next {
      guard now < last else { return }
      go(who, until: who == next.last ? last : min(last, now + 5 * .day))
    }
  }

  private mutating func arriveAtRandom() -> AccountID {
    let method = random.pick(Method.apple, .apple, .apple, .apple, .speed, .password)
    let who = arrive(by: method == .apple && !scene.offersApple ? .password : method)
    if accounts[who].sub != nil && scene.platform == .speed && random.happens(20) {
      exchangeCode(who)
    }
    makeRow(who)
    return who
  }

  private mutating func turn(for who: AccountID) -> Turn {
    let percent = random.number(1...100)
    if percent > 40 { return .none }
    if percent > 30 { return .deletion }
    guard accounts[who].sub != nil else { return .none }
    if percent > 27 { return .appleDeletion }
    if percent > 18 { return .plainLink }
    return percent > 9 ? .keepSpeed : .keepLocal
  }

  /// The turn is taken.
  ///
  /// - Returns: The accounts that go on, one after the other.
  private mutating func take(_ turn: Turn, _ who: AccountID) -> [AccountID] {
    switch turn {
    case .none: return [who]
    case .plainLink:
      linkPlainly(who)
      return [who]
    case .keepSpeed, .keepLocal:
      let other = arrive(by: .speed)
      makeRow(other)
      if random.happens(60) { buy(by: other) }
      wait(.hour...20 * .hour)
      if turn == .keepLocal {
        if random.happens(20) {
          keepLocalDuringOperation(who, other)
        } else {
          keepLocal(who, other)
        }
        return [who]
      }
      keepSpeed(who, other)
      if random.happens(40) { moveHistory(from: who, to: other) }
      signIn(other, by: .apple)
      if random.happens(20) { mergeAnother(into: other) }
      return [other]
    case .deletion:
      switch random.number(1...10) {
      case 1: deleteInTwoAttempts(who)
      case 2: if accounts[who].isLocal { deleteDuringOperation(who) } else { delete(who) }
      default: delete(who, channel: random.pick("app", "app", "web"))
      }
      return returns(who)
    case .appleDeletion:
      deleteAppleAccount(who)
      return []
    }
  }

  /// The same person has a second Apple account, whose local account is merged as well.
  private mutating func mergeAnother(into speed: AccountID) {
    let second = arrive()
    if random.happens(60) { buy(by: second) }
    wait(.hour...20 * .hour)
    keepSpeed(second, speed)
    if random.happens(40) { moveHistory(from: second, to: speed) }
    signIn(speed, by: .apple)
  }

  /// Some come back after a deletion.
  private mutating func returns(_ who: AccountID) -> [AccountID] {
    guard random.happens(40) else { return [] }
    wait(2 * .hour...3 * .day)
    guard now < scene.to - .day else { return [] }
    if !accounts[who].isLocal {
      comeBack(who)
      return [who]
    }
    return [arrive(by: accounts[who].method, sub: accounts[who].sub)]
  }

  /// Everyday life up to a time.
  private mutating func go(_ who: AccountID, until end: Int64) {
    var lastValidated = now
    while true {
      wait(2 * .hour...3 * .day)
      guard now < end else { return }
      if accounts[who].sub != nil && now - lastValidated > 2 * .day && random.happens(10) {
        lastValidated = now
        validate(who)
      }
      doSomething(who)
    }
  }

  private mutating func doSomething(_ who: AccountID) {
    let balance = accounts[who].balance
    switch random.number(1...110) {
    case 1...20: makeRow(who)
    case 21...35: buy(quantity: random.happens(15) ? 2 : 1, by: who)
    case 36...60: spendSome(who, balance)
    case 61...64: gift(random.number(1...20) * .credit / 20, to: who)
    case 65...74: readBalance(who)
    case 75...78: signOut(who)
    case 79...82: if accounts[who].sub != nil { refusedAttempt(who) }
    case 83...86: mail(who)
    case 87...89: refundOne(who)
    case 90...91: if accounts[who].sub != nil { revokeConsent(who) }
    case 92: if isAtRelay(who) && now < scene.to - 2 * .day { pauseMail(who) }
    case 93: if willMerge { buyInVain("failed", by: who) } else { buyUncredited(by: who) }
    case 94: if let bought = purchases.last, bought.owner == who { creditAgain(bought) }
    case 95:
      if accounts[who].sub != nil { signIn(who, by: .apple) } else { signIn(who) }
    case 96: if accounts[who].sub != nil { refusedReplay(who) }
    case 97...98: if accounts[who].sub != nil { refusedNotice(who) }
    case 99...101: readBalanceTooSoon(who)
    case 102: if !isAtRelay(who) { mail(who, status: "bounced") }
    case 103: testNotice()
    case 105: if accounts[who].sub != nil { getStaleConsent(who) }
    case 104: if accounts[who].isLocal { refusedLink(who) }
    default: use(who)
    }
  }

  private mutating func spendSome(_ who: AccountID, _ balance: Int64) {
    guard balance > 3 else {
      if accounts[who].isLocal {
        refusedSpend(random.number(1 ... .credit), by: who)
      } else {
        spendFromLinked(random.number(1 ... .credit), by: who)
      }
      return
    }
    switch random.number(1...10) {
    case 1...2: spend(balance, by: who)
    case 3...4: spendTwice(balance / 2, balance / 3, by: who)
    default: spend(random.number(1...balance / 2), by: who)
    }
  }

  private mutating func refundOne(_ who: AccountID) {
    guard let index = purchases.lastIndex(where: { $0.owner == who && !$0.isRefunded }) else {
      return
    }
    wait(.hour...3 * .hour)
    let isPartial = random.happens(30)
    guard refund(index, isPartial: isPartial) != nil, !isPartial, random.happens(30),
      now < scene.to - 2 * .day
    else { return }
    wait(.hour ... .day)
    reinstate(index)
  }

  private func isAtRelay(_ who: AccountID) -> Bool {
    accounts[who].sub != nil && accounts[who].email.utf8.first == UInt8(ascii: "r")
  }
}
