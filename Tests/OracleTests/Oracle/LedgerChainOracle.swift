/// Rules of the area ledger that follow a user's chain.
struct LedgerChainOracle {
  let words: OracleWords

  func judge(into report: inout OracleReport) {
    guard words.records.isExported("ledger") else { return }
    for owner in words.chains.rows.keys { judgeChain(of: owner, &report) }
    readings(&report)
    merges(&report)
    unknownUsers(&report)
  }

  private func judgeChain(of owner: String, _ report: inout OracleReport) {
    let chain = words.chains.rows[owner] ?? []
    var firedBy: Int64?
    for (index, row) in chain.enumerated() {
      let id = row.record.adjustmentId
      // ledger.negative-balance: "a row takes the balance from before >= 0 to below 0"; quiet:
      // "not applied; before unknown".
      if row.record.applied, let before = row.before, before >= 0, let after = row.after, after < 0
      {
        report.fire("ledger.negative-balance", "adjustment", id)
      }
      // ledger.balance-mismatch: "balanceAfter differs from before + delta, before being known
      // from the chain"; quiet: "a first row; a row that exactly undoes the mismatch of the row
      // before it"; "only a row that fired can be undone by the next".
      let mismatch = self.mismatch(of: row)
      if let mismatch, mismatch != 0, firedBy.map({ $0 != -mismatch }) ?? true {
        report.fire("ledger.balance-mismatch", "adjustment", id)
        firedBy = mismatch
      } else {
        firedBy = nil
      }
      // ledger.nonzero-opening: "the first row of a new account: balanceAfter - delta is not 0";
      // quiet: "no balanceAfter".
      if row.isFirstOfNewAccount, !row.isBlurred, let stated = row.stated, stated != row.delta {
        report.fire("ledger.nonzero-opening", "user", owner)
      }
      spend(row, at: index, &report)
    }
  }

  private func mismatch(of row: OracleChains.Row) -> Int64? {
    guard !row.isFirst, !row.isBlurred, let before = row.fromChain, let stated = row.stated else {
      return nil
    }
    let (sum, isOver) = before.addingReportingOverflow(row.delta)
    return isOver ? nil : stated - sum
  }

  /// ledger.spend-while-empty: "applied `usage`, payer local, and the balance at startedAt (rows
  /// before this one only; a new account's is 0) <= 0"; quiet: "that balance is unknown".
  private func spend(_ row: OracleChains.Row, at index: Int, _ report: inout OracleReport) {
    let record = row.record
    guard record.applied, record.kind == "usage", record.payer == "local", !row.isBlurred else {
      return
    }
    let start = record.startedAt ?? record.at
    let balance = words.chains.balance(
      of: row.owner, at: start, before: index, newAccountIsEmpty: true)
    guard let balance, balance <= 0 else { return }
    report.fire("ledger.spend-while-empty", "adjustment", record.adjustmentId)
    if !words.records.isKnown("ledger", "startedAt") {
      report.lower("ledger.spend-while-empty", "adjustment", record.adjustmentId)
    }
  }

  private func readings(_ report: inout OracleReport) {
    for reading in words.records.balances {
      guard let stated = reading.localBalance else { continue }
      let (user, t) = (reading.userId, reading.at)
      // ledger.reading-differs: "a `balances` reading differs from the balance at that time";
      // quiet: "a row of the chain within skew of the reading, before or after; no ledger row
      // before it".
      let chain = words.chains.rows[user] ?? []
      let isNear = chain.contains { abs($0.record.at - t) <= words.skew }
      if !isNear, words.chains.hasRow(of: user, atOrBefore: t),
        let balance = words.chains.balance(of: user, at: t), balance != stated
      {
        report.fire("ledger.reading-differs", "user", user)
      }
      // ledger.nonzero-opening: "or a reading above 0 of a new account before its first row".
      if stated > 0, words.chains.isNewAccount(user, at: t) {
        report.fire("ledger.nonzero-opening", "user", user)
      }
    }
  }

  /// ledger.merge-without-link: "an applied `merge-in` of a user who is not S of a merge with T in
  /// at - 1d … at + skew, or a further one for the same merge"; "by time, each `merge-in` takes
  /// the earliest merge in its window that has none yet; what is left over fires".
  private func merges(_ report: inout OracleReport) {
    guard words.records.isExported("links") else {
      report.notEvaluated("ledger.merge-without-link")
      return
    }
    var free = words.merges.sorted { ($0.t, $0.link.id) < ($1.t, $1.link.id) }
    let rows = words.chains.all.filter { $0.record.kind == "merge-in" && $0.record.applied }
    for row in rows.sorted(by: { $0.record.at < $1.record.at }) {
      let at = row.record.at
      let taken = free.firstIndex { merge in
        // "merges chain": a merge-in of S stands under whom S itself was merged into.
        let isOwn = merge.s.map { $0 == row.owner || words.isMerged($0, into: row.owner) } ?? false
        return isOwn && at - PlainValues.day <= merge.t && merge.t <= at + words.skew
      }
      if let taken {
        free.remove(at: taken)
      } else {
        report.fire("ledger.merge-without-link", "adjustment", row.record.adjustmentId)
      }
    }
  }

  /// ledger.unknown-user: "a ledger row of a user with no session and who is no P, S, X or L of a
  /// link; `sessions` is complete"; "A user with createdAt and no session counts as known".
  private func unknownUsers(_ report: inout OracleReport) {
    guard words.configuration.complete.contains("sessions"), words.records.isExported("sessions")
    else {
      report.notEvaluated("ledger.unknown-user")
      return
    }
    var known = Set(words.sessions.map(\.userId))
    for link in words.links { known.formUnion(OracleWords.users(of: link)) }
    for account in words.records.accounts where account.createdAt != nil {
      known.insert(account.userId)
    }
    for row in words.chains.all where !known.contains(row.record.userId) {
      report.fire("ledger.unknown-user", "user", row.record.userId)
    }
  }
}
