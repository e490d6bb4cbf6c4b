/// The words of the contract over one state of the data.
struct OracleWords {
  let records: OracleRecords
  let configuration: OracleConfiguration
  let asOf: Int64
  let platform: OracleConfiguration.Platform
  /// "**link**: a `links` record with 2xx", in time order.
  let links: [LinkRecord]
  let merges: [Merge]
  let keptLocals: [KeptLocal]
  /// Sessions with what accounts fill in, in time order.
  let sessions: [SessionRecord]
  /// Every D of a user, in time order.
  let completions: [String: [Int64]]
  private(set) var chains = OracleChains()

  /// "**merge** = a link with `keep: speed`: the account P … goes, S … survives".
  struct Merge {
    var link: LinkRecord
    var p: String
    var s: String?
    var t: Int64
  }

  /// "**kept-local** = a link with `keep: local`: L stays, X becomes unreachable"; without
  /// speedUserId rules about X stay quiet, so there is none.
  struct KeptLocal {
    var link: LinkRecord
    var l: String
    var x: String
    var t: Int64
  }

  init(
    _ records: OracleRecords, _ configuration: OracleConfiguration
  ) {
    self.records = records
    self.configuration = configuration
    asOf = configuration.exportedAt ?? OracleWords.newest(in: records)
    platform = configuration.platform ?? OracleWords.platformShown(by: records)
    links =
      records.links.filter { OracleWords.isSuccess($0.status) }
      .sorted { ($0.at, $0.id) < ($1.at, $1.id) }
    // "P (`previousUserId`, else `localUserId`) goes, S (`newUserId`, else `speedUserId`)".
    merges = links.filter { $0.keep == "speed" }
      .map {
        Merge(
          link: $0, p: $0.previousUserId ?? $0.localUserId, s: $0.newUserId ?? $0.speedUserId,
          t: $0.at)
      }
      .filter { $0.p != $0.s }
    keptLocals = links.filter { $0.keep == "local" }.compactMap { link in
      link.speedUserId.map { KeptLocal(link: link, l: link.localUserId, x: $0, t: link.at) }
    }
    sessions = OracleWords.filled(records, links)
    var completions: [String: [Int64]] = [:]
    for deletion in records.deletions {
      guard let d = OracleWords.completion(of: deletion) else { continue }
      completions[deletion.userId, default: []].append(d)
    }
    self.completions = completions.mapValues { $0.sorted() }
    chains = OracleChains(words: self)
  }

  var skew: Int64 { configuration.skew }

  static func isSuccess(_ status: Int64?) -> Bool {
    status.map { (200...299).contains($0) } ?? false
  }

  /// "**D**: `completedAt`, else `dataDeletedAt`, else `unlinkedAt` with a 2xx status."
  static func completion(of deletion: DeletionRecord) -> Int64? {
    if let at = deletion.completedAt ?? deletion.dataDeletedAt { return at }
    return isSuccess(deletion.unlinkStatus) ? deletion.unlinkedAt : nil
  }

  /// Whether a D of the user lies after one time and before the other.
  func isDeleted(_ user: String, after start: Int64, before end: Int64) -> Bool {
    (completions[user] ?? []).contains { start < $0 && $0 < end }
  }

  func isDeleted(_ user: String, after start: Int64) -> Bool {
    (completions[user] ?? []).contains { start < $0 }
  }

  /// "(`platform`, when not given, is `speed` if links, unlink steps … are in the data)".
  private static func platformShown(by records: OracleRecords) -> OracleConfiguration.Platform {
    let unlinked = records.deletions.contains { $0.unlinkedAt != nil || $0.unlinkStatus != nil }
    return !records.links.isEmpty || unlinked ? .speed : .direct
  }

