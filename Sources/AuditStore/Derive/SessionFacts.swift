internal import AuditInput
internal import AuditModel

/// Finds accounts and sessions that look odd, in one pass over the sessions: two UUIDs, two
/// accounts of one UUID, new twice, older than new, an Apple sign-in after others, and sessions
/// that attempts don't explain. The same pass shows `LoginFacts` each session.
///
/// What it writes are candidates: UUIDs are compared by their hashes, and no deletion, link or
/// merge is looked at.
struct SessionFacts {
  private struct Session {
    let row: Int64
    let at: Int64
    /// The hash of its UUID, zero where it has none.
    let uuid: UInt64
    let user: Int32
    let isNew: Bool
    let isUnexplained: Bool
  }

  private struct Account {
    /// The hash of the UUID that was read first, zero for none.
    var uuid: UInt64 = 0
    var hasTwoUUIDs = false
    var newCount = 0
    /// The earliest session that shows it as new; `min` for none, so that nothing is earlier.
    var newAt = Int64.min
    var firstAppleAt: Int64?
    var firstOtherAt: Int64?

    var hasAppleAfterOther: Bool {
      guard let firstAppleAt, let firstOtherAt else { return false }
      return firstOtherAt < firstAppleAt
    }
  }

  private let allCandidates: Bool
  private var sessions: [Session] = []
  /// Entries of "accounts" with a UUID.
  private var listed: [(row: Int64, user: Int32, uuid: UInt64)] = []
  /// Attempts with the sessions that they name.
  private var pairs: [(session: Int64, attempt: Int64)] = []
  /// By number of the user.
  private var accounts: [Account]
  /// The account that was read first with a UUID, by the UUID's hash.
  private var holders: [UInt64: Int32] = [:]
  private var sharedUUIDs: Set<UInt64> = []
  private var logins = LoginFacts()

  /// Writes the facts, after the sessions have been filled from "accounts".
  static func write(
    _ connection: Connection, configuration: Configuration, ledger: LedgerTable,
    allCandidates: Bool
  ) throws(StoreError) {
    let facts = try SessionFacts(
      connection, expectsAttempts: configuration.export.complete.contains(.attempts),
      allCandidates: allCandidates)
    try facts.write(connection, ledger: ledger)
    try facts.logins.write(connection)
  }

  /// `expectsAttempts`: whether a session without an attempt is odd.
  private init(
    _ connection: Connection, expectsAttempts: Bool, allCandidates: Bool
  ) throws(StoreError) {
    self.allCandidates = allCandidates
    let lastUser = try connection.integer("SELECT max(user) FROM user") ?? 0
    accounts = Array(repeating: Account(), count: Int(lastUser) + 1)
    let attempts = try AttemptTable(connection)
    var filter = try IDFilterWriter(connection, table: "session")
    let statement = try connection.prepare(
      """
      SELECT
        s.row, s.user, s.at, s.is_new_account, s.app_user_uuid, s.method, s.id, s.expires_at,
        coalesce(s.apple_sub, f.apple_sub), f.method, s.email_hash
      FROM session AS s
      LEFT JOIN session_fill AS f ON f.row = s.row
      ORDER BY s.row
      """)
    while try statement.step() {
      let row = statement.integer(0)
      let user = Int(statement.integer(1))
      let at = statement.integer(2)
      let isNew = statement.integer(3) == 1
      let uuid = Self.hash(statement.textBytes(4))
      note(uuid, of: user)
      if isNew {
        accounts[user].newAt = accounts[user].newCount == 0 ? at : min(accounts[user].newAt, at)
        accounts[user].newCount += 1
      }
      let (own, filled) = (statement.textBytes(5), statement.textBytes(9))
      logins.note(row: row, at: at, user: Int64(user), own: own, filled: filled)
      let isApple = (own.isEmpty ? filled : own).elementsEqual("apple".utf8)
      if isApple {
        accounts[user].firstAppleAt = min(accounts[user].firstAppleAt ?? at, at)
      } else {
        accounts[user].firstOtherAt = min(accounts[user].firstOtherAt ?? at, at)
      }
      let sub = Self.hash(statement.textBytes(8))
      let found = attempts.attempts(naming: statement.textBytes(6))
      if !found.isEmpty {
        pair(row, with: found, expiresAt: statement.optionalInteger(7), sub: sub)
      }
      if row >= 0 {
        try filter.begin(row: row)
        filter.add(IDFilter.hash(user: Int64(user)))
        filter.add(uuid)
        filter.add(sub)
        filter.add(Self.hash(statement.textBytes(6)))
        filter.add(Self.hash(statement.textBytes(10)))
      }
      sessions.append(
        Session(
          row: row, at: at, uuid: uuid, user: Int32(clamping: user), isNew: isNew,
          isUnexplained: expectsAttempts && isApple && !found.contains(where: \.isAccepted)))
    }
    try filter.finish()
    let list = try connection.prepare(
      "SELECT row, user, app_user_uuid FROM account WHERE app_user_uuid IS NOT NULL ORDER BY row")
    while try list.step() {
      let user = list.integer(1)
      let uuid = Self.hash(list.textBytes(2))
      note(uuid, of: Int(user))
      listed.append((list.integer(0), Int32(clamping: user), uuid))
    }
  }

