extension HistoryGenerator {
  private static let relay = "r1@privaterelay.appleid.com"

  /// Sign in with Apple notifications around the sessions of their subs, and mail.
  mutating func addEvents() {
    for _ in 0..<random.number(in: 0...4) {
      let sub = random.chance(93) ? sub(of: random.pick(users)) : "000009.sub"
      let type = random.pick([
        "consent-revoked", "consent-revoked", "consent-revoked", "account-deleted",
        "account-deleted", "account-delete", "email-changed",
      ])
      addEvent(type, sub, email: nil, aroundSession(of: sub))
    }
    for _ in 0..<random.pick([0, 0, 1, 2, 3]) {
      let type = random.pick(["email-disabled", "email-disabled", "email-enabled"])
      let email = random.chance(80) ? HistoryGenerator.relay : "ann@mail.example"
      addEvent(type, sub(of: random.pick(users)), email: email, worldMoment())
    }
    addMail()
    addAppliedLate()
  }

  /// A moment that makes the graces after it meet what sessions of the sub did.
  private mutating func aroundSession(of sub: String) -> Int64 {
    let sessions = drafts.filter { $0.stream == "sessions" && $0.text("appleSub") == sub }
    guard !sessions.isEmpty, random.chance(80) else { return worldMoment() }
    let session = random.pick(sessions)
    let names = ["at", "at", "lastUsedAt", "endedAt", "expiresAt"]
    guard let time = session.time(random.pick(names)) ?? session.time("at") else {
      return worldMoment()
    }
    return edge(time, [0, PlainValues.minute, -limits.revocationGrace, -PlainValues.minute])
  }

  private mutating func addEvent(_ type: String, _ sub: String, email: String?, _ t: Int64) {
    let happened = random.chance(70) ? t : t - random.pick([60, 3600, 86_400]) * PlainValues.second
    let unit = random.chance(50) ? PlainValues.second : 1000
    var parts = ["\"type\":\"\(type)\"", "\"sub\":\"\(sub)\""]
    if random.chance(90) { parts.append("\"event_time\":\(happened / unit)") }
    if let email { parts.append("\"email\":\"\(random.chance(50) ? email : email.uppercased())\"") }
    addReceived(
      [
        (
          "iss",
          .words(
            maybe(
              92,
              random.pick([
                "https://appleid.apple.com", "https://appleid.apple.com",
                "https://account.apple.com",
              ])))
        ),
        (
          "aud",
          .words(
            maybe(92, random.pick(["com.example.app", "com.example.web", "com.example.other"])))
        ),
        ("iat", .moment(maybe(90, t))), ("jti", .text("jti\(number())")),
        ("events", .text("{" + parts.joined(separator: ",") + "}")),
      ], t)
  }

  /// A consent-revoked that was worked off only after the person had come back.
  private mutating func addAppliedLate() {
    let sessions = drafts.indices.filter {
      drafts[$0].stream == "sessions" && drafts[$0].text("appleSub") != nil
    }
    guard random.chance(35), !sessions.isEmpty else { return }
    let index = random.pick(sessions)
    guard let at = drafts[index].time("at"), let sub = drafts[index].text("appleSub") else {
      return
    }
    let happened = edge(at, [0, -PlainValues.minute])
    let processed = edge(at, [0, PlainValues.minute, PlainValues.hour])
    let effect = edge(processed, [0, PlainValues.minute, limits.notificationGrace])
    if random.chance(70) {
      drafts[index]["endedAt"] = .time(effect)
    } else {
      drafts.append(
        DraftRecord(
          "deletions",
          [
            ("id", .text("del\(number())")),
            ("userId", .words(drafts[index].text("userId"))), ("requestedAt", .time(effect)),
            ("channel", .words(maybe(90, random.pick(["notification", "support", "app"])))),
            ("lossDisclosed", .flag(true)), ("confirmedAt", .time(effect)),
          ]))
    }
    let event =
      "{\"type\":\"consent-revoked\",\"sub\":\"\(sub)\","
      + "\"event_time\":\(happened / 1000)}"
    drafts.append(
      DraftRecord(
        "notifications",
        [
          ("iss", .text("https://appleid.apple.com")), ("aud", .text("com.example.app")),
          ("iat", .time(happened)), ("jti", .text("jti\(number())")), ("events", .text(event)),
          ("receivedAt", .time(happened)), ("processedAt", .time(processed)),
        ]))
  }

  private mutating func addMail() {
    let disabled = drafts.filter {
      ($0.text("events") ?? "").contains("email-") && $0.time("receivedAt") != nil
    }.compactMap { $0.time("receivedAt") }
    for _ in 0..<random.pick([0, 1, 1, 2, 3]) {
      let at =
        disabled.isEmpty || random.chance(30)
        ? worldMoment() : edge(random.pick(disabled), [0, skew, PlainValues.hour])
      let to = random.pick([
        HistoryGenerator.relay, "R1@PrivateRelay.AppleID.com", "r2@private.icloud.com",
        "ann@mail.example", "ann@icloud.com",
      ])
      drafts.append(
        DraftRecord(
          "mail",
          [
            ("id", .text("mail\(number())")), ("at", .time(at)), ("to", .text(to)),
            ("userId", .words(maybe(40, random.pick(users)))),
            (
              "status",
              .words(
                maybe(
                  92,
                  random.pick(["sent", "sent", "sent", "bounced", "rejected", "dropped", "queued"]))
              )
            ),
          ]))
    }
  }
}
