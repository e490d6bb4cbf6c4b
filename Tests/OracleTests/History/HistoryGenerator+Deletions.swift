extension HistoryGenerator {
  /// Deletions: done, open, failed, repeated, and the notifications before them.
  mutating func addDeletions() {
    for _ in 0..<random.number(in: 0...4) {
      let repeated = random.chance(40) ? drafts.last { $0.stream == "deletions" } : nil
      let user = repeated?.text("userId") ?? random.pick(users)
      let at = ownMoment()
      let status: Int64 = random.pick([204, 204, 200, 404, 500])
      let own = sub(of: user)
      let isDone = random.chance(70)
      drafts.append(
        DraftRecord(
          "deletions",
          [
            ("id", .text("del\(number())")), ("userId", .text(user)), ("requestedAt", .time(at)),
            (
              "channel",
              .words(
                maybe(
                  85,
                  random.pick([
                    "app", "app", "web", "email", "support", "notification", "notification",
                  ])))
            ),
            ("accountKind", .words(maybe(50, user.hasPrefix("s") ? "speed" : "local"))),
            ("appleSub", .words(maybe(60, own))),
            ("lossDisclosed", .flag(maybe(60, random.chance(50)))),
            ("hasActiveSubscription", .flag(maybe(50, random.chance(40)))),
            ("subscriptionNoticeShown", .flag(maybe(50, random.chance(50)))),
            ("confirmedAt", .moment(maybe(60, near(at)))),
            ("dataDeletedAt", .moment(isDone ? maybe(80, laterThan(at)) : nil)),
            ("unlinkedAt", .moment(maybe(55, laterThan(at)))),
            ("unlinkStatus", .count(maybe(50, status))),
            ("codeIssuedAt", .moment(maybe(40, near(at)))),
            ("codeHash", .words(maybe(40, "code\(random.below(4))"))),
            ("tokenExchangedAt", .moment(maybe(40, near(at)))),
            ("tokenExchangeStatus", .count(maybe(40, random.pick([200, 200, 400])))),
            ("idTokenSub", .words(maybe(40, random.chance(70) ? own : "other.sub"))),
            ("revokedAt", .moment(maybe(40, laterThan(at)))),
            ("revokeStatus", .count(maybe(40, random.pick([200, 200, 400, 503])))),
            ("completedAt", .moment(isDone ? maybe(70, laterThan(at)) : nil)),
          ]))
      let isByNotification = drafts.last?.text("channel") == "notification"
      if random.chance(isByNotification ? 90 : 30) {
        addNotification(own, random.chance(60) ? at - 10 * PlainValues.second : near(at))
      }
    }
  }

  /// A telling moment after the given one.
  mutating func laterThan(_ time: Int64) -> Int64 {
    let result =
      time
      + random.pick([
        PlainValues.second, 10 * PlainValues.second, skew + PlainValues.second, PlainValues.hour,
        PlainValues.day,
      ])
    moments.append(result)
    return result
  }

  private mutating func addNotification(_ sub: String, _ at: Int64) {
    let type = random.pick([
      "consent-revoked", "consent-revoked", "account-deleted", "account-delete",
    ])
    let event =
      "{\"type\":\"\(type)\",\"sub\":\"\(sub)\",\"event_time\":\(at / PlainValues.second)}"
    drafts.append(
      DraftRecord(
        "notifications",
        [
          ("iss", .text("https://appleid.apple.com")), ("aud", .text("com.example.app")),
          ("iat", .time(at)), ("jti", .text("jti\(number())")), ("events", .text(event)),
          ("receivedAt", .moment(maybe(80, at))), ("processedAt", .moment(maybe(50, near(at)))),
        ]))
  }

  /// Rows of few tables; what stands in them from night to night is the layout's affair.
  mutating func addRows() {
    for _ in 0..<random.number(in: 0...7) {
      drafts.append(
        DraftRecord(
          "rows",
          [
            ("table", .text(random.pick(["documents", "chats"]))), ("rowId", .text("\(number())")),
            ("userId", .text(random.pick(users))), ("createdAt", .moment(maybe(75, moment()))),
            ("updatedAt", .moment(maybe(20, moment()))),
          ]))
    }
  }

  /// Calls of Apple's endpoints with their secrets and codes.
  mutating func addCalls() {
    for _ in 0..<random.number(in: 0...8) {
      let user = random.pick(users)
      let at = moment()
      let endpoint = random.pick(["token", "token", "revoke"])
      let grant = random.pick(["authorization_code", "refresh_token"])
      let issued = at - random.pick([10, 0, 86_400, 3600]) * PlainValues.second
      let lifetime = random.pick([300, 15_777_000, 15_777_001, 10]) * PlainValues.second
      let isRefused = random.chance(25)
      let error = random.pick(["invalid_client", "invalid_grant", "invalid_request"])
      drafts.append(
        DraftRecord(
          "applecalls",
          [
            ("id", .text("apc\(number())")), ("at", .time(at)), ("endpoint", .text(endpoint)),
            ("userId", .words(maybe(70, user))), ("sub", .words(maybe(60, sub(of: user)))),
            ("grantType", .words(endpoint == "token" ? grant : nil)),
            ("status", .number(isRefused ? 400 : 200)), ("error", .words(isRefused ? error : nil)),
            (
              "codeHash",
              .words(
                endpoint == "token" && grant == "authorization_code"
                  ? maybe(80, "code\(random.below(4))") : nil)
            ),
            (
              "codeIssuedAt",
              .moment(
                endpoint == "token" && grant == "authorization_code"
                  ? maybe(70, at - random.pick([10, 300, 361, 360, 600, 601]) * PlainValues.second)
                  : nil)
            ),
            ("secretKid", .words(maybe(80, random.pick(["K1", "K2", "K3"])))),
            ("secretIss", .words(maybe(80, random.chance(85) ? "TEAM" : "MEAT"))),
            ("secretIat", .moment(maybe(80, issued))),
            ("secretExp", .moment(maybe(80, issued + lifetime))),
            (
              "secretAud",
              .words(maybe(80, random.chance(85) ? "https://appleid.apple.com" : "apple"))
            ),
            (
              "secretSub",
              .words(
                maybe(80, random.pick(["com.example.app", "com.example.web", "com.Example.app"])))
            ),
            ("secretAlg", .words(maybe(80, random.chance(85) ? "ES256" : "HS256"))),
          ]))
    }
  }
}
