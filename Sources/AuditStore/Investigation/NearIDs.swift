internal import AuditModel

/// Ids that somebody may have meant by one that is nowhere.
///
/// Comparing with every id of a large database takes minutes, so only ids that begin or end alike
/// are compared, so many of each kind.
enum NearIDs {
  private static let candidateLimit = 2000
  private static let resultLimit = 3
  /// Where ids are looked for: the tables that are short beside the ledger come first.
  private static let columns = [
    ("user", "id"), ("session", "id"), ("purchase", "transaction_id"), ("link", "id"),
    ("deletion", "id"), ("account", "apple_sub"), ("session", "apple_sub"),
    ("session", "app_user_uuid"), ("notification", "id"), ("attempt", "id"),
    ("ledger", "adjustment_id"), ("ledger", "idempotency_key"),
  ]

  /// At most three ids that are near, the nearest first.
  static func find(_ id: String, on connection: Connection) throws(StoreError) -> [String] {
    let scalars = Array(id.unicodeScalars)
    let length = max(1, scalars.count * 3 / 5)
    let head = text(scalars.prefix(length))
    let tail = text(scalars.suffix(length))
    var candidates: [String] = []
    for (table, column) in columns {
      let query = try connection.prepare(
        """
        SELECT \(column) FROM \(table)
        WHERE \(column) IS NOT NULL
          AND length(\(column)) BETWEEN ?3 - 3 AND ?3 + 3
          AND (substr(\(column), 1, \(length)) = ?1 COLLATE NOCASE
            OR substr(\(column), -\(length)) = ?2 COLLATE NOCASE)
        LIMIT \(candidateLimit)
        """)
      query.bind(1, head)
      query.bind(2, tail)
      query.bind(3, Int64(scalars.count))
      while try query.step() { candidates.append(query.text(0)) }
    }
    var found: [String] = []
    while found.count < resultLimit, let near = NearestName.find(id, among: candidates) {
      found.append(near)
      candidates.removeAll { $0 == near }
    }
    return found
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}
