internal import AuditModel

/// What somebody who answers a complaint wants to read first: plain sentences made of the records,
/// also where no rule fired because nothing is wrong.
struct StoryNotes {
  let accounts: StoryAccounts
  let users: [Int64]
  let walk: BalanceWalk
  /// Whether a ledger was exported at all, so that what it lacks says something.
  let isLedgerKnown: Bool
  private(set) var notes: [Investigation.Note] = []

  var records: StoryRecords { accounts.records }

  init(
    _ accounts: StoryAccounts, users: [Int64], walk: BalanceWalk, isLedgerKnown: Bool
  ) throws(StoreError) {
    self.accounts = accounts
    self.users = users
    self.walk = walk
    self.isLedgerKnown = isLedgerKnown
    try noteLinks()
    try noteShared()
    try noteDeletions()
    try noteMoney()
    try notePurchases()
    noteSignIns()
    noteMail()
    try noteNamesakes()
  }

  mutating func say(_ text: String, isTrouble: Bool = false) {
    let note = Investigation.Note(text, isTrouble: isTrouble)
    if !notes.contains(note) { notes.append(note) }
  }

  func name(_ user: Int64?) throws(StoreError) -> String {
    try user.map { user throws(StoreError) in try accounts.reader.name(user) } ?? "another account"
  }

  private mutating func noteLinks() throws(StoreError) {
    for link in records[.links] {
      guard let at = link.number("at") else { continue }
      let time = Written.time(at)
      let status = link.number("status") ?? 0
      let local = try name(link.number("previous_user") ?? link.number("local_user"))
      let other = try name(link.number("speed_user") ?? link.number("new_user"))
      guard (200...299).contains(status) else {
        if status == 409 {
          say("Link \(link.key) at \(time) found data in both \(local) and \(other).")
        } else {
          let error = link.text("error").map { " \($0)" } ?? ""
          say(
            "Link \(link.key) of \(local) to \(other) failed at \(time): \(status)\(error).",
            isTrouble: true)
        }
        continue
      }
      switch link.text("keep") {
      case "speed":
        let survivor = try name(link.number("new_user") ?? link.number("speed_user"))
        say(
          "Since \(time) sign-ins to \(local) lead to \(survivor) (link \(link.key), keep: speed): "
            + "what is shown is the data of \(survivor).")
        noteStrangers(link, local, survivor, at: at)
        try noteArrival(of: link, local, survivor, at: at)
      case "local":
        say(
          "Since \(time) \(other) can't be reached: link \(link.key) kept the data of \(local) "
            + "(keep: local). What \(other) held is given up.", isTrouble: true)
      default:
        say(
          "\(local) was linked to \(other) at \(time) (link \(link.key)); neither held data to choose from."
        )
      }
    }
  }

  /// Two accounts that different Apple accounts used before a link made them one.
  private mutating func noteStrangers(
    _ link: StoryRecord, _ local: String, _ survivor: String, at: Int64
  ) {
    func subs(_ user: Int64?) -> [String] {
      let own = records[.sessions].filter {
        $0.number("user") == user && $0.number("at") ?? .max <= at
      }
      return Set(own.compactMap { $0.text("apple_sub") }).sorted { $0.utf8Precedes($1) }
    }
    let first = subs(link.number("previous_user") ?? link.number("local_user"))
    let second = subs(link.number("new_user") ?? link.number("speed_user"))
    guard !first.isEmpty, !second.isEmpty, Set(first).isDisjoint(with: second) else { return }
    say(
      "Before link \(link.key) \(local) and \(survivor) were used with different Apple accounts "
        + "(\(first.joined(separator: ", ")); \(second.joined(separator: ", "))): two persons, or "
        + "one with two.", isTrouble: true)
  }

