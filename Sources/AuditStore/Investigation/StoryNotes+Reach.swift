internal import AuditModel

extension StoryNotes {
  private static let namesakeLimit = 4

  /// Why somebody may be locked out: refused sign-ins, withdrawn consent, ended sessions.
  mutating func noteSignIns() {
    let sessions = records[.sessions].sorted(by: Self.isOlder)
    let attempts = records[.attempts].sorted(by: Self.isOlder)
    let last = sessions.last?.number("at") ?? .min
    let refused = attempts.filter {
      $0.text("outcome") == "rejected" && $0.number("at") ?? .min > last
    }
    if let newest = refused.last {
      let reason = newest.text("reason") ?? newest.text("client_error") ?? "no reason is recorded"
      let times =
        refused.count == 1 ? "The last sign-in was" : "The last \(refused.count) sign-ins were"
      say(
        "\(times) refused, at \(Written.time(newest.number("at") ?? 0)): \(reason).",
        isTrouble: true)
    }
    let withdrawn = records[.notifications].filter {
      ["consent-revoked", "account-deleted", "account-delete"].contains($0.text("type") ?? "")
    }.max { Self.heard($0) < Self.heard($1) }
    if let withdrawn {
      let told = withdrawn.number("event_time") ?? Self.heard(withdrawn)
      let since = last > told ? "The person signed in again since." : "No sign-in is known since."
      say(
        "Apple told of \(withdrawn.text("type") ?? "") at \(Written.time(told)). \(since)",
        isTrouble: last <= told)
    }
    guard let newest = sessions.last, let ended = newest.number("ended_at") else { return }
    let reason = newest.text("end_reason").map { ": \($0)" } ?? ", without a reason"
    let alike = sessions.filter {
      $0.number("ended_at") != nil && $0.text("end_reason") == newest.text("end_reason")
    }
    let times = alike.count > 1 ? ", as \(alike.count) of \(sessions.count) sessions did" : ""
    say("The last session (\(newest.key)) ended at \(Written.time(ended))\(reason)\(times).")
  }

  /// Accounts that nothing but a mail address has in common with these: another way to sign in made
  /// another account, and what the person misses may be there.
  mutating func noteNamesakes() throws(StoreError) {
    var hashes: [String] = []
    for record in records[.sessions] + records[.accounts] {
      if let hash = record.text("email_hash"), !hashes.contains(hash) { hashes.append(hash) }
    }
    let found = try accounts.reader.users(ofAddresses: hashes).subtracting(users)
    guard !found.isEmpty else { return }
    // Users are numbered as they are read, so their numbers are no order.
    let names = try found.map { user throws(StoreError) in try name(user) }
      .sorted { $0.utf8Precedes($1) }.prefix(Self.namesakeLimit)
    let more = found.count - names.count
    say(
      "The same mail address is of \(names.joined(separator: ", "))"
        + (more > 0 ? " and \(more) more" : "") + ", which nothing else ties to these accounts.",
      isTrouble: true)
  }

  /// Why mail may not arrive: forwarding switched off, bounces, none sent.
  mutating func noteMail() {
    let forwarding = records[.notifications].filter {
      ["email-disabled", "email-enabled"].contains($0.text("type") ?? "")
    }.max { Self.heard($0) < Self.heard($1) }
    if let forwarding, forwarding.text("type") == "email-disabled" {
      say(
        "Mail forwarding is switched off: Apple told so at \(Written.time(Self.heard(forwarding))), "
          + "and nothing since switched it on.", isTrouble: true)
    }
    if let forwarding, forwarding.text("type") == "email-enabled",
      records[.notifications].contains(where: { $0.text("type") == "email-disabled" })
    {
      say(
        "Mail forwarding was switched off, and on again: Apple told so at "
          + "\(Written.time(Self.heard(forwarding))).")
    }
    let mails = records[.mail].sorted(by: Self.isOlder)
    let lost = mails.filter { $0.text("status").map(MailStatus.isFailure) ?? false }
    if let newest = lost.last {
      say(
        "\(lost.count) of \(mails.count) mails did not arrive, the last at "
          + "\(Written.time(newest.number("at") ?? 0)) to \(newest.text("address") ?? ""): "
          + "\(newest.text("status") ?? "").", isTrouble: true)
    }
    var addresses: [String] = []
    for record in records[.sessions] + records[.accounts] + records[.attempts] {
      if let email = record.text("email"), !addresses.contains(email) { addresses.append(email) }
    }
    if addresses.isEmpty, !records[.sessions].isEmpty {
      say("No mail address of these accounts is in the exports.")
    }
  }

  private static func heard(_ record: StoryRecord) -> Int64 {
    record.number("received_at") ?? record.number("event_time") ?? .min
  }

  private static func isOlder(_ left: StoryRecord, _ right: StoryRecord) -> Bool {
    (left.number("at") ?? .min, left.row) < (right.number("at") ?? .min, right.row)
  }
}

/// Words by which mail systems say that a mail did not arrive.
enum MailStatus {
  static func isFailure(_ status: String) -> Bool {
    let status = status.lowercased()
    return ["bounce", "fail", "reject", "drop", "block", "refus", "undeliver", "complain"]
      .contains { status.contains($0) }
  }
}
