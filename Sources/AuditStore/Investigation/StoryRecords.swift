internal import AuditModel

/// Every record of the accounts of a story, by stream.
struct StoryRecords {
  private(set) var byStream: [Stream: [StoryRecord]] = [:]
  /// Ledger rows of other accounts that were credited for a transaction of this story.
  private(set) var foreignCredits: Set<Int64> = []
  /// Rows that a merge moved: the same row stands under the account it was first booked to.
  private(set) var moved: Set<Int64> = []
  private(set) var rowCounts: [Int64: [StoryAccount.RowCount]] = [:]

  subscript(_ stream: Stream) -> [StoryRecord] { byStream[stream] ?? [] }

  /// Reads them, one scan a table.
  init(_ graph: AccountGraph, _ reader: StoryReader) throws(StoreError) {
    let users = graph.users
    var wanted = graph.wanted
    func ofUsers(_ column: String) -> String { WantedValues.condition(column, users: users) }

    byStream[.sessions] = try reader.records(
      .sessions, where: AccountGraph.condition(found: "session"))
    byStream[.accounts] = try reader.records(
      .accounts, where: AccountGraph.condition(found: "account"))
    for session in self[.sessions] { try wanted.add(session.text("id"), .session) }
    // Where attempts name neither user nor sub, only the session tells whose they are.
    let tellsUser = try reader.isKnown(.attempts, "userId")
    let isSessionNeeded = try tellsUser ? false : !reader.isKnown(.attempts, "sub")
    byStream[.attempts] = try reader.records(
      .attempts, holding: isSessionNeeded ? wanted.hashes(.sub, .session, users: users) : nil,
      where: Self.any([
        AccountGraph.condition(found: "attempt"),
        isSessionNeeded ? wanted.condition("r.session_id", .session) : "0",
      ]))
    byStream[.links] = try reader.records(
      .links,
      where: Self.any(
        ["local_user", "speed_user", "previous_user", "new_user"].map { ofUsers("r." + $0) }))
    byStream[.ledger] = try reader.records(
      .ledger, holding: wanted.hashes(users: users),
      where: Self.any([
        ofUsers("r.user"),
        try reader.isKnown(.ledger, "movedFrom") ? ofUsers("r.moved_from") : "0",
      ]))
    byStream[.balances] = try reader.records(
      .balances, holding: wanted.hashes(users: users), where: ofUsers("r.user"))
    for row in self[.ledger] { try wanted.add(Self.transaction(of: row), .transaction) }
    byStream[.purchases] = try reader.records(
      .purchases, holding: wanted.hashes(.uuid, .transaction, users: users),
      where: Self.any([
        ofUsers("r.user"), wanted.condition("r.app_account_token", .uuid),
        wanted.condition("r.transaction_id", .transaction),
      ]))
    for purchase in self[.purchases] {
      try wanted.add(purchase.text("transaction_id"), .transaction)
    }
    try addForeignCredits(reader, wanted, users)
    byStream[.notifications] = try reader.records(
      .notifications, holding: wanted.hashes(.sub, .transaction),
      where: Self.any([
        wanted.condition("r.sub", .sub), wanted.condition("r.transaction_id", .transaction),
      ]))
    byStream[.deletions] = try reader.records(
      .deletions, where: AccountGraph.condition(found: "deletion"))
    byStream[.applecalls] = try reader.records(
      .applecalls, where: AccountGraph.condition(found: "applecall"))
    for record in self[.sessions] + self[.accounts] + self[.attempts] {
      try wanted.add(record.text("email_hash"), .address)
    }
    byStream[.mail] = try reader.records(
      .mail, holding: wanted.hashes(.address, users: users),
      where: Self.any([ofUsers("r.user"), wanted.condition("r.address_hash", .address)]))
    try countRows(reader, users)
  }

  /// The transaction that a ledger row names, in its field or in its key.
  static func transaction(of row: StoryRecord) -> String? {
    if let transaction = row.text("transaction_id"), !transaction.isEmpty { return transaction }
    guard let key = row.text("idempotency_key") else { return nil }
    let mark = Array("apple-transaction:".utf8)
    let bytes = Array(key.utf8)
    guard bytes.count > mark.count else { return nil }
    for start in 0...(bytes.count - mark.count) where bytes[start...].starts(with: mark) {
      let rest = bytes[(start + mark.count)...]
      return rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self)
    }
    return nil
  }

  private mutating func addForeignCredits(
    _ reader: StoryReader, _ wanted: WantedValues, _ users: [Int64]
  ) throws(StoreError) {
    let credits = try reader.records(
      .ledger,
      where: "r.row IN (SELECT row FROM transaction_row WHERE "
        + "\(wanted.condition("tx", .transaction))) AND NOT "
        + WantedValues.condition("r.user", users: users))
    for credit in credits where !self[.ledger].contains(where: { $0.row == credit.row }) {
      foreignCredits.insert(credit.row)
      byStream[.ledger, default: []].append(credit)
    }
    let query = try reader.connection.prepare("SELECT row FROM moved_row")
    while try query.step() { moved.insert(query.integer(0)) }
  }

  private mutating func countRows(_ reader: StoryReader, _ users: [Int64]) throws(StoreError) {
    let source = try reader.rows.source(
      "app_row", holding: Set(users.map(IDFilter.hash(user:))))
    let query = try reader.connection.prepare(
      """
      SELECT user, table_name, count(*) FROM \(source)
      WHERE \(WantedValues.condition("user", users: users))
      GROUP BY user, table_name ORDER BY user, table_name
      """)
    while try query.step() {
      rowCounts[query.integer(0), default: []].append(
        StoryAccount.RowCount(table: query.text(1), count: Int(query.integer(2))))
    }
  }

  private static func any(_ conditions: [String]) -> String {
    conditions.joined(separator: " OR ")
  }
}
