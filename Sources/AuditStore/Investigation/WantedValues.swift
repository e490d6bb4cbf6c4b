internal import AuditInput

/// Ids that scans look for, in temporary tables that a condition can name.
///
/// They belong to the connection; the audit's file is only read.
struct WantedValues {
  enum Kind: String, CaseIterable {
    case sub, uuid, transaction, session, address
    var table: String { "wanted_" + rawValue }
  }

  private let connection: Connection
  /// As bytes: texts that Swift calls equal may be two ids.
  private var values: [Kind: Set<[UInt8]>] = [:]

  init(_ connection: Connection) throws(StoreError) {
    self.connection = connection
    for kind in Kind.allCases {
      try connection.execute(
        "CREATE TEMP TABLE \(kind.table) (value TEXT PRIMARY KEY) WITHOUT ROWID")
    }
  }

  /// How many values there are of all kinds.
  var count: Int { values.values.reduce(0) { $0 + $1.count } }

  func count(_ kind: Kind) -> Int { values[kind]?.count ?? 0 }

  /// Adds a value; whether it is a new one.
  @discardableResult
  mutating func add(_ value: String?, _ kind: Kind) throws(StoreError) -> Bool {
    guard let value, !value.isEmpty, values[kind, default: []].insert(Array(value.utf8)).inserted
    else {
      return false
    }
    let insert = try connection.prepare("INSERT INTO \(kind.table) VALUES (?1)")
    insert.bind(1, value)
    try insert.run()
    return true
  }

  /// What filters know the values of some kinds by, and some users.
  func hashes(_ kinds: Kind..., users: [Int64] = []) -> Set<UInt64> {
    var hashes = Set(users.map(IDFilter.hash(user:)))
    for kind in kinds {
      for bytes in values[kind] ?? [] {
        hashes.insert(bytes.withUnsafeBytes { NaturalKeyHash.nonZero(of: $0) })
      }
    }
    return hashes
  }

  func contains(_ value: String?, _ kind: Kind) -> Bool {
    guard let value else { return false }
    return values[kind]?.contains(Array(value.utf8)) ?? false
  }

  /// SQL that holds where the column has one of the values.
  func condition(_ column: String, _ kind: Kind) -> String {
    (values[kind] ?? []).isEmpty ? "0" : "\(column) IN \(kind.table)"
  }

  /// SQL that holds where the column names one of the users.
  static func condition(_ column: String, users: some Collection<Int64>) -> String {
    let sorted = users.sorted()
    guard let low = sorted.first, let high = sorted.last else { return "0" }
    // A few comparisons of numbers cost less than a look-up for each of millions of rows.
    if sorted.count <= 4 {
      return "(" + sorted.map { "+\(column) = \($0)" }.joined(separator: " OR ") + ")"
    }
    let list = sorted.map(String.init).joined(separator: ", ")
    return "(\(column) BETWEEN \(low) AND \(high) AND \(column) IN (\(list)))"
  }
}
