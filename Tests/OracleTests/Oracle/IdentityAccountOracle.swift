/// Rules of the area identity about accounts and the subs behind them.
struct IdentityAccountOracle {
  let words: OracleWords

  func judge(into report: inout OracleReport) {
    let appleSessions = words.sessions.filter { $0.method == "apple" }
    for session in appleSessions {
      attempts(of: session, &report)
      unlinked(session, &report)
      codes(of: session, &report)
      name(of: session, &report)
    }
    for attempt in words.records.attempts { named(by: attempt, &report) }
    for sub in Set(appleSessions.compactMap(\.appleSub)) { split(sub, &report) }
    for user in Set(words.sessions.map(\.userId)).union(words.records.accounts.map(\.userId)) {
      shared(user, &report)
      lostName(user, &report)
    }
    emails(&report)
  }

  private func attempts(of session: SessionRecord, _ report: inout OracleReport) {
    let naming = words.records.attempts.filter { $0.sessionId == session.id }
    // identity.session-without-attempt: "an `apple` session that no accepted attempt names in
    // `sessionId`; `attempts` is in `export.complete`".
    if !naming.contains(where: \.isAccepted) {
      report.fire("identity.session-without-attempt", "session", session.id)
    }
  }

  private func named(by attempt: AttemptRecord, _ report: inout OracleReport) {
    guard let session = words.session(attempt.sessionId) else { return }
    if attempt.isAccepted {
      // identity.subject-mismatch: "an accepted attempt's `sub` differs from its session's
      // `appleSub`"; quiet: "either absent".
      if let sub = attempt.sub, let own = session.appleSub, sub != own {
        // A sub that accounts fill in is today's, so a team transfer since then explains it.
        let isFilled = words.records.sessions.contains { $0.id == session.id && $0.appleSub == nil }
        let isTransferred = words.isTransferred(after: session.at, before: .max)
        report.fire(
          "identity.subject-mismatch", "session", session.id,
          unless: isFilled ? isTransferred : false)
      }
    } else if !words.records.attempts.contains(where: {
      $0.isAccepted && $0.sessionId == session.id
    }) {
      // identity.session-from-refused: "a rejected attempt names a session that exists"; quiet:
      // "an accepted attempt names it too".
      report.fire("identity.session-from-refused", "session", session.id)
    }
  }

  /// identity.linked-without-link: "an Apple session of a user whose earlier sessions all had
  /// another method, with no link of that user (as L, S or X) before it"; quiet: "a deletion of the
  /// user lies between".
  private func unlinked(_ session: SessionRecord, _ report: inout OracleReport) {
    let (rule, user) = ("identity.linked-without-link", session.userId)
    let earlier = words.sessions(of: user).filter { $0.at < session.at }
    let isLinked = words.links(of: user).contains { $0.at < session.at }
    let isGone = { words.isGone(user, after: $0, before: session.at) }
    let since = earlier.filter { isGone($0.at) == false }
    func isOther(_ session: SessionRecord) -> Bool {
      session.method != nil && session.method != "apple"
    }
    if isLinked || since.isEmpty && !earlier.contains(where: { isGone($0.at) == nil }) { return }
    guard since.allSatisfy(isOther) else { return }
    // Which sessions before a deletion count among "earlier sessions" isn't said.
    report.fire(rule, "user", user, unless: since.count == earlier.count ? false : nil)
  }

