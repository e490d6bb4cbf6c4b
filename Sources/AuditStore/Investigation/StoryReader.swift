internal import AuditModel

/// Reads whole records of the few accounts of a story, one scan a table.
final class StoryReader {
  let connection: Connection
  let rows: FilteredRows
  private let userQuery: Statement
  private var names: [Int64: String] = [:]

  init(_ connection: Connection, _ rows: FilteredRows) throws(StoreError) {
    self.connection = connection
    self.rows = rows
    userQuery = try connection.prepare("SELECT id FROM user WHERE user = ?1")
  }

  /// The user id that a number stands for.
  func name(_ user: Int64) throws(StoreError) -> String {
    if let known = names[user] { return known }
    userQuery.bind(1, user)
    defer { userQuery.reset() }
    let name = try userQuery.step() ? userQuery.text(0) : "user number \(user)"
    names[user] = name
    return name
  }

  /// The ids of all users that a sentence may name, by their bytes.
  var namedUsers: [String] { names.values.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }

  /// Whether a field occurred in files of a stream.
  func isKnown(_ stream: Stream, _ field: String) throws(StoreError) -> Bool {
    let query = try connection.prepare("SELECT 1 FROM known WHERE stream = ?1 AND field = ?2")
    query.bind(1, stream.rawValue)
    query.bind(2, field)
    return try query.step()
  }

  /// The records of a stream for which the condition holds, by row.
  ///
  /// The condition is SQL over the columns of the stream's table, called `r`. Where all that it
  /// finds holds one of some ids, only rows that may hold one are looked at.
  func records(
    _ stream: Stream, holding ids: Set<UInt64>? = nil, where condition: String
  ) throws(StoreError) -> [StoryRecord] {
    let definition = stream.definition
    let source =
      try ids.map { ids throws(StoreError) in try rows.source(definition.table, holding: ids) }
      ?? "\(definition.table) AS r"
    let columns = definition.columns.map { "r." + $0.name }.joined(separator: ", ")
    let query = try connection.prepare(
      """
      SELECT r.row, (SELECT path FROM file WHERE file.file = r.file), r.line, \(columns)
      FROM \(source)
      WHERE \(condition)
      ORDER BY r.row
      """)
    var records: [StoryRecord] = []
    while try query.step() { records.append(try record(query, definition)) }
    return records
  }

  /// The users of sessions and of the users table that have one of these addresses.
  func users(ofAddresses hashes: [String]) throws(StoreError) -> Set<Int64> {
    var users: Set<Int64> = []
    guard !hashes.isEmpty else { return users }
    for table in ["session", "account"] {
      let source = try rows.source(table, holding: Set(hashes.map(IDFilter.hash)))
      let query = try connection.prepare(
        "SELECT DISTINCT r.user FROM \(source) WHERE email_hash = ?1")
      for hash in hashes {
        query.bind(1, hash)
        while try query.step() { users.insert(query.integer(0)) }
        query.reset()
      }
    }
    return users
  }

  private func record(
    _ query: Statement, _ definition: StreamDefinition
  ) throws(StoreError) -> StoryRecord {
    var numbers: [String: Int64] = [:]
    var texts: [String: String] = [:]
    var fields: [EvidenceRecord.NamedValue] = []
    var index: Int32 = 3
    for field in definition.fields {
      if let value = try written(field, query, index) {
        fields.append(.init(name: field.name, value: value))
      }
      for column in field.columns {
        if !query.isNull(index) {
          switch column.storage {
          case .text: texts[column.name] = query.text(index)
          case .integer, .user: numbers[column.name] = query.integer(index)
          }
        }
        index += 1
      }
    }
    let key = definition.identity.compactMap { name in fields.first { $0.name == name }?.value }
    let shown = EvidenceRecord(
      stream: definition.stream,
      place: SourcePlace(path: query.text(1), line: Int(query.integer(2))),
      key: key.joined(separator: " "), fields: fields)
    return StoryRecord(row: query.integer(0), shown: shown, numbers: numbers, texts: texts)
  }

  private func written(
    _ field: Field, _ query: Statement, _ index: Int32
  ) throws(StoreError) -> String? {
    guard !query.isNull(index) else { return nil }
    switch field.type {
    case .text, .prose, .uuid, .token, .word, .email: return query.text(index)
    case .user: return try name(query.integer(index))
    case .time: return Written.time(query.integer(index))
    case .amount: return Written.amount(query.integer(index))
    case .bool: return query.integer(index) == 0 ? "false" : "true"
    case .integer: return String(query.integer(index))
    case .presence: return "present"
    case .rawNonce: return "\(query.integer(index)) characters"
    }
  }
}
