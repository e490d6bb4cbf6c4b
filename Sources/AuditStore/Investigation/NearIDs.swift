internal import AuditModel
internal import Dispatch

/// Ids that somebody may have meant by one that is nowhere.
///
/// Comparing with every id of a large database takes minutes, so only ids that begin or end alike
/// are compared, so many of each kind.
struct NearIDs {
  private static let candidateLimit = 2000
  private static let resultLimit = 3
  /// Where ids are looked for, a scan a table; of ids that are equally near, the earlier column's wins.
  private static let tables = [
    ("user", ["id"]), ("session", ["id", "apple_sub", "app_user_uuid"]),
    ("purchase", ["transaction_id"]), ("link", ["id"]), ("deletion", ["id"]),
    ("account", ["apple_sub"]), ("notification", ["id"]), ("attempt", ["id"]),
  ]
  /// Of fewer characters half the database would be the beginning.
  private static let leastBeginning = 4
  private static let ledgerColumns = ["adjustment_id", "idempotency_key"]

  private let id: String
  private let head: String
  private let tail: String
  private let scalarCount: Int

  init(_ id: String) {
    let scalars = Array(id.unicodeScalars)
    let length = max(1, scalars.count * 3 / 5)
    self.id = id
    head = Self.text(scalars.prefix(length))
    tail = Self.text(scalars.suffix(length))
    scalarCount = scalars.count
  }

  /// At most three ids that are near, the nearest first.
  ///
  /// The ledger, which is long, is read in two parts, on two connections at once; one of them reads
  /// all else besides.
  func find(on connections: (Connection, Connection)) throws(StoreError) -> [String] {
    guard scalarCount > 0 else { return [] }
    let (first, last) = (
      try connections.0.number("SELECT min(row) FROM ledger") ?? 0,
      try connections.0.number("SELECT max(row) FROM ledger") ?? 0
    )
    let middle = first + (last - first) / 3
    let found = Found()
    DispatchQueue.concurrentPerform(iterations: 2) { part in
      found.set(part) { () throws(StoreError) in
        let connection = part == 0 ? connections.0 : connections.1
        var columns: [[String]] = []
        if part == 0 {
          for (table, names) in Self.tables {
            columns += try alike.find(names, in: table, on: connection)
          }
        }
        let isOfPart = part == 0 ? "row <= \(middle)" : "row > \(middle)"
        return try columns
          + alike.find(Self.ledgerColumns, in: "ledger", where: isOfPart, on: connection)
      }
    }
    var columns = try found.part(0)
    let rest = try found.part(1)
    for (column, texts) in zip(columns.indices.suffix(rest.count), rest) {
      columns[column] += texts.prefix(Self.candidateLimit - columns[column].count)
    }
    return NearestName.find(id, among: columns.joined(), count: Self.resultLimit)
  }

  /// At most three users whose id begins so: what a log or a support tool shows of a long id.
  func beginning(on connection: Connection) throws(StoreError) -> [String] {
    guard scalarCount >= Self.leastBeginning else { return [] }
    // Without an index either way, and exact where LIKE would take `_` for any character.
    let query = try connection.prepare(
      """
      SELECT id FROM user WHERE lower(substr(id, 1, \(scalarCount))) = lower(?1)
      ORDER BY id LIMIT \(Self.resultLimit)
      """)
    query.bind(1, id)
    var ids: [String] = []
    while try query.step() { ids.append(query.text(0)) }
    return ids
  }

  /// A collector; each thread has one of its own.
  private var alike: AlikeTexts {
    AlikeTexts(head: head, tail: tail, scalarCount: scalarCount, limit: Self.candidateLimit)
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}

/// What two threads found; the mutex guards every stored property.
private final class Found: @unchecked Sendable {
  private let mutex = Mutex()
  private var parts: [Int: Result<[[String]], StoreError>] = [:]

  func set(_ part: Int, _ find: () throws(StoreError) -> [[String]]) {
    let result = Result(catching: find)
    mutex.withLock { parts[part] = result }
  }

  func part(_ number: Int) throws(StoreError) -> [[String]] { try parts[number]?.get() ?? [] }
}
