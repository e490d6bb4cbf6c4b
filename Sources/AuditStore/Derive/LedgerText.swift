internal import AuditModel

/// Reads a ledger row's stored values as bytes, the same whatever file or format they came from.
///
/// User ids are their text, since the numbers that stand for them depend on the order of reading.
struct LedgerText {
  /// The values in the order of the stream's columns, nil where absent.
  typealias Record = [[UInt8]?]

  static let adjustmentColumn = column("adjustment_id")
  static let userColumn = column("user")
  static let movedFromColumn = column("moved_from")

  private let statement: Statement
  private let columnCount: Int32

  init(_ connection: Connection) throws(StoreError) {
    let columns = StreamDefinition.columns(of: .ledger)
    let terms = columns.map { column in
      switch column.storage {
      case .integer, .text: column.name
      case .user: "(SELECT id FROM user AS u WHERE u.user = ledger.\(column.name))"
      }
    }
    statement = try connection.prepare(
      "SELECT \(terms.joined(separator: ", ")) FROM ledger WHERE row = ?")
    columnCount = Int32(columns.count)
  }

  func record(_ row: Int64) throws(StoreError) -> Record {
    statement.bind(1, row)
    defer { statement.reset() }
    guard try statement.step() else { return [] }
    return (0..<columnCount).map { statement.isNull($0) ? nil : Array(statement.textBytes($0)) }
  }

  /// One run of bytes by which records compare; ids hold no NUL.
  static func bytes(_ record: Record) -> [UInt8] {
    Array(record.map { $0 ?? [] }.joined(separator: [0]))
  }

  private static func column(_ name: String) -> Int {
    StreamDefinition.columns(of: .ledger).firstIndex { $0.name == name } ?? 0
  }
}

extension StreamDefinition {
  fileprivate static func columns(of stream: Stream) -> [Column] { stream.definition.columns }
}