  /// identity.code-never-exchanged: "platform direct, `applecalls` complete: an Apple isNewAccount
  /// session whose user or sub has no 2xx exchange of an authorization code"; quiet: "a deletion's
  /// tokenExchangedAt with status 2xx counts; younger than 1h at as-of".
  private func codes(of session: SessionRecord, _ report: inout OracleReport) {
    guard session.isNewAccount == true, session.at + PlainValues.hour <= words.asOf else { return }
    let user = session.userId
    func isTheirs(_ other: String?, _ sub: String?) -> Bool {
      other == user || (sub != nil && sub == session.appleSub)
    }
    let isCalled = words.records.applecalls.contains {
      $0.endpoint == "token" && $0.grantType != "refresh_token" && OracleWords.isSuccess($0.status)
        && isTheirs($0.userId, $0.sub)
    }
    let isAtDeletion = words.records.deletions.contains {
      $0.tokenExchangedAt != nil && OracleWords.isSuccess($0.tokenExchangeStatus)
        && isTheirs($0.userId, $0.appleSub)
    }
    if !isCalled, !isAtDeletion { report.fire("identity.code-never-exchanged", "user", user) }
  }

  /// identity.name-not-forwarded: "isNewAccount true, method apple, fullNameReceived false"; quiet:
  /// "absent; the sub is known from before and no 2xx revoke or consent-revoked of it lies
  /// between".
  private func name(of session: SessionRecord, _ report: inout OracleReport) {
    guard session.isNewAccount == true, session.fullNameReceived == false else { return }
    guard let sub = session.appleSub else {
      report.fire("identity.name-not-forwarded", "session", session.id)
      return
    }
    let withdrawals = revokes(of: sub) + consents(of: sub)
    func isKnown(from sightings: [Int64]) -> Bool? {
      guard let last = sightings.filter({ $0 < session.at }).max() else { return false }
      return OracleWords.isAny(of: withdrawals, from: last, to: session.at).map { !$0 }
    }
    let signIns = words.sessions(ofSub: sub).map(\.at)
    let records = words.records
    func isTheirs(_ other: String?, _ user: String?) -> Bool {
      other == sub || user == session.userId
    }
    var others = records.attempts.filter { isTheirs($0.sub, $0.userId) }.map(\.at)
    others += records.deletions.filter { isTheirs($0.appleSub, $0.userId) }.map(\.requestedAt)
    others += records.applecalls.filter { isTheirs($0.sub, $0.userId) }.map(\.at)
    others += records.accounts.filter { $0.appleSub == sub }.compactMap(\.createdAt)
    others += words.events.filter { $0.sub == sub }.compactMap { words.time(of: $0) }
    // Whether a sub is "known from before" by other records than sessions isn't said.
    let answers = Set([isKnown(from: signIns), isKnown(from: signIns + others)])
    // Nor when a revoke was that was answered at no known time.
    let isOpen = answers.count > 1 || hasUndatedRevoke(of: sub)
    report.fire(
      "identity.name-not-forwarded", "session", session.id,
      unless: isOpen ? nil : answers.first ?? nil)
  }

  /// "A 2xx revoke of a sub: Apple's `/auth/revoke`, or on platform speed the unlink step."
  private func revokes(of sub: String) -> [Int64] {
    var times = words.records.applecalls.filter { call in
      call.endpoint == "revoke" && OracleWords.isSuccess(call.status)
        && (call.sub ?? call.userId.flatMap { subs(of: $0).first }) == sub
    }.map(\.at)
    for deletion in words.records.deletions {
      guard
        deletion.appleSub == sub || deletion.appleSub == nil && subs(of: deletion.userId) == [sub]
      else { continue }
      if OracleWords.isSuccess(deletion.revokeStatus), let at = deletion.revokedAt {
        times.append(at)
      }
      if words.platform == .speed, OracleWords.isSuccess(deletion.unlinkStatus),
        let at = deletion.unlinkedAt
      {
        times.append(at)
      }
    }
    return times
  }

  private func hasUndatedRevoke(of sub: String) -> Bool {
    words.records.deletions.contains { deletion in
      (deletion.appleSub == sub || deletion.appleSub == nil && subs(of: deletion.userId) == [sub])
        && (OracleWords.isSuccess(deletion.revokeStatus) && deletion.revokedAt == nil
          || OracleWords.isSuccess(deletion.unlinkStatus) && deletion.unlinkedAt == nil)
    }
  }

  private func subs(of user: String) -> Set<String> { words.anySubs(of: user) }

