/// The accounts that are one story: tied by links, by Apple subs or by appUserUUIDs.
struct AccountGraph {
  /// More accounts than this are no story of a person; a shared "test" sub must not lead to all.
  static let accountLimit = 24
  private static let roundLimit = 8

  struct Member {
    let user: Int64
    /// How it came in, one clause; nil for those asked for.
    let relation: String?
  }

  /// What a scan of a table asked for.
  private struct Look: Equatable {
    let condition: String
    let subCount: Int
    let uuidCount: Int
  }

  private let reader: StoryReader
  private(set) var members: [Member] = []
  private(set) var omittedCount = 0
  private(set) var wanted: WantedValues
  private var omitted: Set<Int64> = []
  private var known: Set<Int64> = []
  private var lastLook: [String: Look] = [:]

  var users: [Int64] { members.map(\.user) }

  init(_ reader: StoryReader) throws(StoreError) {
    self.reader = reader
    wanted = try WantedValues(reader.connection)
  }

  /// Begins with what the asked id led to and follows every tie.
  mutating func follow(_ search: AccountSearch) throws(StoreError) {
    for user in search.users { add(user, relation: nil) }
    for sub in search.subs { try wanted.add(sub, .sub) }
    for uuid in search.uuids { try wanted.add(uuid, .uuid) }
    for transaction in search.transactions { try wanted.add(transaction, .transaction) }
    if search.users.isEmpty { try addBuyers() }
    for _ in 0..<Self.roundLimit {
      let before = (members.count, wanted.count)
      try followLinks()
      try followIdentities()
      if before == (members.count, wanted.count) { break }
    }
    omittedCount = omitted.count
  }

  private mutating func add(_ user: Int64?, relation: String?) {
    guard let user, !known.contains(user) else { return }
    guard members.count < Self.accountLimit else {
      omitted.insert(user)
      return
    }
    known.insert(user)
    members.append(Member(user: user, relation: relation))
  }

  /// A notification names a transaction only: whose it is, purchases and credits tell.
  private mutating func addBuyers() throws(StoreError) {
    let source = try reader.rows.source("purchase", holding: wanted.hashes(.transaction))
    let purchases = try reader.connection.prepare(
      "SELECT user FROM \(source) WHERE \(wanted.condition("transaction_id", .transaction))")
    while try purchases.step() { add(purchases.optionalInteger(0), relation: nil) }
    let credits = try reader.connection.prepare(
      """
      SELECT l.user FROM transaction_row AS t JOIN ledger AS l ON l.row = t.row
      WHERE \(wanted.condition("t.tx", .transaction))
      """)
    while try credits.step() { add(credits.optionalInteger(0), relation: nil) }
  }

  /// Adds who successful links tie to the members, and to those, until nobody is new.
  private mutating func followLinks() throws(StoreError) {
    var before = -1
    while before != members.count {
      before = members.count
      let users = users
      let columns = ["local_user", "coalesce(speed_user, new_user)", "previous_user", "new_user"]
      let conditions = ["local_user", "speed_user", "previous_user", "new_user"]
        .map { WantedValues.condition($0, users: users) }
      let query = try reader.connection.prepare(
        """
        SELECT id, \(columns.joined(separator: ", "))
        FROM link
        WHERE status BETWEEN 200 AND 299 AND (\(conditions.joined(separator: " OR ")))
        ORDER BY row
        """)
      while try query.step() {
        let tied = (1...4).compactMap { query.optionalInteger(Int32($0)) }
        guard let member = tied.first(where: known.contains) else { continue }
        let words = "tied by link \(query.text(0)) to \(try reader.name(member))"
        for other in tied { add(other, relation: words) }
      }
    }
  }

  /// The tables that tell which ids an account has, with these columns.
  private static let sources = [
    ("session", "apple_sub", "app_user_uuid"), ("account", "apple_sub", "app_user_uuid"),
    ("attempt", "sub", "NULL"), ("deletion", "apple_sub", "NULL"), ("applecall", "sub", "NULL"),
  ]

  /// SQL that holds for the records of such a table that the last look found.
  static func condition(found table: String) -> String { "r.row IN found_\(table)" }

  /// Keeps the rows of a table for which the condition holds, unless the last look asked the same.
  private mutating func find(_ condition: String, in table: String) throws(StoreError) {
    let isOfUUID = table == "session" || table == "account"
    let look = Look(
      condition: condition, subCount: wanted.count(.sub),
      uuidCount: isOfUUID ? wanted.count(.uuid) : 0)
    guard lastLook[table] != look else { return }
    lastLook[table] = look
    let hashes =
      isOfUUID
      ? wanted.hashes(.sub, .uuid, users: users) : wanted.hashes(.sub, users: users)
    let source = try reader.rows.source(table, holding: hashes)
    try reader.connection.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS found_\(table) (row INTEGER PRIMARY KEY);
      DELETE FROM found_\(table);
      INSERT INTO found_\(table) SELECT r.row FROM \(source) WHERE \(condition);
      """)
  }

  /// One look at each table: what ids the members have, and who shares them. What was found is kept,
  /// so that nobody scans for it again.
  private mutating func followIdentities() throws(StoreError) {
    let users = users
    var rows: [(user: Int64?, sub: String?, uuid: String?)] = []
    for (table, sub, uuid) in Self.sources {
      var conditions = [WantedValues.condition("user", users: users), wanted.condition(sub, .sub)]
      if uuid != "NULL" { conditions.append(wanted.condition(uuid, .uuid)) }
      try find(conditions.joined(separator: " OR "), in: table)
      let query = try reader.connection.prepare(
        """
        SELECT DISTINCT r.user, \(sub), \(uuid)
        FROM \(table) AS r WHERE \(Self.condition(found: table))
        ORDER BY 1, 2, 3
        """)
      while try query.step() {
        rows.append((query.optionalInteger(0), query.optionalText(1), query.optionalText(2)))
      }
    }
    for row in rows {
      if let user = row.user, known.contains(user) {
        try wanted.add(row.sub, .sub)
        try wanted.add(row.uuid, .uuid)
      }
    }
    for row in rows where row.user.map({ !known.contains($0) }) ?? false {
      if let sub = row.sub, wanted.contains(sub, .sub) {
        add(row.user, relation: members.isEmpty ? nil : "has the same Apple sub \(sub)")
      } else if let uuid = row.uuid, wanted.contains(uuid, .uuid) {
        add(row.user, relation: members.isEmpty ? nil : "has the same appUserUUID \(uuid)")
      }
    }
  }
}
