/// Rules of the area link about what happens to accounts at a merge or a kept-local link.
struct LinkOracle {
  let words: OracleWords

  func judge(into report: inout OracleReport) {
    guard words.records.isExported("links") else { return }
    for kept in words.keptLocals { judge(kept, &report) }
    for merge in words.merges { judge(merge, &report) }
    if !words.records.isKnown("purchases", "finishedAt") {
      report.notEvaluated("link.unfinished-purchases")
    }
    lower(&report)
  }

  private func judge(_ kept: OracleWords.KeptLocal, _ report: inout OracleReport) {
    let (x, t) = (kept.x, kept.t)
    // link.orphaned-rows: "after kept-local at T: rows of X in a snapshot later than T, with
    // createdAt <= T, or without createdAt"; quiet: "undated rows when X has a D after T".
    if words.snapshot > t {
      let isOrphaned = words.rows(of: x).contains { row in
        if let created = row.createdAt { return created <= t }
        return !words.isDeleted(x, after: t)
      }
      if isOrphaned { report.fire("link.orphaned-rows", "user", x) }
    }
    // link.unreachable-account-used: "a session of X issued, or an applied ledger row of X, later
    // than T + skew"; quiet: "X was deleted later and came back; `forfeit` and `merge-out` rows;
    // usage with startedAt <= T".
    if uses(of: kept).isUsed { report.fire("link.unreachable-account-used", "user", x) }
  }

  private func uses(of kept: OracleWords.KeptLocal) -> (isUsed: Bool, isCertain: Bool) {
    let (x, t) = (kept.x, kept.t)
    func cameBack(by at: Int64) -> Bool { words.isDeleted(x, after: t, before: at + 1) }
    let hasSession = words.sessions(of: x).contains {
      $0.at > t + words.skew && !cameBack(by: $0.at)
    }
    let rows = (words.chains.rows[x] ?? []).map(\.record).filter {
      $0.applied && $0.at > t + words.skew && !cameBack(by: $0.at)
        && $0.kind != "forfeit" && $0.kind != "merge-out" && !isOverlapping($0, t)
    }
    return (hasSession || !rows.isEmpty, hasSession || rows.contains { $0.kind != "usage" })
  }

  /// "usage with startedAt <= T".
  private func isOverlapping(_ row: LedgerRecord, _ t: Int64) -> Bool {
    row.kind == "usage" && (row.startedAt ?? row.at) <= t
  }

  private func judge(_ merge: OracleWords.Merge, _ report: inout OracleReport) {
    let (p, t, skew) = (merge.p, merge.t, words.skew)
    // link.rows-left-behind: "after merge at T: any row of P in a snapshot later than T".
    if words.snapshot > t, !words.rows(of: p).isEmpty {
      report.fire("link.rows-left-behind", "user", p)
    }
    // link.previous-session-used: "a session of P issued or used later than T + skew".
    let isUsed = words.sessions(of: p).contains {
      $0.at > t + skew || ($0.lastUsedAt ?? $0.at) > t + skew
    }
    if isUsed { report.fire("link.previous-session-used", "user", p) }
    // link.merge-without-identifiers: "merge without newUserId or newAppUserUUID (field known)".
    let lacksUser = merge.link.newUserId == nil && words.records.isKnown("links", "newUserId")
    let lacksUUID =
      merge.link.newAppUserUUID == nil && words.records.isKnown("links", "newAppUserUUID")
    if lacksUser || lacksUUID {
      report.fire("link.merge-without-identifiers", "link", merge.link.id)
    }
    if isBalanceLost(merge) { report.fire("link.balance-not-merged", "user", p) }
    // link.ledger-after-merge: "an applied ledger row of P later than T + skew"; quiet:
    // "`merge-out`; usage with startedAt <= T".
    if !rowsAfter(merge).isEmpty { report.fire("link.ledger-after-merge", "user", p) }
    // link.unfinished-purchases: "at merge T: a purchase of P (userId, or appAccountToken is P's
    // UUID) made before T, with finishedAt absent or later than T"; quiet: "state `failed` or
    // `revoked`; finishedAt not known: not evaluated".
    if words.records.isKnown("purchases", "finishedAt") {
      let uuids = words.uuids(of: p)
      let isUnfinished = words.records.purchases.contains {
        ($0.userId == p || ($0.appAccountToken.map(uuids.contains) ?? false)) && $0.at < t
          && ($0.finishedAt.map { $0 > t } ?? true) && $0.state != "failed" && $0.state != "revoked"
      }
      if isUnfinished { report.fire("link.unfinished-purchases", "user", p) }
    }
  }

  private func rowsAfter(_ merge: OracleWords.Merge) -> [LedgerRecord] {
    (words.chains.rows[merge.p] ?? []).map(\.record).filter {
      $0.applied && $0.at > merge.t + words.skew && $0.kind != "merge-out"
        && !isOverlapping($0, merge.t)
    }
  }

  /// link.balance-not-merged: "the balance of P just before its first `merge-out` from T - skew
  /// on, else at T, is above 0 and S has no `merge-in` of that very amount from T - skew to
  /// T + 1d"; quiet: "0, negative or unknown".
  private func isBalanceLost(_ merge: OracleWords.Merge) -> Bool {
    guard let s = merge.s else { return false }
    let out = (words.chains.rows[merge.p] ?? []).first {
      $0.record.kind == "merge-out" && $0.record.applied && $0.record.at >= merge.t - words.skew
    }
    let balance = out.map { $0.before } ?? words.chains.balance(of: merge.p, at: merge.t)
    guard let balance, balance > 0 else { return false }
    return !(words.chains.rows[s] ?? []).contains {
      $0.record.kind == "merge-in" && $0.record.applied && $0.record.amount == balance
        && $0.record.at >= merge.t - words.skew && $0.record.at <= merge.t + PlainValues.day
    }
  }

  /// "where `startedAt` isn't known in the ledger … fire for `usage` rows with severity medium".
  private func lower(_ report: inout OracleReport) {
    if words.records.isKnown("ledger", "startedAt") { return }
    for finding in report.verdict.findings {
      switch finding.rule {
      case "link.unreachable-account-used":
        let kept = words.keptLocals.filter { $0.x == finding.subject }
        if !kept.contains(where: { uses(of: $0).isCertain }) {
          report.lower(finding.rule, finding.kind, finding.subject)
        }
      case "link.ledger-after-merge":
        let rows = words.merges.filter { $0.p == finding.subject }.flatMap { rowsAfter($0) }
        if rows.allSatisfy({ $0.kind == "usage" }) {
          report.lower(finding.rule, finding.kind, finding.subject)
        }
      default: continue
      }
    }
  }
}