  private func consents(of sub: String) -> [Int64] {
    words.events.filter { $0.type == "consent-revoked" && $0.sub == sub }
      .compactMap { words.time(of: $0) }
  }

  /// identity.split-account: "Apple sessions of one appleSub, in time order, go from user A to B";
  /// quiet: "A was deleted (D) or merged into B (through any chain) before that, or a team transfer
  /// lies between".
  private func split(_ sub: String, _ report: inout OracleReport) {
    let sessions = words.sessions(ofSub: sub).filter { $0.method == "apple" }
    for (a, b) in zip(sessions, sessions.dropFirst()) where a.userId != b.userId {
      let isGone = (words.completions[a.userId] ?? []).contains { $0 < b.at }
      if isGone || words.isMerged(a.userId, into: b.userId, before: b.at) { continue }
      let isTransferred = words.isTransferred(after: a.at, before: b.at)
      report.fire("identity.split-account", "sub", sub, unless: isTransferred)
    }
  }

  /// identity.shared-account: "one userId with two or more appleSubs"; quiet: "P merged into it
  /// brought the other sub; a team transfer lies between; a deletion of that user lies between";
  /// "a sub that an absorbed account brought is fine wherever it appears".
  private func shared(_ user: String, _ report: inout OracleReport) {
    var seen = words.sessions(of: user).compactMap { session in
      session.appleSub.map { (at: session.at, sub: $0) }
    }
    for account in words.records.accounts where account.userId == user {
      // The users table holds today's state.
      if let sub = account.appleSub { seen.append((at: .max, sub: sub)) }
    }
    let brought = words.absorbed(by: user).reduce(into: Set<String>()) {
      $0.formUnion(words.anySubs(of: $1))
    }
    seen.removeAll { brought.contains($0.sub) }
    for (a, b) in zip(seen, seen.dropFirst()) where a.sub != b.sub {
      let excuses = [
        words.isGone(user, after: a.at, before: b.at),
        words.isTransferred(after: a.at, before: b.at),
      ]
      report.fire(
        "identity.shared-account", "user", user,
        unless: excuses.contains(true) ? true : excuses.contains(nil) ? nil : false)
    }
  }

  /// identity.name-lost: "the user's first Apple session has fullNameReceived true, and no session
  /// of the user from then on has a name".
  private func lostName(_ user: String, _ report: inout OracleReport) {
    let sessions = words.sessions(of: user)
    guard let first = sessions.first(where: { $0.method == "apple" }),
      first.fullNameReceived == true,
      !sessions.contains(where: { $0.at >= first.at && $0.hasName }),
      words.records.isNameInSessions
        || words.records.accounts.contains(where: { $0.userId == user })
    else { return }
    report.fire("identity.name-lost", "user", user)
  }

  /// identity.email-as-key: "a userId that is an email address, in any stream".
  private func emails(_ report: inout OracleReport) {
    for user in words.records.everyUser {
      let parts = user.split(separator: "@", omittingEmptySubsequences: false)
      if parts.count == 2, !parts[0].isEmpty, parts[1].contains(".") {
        report.fire("identity.email-as-key", "user", user)
      }
    }
  }
}

extension OracleRecords {
  /// Every user id in any stream.
  fileprivate var everyUser: Set<String> {
    var users = Set(sessions.map(\.userId)).union(accounts.map(\.userId))
    users.formUnion(attempts.compactMap(\.userId))
    for link in links {
      let named = [link.speedUserId, link.previousUserId, link.newUserId]
      users.formUnion(named.compactMap { $0 } + [link.localUserId])
    }
    users.formUnion(ledger.map(\.userId))
    users.formUnion(balances.map(\.userId))
    users.formUnion(purchases.compactMap(\.userId))
    users.formUnion(deletions.map(\.userId))
    users.formUnion(applecalls.compactMap(\.userId))
    users.formUnion(mail.compactMap(\.userId))
    users.formUnion(rows.map(\.userId))
    return users
  }
}
