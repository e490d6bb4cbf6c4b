/// Writes the ledger rows of the accounts that links and deletions touch, as far as rules read
/// them: those after an account's end, and the nearest before each event.
struct AccountLedger {
  let connection: Connection
  let accounts: AccountFacts
  let allCandidates: Bool

  func write(_ chains: inout ChainTable) throws(StoreError) {
    let ends = try earliest(Self.ends)
    var times: [Int64: [Int64]] = [:]
    for (user, at) in try connection.pairs(Self.events) { times[user, default: []].append(at) }
    let writer = try FactWriter(connection, into: "account_ledger", columnCount: 2)
    for (user, _) in try connection.pairs("SELECT user, 0 FROM touched_account ORDER BY user") {
      let range = chains.chain(of: user)
      guard !range.isEmpty else { continue }
      var positions: Set<Int> = []
      for at in times[user] ?? [] {
        for end in [
          chains.end(of: range, upTo: at), chains.end(of: range, upTo: at.saturating(-1)),
        ] where end > range.lowerBound {
          positions.insert(end - 1)
          chains.marks[end - 1].insert(.candidate)
        }
      }
      if let end = ends[user] {
        positions.formUnion(chains.end(of: range, upTo: end)..<range.upperBound)
      }
      if allCandidates { positions.formUnion(range) }
      for row in positions.map({ chains.row(at: $0).row }).sorted() {
        try writer.write(user, row)
      }
    }
  }

  private func earliest(_ sql: String) throws(StoreError) -> [Int64: Int64] {
    var result: [Int64: Int64] = [:]
    for (user, at) in try connection.pairs(sql) { result[user] = min(result[user] ?? at, at) }
    return result
  }

  private static let ends = """
    SELECT p, at FROM merge
    UNION ALL SELECT x, at FROM kept_local WHERE x IS NOT NULL
    UNION ALL SELECT user, at FROM gone
    """

  private static let events = """
    SELECT local_user, at FROM link
    UNION SELECT speed_user, at FROM link WHERE speed_user IS NOT NULL
    UNION SELECT previous_user, at FROM link WHERE previous_user IS NOT NULL
    UNION SELECT new_user, at FROM link WHERE new_user IS NOT NULL
    UNION SELECT user, requested_at FROM deletion
    UNION SELECT user, at FROM gone
    """
}
