/// Rules of the area notification about what a withdrawn consent or a deleted Apple account led to.
struct RevocationOracle {
  let words: OracleWords

  func judge(into report: inout OracleReport) {
    for event in words.events where event.source == .siwa {
      guard let sub = event.sub, let t = words.time(of: event) else { continue }
      if event.type == "consent-revoked" || event.type == "account-deleted" {
        for session in words.sessions(ofSub: sub) { judge(session, event, t, &report) }
      }
      if event.type == "account-deleted" { accountDeleted(sub, t, &report) }
    }
    for event in words.records.notifications where event.type == "consent-revoked" {
      applied(event, &report)
    }
  }

  private func judge(
    _ session: SessionRecord, _ event: NotificationRecord, _ t: Int64, _ report: inout OracleReport
  ) {
    guard session.at < event.eventTime ?? t else { return }
    let limit = t + words.configuration.revocationGrace
    // notification.session-alive: "a session of that sub issued before its eventTime (else t) and
    // used later than t + revocationGrace".
    if let used = session.lastUsedAt, used > limit {
      report.fire("notification.session-alive", "user", session.userId)
      return
    }
    // notification.session-not-ended: "the session is not used later, but has no endedAt by t +
    // revocationGrace and expires later than that, and t + revocationGrace < as-of"; quiet: "the
    // user was deleted by then".
    let isEnded = session.endedAt.map { $0 <= limit } ?? false
    // A session that began after a D is of an account that came back.
    let isDeleted = (words.completions[session.userId] ?? []).contains {
      session.at <= $0 && $0 <= limit
    }
    if !isEnded, !isDeleted, let expires = session.expiresAt, expires > limit, limit < words.asOf {
      report.fire("notification.session-not-ended", "session", session.id)
    }
  }

  /// notification.account-deleted-ignored: "account-deleted at t, t + deletionDeadline < as-of, and
  /// the sub's user has no D by then"; quiet: "the user was deleted or merged before t"; "after a
  /// merge: S is the sub's user, its missing D fires".
  private func accountDeleted(_ sub: String, _ t: Int64, _ report: inout OracleReport) {
    let limit = t + words.configuration.deletionDeadline
    guard limit < words.asOf, let last = words.sessions(ofSub: sub).last(where: { $0.at < t })
    else { return }
    // "**the sub's user** = the user of the sub's latest session before t".
    let user = last.userId
    // "merged before t" is quiet, and "S is the sub's user, its missing D fires": both are written.
    for other in words.reached(from: user) where words.merges.contains(where: { $0.p == user }) {
      report.leaveOpen("notification.account-deleted-ignored", "user", other)
    }
    let isDeleted = (words.completions[user] ?? []).contains { last.at <= $0 && $0 <= limit }
    if !isDeleted { report.fire("notification.account-deleted-ignored", "user", user) }
  }

  /// notification.stale-applied: "consent-revoked with eventTime before a sign-in of that sub,
  /// itself before processedAt, and that session was ended, or a deletion of its user requested
  /// other than by channel `app` or `web`, within notificationGrace after processedAt"; quiet: "the
  /// session's endReason is the user's own (`sign-out`, `signed-out`, `logout`); the session was
  /// ended by a deletion by channel `app` or `web`".
  private func applied(_ event: NotificationRecord, _ report: inout OracleReport) {
    guard let sub = event.sub, let happened = event.eventTime, let processed = event.processedAt
    else { return }
    let limit = processed + words.configuration.notificationGrace
    let isWithin = { (time: Int64) in processed <= time && time <= limit }
    for session in words.sessions(ofSub: sub)
    where happened < session.at && session.at < processed {
      let own = words.records.deletions.filter { $0.userId == session.userId }
      var isApplied = false
      if let ended = session.endedAt, isWithin(ended),
        !(session.endReason.map { ["sign-out", "signed-out", "logout"].contains($0) } ?? false)
      {
        let isByDeletion = own.contains {
          ["app", "web"].contains($0.channel) && session.at <= $0.requestedAt
            && $0.requestedAt <= ended + words.skew
        }
        isApplied = !isByDeletion
      }
      let isDeleted = own.contains {
        isWithin($0.requestedAt) && $0.channel != "app" && $0.channel != "web"
      }
      if isApplied || isDeleted {
        report.fire("notification.stale-applied", "notification", event.id)
        if !OracleWords.isProcessed(event) {
          report.leaveOpen("notification.stale-applied", "notification", event.id)
        }
      }
    }
  }
}
