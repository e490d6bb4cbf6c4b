internal import AuditModel

/// Who the accounts of a story are and what became of them.
struct StoryAccounts {
  struct Ending {
    let at: Int64
    let state: StoryAccount.State
    let words: String
  }

  let reader: StoryReader
  let records: StoryRecords
  /// Accounts known to have been new.
  private(set) var newAccounts: Set<Int64> = []
  /// When each account's data was deleted.
  private(set) var emptiedAt: [Int64: [Int64]] = [:]
  private(set) var endings: [Int64: [Ending]] = [:]
  /// The platform, `speed` or `direct`; nil before the first audit.
  private(set) var isSpeed = true
  private(set) var asOf: Int64 = 0

  init(_ reader: StoryReader, _ records: StoryRecords) throws(StoreError) {
    self.reader = reader
    self.records = records
    let setting = try reader.connection.prepare("SELECT platform, as_of FROM setting")
    if try setting.step() {
      isSpeed = setting.text(0) == "speed"
      asOf = setting.integer(1)
    }
    for session in records[.sessions] where session.flag("is_new_account") == true {
      if let user = session.number("user") { newAccounts.insert(user) }
    }
    try noteLinks()
    noteDeletions()
  }

  private mutating func noteLinks() throws(StoreError) {
    for link in records[.links] where (200...299).contains(link.number("status") ?? 0) {
      guard let at = link.number("at") else { continue }
      let time = Written.time(at)
      if link.text("keep") == "speed" {
        guard let gone = link.number("previous_user") ?? link.number("local_user") else { continue }
        let survivor =
          try (link.number("new_user") ?? link.number("speed_user"))
          .map { user throws(StoreError) in try reader.name(user) } ?? "another account"
        add(
          Ending(
            at: at, state: .merged, words: "merged into \(survivor) at \(time) (link \(link.key))"),
          to: gone)
      } else if link.text("keep") == "local", let gone = link.number("speed_user") {
        let kept =
          try link.number("local_user")
          .map { user throws(StoreError) in try reader.name(user) } ?? "another account"
        add(
          Ending(
            at: at, state: .unreachable,
            words: "given up at \(time): link \(link.key) kept \(kept) instead"), to: gone)
      }
    }
  }

  private mutating func noteDeletions() {
    for deletion in records[.deletions] {
      guard let user = deletion.number("user"), let asked = deletion.number("requested_at") else {
        continue
      }
      let unlinked =
        (200...299).contains(deletion.number("unlink_status") ?? 0)
        ? deletion.number("unlinked_at") : nil
      let done = deletion.number("completed_at") ?? deletion.number("data_deleted_at") ?? unlinked
      if let done {
        emptiedAt[user, default: []].append(done)
        add(
          Ending(
            at: done, state: .deleted, words: "deleted at \(Written.time(done)) (\(deletion.key))"),
          to: user)
      } else {
        add(
          Ending(
            at: asked, state: .deleting,
            words: "deletion asked for at \(Written.time(asked)) (\(deletion.key)), not complete"),
          to: user)
      }
    }
  }

  private mutating func add(_ ending: Ending, to user: Int64) {
    endings[user, default: []].append(ending)
    endings[user]?.sort { $0.at < $1.at }
  }

  /// The account as the summary shows it.
  func account(
    _ member: AccountGraph.Member, _ walk: BalanceWalk
  ) throws(StoreError) -> StoryAccount {
    let user = member.user
    var account = StoryAccount(id: try reader.name(user), relation: member.relation)
    let sessions = records[.sessions].filter { $0.number("user") == user }
      .sorted { $0.number("at") ?? 0 < $1.number("at") ?? 0 }
    let listed = records[.accounts].filter { $0.number("user") == user }
    for record in sessions + listed {
      add(record.text("app_user_uuid"), to: &account.appUserUUIDs)
      add(record.text("apple_sub"), to: &account.appleSubs)
      add(record.text("method"), to: &account.methods)
      add(record.text("email"), to: &account.emails)
      if let isLocal = record.flag("is_local_user") {
        account.locality = isLocal ? .local : .speed
      }
    }
    for attempt in records[.attempts] where attempt.number("user") == user {
      add(attempt.text("sub"), to: &account.appleSubs)
    }
    if account.locality == .unknown { account.locality = locality(of: user) }
    account.sessionCount = sessions.count
    account.firstSignIn = sessions.first?.number("at")
    account.lastSignIn = sessions.last?.number("at")
    account.rowCounts = records.rowCounts[user] ?? []
    if let last = walk.last[user] {
      account.balance = last.balance
      account.balanceAt = last.at
    }
    let isKnown = !sessions.isEmpty || !listed.isEmpty || walk.last[user] != nil
    account.state = isKnown ? .active : .unseen
    account.fate = isKnown ? "active" : "nothing but its id is known"
    if let ending = endings[user]?.last {
      account.state = ending.state
      account.fate = ending.words
      if let back = account.lastSignIn, back > ending.at {
        account.fate += ", but it signed in again at \(Written.time(back))"
        if ending.state == .deleted { account.state = .active }
      } else if ending.state == .deleted, let moved = account.balanceAt, moved <= ending.at {
        account.fate += account.balance.map { $0 > 0 ? ", with \(Self.amount($0)) left" : "" } ?? ""
      }
    }
    return account
  }

  /// What links say where no session or table does: their caller is local, the other one is not.
  private func locality(of user: Int64) -> StoryAccount.Locality {
    for link in records[.links] {
      if link.number("speed_user") == user { return .speed }
      if link.number("local_user") == user { return .local }
    }
    return .unknown
  }

  private func add(_ value: String?, to list: inout [String]) {
    if let value, !value.isEmpty, !list.contains(value) { list.append(value) }
  }

  /// `1.25`: at least two decimals.
  static func amount(_ units: Int64) -> String {
    var bytes = Array(Written.amount(units).utf8)
    while bytes.last == UInt8(ascii: "0"), bytes[bytes.count - 3] != UInt8(ascii: ".") {
      bytes.removeLast()
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
