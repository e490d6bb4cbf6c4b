/// Rules of the area deletion about Apple's endpoints: revocation and authorization codes.
struct DeletionAppleOracle {
  let words: OracleWords

  func judge(into report: inout OracleReport) {
    for deletion in words.records.deletions {
      if let d = OracleWords.completion(of: deletion) { revoke(deletion, d, &report) }
      // deletion.stale-code: "a code exchanged later than codeIssuedAt + authorizationCodeLifetime
      // + skew (deletions, or applecalls with grant `authorization_code`)".
      if let at = deletion.tokenExchangedAt, isStale(deletion.codeIssuedAt, at) {
        report.fire("deletion.stale-code", "deletion", deletion.id)
      }
      // deletion.wrong-apple-account: "idTokenSub differs from appleSub and the data was deleted
      // all the same"; quiet: "the deletion stopped".
      if let presented = deletion.idTokenSub, let own = deletion.appleSub, presented != own,
        deletion.dataDeletedAt ?? deletion.completedAt != nil
      {
        report.fire("deletion.wrong-apple-account", "deletion", deletion.id)
      }
    }
    for call in words.records.applecalls
    where call.endpoint == "token" && call.grantType == "authorization_code" {
      if isStale(call.codeIssuedAt, call.at) {
        report.fire("deletion.stale-code", "applecall", call.id)
      }
    }
    codes(&report)
  }

  private func isStale(_ issued: Int64?, _ at: Int64) -> Bool {
    issued.map { at > $0 + words.configuration.authorizationCodeLifetime + words.skew } ?? false
  }

  private func subs(of deletion: DeletionRecord) -> Set<String> {
    words.subs(of: deletion.userId).union([deletion.appleSub].compactMap { $0 })
  }

  /// The `applecalls` revokes "for the user or sub at or after requestedAt".
  private func calls(for deletion: DeletionRecord) -> [AppleCallRecord] {
    let subs = subs(of: deletion)
    return words.records.applecalls.filter {
      $0.endpoint == "revoke" && $0.at >= deletion.requestedAt
        && ($0.userId == deletion.userId || ($0.sub.map(subs.contains) ?? false))
    }
  }

  private func revoke(_ deletion: DeletionRecord, _ d: Int64, _ report: inout OracleReport) {
    let isSpeed = words.platform == .speed
    let (at, status) =
      isSpeed
      ? (deletion.unlinkedAt, deletion.unlinkStatus) : (deletion.revokedAt, deletion.revokeStatus)
    let calls = calls(for: deletion)
    let fields = isSpeed ? ["unlinkedAt", "unlinkStatus"] : ["revokedAt", "revokeStatus"]
    let isRecorded =
      fields.contains { words.records.isKnown("deletions", $0) }
      || (!isSpeed && words.records.isExported("applecalls"))
    if isRecorded, at == nil, status == nil, isSpeed || calls.isEmpty {
      // deletion.missing-revoke: "D + revocationGrace <= as-of and no revoke was tried (neither
      // time nor status of one)"; quiet: "direct, and the account is known never to have used
      // Apple"; "direct with neither sessions nor appleSub known: not evaluated".
      let isTaught =
        words.records.isExported("sessions") || words.records.isKnown("deletions", "appleSub")
      if !isSpeed && !isTaught {
        report.notEvaluated("deletion.missing-revoke")
      } else if d + words.configuration.revocationGrace <= words.asOf,
        isSpeed || !hasNeverUsedApple(deletion, d)
      {
        report.fire("deletion.missing-revoke", "deletion", deletion.id)
      }
    }
    // deletion.revoke-failed: "D, a revoke was tried and answered, and none answered 2xx"; quiet:
    // "a later one did; the answer isn't recorded". "A 2xx revoke: Apple's `/auth/revoke`, or on
    // platform speed the unlink step."
    func answers(of deletion: DeletionRecord) -> [(at: Int64?, status: Int64?)] {
      [
        (deletion.unlinkedAt, isSpeed ? deletion.unlinkStatus : nil),
        (deletion.revokedAt, deletion.revokeStatus),
      ]
    }
    let all = answers(of: deletion).compactMap(\.status) + calls.map(\.status)
    let subs = subs(of: deletion)
    // Of an answer without a time only its deletion's request says how late it is at least.
    let later = words.records.deletions.filter { other in
      other.id != deletion.id
        && (other.userId == deletion.userId || (other.appleSub.map(subs.contains) ?? false))
    }.flatMap { other in
      answers(of: other).filter { ($0.at ?? other.requestedAt) > deletion.requestedAt }
        .compactMap(\.status)
    }
    let hasSuccess = (all + later).contains { OracleWords.isSuccess($0) }
    // Without the platform's answers nothing says that none of them was 2xx.
    let isAnswered = !isSpeed || words.records.isKnown("deletions", "unlinkStatus")
    if isAnswered, !all.isEmpty, !hasSuccess {
      report.fire("deletion.revoke-failed", "deletion", deletion.id)
    }
  }

  /// "(it has sessions at or before D, none of them apple, and no appleSub)".
  private func hasNeverUsedApple(_ deletion: DeletionRecord, _ d: Int64) -> Bool {
    let sessions = words.sessions(of: deletion.userId).filter { $0.at <= d }
    return !sessions.isEmpty && !sessions.contains { $0.method == "apple" }
      && deletion.appleSub == nil && words.subs(of: deletion.userId).isEmpty
      && words.sessions(of: deletion.userId).allSatisfy { $0.appleSub == nil }
  }

  /// deletion.code-reused: "one codeHash in exchanges that fall into two or more groups more than
  /// skew apart, or in two applecalls that both answered 2xx"; "groups by single linkage (a gap
  /// longer than skew starts a new one)".
  private func codes(_ report: inout OracleReport) {
    var times: [String: [Int64]] = [:]
    var successes: [String: Int] = [:]
    for deletion in words.records.deletions {
      guard let code = deletion.codeHash, let at = deletion.tokenExchangedAt else { continue }
      times[code, default: []].append(at)
    }
    for call in words.records.applecalls {
      guard let code = call.codeHash, call.endpoint == "token", call.grantType != "refresh_token"
      else { continue }
      times[code, default: []].append(call.at)
      if OracleWords.isSuccess(call.status) { successes[code, default: 0] += 1 }
    }
    for (code, exchanged) in times {
      let sorted = exchanged.sorted()
      let hasGap = zip(sorted, sorted.dropFirst()).contains { $1 - $0 > words.skew }
      if hasGap || successes[code, default: 0] > 1 {
        report.fire("deletion.code-reused", "code", code)
      }
    }
  }
}
