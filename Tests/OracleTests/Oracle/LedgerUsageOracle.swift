/// Rules of the area ledger about who pays for usage.
struct LedgerUsageOracle {
  let words: OracleWords

  func judge(into report: inout OracleReport) {
    for chain in words.chains.rows.values {
      for (index, row) in chain.enumerated() where row.record.kind == "usage" {
        judge(row, at: index, &report)
      }
    }
    grants(&report)
  }

  /// Nil where the operation may have begun at any earlier time: "start not known".
  private func start(of record: LedgerRecord) -> Int64? {
    words.records.isKnown("ledger", "startedAt") ? record.startedAt ?? record.at : nil
  }

  private func judge(_ row: OracleChains.Row, at index: Int, _ report: inout OracleReport) {
    let record = row.record
    // The row itself is no row before its own start.
    let balance =
      row.isBlurred
      ? nil
      : start(of: record).flatMap {
        words.chains.balance(of: row.owner, at: $0, before: index)
      }
    if record.payer == "local" {
      // ledger.refused-while-funded: "`usage`, payer local, not applied, status 4xx, while the
      // balance at startedAt and ownerFunds are both above 0"; quiet: "either unknown".
      let isRefused = record.status.map { (400...499).contains($0) } ?? false
      if !record.applied, isRefused, let balance, balance > 0, let funds = record.ownerFunds,
        funds > 0
      {
        report.fire("ledger.refused-while-funded", "adjustment", record.adjustmentId)
      }
      // ledger.owner-funds-empty: "`usage`, payer local, ownerFunds <= 0"; quiet: "absent".
      if let funds = record.ownerFunds, funds <= 0 {
        report.fire("ledger.owner-funds-empty", "adjustment", record.adjustmentId)
      }
    } else {
      // ledger.unpermitted-fallback: "`usage` with payer linked (applied or not) while the local
      // balance at startedAt is above 0, or the user was not linked then, or grantSpendable <= 0";
      // quiet: "what isn't known counts for nothing: no ledger row before it; no link and no
      // session of the user in the data".
      let isFunded =
        start(of: record).map {
          words.chains.hasRow(of: row.owner, atOrBefore: $0, before: index) && (balance ?? 0) > 0
        } ?? false
      let isUnlinked = isLinked(row.owner, at: start(of: record) ?? record.at) == false
      let isGrantEmpty = record.grantSpendable.map { $0 <= 0 } ?? false
      if !isFunded, !isGrantEmpty, hasBothFlags(row.owner) {
        report.leaveOpen("ledger.unpermitted-fallback", "adjustment", record.adjustmentId)
      }
      if isFunded || isUnlinked || isGrantEmpty {
        report.fire("ledger.unpermitted-fallback", "adjustment", record.adjustmentId)
      }
    }
  }

  /// Sessions that say local and not local leave open whether the user was linked at a time between.
  private func hasBothFlags(_ user: String) -> Bool {
    Set(words.sessions(of: user).compactMap(\.isLocalUser)).count > 1
  }

  /// Nil where nothing is known of the user: "no link and no session of the user in the data".
  ///
  /// A Speed account is linked by its nature; a link from before a D is gone with it.
  private func isLinked(_ user: String, at t: Int64) -> Bool? {
    let links = words.links(of: user)
    let sessions = words.sessions(of: user)
    if links.isEmpty && sessions.isEmpty { return nil }
    let isLinkedThen = links.contains {
      $0.at <= t && !words.isDeleted(user, after: $0.at, before: t)
    }
    if isLinkedThen { return true }
    // Called local and then no more: linked in between.
    let flagged = sessions.filter { $0.isLocalUser != nil }
    let earlier = flagged.filter { $0.at <= t }
    if earlier.last?.isLocalUser == false, earlier.contains(where: { $0.isLocalUser == true }) {
      return true
    }
    // Who calls for a link later, or is called local next, was not linked then.
    if links.contains(where: { $0.localUserId == user && $0.at > t }) { return false }
    if let session = earlier.last { return session.isLocalUser == false }
    return flagged.first?.isLocalUser == true ? false : nil
  }

  /// ledger.grant-without-link: "a reading with grantSpendable above 0 of a user whose latest
  /// session before it has isLocalUser true and who has no link before it".
  private func grants(_ report: inout OracleReport) {
    for reading in words.records.balances where (reading.grantSpendable ?? 0) > 0 {
      let latest = words.sessions(of: reading.userId).last { $0.at < reading.at }
      let isLinked = words.links(of: reading.userId).contains { $0.at < reading.at }
      if latest?.isLocalUser == true, !isLinked {
        report.fire("ledger.grant-without-link", "user", reading.userId)
      }
    }
  }
}
