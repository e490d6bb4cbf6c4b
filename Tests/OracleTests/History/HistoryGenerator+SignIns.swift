extension HistoryGenerator {
  private static let shortNonce = "x234567890123456789012345678901"
  private static let nonces = [shortNonce, shortNonce + "2", shortNonce + "23456"]
  static let token =
    "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJlLW9mLW5vdGhpbmc"
  static let secrets = [
    token, "Bearer \(token) sent", "r0123456789abcdef0123456789abcdef.0.mrsxy.AbC-dEf_123",
    "-----BEGIN PRIVATE KEY-----\nMIGT\n-----END PRIVATE KEY-----", "not.a.token",
    "eyJmb28iOiJiYXIifQ.eyJzdWIiOiJ4In0.c2ln", "r0123.0.mrsxy.AbC",
  ]

  /// Sessions of everybody with the tokens they came from, and the users table.
  mutating func addSignIns() {
    for user in users {
      for index in 0..<random.number(in: 0...4) { addSession(of: user, isFirst: index == 0) }
      if random.chance(25) { addAccount(user) }
    }
    for _ in 0..<random.number(in: 0...3) { addAttempt(at: worldMoment(), session: nil) }
    if nightCount == 1 { addSecrets() }
  }

  private mutating func someSub(of user: String) -> String {
    random.chance(90) ? sub(of: user) : random.pick(["000000.sub", "000001.sub", "000009.sub"])
  }

  private mutating func addSession(of user: String, isFirst: Bool) {
    let at = random.chance(85) ? ownWorldMoment() : worldMoment()
    let isSpeed = user.hasPrefix("s")
    let method = random.pick(
      isSpeed
        ? ["speed", "speed", "apple"] : ["apple", "apple", "apple", "google", "password"])
    let own = maybe(method == "apple" ? 90 : 4, someSub(of: user))
    let expires = maybe(
      85, edge(at, [limits.sessionLifetime, limits.sessionLifetime + skew, skew]))
    let ended = maybe(35, random.chance(50) ? worldMoment() : edge(at, [PlainValues.minute]))
    var edges = [at, at + PlainValues.hour]
    for time in [expires, ended].compactMap({ $0 }) { edges += [time, time + skew] }
    let used = maybe(65, random.chance(70) ? edge(random.pick(edges), [0]) : worldMoment())
    let id = "ses\(number())"
    let isNew = isFirst ? random.chance(75) : random.chance(20)
    drafts.append(
      DraftRecord(
        "sessions",
        [
          ("id", .text(id)), ("at", .time(at)), ("userId", .text(user)),
          ("appUserUUID", .words(maybe(75, uuidSpelled(random.chance(93) ? user : "zz")))),
          ("method", .words(maybe(92, method))), ("isNewAccount", .flag(maybe(90, isNew))),
          ("isLocalUser", .flag(maybe(80, isSpeed == random.chance(15)))),
          ("linkSuggestion", .words(maybe(15, "matching_email"))),
          ("expiresAt", .moment(expires)), ("lastUsedAt", .moment(used)),
          ("endedAt", .moment(ended)),
          ("endReason", .words(maybe(30, random.pick(["linked", "sign-out", "logout"])))),
          ("appleSub", .words(own)), ("name", .words(maybe(35, "Ann"))),
          ("fullNameReceived", .flag(maybe(80, random.chance(40)))),
          ("tokenId", .words(maybe(50, "tok\(random.below(6))"))),
          (
            "redirectScheme",
            .words(
              maybe(
                25, random.pick(["exampleapp", "ExampleApp", "https", "HTTPS", "other", "http"])))
          ),
        ]))
    if method == "apple" {
      for _ in 0..<random.pick([0, 1, 1, 1, 2]) {
        addAttempt(at: at, session: (id, own, expires))
      }
    }
  }

  private mutating func ownWorldMoment() -> Int64 {
    var time = worldMoment()
    while !takenTimes.insert(time).inserted { time += PlainValues.second }
    return time
  }

  private mutating func addAccount(_ user: String) {
    drafts.append(
      DraftRecord(
        "accounts",
        [
          ("userId", .text(user)), ("appleSub", .words(maybe(50, someSub(of: user)))),
          ("createdAt", .moment(maybe(50, worldMoment()))), ("name", .words(maybe(25, "Ann"))),
          ("method", .words(maybe(40, random.pick(["apple", "google"])))),
          ("isLocalUser", .flag(maybe(30, !user.hasPrefix("s")))),
          ("appUserUUID", .words(maybe(50, uuidSpelled(user)))),
        ]))
  }

  private mutating func addAttempt(
    at: Int64, session: (id: String, sub: String?, expires: Int64?)?
  ) {
    let isAccepted = session == nil ? random.chance(40) : random.chance(85)
    let raw = random.pick(HistoryGenerator.nonces)
    let hash = SHA256.hex(raw)
    let claim = random.chance(85) ? hash : random.pick([raw, hash.uppercased(), SHA256.hex(hash)])
    let isHashed = random.chance(40)
    let sub = random.chance(90) ? session?.sub : "000009.sub"
    let isNamed = session != nil && random.chance(88)
    let sessions = drafts.filter { $0.stream == "sessions" }.compactMap { $0.text("id") }
    let other = sessions.isEmpty || random.chance(60) ? nil : random.pick(sessions)
    let exp =
      random.chance(12)
      ? session?.expires : edge(at, [0, -skew, 10 * PlainValues.minute, PlainValues.day])
    drafts.append(
      DraftRecord(
        "attempts",
        [
          ("id", .text("att\(number())")), ("at", .time(at)),
          ("outcome", .text(isAccepted ? "accepted" : "rejected")),
          (
            "reason",
            .words(
              isAccepted
                ? nil
                : maybe(
                  80,
                  random.pick([
                    "no-email", "EMAIL_REQUIRED", "emails", "unknown kid", "keychain", "bad key",
                    "Signature!", "expired",
                  ])))
          ),
          ("userId", .words(maybe(50, random.pick(users)))),
          ("sessionId", .words(isNamed ? session?.id : other)),
          (
            "iss",
            .words(
              maybe(
                92,
                random.pick([
                  "https://appleid.apple.com", "https://appleid.apple.com",
                  "https://account.apple.com", "https://appleid.apple.com/",
                ])))
          ),
          (
            "aud",
            .words(
              maybe(
                92,
                random.pick([
                  "com.example.app", "com.example.app", "com.example.web", "com.Example.app",
                ])))
          ),
          ("sub", .words(maybe(92, sub ?? "000000.sub"))),
          ("iat", .moment(maybe(92, edge(at, [-skew, 0, skew])))),
          ("exp", .moment(maybe(92, exp ?? at))),
          ("kid", .words(maybe(92, random.pick(["KID1", "KID2", "KID3"])))),
          ("alg", .words(maybe(92, random.pick(["RS256", "RS256", "RS256", "HS256", "none"])))),
          ("nonce", .words(maybe(92, claim))),
          ("rawNonce", .words(isHashed ? nil : maybe(92, raw))),
          ("rawNonceSHA256", .words(isHashed ? maybe(92, hash) : nil)),
          ("email", .words(maybe(50, "ann@mail.example"))),
          (
            "signature",
            .words(maybe(80, random.pick(["valid", "valid", "unchecked", "invalid"])))
          ),
          (
            "clientError",
            .words(
              isAccepted
                ? nil
                : maybe(30, random.pick(["1001", "canceled", "ERR_REQUEST_CANCELED", "1000"])))
          ),
        ]))
  }

  /// A secret, or what only looks like one, in some field.
  private mutating func addSecrets() {
    guard random.chance(40) else { return }
    let secret = random.pick(HistoryGenerator.secrets)
    let all: [(stream: String, field: String)] = [
      ("sessions", "tokenId"), ("applecalls", "error"),
      ("sessions", "debugInfo"), ("rows", "note"), ("ledger", "appKey"),
      ("purchases", "payload"), ("attempts", "clientSecret"), ("mail", "category"),
    ]
    let places = all.filter { place in drafts.contains { $0.stream == place.stream } }
    guard !places.isEmpty else { return }
    let place = random.pick(places)
    guard let index = drafts.indices.last(where: { drafts[$0].stream == place.stream }) else {
      return
    }
    drafts[index][place.field] = .text(secret)
  }
}
