/// Rules of the area link about the calls themselves: conflicts, confirmations, identifiers.
struct LinkAnswerOracle {
  let words: OracleWords

  func judge(into report: inout OracleReport) {
    guard words.records.isExported("links") else { return }
    let already = alreadyLinked(&report)
    for link in words.links { judge(link, already, &report) }
    conflicts(&report)
    if !words.records.isKnown("links", "confirmedAt") {
      report.notEvaluated("link.not-confirmed")
    }
  }

  private func judge(
    _ link: LinkRecord, _ already: Set<String>, _ report: inout OracleReport
  ) {
    let (l, t, skew) = (link.localUserId, link.at, words.skew)
    if link.keep != "speed" {
      // link.identifiers-changed: "kept-local or plain link whose newUserId differs from
      // localUserId, or whose newAppUserUUID differs from L's last known UUID"; quiet: "absent".
      let isOther = link.newUserId.map { $0 != l } ?? false
      let isOtherUUID =
        link.newAppUserUUID.map { new in lastKnownUUID(of: l, before: t).map { $0 != new } ?? false
        }
        ?? false
      if isOther || isOtherUUID { report.fire("link.identifiers-changed", "link", link.id) }
      // link.session-dropped: "kept-local or plain link at T: a session of L issued before T has
      // endedAt within skew of T, or endReason `linked`".
      for session in words.sessions(of: l) where session.at < t {
        let isEnded = session.endedAt.map { abs($0 - t) <= skew } ?? false
        if isEnded || session.endReason == "linked" {
          report.fire("link.session-dropped", "session", session.id)
        }
      }
    }
    if link.keep == nil, isConflictMissed(link) {
      report.fire("link.conflict-not-raised", "link", link.id)
    }
    if link.keep != nil { judgeKeep(link, &report) }
    // link.caller-not-local: "localUserId's latest session before `at` has isLocalUser false";
    // quiet: "no session; `link.already-linked` fires for it".
    let latest = words.sessions(of: l).last { $0.at < t }
    if latest?.isLocalUser == false, !already.contains(link.id) {
      report.fire("link.caller-not-local", "link", link.id)
    }
  }

  private func lastKnownUUID(of user: String, before t: Int64) -> String? {
    if let uuid = words.sessions(of: user).last(where: { $0.at < t && $0.appUserUUID != nil }) {
      return uuid.appUserUUID
    }
    return words.records.accounts.first { $0.userId == user }?.appUserUUID
  }

  /// link.conflict-not-raised: "plain link while X had a session, row or ledger row in this app
  /// before T"; quiet: "all of it before a D of X that is before T; the session that the link flow
  /// itself produced (its tokenId is speedTokenId)".
  private func isConflictMissed(_ link: LinkRecord) -> Bool {
    guard let x = link.speedUserId else { return false }
    let sessions = words.sessions(of: x).filter {
      $0.tokenId == nil || $0.tokenId != link.speedTokenId
    }
    var times = sessions.map(\.at)
    times += words.rows(of: x).compactMap(\.createdAt)
    times += (words.chains.rows[x] ?? []).map(\.record.at)
    return times.contains { $0 < link.at && !words.isDeleted(x, after: $0, before: link.at) }
  }

  private func isPair(_ a: LinkRecord, _ b: LinkRecord) -> Bool {
    a.localUserId == b.localUserId && a.other != nil && a.other == b.other
  }

  private func judgeKeep(_ link: LinkRecord, _ report: inout OracleReport) {
    let conflicts = words.records.links.filter {
      $0.status == 409 && $0.at < link.at && isPair($0, link)
    }
    // link.not-confirmed: "a link with `keep` after a 409 of that pair, or that gives up data
    // (keep speed: P has rows or ledger rows before T; keep local: X has), confirmedAt absent or
    // later than at + skew"; quiet: "confirmedAt not known"; "undated rows count as before T".
    let loser = link.keep == "speed" ? link.previousUserId ?? link.localUserId : link.speedUserId
    let givesUp =
      loser.map { user in
        words.rows(of: user).contains { $0.createdAt.map { $0 < link.at } ?? true }
          || (words.chains.rows[user] ?? []).contains { $0.record.at < link.at }
      } ?? false
    if words.records.isKnown("links", "confirmedAt"), !conflicts.isEmpty || givesUp,
      link.confirmedAt.map({ $0 > link.at + words.skew }) ?? true
    {
      report.fire("link.not-confirmed", "link", link.id)
    }
    // link.retry-other-token: "a 2xx link with `keep` after a 409 of that pair, with another
    // speedTokenId"; quiet: "either absent; more than 1d between"; "the latest 409 of the pair".
    if let conflict = conflicts.max(by: { ($0.at, $0.id) < ($1.at, $1.id) }),
      let before = conflict.speedTokenId, let after = link.speedTokenId, before != after,
      link.at - conflict.at <= PlainValues.day
    {
      report.fire("link.retry-other-token", "link", link.id)
    }
  }

  /// link.conflict-unresolved: "409 `app_data_conflict` with no later 2xx link of the same pair";
  /// quiet: "younger than 1d at as-of".
  private func conflicts(_ report: inout OracleReport) {
    for conflict in words.records.links
    where conflict.status == 409 && conflict.error == "app_data_conflict" {
      // A later link may be of the pair where either's speedUserId isn't known.
      let isResolved = words.links.contains {
        $0.at > conflict.at && $0.localUserId == conflict.localUserId
          && ($0.other == conflict.other || $0.other == nil || conflict.other == nil)
      }
      if !isResolved, conflict.at + PlainValues.day <= words.asOf {
        report.fire("link.conflict-unresolved", "link", conflict.id)
      }
    }
  }

  /// link.already-linked: "a link of a localUserId that was linked before, to another
  /// speedUserId"; quiet: "a deletion lies between". Returns the links it fires for.
  private func alreadyLinked(_ report: inout OracleReport) -> Set<String> {
    var found: Set<String> = []
    let isEvaluated = words.records.isKnown("links", "speedUserId")
    for link in words.links {
      guard let x = link.other else { continue }
      let l = link.localUserId
      let isRepeated = words.links.contains { earlier in
        guard earlier.localUserId == l, earlier.at < link.at, let other = earlier.other else {
          return false
        }
        return other != x && !words.isDeleted(l, after: earlier.at, before: link.at)
      }
      if isRepeated {
        if isEvaluated { report.fire("link.already-linked", "user", l) }
        found.insert(link.id)
      }
    }
    return found
  }
}

extension LinkRecord {
  /// Who the caller is linked with: at a merge "the response's user id when keep is `speed`" stands
  /// in for a speedUserId that is absent.
  fileprivate var other: String? { speedUserId ?? (keep == "speed" ? newUserId : nil) }
}
