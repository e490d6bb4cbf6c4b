/// Rules of the area session.
struct SessionOracle {
  let words: OracleWords

  func judge(into report: inout OracleReport) {
    for session in words.sessions {
      single(session, &report)
      times(session, &report)
    }
    uuids(&report)
    for user in Set(words.sessions.map(\.userId)) { newAccounts(user, &report) }
  }

  private func times(_ session: SessionRecord, _ report: inout OracleReport) {
    let skew = words.skew
    func fire(_ rule: String, when holds: Bool) {
      if holds { report.fire("session." + rule, "session", session.id) }
    }
    // session.too-long: "expiresAt - at > sessionLifetime + skew"; "it defaults to 7d on platform
    // speed only".
    let lifetime =
      words.configuration.sessionLifetime ?? (words.platform == .speed ? 7 * PlainValues.day : nil)
    if let lifetime, let expires = session.expiresAt {
      fire("too-long", when: expires - session.at > lifetime + skew)
    }
    // session.used-after-expiry: "lastUsedAt > expiresAt + skew".
    // session.used-after-end: "lastUsedAt > endedAt + skew".
    if let used = session.lastUsedAt {
      fire("used-after-expiry", when: session.expiresAt.map { used > $0 + skew } ?? false)
      fire("used-after-end", when: session.endedAt.map { used > $0 + skew } ?? false)
    }
    // session.apple-token-as-session: "expiresAt equals the exp of the attempt that names the
    // session, to the second".
    let naming = words.records.attempts.filter { $0.sessionId == session.id }
    if let expires = session.expiresAt {
      fire(
        "apple-token-as-session",
        when: naming.contains { attempt in
          attempt.exp.map { second($0) == second(expires) } ?? false
        })
    }
  }

  private func second(_ time: Int64) -> Int64 {
    time / PlainValues.second
  }

  private func single(_ session: SessionRecord, _ report: inout OracleReport) {
    func fire(_ rule: String, when holds: Bool) {
      if holds { report.fire("session." + rule, "session", session.id) }
    }
    // session.local-flag-on-speed: "method `speed`, isLocalUser true".
    fire("local-flag-on-speed", when: session.method == "speed" && session.isLocalUser == true)
    // session.suggestion-after-link: "linkSuggestion present, isLocalUser false".
    fire(
      "suggestion-after-link", when: session.linkSuggestion != nil && session.isLocalUser == false)
    // session.local-flag-after-link: "isLocalUser true on a session issued after a link of that
    // user (merge: of S)"; quiet: "a deletion lies between".
    if session.isLocalUser == true {
      for link in words.links where link.at < session.at {
        let isGone = words.isGone(session.userId, after: link.at, before: session.at)
        let user = link.keep == "speed" ? link.newUserId ?? link.speedUserId : link.localUserId
        if user == session.userId {
          report.fire("session.local-flag-after-link", "session", session.id, unless: isGone)
        } else if link.keep != "speed", link.speedUserId == session.userId {
          // Whether a link is "of" X, too, isn't said here.
          report.leaveOpen("session.local-flag-after-link", "session", session.id)
        }
      }
    }
    // session.link-token-adopted: "a session's tokenId equals a link's speedTokenId".
    fire(
      "link-token-adopted",
      when: session.tokenId != nil
        && words.links.contains { $0.speedTokenId == session.tokenId })
    // session.unregistered-scheme: "redirectScheme not in urlSchemes (compared without case)";
    // quiet: "`https` (a universal link)".
    if let schemes = words.configuration.urlSchemes?.map({ $0.lowercased() }),
      let scheme = session.redirectScheme?.lowercased()
    {
      fire("unregistered-scheme", when: scheme != "https" && !schemes.contains(scheme))
    }
  }

  private func uuids(_ report: inout OracleReport) {
    var users: [String: Set<String>] = [:]
    var seen: [String: [(at: Int64, uuid: String)]] = [:]
    for session in words.sessions {
      guard let uuid = session.appUserUUID else { continue }
      seen[session.userId, default: []].append((session.at, uuid))
    }
    for account in words.records.accounts {
      if let uuid = account.appUserUUID { seen[account.userId, default: []].append((.max, uuid)) }
    }
    for (user, known) in seen {
      for entry in known { users[entry.uuid, default: []].insert(user) }
      // session.uuid-changed: "one userId with more than one appUserUUID"; quiet: "letter case
      // only; a completed deletion of the user lies between".
      for (a, b) in zip(known, known.dropFirst()) where a.uuid != b.uuid {
        let isGone = words.isGone(user, after: a.at, before: b.at)
        report.fire("session.uuid-changed", "user", user, unless: isGone)
      }
    }
    // session.uuid-shared: "one appUserUUID with more than one userId".
    for (uuid, owners) in users where owners.count > 1 {
      report.fire("session.uuid-shared", "uuid", uuid)
    }
  }

  private func newAccounts(_ user: String, _ report: inout OracleReport) {
    let births = words.sessions(of: user).filter { $0.isNewAccount == true }.map(\.at)
    // session.new-account-twice: "a second isNewAccount true for one userId"; quiet: "a completed
    // deletion lies between".
    for (a, b) in zip(births, births.dropFirst()) {
      let isGone = words.isGone(user, after: a, before: b)
      report.fire("session.new-account-twice", "user", user, unless: isGone)
    }
    // session.rows-before-account: "rows (createdAt), sessions or ledger rows of the user earlier
    // than at - skew of its earliest isNewAccount session"; quiet: "rows from before a deletion
    // that lies between; ledger rows moved by a merge".
    guard let birth = births.first else { return }
    let merged = words.merges.filter { words.reached(from: $0.p).contains(user) }.map(\.t)
    for time in words.sessions(of: user).map(\.at) where time < birth - words.skew {
      let isGone = words.isGone(user, after: time, before: birth)
      report.fire("session.rows-before-account", "user", user, unless: isGone)
    }
    for time in words.rows(of: user).compactMap(\.createdAt) where time < birth - words.skew {
      let isGone = words.isGone(user, after: time, before: birth)
      // Only ledger rows are excused by a merge, but other rows of P may have become S's just so.
      let isMoved = merged.contains { time <= $0 }
      report.fire(
        "session.rows-before-account", "user", user,
        unless: isMoved && isGone == false ? nil : isGone)
    }
    for row in words.chains.rows[user] ?? [] where row.record.at < birth - words.skew {
      let record = row.record
      let versions = words.records.ledger.filter { $0.adjustmentId == record.adjustmentId }
      if versions.contains(where: { $0.movedFrom != nil || $0.userId != user }) {
        report.leaveOpen("session.rows-before-account", "user", user)
      } else if merged.contains(where: { record.at <= $0 }) {
        // Rows of S up to T may have been moved, also where nothing says so.
        report.fire("session.rows-before-account", "user", user, unless: nil)
      } else {
        let isGone = words.isGone(user, after: record.at, before: birth)
        report.fire("session.rows-before-account", "user", user, unless: isGone)
      }
    }
  }
}