  /// What the merged account had, and whether it came over within a day.
  private mutating func noteArrival(
    of link: StoryRecord, _ local: String, _ survivor: String, at: Int64
  ) throws(StoreError) {
    guard let gone = link.number("previous_user") ?? link.number("local_user"),
      let heir = link.number("new_user") ?? link.number("speed_user")
    else { return }
    let rows = records[.ledger].filter { BalanceWalk.owner(of: $0) == gone }
    let before = rows.filter { $0.number("at") ?? 0 <= at && $0.text("kind") != "merge-out" }
      .max { ($0.number("at") ?? 0, $0.row) < ($1.number("at") ?? 0, $1.row) }
    guard let before, let held = walk.afterRow[before.row], held != 0 else { return }
    let amount = StoryAccounts.amount(held)
    let arrived = records[.ledger].first { row in
      row.number("user") == heir && row.text("kind") == "merge-in"
        && row.number("amount") == held && row.flag("applied") != false
        && abs((row.number("at") ?? 0).saturating(0 - at)) <= 86_400_000_000
    }
    if let arrived {
      say("The \(amount) that \(local) held came to \(survivor) (adjustment \(arrived.key)).")
    } else {
      say(
        "The \(amount) that \(local) held did not come to \(survivor): no merge-in of that amount "
          + "within a day.", isTrouble: true)
    }
  }

  /// Ids of Apple and of the app that more than one account has, where no link, merge or deletion
  /// explains it.
  private mutating func noteShared() throws(StoreError) {
    var heirs: Set<Int64> = []
    var linked: Set<Int64> = []
    for link in records[.links] where (200...299).contains(link.number("status") ?? 0) {
      if let other = link.number("speed_user") { linked.insert(other) }
      if link.text("keep") == "speed",
        let heir = link.number("new_user") ?? link.number("speed_user")
      {
        heirs.insert(heir)
      }
    }
    for (column, words) in [("apple_sub", "Apple sub"), ("app_user_uuid", "appUserUUID")] {
      var holders: [String: [Int64]] = [:]
      var values: [Int64: [String]] = [:]
      for record in records[.sessions] + records[.accounts] {
        guard let user = record.number("user"), let value = record.text(column), !value.isEmpty
        else { continue }
        let isExplained = accounts.endings[user] != nil || linked.contains(user)
        if !isExplained, !holders[value, default: []].contains(user) {
          holders[value, default: []].append(user)
        }
        if !values[user, default: []].contains(value) { values[user, default: []].append(value) }
      }
      for (value, users) in holders.sorted(by: { $0.key.utf8Precedes($1.key) })
      where users.count > 1 {
        var names: [String] = []
        for user in users { names.append(try name(user)) }
        say("\(words) \(value) belongs to \(names.joined(separator: ", ")).", isTrouble: true)
      }
      for (user, own) in values.sorted(by: { $0.key < $1.key })
      where own.count > 1 && !heirs.contains(user) {
        say(
          "\(try name(user)) was used with \(own.count) \(words)s: \(own.joined(separator: ", ")).",
          isTrouble: true)
      }
    }
  }

  private mutating func noteDeletions() throws(StoreError) {
    for deletion in records[.deletions] {
      guard let user = deletion.number("user"), let asked = deletion.number("requested_at") else {
        continue
      }
      let who = try name(user)
      guard
        let done = accounts.endings[user]?.last(where: { $0.state == .deleted && $0.at >= asked })?
          .at
      else {
        say(
          "\(who) asked for deletion at \(Written.time(asked)) (\(deletion.key)); nothing shows that "
            + "it was done.", isTrouble: true)
        continue
      }
      let subs = Set(
        records[.sessions].filter { $0.number("user") == user }.compactMap { $0.text("apple_sub") }
          + [deletion.text("apple_sub")].compactMap { $0 })
      let later = records[.sessions].filter { $0.number("at") ?? 0 > done }
        .sorted { ($0.number("at") ?? 0, $0.row) < ($1.number("at") ?? 0, $1.row) }
      if let back = later.first(where: { $0.number("user") == user }), let at = back.number("at") {
        say(
          "\(who) was deleted at \(Written.time(done)) and signed in again at \(Written.time(at)): "
            + "the sign-in found the same user id.", isTrouble: true)
      }
      if let back = later.first(where: { session in
        session.number("user") != user && session.text("apple_sub").map(subs.contains) ?? false
      }), let at = back.number("at") {
        let new = back.flag("is_new_account") == true ? "a new account, " : ""
        say(
          "After the deletion of \(who) at \(Written.time(done)) the same Apple account signed in at "
            + "\(Written.time(at)) and got \(new)\(try name(back.number("user"))).")
      }
      if let rows = records.rowCounts[user], !rows.isEmpty {
        let tables = rows.map { "\($0.table) \($0.count)" }.joined(separator: ", ")
        say(
          "\(who) is deleted, but rows of it are in your database: \(tables).", isTrouble: true)
      }
    }
  }
}