  /// "the newest time at which something *happened* in the data".
  private static func newest(in records: OracleRecords) -> Int64 {
    var times: [Int64?] = records.attempts.map(\.at)
    times += records.mail.map(\.at)
    for session in records.sessions { times += [session.at, session.lastUsedAt, session.endedAt] }
    times += records.accounts.map(\.createdAt)
    for link in records.links { times += [link.at, link.confirmedAt] }
    times += records.ledger.map(\.at)
    times += records.balances.map(\.at)
    for purchase in records.purchases {
      times += [purchase.at, purchase.creditedAt, purchase.finishedAt]
    }
    for event in records.notifications { times += [event.receivedAt, event.processedAt] }
    for deletion in records.deletions {
      times += [deletion.requestedAt, deletion.confirmedAt, deletion.dataDeletedAt]
      times += [deletion.unlinkedAt, deletion.revokedAt, deletion.completedAt]
      times.append(deletion.tokenExchangedAt)
    }
    times += records.applecalls.map(\.at)
    for row in records.rows { times += [row.createdAt, row.updatedAt] }
    return times.compactMap { $0 }.max() ?? 0
  }

  /// "Fills what a session lacks …; it never overrides one"; "isLocalUser from it is not used for
  /// sessions before a link of the user".
  private static func filled(_ records: OracleRecords, _ links: [LinkRecord]) -> [SessionRecord] {
    var accounts: [String: AccountRecord] = [:]
    for account in records.accounts { accounts[account.userId] = account }
    return records.sessions.map { read in
      guard let account = accounts[read.userId] else { return read }
      var session = read
      session.method = read.method ?? account.method
      session.appleSub = read.appleSub ?? account.appleSub
      session.appUserUUID = read.appUserUUID ?? account.appUserUUID
      session.hasName = read.hasName || account.hasName
      let isBeforeLink = links.contains {
        $0.at > read.at && OracleWords.users(of: $0).contains(read.userId)
      }
      if !isBeforeLink { session.isLocalUser = read.isLocalUser ?? account.isLocalUser }
      return session
    }.sorted { ($0.at, $0.id) < ($1.at, $1.id) }
  }

  /// The users a link is "of": L, X, and P and S of a merge.
  static func users(of link: LinkRecord) -> Set<String> {
    var users: Set<String> = [link.localUserId]
    if let x = link.speedUserId { users.insert(x) }
    if link.keep == "speed" {
      users.insert(link.previousUserId ?? link.localUserId)
      if let s = link.newUserId ?? link.speedUserId { users.insert(s) }
    }
    return users
  }

  func links(of user: String) -> [LinkRecord] {
    links.filter { OracleWords.users(of: $0).contains(user) }
  }

  func sessions(of user: String) -> [SessionRecord] {
    sessions.filter { $0.userId == user }
  }

  /// UUIDs that are known to be the user's.
  func uuids(of user: String) -> Set<String> {
    var found = Set(sessions(of: user).compactMap(\.appUserUUID))
    for account in records.accounts where account.userId == user {
      if let uuid = account.appUserUUID { found.insert(uuid) }
    }
    return found
  }

  func subs(of user: String) -> Set<String> {
    var found = Set(sessions(of: user).filter { $0.method == "apple" }.compactMap(\.appleSub))
    for account in records.accounts where account.userId == user {
      if let sub = account.appleSub { found.insert(sub) }
    }
    return found
  }

  /// "Snapshot time: `export.exportedAt`, else the audit's as-of time."
  var snapshot: Int64 { configuration.exportedAt ?? asOf }

  func rows(of user: String) -> [RowRecord] {
    records.rows.filter { $0.userId == user }
  }

  /// Whether P's account ended up in S through any number of merges.
  func isMerged(_ p: String, into s: String) -> Bool {
    var reached: Set<String> = [p]
    var queue = [p]
    while let user = queue.popLast() {
      for merge in merges where merge.p == user {
        guard let next = merge.s, reached.insert(next).inserted else { continue }
        queue.append(next)
      }
    }
    return p != s && reached.contains(s)
  }

  /// "comparisons of keys treat P and S as one user".
  func isOneUser(_ a: String, _ b: String) -> Bool {
    var reached: Set<String> = [a]
    var queue = [a]
    while let user = queue.popLast() {
      for merge in merges {
        guard let s = merge.s, merge.p == user || s == user else { continue }
        for next in [merge.p, s] where reached.insert(next).inserted { queue.append(next) }
      }
    }
    return reached.contains(b)
  }
}
