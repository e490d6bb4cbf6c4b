/// What a sign-in left in the export.
struct SignIn: Sendable {
  let session: RecordID
  /// The identity token that was presented; nil unless it was Apple's.
  let attempt: RecordID?
}

/// Accounts are made, sign in, sign out.
extension Life {
  private static let names = [
    "Jane Doe", "John \"JD\" Doe", "Max Mustermann", "Jean Dupont", "Ola Nordmann", "Jan Novák",
    "山田太郎", "Иван Иванов", "فلان", "Fulano d'Tal",
  ]

  /// An account is made by its first sign-in: by `.speed` a regular Speed account, else a local one.
  ///
  /// With a `sub` it is somebody who was here before.
  mutating func arrive(
    by method: Method = .apple, sub: String? = nil, userId: String? = nil
  ) -> AccountID {
    let isRelay = method == .apple && random.happens(60)
    let mailbox = fresh(isRelay ? "r" : "user")
    let appleSub = method == .apple ? sub ?? freshSub() : nil
    accounts.append(
      Account(
        userId: userId ?? fresh(method == .speed ? "spd" : "usr"), uuid: random.uuid(),
        method: method,
        sub: appleSub, name: Self.names[Int(random.number(0...9))],
        email: mailbox + (isRelay ? "@privaterelay.appleid.com" : "@mail.example"),
        arrivedAt: now, isLocal: method != .speed))
    let who = accounts.count - 1
    addToUsersTable(who)
    signIn(who, isNew: true)
    // Without it the app's own backend could never revoke anything.
    if appleSub != nil && scene.platform == .direct { exchangeCode(who) }
    return who
  }

  /// An account that never signed in and that the users table doesn't know.
  mutating func ghost() -> AccountID {
    accounts.append(
      Account(
        userId: fresh("ghost"), uuid: random.uuid(), method: .apple, name: Self.names[0],
        email: fresh("ghost") + "@mail.example", arrivedAt: now, isLocal: true))
    return accounts.count - 1
  }

  /// The account's row in the users table.
  mutating func addToUsersTable(_ who: AccountID) {
    let account = accounts[who]
    add(
      .accounts,
      [
        ("userId", .text(account.userId)),
        ("appleSub", account.sub.map { .text($0) } ?? .null),
        ("email", .text(account.email)), ("name", .text(account.name)),
        ("createdAt", .time(now)), ("method", .text(account.method.rawValue)),
        ("isLocalUser", .flag(account.isLocal)), ("appUserUUID", .text(account.uuid)),
      ])
  }

  /// Signs in; a session of seven days begins.
  @discardableResult
  mutating func signIn(_ who: AccountID, by other: Method? = nil, isNew: Bool = false) -> SignIn {
    let account = accounts[who]
    let method = other ?? account.method
    let sessionId = fresh("ses")
    let session = add(
      .sessions,
      [
        ("id", .text(sessionId)), ("at", .time(now)), ("userId", .text(account.userId)),
        ("appUserUUID", .text(account.uuid)), ("method", .text(method.rawValue)),
        ("role", "app-user"), ("isNewAccount", .flag(isNew)),
        ("isLocalUser", .flag(account.isLocal)), ("expiresAt", .time(now + 7 * .day)),
        ("lastUsedAt", .time(now)), ("endedAt", .null), ("endReason", .null),
        ("appleSub", method == .apple ? account.sub.map { .text($0) } ?? .null : .null),
        ("email", .text(account.email)), ("name", .text(account.name)),
        ("tokenId", .text(freshHash())),
      ])
    if method == .apple { self[session]["fullNameReceived"] = .flag(isNew) }
    if method == .speed {
      self[session]["redirectScheme"] = .text(random.pick(Scene.urlScheme, "https"))
    }
    if account.isLocal && !isNew && random.happens(30) {
      self[session]["linkSuggestion"] = "link-speed-account"
    }
    if habits.hasMixedCase && random.happens(5) {
      self[session]["appUserUUID"] = .text(account.uuid.uppercased())
    }
    accounts[who].session = session
    let attempt = method == .apple ? attempt(who, session: sessionId) : nil
    wait(2 * .second...9 * .second)
    return SignIn(session: session, attempt: attempt)
  }

