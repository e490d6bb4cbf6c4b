/// Finds out what an id is and whom it leads to.
///
/// Numbers that count rows meet: adjustment 1001 is not of the person who has session 1001. So the
/// first kind that the id is decides whose story is told; `adjustment:1001` asks for another one.
struct AccountSearch {
  enum Kind: String, CaseIterable {
    case user
    case uuid = "appUserUUID"
    case sub = "Apple sub"
    case session
    case attempt = "sign-in attempt"
    case link
    case adjustment
    case key = "idempotency key"
    case operation
    case transaction
    case notification
    case deletion
    case applecall = "call to Apple"
    case mail

    /// The word that asks for this kind: `key:abc`.
    var word: String { String(describing: self) }
  }

  private struct Hit {
    let kind: Kind
    let user: Int64?
    let sub: String?
    let transaction: String?
  }

  /// What an id may be, and the columns that hold it. A column of a place may lead to an account
  /// (`user`), to an Apple sub or to a transaction.
  private struct Place {
    let kind: Kind
    let table: String
    let column: String
    let user: String?
    var sub: String?
    var transaction: String?
  }

  private static let places: [Place] = [
    Place(kind: .session, table: "session", column: "id", user: "user"),
    Place(kind: .uuid, table: "session", column: "app_user_uuid", user: "user"),
    Place(kind: .sub, table: "session", column: "apple_sub", user: "user"),
    Place(kind: .uuid, table: "account", column: "app_user_uuid", user: "user"),
    Place(kind: .sub, table: "account", column: "apple_sub", user: "user"),
    Place(kind: .attempt, table: "attempt", column: "id", user: "user", sub: "sub"),
    Place(kind: .session, table: "attempt", column: "session_id", user: "user", sub: "sub"),
    Place(kind: .sub, table: "attempt", column: "sub", user: "user", sub: "sub"),
    Place(kind: .link, table: "link", column: "id", user: "local_user"),
    Place(kind: .uuid, table: "link", column: "new_app_user_uuid", user: "new_user"),
    Place(kind: .adjustment, table: "ledger", column: "adjustment_id", user: "user"),
    Place(kind: .key, table: "ledger", column: "idempotency_key", user: "user"),
    Place(kind: .transaction, table: "ledger", column: "transaction_id", user: "user"),
    Place(kind: .operation, table: "ledger", column: "operation_id", user: "user"),
    Place(
      kind: .transaction, table: "purchase", column: "transaction_id", user: "user",
      transaction: "transaction_id"),
    Place(
      kind: .transaction, table: "purchase", column: "original_transaction_id", user: "user",
      transaction: "transaction_id"),
    Place(
      kind: .uuid, table: "purchase", column: "app_account_token", user: "user",
      transaction: "transaction_id"),
    Place(
      kind: .notification, table: "notification", column: "id", user: nil, sub: "sub",
      transaction: "transaction_id"),
    Place(kind: .sub, table: "notification", column: "sub", user: nil, sub: "sub"),
    Place(
      kind: .transaction, table: "notification", column: "transaction_id", user: nil,
      transaction: "transaction_id"),
    Place(kind: .deletion, table: "deletion", column: "id", user: "user", sub: "apple_sub"),
    Place(kind: .sub, table: "deletion", column: "apple_sub", user: "user"),
    Place(kind: .applecall, table: "applecall", column: "id", user: "user", sub: "sub"),
    Place(kind: .sub, table: "applecall", column: "sub", user: "user", sub: "sub"),
    Place(kind: .mail, table: "mail", column: "id", user: "user"),
  ]

  /// The order in which they are searched: usually short ones first.
  private static let tables = [
    "link", "deletion", "account", "applecall", "purchase", "session", "notification", "mail",
    "attempt", "ledger",
  ]

  /// A value that more records have ("test") is no id of a person.
  private static let hitLimit = 1000

  private let connection: Connection
  private let rows: FilteredRows

  private(set) var users: [Int64] = []
  private(set) var kinds: [Kind] = []
  private(set) var subs: [String] = []
  private(set) var uuids: [String] = []
  private(set) var transactions: [String] = []
  /// What the id is besides, of other people.
  private(set) var otherKinds: [Kind] = []
  /// The id without the word before it.
  private(set) var id = ""

  private var hits: [Hit] = []

  var isEmpty: Bool { kinds.isEmpty }

  init(_ connection: Connection, _ rows: FilteredRows) {
    self.connection = connection
    self.rows = rows
  }

