/// Rules of the area deletion about data, order and what the person was told.
struct DeletionOracle {
  let words: OracleWords

  func judge(into report: inout OracleReport) {
    guard words.records.isExported("deletions") else { return }
    for deletion in words.records.deletions {
      told(deletion, &report)
      open(deletion, &report)
      if let d = OracleWords.completion(of: deletion) { completed(deletion, d, &report) }
    }
    lower(&report)
    for (field, rule) in [("lossDisclosed", "loss-not-disclosed"), ("confirmedAt", "unconfirmed")]
    where !words.records.isKnown("deletions", field) {
      report.notEvaluated("deletion." + rule)
    }
  }

  private func hasLaterCompleted(_ deletion: DeletionRecord) -> Bool {
    words.records.deletions.contains {
      $0.userId == deletion.userId && $0.requestedAt > deletion.requestedAt
        && OracleWords.completion(of: $0) != nil
    }
  }

  private func told(_ deletion: DeletionRecord, _ report: inout OracleReport) {
    // deletion.not-in-app: "channel is `email` or `support`".
    if deletion.channel == "email" || deletion.channel == "support" {
      report.fire("deletion.not-in-app", "deletion", deletion.id)
    }
    // deletion.loss-not-disclosed: "balance at requestedAt above 0 and lossDisclosed not true";
    // quiet: "lossDisclosed not known: not evaluated".
    let balance = words.chains.balance(of: deletion.userId, at: deletion.requestedAt)
    if words.records.isKnown("deletions", "lossDisclosed"), let balance, balance > 0,
      deletion.lossDisclosed != true
    {
      report.fire("deletion.loss-not-disclosed", "deletion", deletion.id)
    }
    // deletion.subscription-notice-missing: "hasActiveSubscription true, subscriptionNoticeShown
    // not true".
    if deletion.hasActiveSubscription == true, deletion.subscriptionNoticeShown != true {
      report.fire("deletion.subscription-notice-missing", "deletion", deletion.id)
    }
    // deletion.out-of-order: "platform speed: unlinkedAt (status 2xx or not recorded) <
    // dataDeletedAt - skew, or unlinked with dataDeletedAt absent (field known)".
    let isUnlinked =
      deletion.unlinkStatus.map { OracleWords.isSuccess($0) } ?? (deletion.unlinkedAt != nil)
    if words.platform == .speed, isUnlinked {
      let isEarly = deletion.dataDeletedAt.map { deleted in
        deletion.unlinkedAt.map { $0 < deleted - words.skew } ?? false
      }
      if isEarly ?? words.records.isKnown("deletions", "dataDeletedAt") {
        report.fire("deletion.out-of-order", "deletion", deletion.id)
      }
    }
    consentRevoked(deletion, &report)
  }

  /// deletion.by-consent-revoked: "channel `notification`, and the sub (appleSub, else that of the
  /// user's latest Apple session) has a consent-revoked but no account-deleted before requestedAt".
  private func consentRevoked(_ deletion: DeletionRecord, _ report: inout OracleReport) {
    guard deletion.channel == "notification" else { return }
    let latest = words.sessions(of: deletion.userId).last {
      $0.method == "apple" && $0.appleSub != nil
    }
    // "accounts: its appleSub … count as known", with a session or without.
    let account = words.records.accounts.first { $0.userId == deletion.userId }
    guard let sub = deletion.appleSub ?? latest?.appleSub ?? account?.appleSub else { return }
    // "**the notification's t** = the earliest receivedAt of that id, else its event time."
    var times: [String: Int64] = [:]
    var types: [String: String] = [:]
    for event in words.records.notifications where event.sub == sub {
      guard let t = event.receivedAt ?? event.eventTime else { continue }
      times[event.id] = min(times[event.id] ?? t, t)
      types[event.id] = event.type
    }
    func has(_ type: String) -> Bool {
      times.contains { types[$0.key] == type && $0.value < deletion.requestedAt }
    }
    if has("consent-revoked"), !has("account-deleted") {
      report.fire("deletion.by-consent-revoked", "deletion", deletion.id)
    }
  }

  private func open(_ deletion: DeletionRecord, _ report: inout OracleReport) {
    // deletion.stalled: "no D, requestedAt + deletionDeadline < as-of"; quiet: "a later deletion of
    // the same user has D".
    // "A rule … whose needed fields aren't known … is not evaluated": without them D isn't known.
    let isKnown = { words.records.isKnown("deletions", $0) }
    let showsCompletion =
      isKnown("completedAt") || isKnown("dataDeletedAt")
      || (isKnown("unlinkedAt") && isKnown("unlinkStatus"))
    if OracleWords.completion(of: deletion) == nil, showsCompletion,
      deletion.requestedAt + words.configuration.deletionDeadline < words.asOf,
      !hasLaterCompleted(deletion)
    {
      report.fire("deletion.stalled", "deletion", deletion.id)
    }
    // deletion.blocked-by-apple: "tokenExchangeStatus or revokeStatus is not 2xx, no dataDeletedAt,
    // and more than revocationGrace has passed since requestedAt at as-of"; quiet: "a later
    // deletion of the user has D".
    let isRefused = [deletion.tokenExchangeStatus, deletion.revokeStatus].contains {
      $0.map { !OracleWords.isSuccess($0) } ?? false
    }
    if isRefused, deletion.dataDeletedAt == nil,
      words.records.isKnown("deletions", "dataDeletedAt"),
      deletion.requestedAt + words.configuration.revocationGrace < words.asOf,
      !hasLaterCompleted(deletion)
    {
      report.fire("deletion.blocked-by-apple", "deletion", deletion.id)
    }
  }