  /// An identity token that was accepted.
  @discardableResult
  mutating func attempt(_ who: AccountID, session: String?) -> RecordID {
    let account = accounts[who]
    let rawNonce = random.hex(64)
    let digest = SHA256.hex(rawNonce)
    let isHashOnly = random.happens(50)
    let isOnWeb = random.happens(15)
    let issued = now - random.span(1 * .second...4 * .second)
    return add(
      .attempts,
      [
        ("id", .text(fresh("att"))), ("at", .time(now)), ("outcome", "accepted"),
        ("reason", .null), ("userId", .text(account.userId)),
        ("sessionId", session.map { .text($0) } ?? .null), ("iss", .text(Scene.issuer)),
        ("aud", .text(isOnWeb ? Scene.servicesID : Scene.bundleID)),
        ("sub", account.sub.map { .text($0) } ?? .null), ("iat", .time(issued)),
        ("exp", .time(issued + random.pick(.day, 10 * .minute))),
        ("kid", .text(Scene.appleKeys[Int(random.number(0...1))])), ("alg", "RS256"),
        ("nonce", .text(digest)), ("rawNonce", isHashOnly ? .null : .text(rawNonce)),
        ("rawNonceSHA256", isHashOnly ? .text(digest) : .null),
        ("email", random.happens(80) ? .text(account.email) : .null), ("emailVerified", true),
        ("isPrivateEmail", .flag(account.email.utf8.first == UInt8(ascii: "r"))),
        ("signature", .text(random.pick("valid", "valid", "unchecked"))), ("clientError", .null),
      ])
  }

  /// A token is presented a second time, and refused.
  mutating func refusedReplay(_ who: AccountID) {
    guard let attempt = signIn(who, by: .apple).attempt else { return }
    var again = self[attempt]
    again["id"] = .text(fresh("att"))
    again["at"] = .time(now)
    again["outcome"] = "rejected"
    again["reason"] = "nonce already used"
    again["userId"] = .null
    again["sessionId"] = .null
    add(again)
    wait(.minute)
  }

  /// An identity token that was refused, for a good reason.
  @discardableResult
  mutating func refusedAttempt(_ who: AccountID) -> RecordID {
    let refused = attempt(who, session: nil)
    self[refused]["outcome"] = "rejected"
    self[refused]["userId"] = .null
    switch random.number(0...4) {
    case 0:
      self[refused]["aud"] = "host.exp.Exponent"
      self[refused]["reason"] = "wrong audience"
    case 1:
      let issued = now - 2 * .day
      self[refused]["iat"] = .time(issued)
      self[refused]["exp"] = .time(issued + 10 * .minute)
      self[refused]["reason"] = "token expired"
    case 2:
      self[refused]["nonce"] = .text(freshHash())
      self[refused]["reason"] = "nonce differs"
    case 3:
      self[refused]["kid"] = "APPLEKEY00"
      self[refused]["signature"] = "unchecked"
      self[refused]["reason"] = "unknown key"
    default:
      self[refused]["signature"] = "invalid"
      self[refused]["reason"] = "signature does not verify"
    }
    wait(2 * .second...9 * .second)
    return refused
  }

  /// The account is in use now; it signs in first where its session has run out.
  mutating func use(_ who: AccountID) {
    guard let session = accounts[who].session, isLive(session) else {
      signIn(who)
      return
    }
    self[session]["lastUsedAt"] = .time(now)
  }

  /// Whether a session has neither ended nor run out.
  func isLive(_ session: RecordID) -> Bool {
    let record = self[session]
    return record["endedAt"]?.time == nil && (record["expiresAt"]?.time ?? 0) > now
  }

  /// The user signs out.
  mutating func signOut(_ who: AccountID) {
    use(who)
    wait(5 * .minute...20 * .minute)
    if let session = accounts[who].session { end(session, reason: "sign-out") }
    wait(5 * .minute...20 * .minute)
  }

  /// Ends a session now.
  mutating func end(_ session: RecordID, reason: String) {
    self[session]["endedAt"] = .time(now)
    self[session]["endReason"] = .text(reason)
  }

  /// Ends all sessions of an account that are alive.
  mutating func endSessions(of who: AccountID, reason: String) {
    for session in all(.sessions, of: who) where isLive(session) { end(session, reason: reason) }
  }
}