  /// Looks for the id as a user id, and in every other column only where it is none.
  mutating func find(_ id: String) throws(StoreError) {
    if let (kind, rest) = Self.split(id) {
      try find(rest, as: [kind])
      if !isEmpty { return }
    }
    try find(id, as: Kind.allCases)
  }

  /// `session:abc` as the kind and the id.
  private static func split(_ id: String) -> (Kind, String)? {
    guard let colon = id.utf8.firstIndex(of: UInt8(ascii: ":")),
      let kind = Kind.allCases.first(where: { $0.word.utf8.elementsEqual(id.utf8[..<colon]) })
    else { return nil }
    return (kind, String(decoding: id.utf8[colon...].dropFirst(), as: UTF8.self))
  }

  private mutating func find(_ id: String, as wanted: [Kind]) throws(StoreError) {
    self.id = id
    if wanted.contains(.user) {
      let query = try connection.prepare("SELECT user FROM user WHERE id = ?1")
      query.bind(1, id)
      while try query.step() { users.append(query.integer(0)) }
      guard users.isEmpty else {
        kinds = [.user]
        return
      }
    }
    let places = Self.places.filter { wanted.contains($0.kind) }
    // Numbers count rows and meet; an id with a letter in it is of one kind, and once is enough.
    let isNumber = id.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    for table in Self.tables where hits.isEmpty || isNumber {
      let here = places.filter { $0.table == table }
      if !here.isEmpty { try search(here, in: table) }
    }
    settle()
  }

  /// One scan a table: which of its columns hold the id.
  private mutating func search(_ places: [Place], in table: String) throws(StoreError) {
    let tests = places.map { $0.column + ($0.kind == .uuid ? " = ?2" : " = ?1") }
    let isLedgerOfTransaction =
      table == "ledger" && places.contains { $0.kind == .transaction }
    let byKey = isLedgerOfTransaction ? " OR idempotency_key = 'apple-transaction:' || ?1" : ""
    let source = try rows.source(
      table, holding: Set([id, Self.lowercased(id), "apple-transaction:" + id].map(IDFilter.hash)))
    let query = try connection.prepare(
      "SELECT \(tests.joined(separator: ", ")), "
        + places.map { "\($0.user ?? "NULL"), \($0.sub ?? "NULL"), \($0.transaction ?? "NULL")" }
        .joined(separator: ", ")
        + " FROM \(source) WHERE \(tests.joined(separator: " OR "))\(byKey)"
        + " LIMIT \(Self.hitLimit)")
    query.bind(1, id)
    // Binding a parameter that the text lacks does nothing.
    query.bind(2, Self.lowercased(id))
    while try query.step() {
      let isNamed = places.indices.contains { query.integer(Int32($0)) == 1 }
      for (index, place) in places.enumerated() {
        let isByKey = !isNamed && place.kind == .transaction
        guard query.integer(Int32(index)) == 1 || isByKey else { continue }
        let first = Int32(places.count + 3 * index)
        hits.append(
          Hit(
            kind: place.kind, user: query.optionalInteger(first),
            sub: query.optionalText(first + 1), transaction: query.optionalText(first + 2)))
      }
    }
  }

  /// Takes the first kind, and every other that leads to nobody else.
  private mutating func settle() {
    guard let first = Kind.allCases.first(where: { kind in hits.contains { $0.kind == kind } })
    else { return }
    func people(_ kind: Kind) -> Set<Int64> {
      Set(hits.filter { $0.kind == kind }.compactMap(\.user))
    }
    let own = people(first)
    for kind in Kind.allCases where hits.contains(where: { $0.kind == kind }) {
      if kind == first || people(kind).isSubset(of: own) {
        kinds.append(kind)
      } else {
        otherKinds.append(kind)
      }
    }
    func add<Value: Equatable>(_ value: Value?, to list: inout [Value]) {
      if let value, !list.contains(value) { list.append(value) }
    }
    for hit in hits where kinds.contains(hit.kind) {
      add(hit.user, to: &users)
      add(hit.sub, to: &subs)
      add(hit.transaction, to: &transactions)
    }
    if kinds.contains(.sub) { add(id, to: &subs) }
    if kinds.contains(.uuid) { add(Self.lowercased(id), to: &uuids) }
    if kinds.contains(.transaction) { add(id, to: &transactions) }
    hits = []
  }

  /// Only ASCII letters: UUIDs are kept in lower case.
  private static func lowercased(_ id: String) -> String {
    String(
      decoding: id.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
