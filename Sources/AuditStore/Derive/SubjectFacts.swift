internal import AuditInput

/// Finds accounts and Apple subs that changed places, and names that were not passed on or kept.
///
/// One pass over the sessions. Hashes stand for subs: what is written are candidates, and rules
/// compare the text.
struct SubjectFacts {
  /// A session with an Apple sub; 0 stands for a session without one.
  private struct Use {
    let sub: UInt64
    let at: Int64
    let row: Int64
    let user: Int32
  }

  private struct Sub {
    let user: Int32
    var firstAt: Int64
    var isShared = false
  }

  private struct User {
    var sub: UInt64 = 0
    var hasSeveral = false
    var firstAppleAt = Int64.max
    var isNameReceived = false
    var nameStoredAt = Int64.min
  }

  private var uses: [Use] = []
  /// Sessions of new Apple accounts without a name.
  private var nameless: [Use] = []
  private var subs: [UInt64: Sub] = [:]
  /// By user; users count from 1.
  private var users: [User]

  /// Writes the facts, after merges and what "accounts" fills in.
  static func write(_ connection: Connection, allCandidates: Bool) throws(StoreError) {
    let isNeeded = try connection.integer(
      """
      SELECT EXISTS (
        SELECT 1
        FROM known
        WHERE field IN ('appleSub', 'fullNameReceived') AND stream IN ('accounts', 'sessions'))
      """)
    guard isNeeded == 1 else { return }
    var facts = try SubjectFacts(connection, allCandidates: allCandidates)
    try facts.readAccounts(connection)
    try facts.writeCrossed(connection, allCandidates: allCandidates)
    try facts.writeLostNames(connection, allCandidates: allCandidates)
    try facts.writeNameless(connection)
  }

  private init(_ connection: Connection, allCandidates: Bool) throws(StoreError) {
    let userCount = Int(try connection.integer("SELECT max(user) FROM user") ?? 0)
    users = Array(repeating: User(), count: userCount + 1)
    let statement = try connection.prepare(
      """
      SELECT row, user, at, method, apple_sub, is_new_account, full_name_received, name
      FROM subject_session
      """)
    while try statement.step() {
      let user = Int(statement.integer(1))
      let use = Use(
        sub: Self.hash(statement.textBytes(4)), at: statement.integer(2),
        row: statement.integer(0), user: Int32(clamping: user))
      if use.sub != 0 { add(use) }
      let isReceivedKnown = !statement.isNull(6)
      let isReceived = statement.integer(6) != 0
      if statement.textBytes(3).elementsEqual("apple".utf8) {
        if use.at < users[user].firstAppleAt {
          users[user].firstAppleAt = use.at
          users[user].isNameReceived = isReceived
        } else if use.at == users[user].firstAppleAt {
          users[user].isNameReceived = users[user].isNameReceived || isReceived
        }
        let isNameless = statement.integer(5) != 0 && isReceivedKnown && !isReceived
        if isNameless, !allCandidates { nameless.append(use) }
      }
      if allCandidates { nameless.append(use) }
      if statement.integer(7) != 0 {
        users[user].nameStoredAt = max(users[user].nameStoredAt, use.at)
      }
    }
  }

  private mutating func add(_ use: Use) {
    uses.append(use)
    note(use.sub, of: Int(use.user))
    if var sub = subs[use.sub] {
      guard sub.user != use.user || use.at < sub.firstAt else { return }
      sub.isShared = sub.isShared || sub.user != use.user
      sub.firstAt = min(sub.firstAt, use.at)
      subs[use.sub] = sub
    } else {
      subs[use.sub] = Sub(user: use.user, firstAt: use.at)
    }
  }

  private mutating func note(_ sub: UInt64, of user: Int) {
    if users[user].sub == 0 { users[user].sub = sub }
    if users[user].sub != sub { users[user].hasSeveral = true }
  }

  private mutating func readAccounts(_ connection: Connection) throws(StoreError) {
    let statement = try connection.prepare(
      "SELECT user, apple_sub FROM account WHERE apple_sub IS NOT NULL")
    while try statement.step() {
      note(Self.hash(statement.textBytes(1)), of: Int(statement.integer(0)))
    }
  }

  private func writeCrossed(
    _ connection: Connection, allCandidates: Bool
  ) throws(StoreError) {
    let writer = try FactWriter(connection, into: "crossed_session", columnCount: 1)
    for use in uses {
      let isCrossed = subs[use.sub]?.isShared == true || users[Int(use.user)].hasSeveral
      if allCandidates || isCrossed { try writer.write(use.row) }
    }
  }

  private func writeLostNames(
    _ connection: Connection, allCandidates: Bool
  ) throws(StoreError) {
    let writer = try FactWriter(connection, into: "lost_name", columnCount: 1)
    for (user, history) in users.enumerated().dropFirst() {
      let isLost = history.isNameReceived && history.nameStoredAt < history.firstAppleAt
      if allCandidates || isLost { try writer.write(Int64(user)) }
    }
  }

  private func writeNameless(_ connection: Connection) throws(StoreError) {
    let writer = try FactWriter(connection, into: "nameless_session", columnCount: 2)
    let isLater = { (use: Use) in use.at > subs[use.sub]?.firstAt ?? use.at }
    let wanted = Set(nameless.filter(isLater).map(\.sub))
    var histories: [UInt64: [Use]] = [:]
    for use in uses where wanted.contains(use.sub) { histories[use.sub, default: []].append(use) }
    for (sub, history) in histories {
      histories[sub] = history.sorted { ($0.at, $0.row) < ($1.at, $1.row) }
    }
    for use in nameless {
      let previous = histories[use.sub]?.last { $0.at < use.at }
      try writer.write(use.row, previous?.row)
    }
  }

  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    guard !bytes.isEmpty else { return 0 }
    var hash = NaturalKeyHash()
    hash.add(text: bytes.assumingMemoryBound(to: UInt8.self))
    return hash.value == 0 ? 1 : hash.value
  }
}
