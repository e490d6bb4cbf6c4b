/// Calls of Apple's endpoints, and Apple's notifications.
extension Life {
  /// A call of Apple's token or revoke endpoint that Apple answers with 200.
  mutating func appleCall(_ endpoint: String, _ who: AccountID, grant: String? = nil) -> RecordID {
    let account = accounts[who]
    let isShortLived = random.happens(40)
    let issued = isShortLived ? now - 2 * .second : scene.longSecretIssuedAt(now)
    let isWeb = isShortLived && random.happens(20)
    return add(
      .applecalls,
      [
        ("id", .text(fresh("apc"))), ("at", .time(now)), ("endpoint", .text(endpoint)),
        ("userId", .text(account.userId)), ("sub", account.sub.map { .text($0) } ?? .null),
        ("grantType", grant.map { .text($0) } ?? .null), ("status", 200), ("error", .null),
        ("codeHash", .null), ("codeIssuedAt", .null), ("tokenTypeHint", .null),
        ("secretKid", .text(Scene.keyID)), ("secretIss", .text(Scene.teamID)),
        ("secretIat", .time(issued)),
        ("secretExp", .time(issued + (isShortLived ? 5 * .minute : Scene.longSecretLifetime))),
        ("secretAud", .text(Scene.issuer)),
        ("secretSub", .text(isWeb ? Scene.servicesID : Scene.bundleID)), ("secretAlg", "ES256"),
      ])
  }

  /// The backend exchanges the authorization code of a sign-in.
  @discardableResult
  mutating func exchangeCode(_ who: AccountID) -> RecordID {
    let call = appleCall("token", who, grant: "authorization_code")
    self[call]["codeHash"] = .text(freshHash())
    self[call]["codeIssuedAt"] = .time(now - random.span(5 * .second...60 * .second))
    wait(2 * .second...9 * .second)
    return call
  }

  /// The backend asks Apple whether a refresh token is still good; at most once a day.
  @discardableResult
  mutating func validate(_ who: AccountID) -> RecordID {
    let call = appleCall("token", who, grant: "refresh_token")
    wait(2 * .second...9 * .second)
    return call
  }

  /// A Sign in with Apple notification about the account's person, processed at once.
  @discardableResult
  mutating func notify(_ type: String, _ who: AccountID) -> RecordID {
    let received = now + 2 * .second
    var event: [FieldValue.Member] = [
      .init("type", .text(type)), .init("sub", .text(accounts[who].sub ?? "")),
      .init("event_time", .integer(now / (.second / 1000))),
    ]
    if type.utf8.starts(with: "email".utf8) {
      event.append(.init("email", .text(accounts[who].email)))
      event.append(.init("is_private_email", "true"))
    }
    let notification = add(
      .notifications,
      [
        ("iss", .text(Scene.issuer)), ("aud", .text(Scene.bundleID)), ("iat", .time(received)),
        ("jti", .text(random.uuid())), ("events", .object(event)), ("receivedAt", .time(received)),
        ("processedAt", .time(received + random.span(1 * .second...30 * .second))),
        ("action", .text(type)), ("result", "ok"), ("attempt", 1), ("signature", "valid"),
      ])
    if isRepeating && random.happens(10) { repeatNotification(notification) }
    return notification
  }

  /// Consent is withdrawn in the phone's settings: all sessions of the person end.
  @discardableResult
  mutating func revokeConsent(_ who: AccountID) -> RecordID {
    wait(.minute...5 * .minute)
    let notification = notify("consent-revoked", who)
    wait(3 * .second)
    endSessionsOfPerson(who)
    wait(.hour...3 * .hour)
    return notification
  }

  /// The Apple account itself is deleted, and the app's account with it.
  @discardableResult
  mutating func deleteAppleAccount(_ who: AccountID) -> (notice: RecordID, deletion: Deletion) {
    wait(.minute...5 * .minute)
    let notice = notify(random.pick("account-deleted", "account-delete"), who)
    wait(3 * .second)
    endSessionsOfPerson(who)
    return (notice, delete(who, channel: "notification"))
  }

  /// Ends every session of whoever an account belongs to.
  mutating func endSessionsOfPerson(_ who: AccountID) {
    let sub = accounts[who].sub
    for other in accounts.indices where other == who || accounts[other].sub == sub {
      endSessions(of: other, reason: "revoked")
    }
  }
}
