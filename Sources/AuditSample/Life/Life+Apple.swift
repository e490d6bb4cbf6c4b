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
      // Apple sends milliseconds; its page shows seconds.
      .init(
        "event_time", .integer(random.happens(80) ? now / (.second / 1000) : now / .second)),
    ]
    if type.utf8.starts(with: "email".utf8) {
      event.append(.init("email", .text(accounts[who].email)))
      event.append(.init("is_private_email", "true"))
    }
    let notification = add(
      .notifications,
      [
        ("iss", .text(Scene.issuer)), ("aud", .text(Scene.bundleID)), ("iat", .time(received)),
        ("jti", .text(random.uuid())), ("events", inAnyForm(event)),
        ("receivedAt", .time(received)),
        ("processedAt", .time(received + random.span(1 * .second...30 * .second))),
        ("action", .text(type)), ("result", "ok"), ("attempt", 1), ("signature", "valid"),
      ])
    if habits.hasRepeatedNotifications && random.happens(10) { repeatNotification(notification) }
    return notification
  }

  /// An event as Apple sends it (JSON in a string), as its page shows it, or in a list.
  private mutating func inAnyForm(_ event: [FieldValue.Member]) -> FieldValue {
    switch random.number(1...3) {
    case 1: .object(event)
    case 2: .list([.object(event)])
    default: .text(JSONText.compact(.object(event)))
    }
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

  /// The store's test, which names no transaction.
  mutating func testNotice() {
    add(
      .notifications,
      [
        ("notificationType", "TEST"), ("notificationUUID", .text(random.uuid())),
        ("signedDate", .time(now)), ("receivedAt", .time(now + 2 * .second)),
        ("processedAt", .time(now + 3 * .second)), ("action", "test"), ("result", "ok"),
        ("attempt", 1), ("signature", "valid"),
        (
          "data",
          .object([.init("bundleId", "com.example.other"), .init("environment", "Sandbox")])
        ),
      ])
    wait(.minute)
  }

  /// A notification that the backend rightly refused: not from Apple, or not for this app.
  mutating func refusedNotice(_ who: AccountID) {
    let notice = notify("email-enabled", who)
    switch random.number(1...3) {
    case 1: self[notice]["iss"] = "https://issuer.example"
    case 2: self[notice]["aud"] = "com.example.other"
    default: self[notice]["signature"] = "invalid"
    }
    self[notice]["action"] = .text(random.pick("rejected", "refused", "ignored", "skipped"))
    wait(.minute)
  }

  /// Ends every session of whoever an account belongs to.
  mutating func endSessionsOfPerson(_ who: AccountID) {
    let sub = accounts[who].sub
    for other in accounts.indices where other == who || accounts[other].sub == sub {
      endSessions(of: other, reason: "revoked")
    }
  }
}
