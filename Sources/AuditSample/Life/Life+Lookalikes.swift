/// Histories that look like faults and are none.
extension Life {
  /// Apple's word of a withdrawn consent comes late, after the person has signed in again; the
  /// older sessions end, the newer one ends because the user signs out.
  mutating func getStaleConsent(_ who: AccountID) {
    use(who)
    wait(5 * .minute)
    let withdrawnAt = now
    // Only the late delivery is received, none before it.
    let repeats = habits.hasRepeatedNotifications
    habits.hasRepeatedNotifications = false
    let notice = notify("consent-revoked", who)
    habits.hasRepeatedNotifications = repeats
    wait(.hour...5 * .hour)
    let session = signIn(who, by: .apple).session
    wait(.hour)
    self[notice]["receivedAt"] = .time(now)
    self[notice]["processedAt"] = .time(now + 5 * .second)
    wait(6 * .second)
    for older in all(.sessions, of: who) where isLive(older) {
      if (self[older]["at"]?.time ?? 0) <= withdrawnAt { end(older, reason: "revoked") }
    }
    wait(5 * .minute)
    self[session]["lastUsedAt"] = .time(now)
    end(session, reason: "sign-out")
    wait(.hour)
  }

  /// A first deletion gets stuck, a second one goes through.
  mutating func deleteInTwoAttempts(_ who: AccountID) {
    let first = askForDeletion(of: who)
    if random.happens(50) {
      self[first]["tokenExchangedAt"] = .time(now + .minute)
      self[first]["tokenExchangeStatus"] = 503
    }
    wait(2 * .hour...30 * .hour)
    delete(who)
  }

  /// An operation is still running while its account is deleted, and is booked afterwards.
  mutating func deleteDuringOperation(_ who: AccountID) {
    use(who)
    let balance = accounts[who].balance
    let start = now
    wait(5 * .second)
    delete(who)
    let kept = all(.ledger, of: who).allSatisfy { self[$0]["kind"] != "forfeit" }
    guard balance > 1, kept else { return }
    accounts[who].balance = balance
    let row = book(.usage, balance / 2, for: who, startedAt: start)
    // Without it the row would begin at 0: the deletion took the balance.
    self[row]["balanceAfter"] = .amount(accounts[who].balance)
    accounts[who].balance = 0
    wait(.minute)
  }

  /// An operation of the Speed account is still running while the local one is kept.
  mutating func keepLocalDuringOperation(_ local: AccountID, _ speed: AccountID) {
    use(speed)
    let start = now
    wait(5 * .second)
    keepLocal(local, speed)
    guard accounts[speed].balance > 1 else { return }
    book(.usage, accounts[speed].balance / 2, for: speed, startedAt: start)
    wait(.minute)
  }
}
