internal import AuditInput
package import AuditModel

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Tells one account's story from the database of an earlier audit, which it only reads.
///
/// Every table is scanned once or twice for a few numbers and ids, the two long ones only where their
/// filters say that an id may be: an index for each of the columns that an id may stand in would cost
/// every night what is asked once a week.
package struct Investigator {
  /// The id is nowhere.
  package struct Unknown: Error, Sendable, Equatable {
    package let id: String
    /// Ids that may have been meant, the nearest first.
    package let near: [String]
    /// It is an address, and the ids are of the accounts that have it.
    package var isAddress = false
  }

  /// Points of a line in the chart; more would be drawn over each other.
  private static let pointLimit = 600
  /// Accounts of one address that are named.
  private static let ownerLimit = 10

  private let connection: Connection
  private let usesFilters: Bool

  /// Opens the database without locking out an audit.
  ///
  /// With or without the filters the story is the same; without them every row is looked at.
  ///
  /// - Throws: `StoreError` where there is none or it can't be read.
  package init(database path: String, usesFilters: Bool = true) throws(StoreError) {
    guard access(path, R_OK) == 0 else {
      let code = errno
      throw StoreError(
        path: path, action: "open", code: 0,
        reason: code == ENOENT
          ? "there is no database; run 'siwa-audit audit' first, or name one with --database"
          : String(cString: strerror(code)))
    }
    connection = try Self.connection(path)
    guard try connection.number("PRAGMA application_id") == StoreSchema.applicationID else {
      throw StoreError(
        path: path, action: "open", code: 0, reason: "it is a database of another program")
    }
    try StoreSchema.checkVersion(of: connection, path: path)
    self.usesFilters = usesFilters
  }

  private static func connection(_ path: String) throws(StoreError) -> Connection {
    let connection = try Connection(path: path, mode: .readOnly)
    // What is looked for stands in temporary tables, which need no file. Scans read every page once:
    // mapped, none of them is copied. No writer can cut the file short while this connection reads.
    try connection.execute(
      "PRAGMA temp_store = MEMORY; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 4294967296")
    return connection
  }

  package func interrupt() { connection.interrupt() }

  /// The key under which the database hashes addresses.
  package func emailKey() throws(StoreError) -> [UInt8] {
    let query = try connection.prepare("SELECT email_key FROM data_set")
    return try query.step() ? Array(query.blobBytes(0)) : []
  }

  /// The story of whoever the id leads to.
  ///
  /// - Throws: `Unknown` where the id is nowhere, `StoreError` where the database can't be read.
  package func investigate(_ id: String, toolVersion: String) throws -> Investigation {
    // One read transaction: an audit that ends meanwhile is not half in the story.
    try connection.execute("BEGIN")
    defer { connection.rollBack() }
    let rows = try FilteredRows(connection, isUsed: usesFilters)
    var search = AccountSearch(connection, rows)
    // Who asks for a person by the id that the app knew finds what stands for it.
    let names = try PersonNames(connection, emailKey: try emailKey())
    if let name = names.nameOfAsked(id) { try search.find(name) }
    if search.isEmpty { try search.find(id) }
    guard !search.isEmpty else {
      throw try unknown(id, rows)
    }
    let reader = try StoryReader(connection, rows)
    var graph = try AccountGraph(reader)
    try graph.follow(search)
    let records = try StoryRecords(graph, reader)
    let accounts = try StoryAccounts(reader, records)
    let walk = BalanceWalk(
      records, newAccounts: accounts.newAccounts, emptiedAt: accounts.emptiedAt,
      isSpeed: accounts.isSpeed)
    let members = try graph.members.map { member throws(StoreError) in
      try accounts.account(member, walk)
    }
    let problems = try StoryProblems(
      connection, accounts: members.map(\.id), wanted: graph.wanted, records: records,
      asOf: accounts.asOf)
    var timeLine = try StoryTimeLine(records, walk, reader)
    timeLine.pin(problems.found)
    let missing = try StoryMissing.find(connection, isSpeed: accounts.isSpeed)
    var notes: [Investigation.Note] = search.otherKinds.map { kind in
      .init("Somebody else has this id as \(kind.rawValue): ask for \(kind.word):\(search.id).")
    }
    notes += try StoryNotes(
      accounts, users: graph.users, walk: walk,
      isLedgerKnown: !missing.contains { $0.export == Stream.ledger.rawValue }
    ).notes
    return Investigation(
      toolVersion: toolVersion, name: try name(), asOf: accounts.asOf, id: search.id,
      kinds: search.kinds.map(\.rawValue), accounts: members,
      omittedAccountCount: graph.omittedCount,
      notes: notes,
      problems: problems.found.map(\.problem), money: money(records, walk),
      lines: try lines(graph.users, walk, reader), events: timeLine.events,
      missing: missing, namedUsers: reader.namedUsers)
  }

  /// An address is no id, but somebody who writes for help has no other: it names who has it.
  private func unknown(_ id: String, _ rows: FilteredRows) throws(StoreError) -> Unknown {
    if id.utf8.contains(UInt8(ascii: "@")) {
      let hash = EmailForm(key: try emailKey())(id).hash
      let reader = try StoryReader(connection, rows)
      let users = try reader.users(ofAddresses: [hash]).sorted().prefix(Self.ownerLimit)
      if !users.isEmpty {
        let owners = try users.map { user throws(StoreError) in try reader.name(user) }
        return Unknown(id: id, near: owners, isAddress: true)
      }
    }
    let ids = NearIDs(id)
    let beginning = try ids.beginning(on: connection)
    guard beginning.isEmpty else { return Unknown(id: id, near: beginning) }
    let other = try Self.connection(connection.path)
    return Unknown(id: id, near: try ids.find(on: (connection, other)))
  }

  private func name() throws(StoreError) -> String {
    let query = try connection.prepare("SELECT name FROM data_set")
    return try query.step() ? query.text(0) : ""
  }

  private func money(_ records: StoryRecords, _ walk: BalanceWalk) -> [Investigation.Money] {
    let kinds = ["purchase", "gift", "merge-in", "usage", "merge-out", "forfeit", "reversal"]
    return kinds.compactMap { kind in
      let rows = records[.ledger].filter {
        $0.text("kind") == kind && walk.deltaOfRow[$0.row] != 0
          && !records.moved.contains($0.row) && !records.foreignCredits.contains($0.row)
      }
      guard !rows.isEmpty else { return nil }
      let amount = rows.reduce(Int64(0)) { $0.saturating(walk.deltaOfRow[$1.row] ?? 0) }
      return Investigation.Money(kind: kind, count: rows.count, amount: amount)
    }
  }

  private func lines(
    _ users: [Int64], _ walk: BalanceWalk, _ reader: StoryReader
  ) throws(StoreError) -> [Investigation.Line] {
    var lines: [Investigation.Line] = []
    for user in users {
      guard let points = walk.lines[user], points.count > 1 else { continue }
      lines.append(
        Investigation.Line(account: try reader.name(user), points: Self.thinned(points)))
    }
    return lines
  }

  /// The lowest and the highest point of each stretch, so that no dip is lost.
  private static func thinned(
    _ points: [Investigation.Line.Point]
  ) -> [Investigation.Line.Point] {
    guard points.count > pointLimit else { return points }
    let stretch = (points.count * 2 + pointLimit - 1) / pointLimit
    var kept: [Investigation.Line.Point] = []
    var start = 0
    while start < points.count {
      let range = start..<min(start + stretch, points.count)
      let low = range.min { points[$0].balance < points[$1].balance } ?? start
      let high = range.max { points[$0].balance < points[$1].balance } ?? start
      kept += Set([low, high, start]).sorted().map { points[$0] }
      start += stretch
    }
    if let last = points.last, kept.last != last { kept.append(last) }
    return kept
  }
}
