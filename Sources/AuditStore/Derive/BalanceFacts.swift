/// Answers, from the chains, what balances were at merges, readings and deletions.
struct BalanceFacts {
  let connection: Connection
  let events: ChainEvents
  let accounts: AccountFacts
  let skew: Int64
  let allCandidates: Bool

  func write(_ chains: inout ChainTable) throws(StoreError) {
    try writeMerges(&chains)
    try writeReadings(&chains)
    try writeDeletions(&chains)
    try AccountLedger(connection: connection, accounts: accounts, allCandidates: allCandidates)
      .write(&chains)
  }

  /// The balance of P just before its first merge-out from T - skew on, else at T.
  private func writeMerges(_ chains: inout ChainTable) throws(StoreError) {
    let writer = try FactWriter(connection, into: "merge_balance", columnCount: 3)
    for merge in accounts.merges.merges {
      let range = chains.chain(of: merge.p)
      let start = chains.end(of: range, upTo: merge.at.saturating(-skew - 1))
      let mergeOut = (start..<range.upperBound).first { position in
        chains.row(at: position).marks.isSuperset(of: [.mergeOut, .applied])
      }
      var balance: Int64?
      var position = mergeOut
      if let mergeOut {
        balance = known(chains.before[mergeOut])
      } else {
        (balance, position) = chains.balance(
          of: merge.p, at: merge.at, events.events(of: merge.p))
      }
      if events.vanished.contains(merge.p) { balance = nil }
      if let position { chains.marks[position].insert(.candidate) }
      try writer.write(merge.linkRow, balance, position.map { chains.row(at: $0).row })
    }
  }

  private func writeReadings(_ chains: inout ChainTable) throws(StoreError) {
    let writer = try FactWriter(connection, into: "reading", columnCount: 6)
    let statement = try connection.prepare(
      "SELECT row, user, at, local_balance FROM balance ORDER BY row")
    while try statement.step() {
      let user = statement.integer(1)
      let at = statement.integer(2)
      let range = chains.chain(of: user)
      let (expected, position) = chains.balance(of: user, at: at, events.events(of: user))
      let isBeforeFirst = isBeforeFirstRow(user, at, chains)
      let isOdd = expected != nil && expected != statement.optionalInteger(3)
      guard allCandidates || isOdd || isBeforeFirst else { continue }
      let isNear =
        chains.end(of: range, upTo: at.saturating(-skew - 1))
        < chains.end(of: range, upTo: at.saturating(skew))
      if let position { chains.marks[position].insert(.candidate) }
      if isBeforeFirst {
        for position in range where chains.marks[position].contains(.new) {
          chains.marks[position].insert(.candidate)
        }
      }
      try writer.write(
        statement.integer(0), expected, position.map { chains.row(at: $0).row }, isNear ? 1 : 0,
        position == nil ? 0 : 1, isBeforeFirst ? 1 : 0)
    }
  }

  /// Whether a new account's first row is still to come.
  private func isBeforeFirstRow(_ user: Int64, _ time: Int64, _ chains: ChainTable) -> Bool {
    guard let sessions = events.newSessions[user] else { return false }
    let range = chains.chain(of: user)
    let next = chains.end(of: range, upTo: time)
    guard next < range.upperBound, chains.marks[next].contains(.new) else { return false }
    let lastAt = next > range.lowerBound ? chains.row(at: next - 1).at : Int64.min
    return sessions.contains { $0 > lastAt && $0 <= time }
  }

  private func writeDeletions(_ chains: inout ChainTable) throws(StoreError) {
    let writer = try FactWriter(connection, into: "deletion_fact", columnCount: 4)
    let statement = try connection.prepare(Self.deletions)
    while try statement.step() {
      let user = statement.integer(1)
      let at = statement.integer(2)
      // A deletion completed in the very moment it was asked for had its balance before that.
      let (balance, position) = chains.balance(
        of: user, at: at, completedBefore: at, events.events(of: user))
      if let position { chains.marks[position].insert(.candidate) }
      try writer.write(
        statement.integer(0), statement.optionalInteger(3), balance,
        position.map { chains.row(at: $0).row })
    }
  }

  private func known(_ balance: Int64) -> Int64? {
    balance == LedgerRow.unknown ? nil : balance
  }

  /// An account that a link named before is no local one, whatever its sessions say.
  private static let deletions = """
    SELECT
      d.row,
      d.user,
      d.requested_at,
      CASE
        WHEN d.account_kind = 'local' THEN 1
        WHEN d.account_kind = 'speed' THEN 0
        WHEN EXISTS (
          SELECT 1 FROM account_link AS l WHERE l.user = d.user AND l.at < d.requested_at) THEN 0
        ELSE (
          SELECT s.is_local_user
          FROM account_session AS a
          JOIN session_full AS s ON s.row = a.row
          WHERE a.user = d.user AND s.at < d.requested_at AND s.is_local_user IS NOT NULL
          ORDER BY s.at DESC, s.id DESC
          LIMIT 1)
      END
    FROM deletion AS d
    ORDER BY d.row
    """
}
