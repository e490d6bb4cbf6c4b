/// What a deletion left.
struct Deletion: Sendable {
  let deletion: RecordID
  /// The exchange of the authorization code at Apple; on platform direct only.
  var exchange: RecordID?
  /// The call of `/auth/revoke`; on platform direct only.
  var revoke: RecordID?
}

/// Accounts are deleted, and some people come back.
extension Life {
  /// An account is deleted, from the request to the last step, in a minute or two.
  @discardableResult
  mutating func delete(_ who: AccountID, channel: String = "app") -> Deletion {
    let record = askForDeletion(of: who, channel: channel)
    let account = accounts[who]
    var result = Deletion(deletion: record)
    wait(20 * .second)
    if account.balance > 0 && random.happens(30) { book(.forfeit, account.balance, for: who) }
    wait(10 * .second...30 * .second)
    switch scene.platform {
    case .speed:
      eraseData(who, record)
      wait(2 * .second...9 * .second)
      self[record]["unlinkedAt"] = .time(now)
      self[record]["unlinkStatus"] = .integer(random.pick(204, 200))
    case .direct:
      if account.sub != nil { revokeAtApple(who, &result) }
      wait(2 * .second...9 * .second)
      eraseData(who, record)
    }
    wait(2 * .second...9 * .second)
    if random.happens(80) { self[record]["completedAt"] = .time(now) }
    accounts[who].balance = 0
    if account.sub != nil && channel != "notification" && random.happens(60) { echoRevoke(who) }
    wait(2 * .minute...9 * .minute)
    return result
  }

  /// A deletion is asked for and confirmed, and nothing has followed yet.
  @discardableResult
  mutating func askForDeletion(of who: AccountID, channel: String = "app") -> RecordID {
    if channel != "notification" { use(who) }
    wait(.minute...5 * .minute)
    let account = accounts[who]
    let hasSubscription = random.happens(20)
    let knowsKind = random.happens(80)
    let knowsSub = random.happens(90)
    return add(
      .deletions,
      [
        ("id", .text(fresh("del"))), ("userId", .text(account.userId)),
        ("requestedAt", .time(now)), ("channel", .text(channel)),
        ("accountKind", knowsKind ? .text(account.isLocal ? "local" : "speed") : .null),
        ("appleSub", knowsSub ? account.sub.map { .text($0) } ?? .null : .null),
        ("lossDisclosed", true),
        ("hasActiveSubscription", .flag(hasSubscription)),
        ("subscriptionNoticeShown", .flag(hasSubscription)),
        ("confirmedAt", .time(now + 20 * .second)), ("dataDeletedAt", .null),
        ("unlinkedAt", .null), ("unlinkStatus", .null), ("codeIssuedAt", .null),
        ("codeHash", .null), ("tokenExchangedAt", .null), ("tokenExchangeStatus", .null),
        ("idTokenSub", .null), ("revokedAt", .null), ("revokeStatus", .null),
        ("completedAt", .null),
      ])
  }

  private mutating func eraseData(_ who: AccountID, _ deletion: RecordID) {
    self[deletion]["dataDeletedAt"] = .time(now)
    close(who, reason: "deleted")
  }

  /// The app asks for a fresh code, exchanges it and revokes what it got.
  private mutating func revokeAtApple(_ who: AccountID, _ deletion: inout Deletion) {
    let code = freshHash()
    let issued = now - 8 * .second
    let exchange = appleCall("token", who, grant: "authorization_code")
    self[exchange]["codeHash"] = .text(code)
    self[exchange]["codeIssuedAt"] = .time(issued)
    let record = deletion.deletion
    self[record]["codeHash"] = .text(code)
    self[record]["codeIssuedAt"] = .time(issued)
    self[record]["tokenExchangedAt"] = .time(now)
    self[record]["tokenExchangeStatus"] = 200
    self[record]["idTokenSub"] = accounts[who].sub.map { .text($0) } ?? .null
    wait(2 * .second...6 * .second)
    let revoke = appleCall("revoke", who)
    self[revoke]["tokenTypeHint"] = "refresh_token"
    self[record]["revokedAt"] = .time(now)
    self[record]["revokeStatus"] = 200
    deletion.exchange = exchange
    deletion.revoke = revoke
  }

  /// Apple tells of the consent that the app's own call withdrew.
  private mutating func echoRevoke(_ who: AccountID) {
    wait(4 * .second...12 * .second)
    notify("consent-revoked", who)
  }

  /// A regular Speed account comes back, under the same user id.
  mutating func comeBack(_ who: AccountID) {
    accounts[who].isGone = false
    addToUsersTable(who)
    signIn(who, by: .speed, isNew: random.happens(50))
  }
}