  private mutating func note(_ uuid: UInt64, of user: Int) {
    guard uuid != 0, accounts[user].uuid != uuid else { return }
    if accounts[user].uuid == 0 {
      accounts[user].uuid = uuid
    } else {
      accounts[user].hasTwoUUIDs = true
    }
    let holder = holders[uuid] ?? Int32(clamping: user)
    if holder == user { holders[uuid] = holder } else { sharedUUIDs.insert(uuid) }
  }

  /// Keeps the attempts of a session that a refused one names, that ends with a token or that is
  /// of another sub.
  private mutating func pair(
    _ session: Int64, with attempts: [AttemptTable.Attempt], expiresAt: Int64?, sub: UInt64
  ) {
    let isOdd = attempts.contains { attempt in
      if sub != 0, attempt.sub != 0, sub != attempt.sub { return true }
      guard attempt.isAccepted, let expiresAt, let tokenExpiresAt = attempt.expiresAt else {
        return !attempt.isAccepted
      }
      return expiresAt / 1_000_000 == tokenExpiresAt / 1_000_000
    }
    guard isOdd || allCandidates else { return }
    pairs.append(contentsOf: attempts.reversed().map { (session, $0.row) })
  }

  private func write(_ connection: Connection, ledger: LedgerTable) throws(StoreError) {
    let pair = try FactWriter(connection, into: "session_attempt", columnCount: 2)
    for (session, attempt) in pairs { try pair.write(session, attempt) }

    let writer = try connection.prepare("INSERT INTO odd_account VALUES (?, ?, ?)")
    func write(_ oddity: String, _ stream: String, _ row: Int64) throws(StoreError) {
      writer.bind(1, oddity)
      writer.bind(2, stream)
      writer.bind(3, row)
      try writer.run()
    }
    for row in ledger.rows where allCandidates || row.at < accounts[Int(row.user)].newAt {
      try write("early", "ledger", row.row)
    }
    let rows = try connection.prepare(
      "SELECT row, user, created_at FROM app_row WHERE created_at IS NOT NULL ORDER BY row")
    while try rows.step() {
      let newAt = accounts[Int(rows.integer(1))].newAt
      if allCandidates || rows.integer(2) < newAt { try write("early", "rows", rows.integer(0)) }
    }
    for (oddity, isOdd) in oddities {
      for session in sessions where allCandidates || isOdd(session, account(session)) {
        try write(oddity, "sessions", session.row)
      }
    }
    for entry in listed where allCandidates || isOdd(entry.uuid, accounts[Int(entry.user)]) {
      try write("uuid", "accounts", entry.row)
    }
  }

  private var oddities: [(oddity: String, isOdd: (Session, Account) -> Bool)] {
    [
      ("early", { session, account in session.at < account.newAt }),
      ("method", { _, account in account.hasAppleAfterOther }),
      ("new", { session, account in session.isNew && account.newCount > 1 }),
      ("unexplained", { session, _ in session.isUnexplained }),
      ("uuid", { session, account in isOdd(session.uuid, account) }),
    ]
  }

  private func account(_ session: Session) -> Account { accounts[Int(session.user)] }

  private func isOdd(_ uuid: UInt64, _ account: Account) -> Bool {
    uuid != 0 && (account.hasTwoUUIDs || sharedUUIDs.contains(uuid))
  }

  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    bytes.isEmpty ? 0 : NaturalKeyHash.nonZero(of: bytes)
  }
}
