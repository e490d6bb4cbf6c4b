internal import AuditModel

/// Reads records of one stream the way a report shows them.
final class EvidenceReader {
  private let definition: StreamDefinition
  private let query: Statement
  /// file and line, which stand before the columns of the fields.
  private static let placeColumns = 2

  init(_ connection: Connection, _ definition: StreamDefinition)
    throws(StoreError)
  {
    self.definition = definition
    let names = definition.columns.map { "r." + $0.name }.joined(separator: ", ")
    query = try connection.prepare(
      """
      SELECT (SELECT path FROM file WHERE file.file = r.file), r.line, \(names)
      FROM \(definition.table) AS r
      WHERE row = ?1
      """)
  }

  /// The record; nil if it is no longer there.
  func record(row: Int64, users: UserTable) throws(StoreError) -> EvidenceRecord? {
    query.bind(1, row)
    defer { query.reset() }
    guard try query.step() else { return nil }
    var fields: [EvidenceRecord.NamedValue] = []
    var column = Int32(EvidenceReader.placeColumns)
    for field in definition.fields {
      if let value = written(field, column, users) {
        fields.append(.init(name: field.name, value: value))
      }
      column += Int32(field.columns.count)
    }
    let key = definition.identity.compactMap { name in fields.first { $0.name == name }?.value }
    return EvidenceRecord(
      stream: definition.stream,
      place: SourcePlace(path: query.text(0), line: Int(query.integer(1))),
      key: key.joined(separator: " "), fields: fields)
  }

  /// The value for people; nil if it is absent.
  private func written(_ field: Field, _ column: Int32, _ users: UserTable) -> String? {
    guard !query.isNull(column) else { return nil }
    switch field.type {
    case .text, .prose, .uuid, .token, .word, .email: return query.text(column)
    case .user:
      return users.withID(query.integer(column)) { String(decoding: $0, as: UTF8.self) }
    case .time: return Written.time(query.integer(column))
    case .amount: return Written.amount(query.integer(column))
    case .bool: return query.integer(column) == 0 ? "false" : "true"
    case .integer: return String(query.integer(column))
    case .presence: return "present"
    case .rawNonce: return "\(query.integer(column)) characters"
    }
  }
}
