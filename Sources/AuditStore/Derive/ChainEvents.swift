/// What happened to accounts besides their ledger rows: deletions, merges that blur, new accounts.
struct ChainEvents {
  private static let day: Int64 = 86_400_000_000

  /// D of each account, ascending.
  let completions: [Int64: [Int64]]
  let newSessions: [Int64: [Int64]]
  /// Of each surviving account, the times up to which its rows may be two chains, ascending.
  let blurs: [Int64: [Int64]]
  /// Accounts whose history a merge may have moved without a trace: their balance is unknown.
  let vanished: Set<Int64>

  init(
    _ connection: Connection, chains: ChainTable, accounts: AccountFacts, skew: Int64
  ) throws(StoreError) {
    completions = accounts.completions
    newSessions = accounts.newSessions

    var funded: Set<Int64> = []
    let evidence = """
      SELECT user, 0 FROM account_purchase
      UNION SELECT user, 0 FROM balance WHERE local_balance > 0
      """
    for (user, _) in try connection.pairs(evidence) { funded.insert(user) }

    var blurs: [Int64: [Int64]] = [:]
    var vanished: Set<Int64> = []
    for merge in accounts.merges.merges {
      guard let s = merge.s, s != merge.p, chains.chain(of: merge.p).isEmpty else { continue }
      // Where S has no rows either, its own may have gone on to where it was merged into.
      var places = [s]
      if chains.chain(of: s).isEmpty {
        places += (accounts.merges.survivors[s] ?? [:]).keys.sorted().filter { $0 != merge.p }
      }
      let hasMoney =
        funded.contains(merge.p)
        || places.contains { place in
          let range = chains.chain(of: place)
          let start = chains.end(of: range, upTo: merge.at.saturating(-skew - 1))
          let end = chains.end(of: range, upTo: merge.at.saturating(Self.day))
          return (start..<max(start, end)).contains { position in
            chains.row(at: position).marks.contains(.mergeIn)
          }
        }
      guard hasMoney else { continue }
      vanished.insert(merge.p)
      // What S holds from here on came with P.
      funded.insert(s)
      for place in places { blurs[place, default: []].append(merge.at) }
    }
    self.blurs = blurs.mapValues { $0.sorted() }
    self.vanished = vanished
  }

  /// The events of one account.
  func events(of owner: Int64) -> AccountEvents {
    AccountEvents(
      completions: completions[owner] ?? [], newSessions: newSessions[owner] ?? [],
      blurs: blurs[owner] ?? [])
  }
}

/// What happened to one account besides its ledger rows; times ascending.
struct AccountEvents {
  let completions: [Int64]
  let newSessions: [Int64]
  let blurs: [Int64]

  var blurredUpTo: Int64? { blurs.last }

  /// The last of `times` that is at or after `start` and before `end`.
  static func last(_ times: [Int64], from start: Int64, before end: Int64) -> Int64? {
    times.last { $0 >= start && $0 < end }
  }
}

extension Int64 {
  /// The sum, kept within what an integer holds.
  func saturating(_ other: Int64) -> Int64 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other < 0 ? .min : .max) : sum
  }
}