  private func completed(
    _ deletion: DeletionRecord, _ d: Int64, _ report: inout OracleReport
  ) {
    let (user, skew) = (deletion.userId, words.skew)
    let sessions = words.sessions(of: user)
    // deletion.data-remains: "rows of the user in a snapshot later than D, created at or before D,
    // or without createdAt while no session of the user is later than D".
    let remains = words.rows(of: user).contains { row in
      if let created = row.createdAt { return created <= d }
      return !sessions.contains { $0.at > d }
    }
    if words.snapshot > d, remains { report.fire("deletion.data-remains", "user", user) }
    // deletion.session-survives: "a session issued before D and used later than D + skew".
    if sessions.contains(where: { $0.at < d && ($0.lastUsedAt ?? $0.at) > d + skew }) {
      report.fire("deletion.session-survives", "user", user)
    }
    // deletion.unconfirmed: "D, and confirmedAt absent or later than dataDeletedAt + skew"; quiet:
    // "confirmedAt not known: not evaluated; channel `notification`".
    if words.records.isKnown("deletions", "confirmedAt"), deletion.channel != "notification" {
      let isLate = deletion.confirmedAt.map { confirmed in
        deletion.dataDeletedAt.map { confirmed > $0 + skew } ?? false
      }
      if isLate ?? true { report.fire("deletion.unconfirmed", "deletion", deletion.id) }
    }
    guard isLocal(deletion) == true else { return }
    if isResurrected(deletion, d) { report.fire("deletion.account-resurrected", "user", user) }
    if !rowsAfter(deletion, d).isEmpty { report.fire("deletion.ledger-after", "user", user) }
  }

  /// deletion.account-resurrected: "local account: a session of the same userId issued later than
  /// D + skew; or the next session of its appleSub after D is not isNewAccount".
  private func isResurrected(_ deletion: DeletionRecord, _ d: Int64) -> Bool {
    let sessions = words.sessions(of: deletion.userId)
    if sessions.contains(where: { $0.at > d + words.skew }) { return true }
    let latest = sessions.last { $0.method == "apple" && $0.appleSub != nil }
    guard let sub = deletion.appleSub ?? latest?.appleSub,
      let next = words.sessions.first(where: { $0.appleSub == sub && $0.at > d }),
      words.records.isKnown("sessions", "isNewAccount")
    else { return false }
    return next.isNewAccount != true
  }

  /// deletion.ledger-after: "local account: an applied ledger row later than D + skew"; quiet:
  /// "`forfeit`; usage with startedAt <= D".
  private func rowsAfter(_ deletion: DeletionRecord, _ d: Int64) -> [LedgerRecord] {
    (words.chains.rows[deletion.userId] ?? []).map(\.record).filter {
      $0.applied && $0.at > d + words.skew && $0.kind != "forfeit"
        && !($0.kind == "usage" && ($0.startedAt ?? $0.at) <= d)
    }
  }

  /// "**local account** at a deletion: `accountKind`; else isLocalUser of the user's latest session
  /// before requestedAt that has it, and no link of the user before. Unknown = … quiet."
  private func isLocal(_ deletion: DeletionRecord) -> Bool? {
    if let kind = deletion.accountKind { return kind == "local" }
    let latest = words.sessions(of: deletion.userId).last {
      $0.at < deletion.requestedAt && $0.isLocalUser != nil
    }
    guard let flag = latest?.isLocalUser else { return nil }
    return flag && !words.links(of: deletion.userId).contains { $0.at < deletion.requestedAt }
  }

  /// "where `startedAt` isn't known in the ledger … fire for `usage` rows with severity medium".
  private func lower(_ report: inout OracleReport) {
    if words.records.isKnown("ledger", "startedAt") { return }
    for finding in report.verdict.findings where finding.rule == "deletion.ledger-after" {
      var rows: [LedgerRecord] = []
      for deletion in words.records.deletions where deletion.userId == finding.subject {
        guard let d = OracleWords.completion(of: deletion), isLocal(deletion) == true else {
          continue
        }
        rows += rowsAfter(deletion, d)
      }
      if rows.allSatisfy({ $0.kind == "usage" }) {
        report.lower(finding.rule, finding.kind, finding.subject)
      }
    }
  }
}
