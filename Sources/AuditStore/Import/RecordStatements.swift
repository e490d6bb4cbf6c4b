internal import AuditInput
internal import AuditModel
internal import CSQLite

/// The prepared statements that write and compare records of one stream.
final class RecordStatements {
  /// Rows that one step inserts: the measured best of one writer.
  static let rowsAStep = 8

  private let connection: Connection
  private let definition: StreamDefinition
  private let columns: [Column]
  private var insertions: [UInt64: Insertion] = [:]
  private var comparison: Statement?
  private var replacement: Statement?

  /// An insert of some of the columns; the others stay NULL.
  final class Insertion {
    let slots: [Int]
    let one: Statement
    let many: Statement

    init(
      _ connection: Connection, _ definition: StreamDefinition, slots: [Int]
    ) throws(StoreError) {
      self.slots = slots
      let names = slots.map { definition.columns[$0].name }
      let head =
        "INSERT INTO \(definition.table) (file, \((["row", "line"] + names).joined(separator: ", ")))"
        + " VALUES "
      let size = names.count + 2
      func values(_ index: Int) -> String {
        let numbers = (0..<size).map { "?\(2 + index * size + $0)" }
        return "(?1, " + numbers.joined(separator: ", ") + ")"
      }
      one = try connection.prepare(head + values(0))
      let rows = (0..<RecordStatements.rowsAStep).map(values)
      many = try connection.prepare(head + rows.joined(separator: ", "))
    }
  }

  init(_ connection: Connection, _ definition: StreamDefinition) {
    self.connection = connection
    self.definition = definition
    columns = definition.columns
  }

  /// The insert of the columns whose bits are set.
  func insertion(mask: UInt64) throws(StoreError) -> Insertion {
    if let known = insertions[mask] { return known }
    let slots = columns.indices.filter { mask >> UInt64($0) & 1 == 1 }
    let made = try Insertion(connection, definition, slots: slots)
    insertions[mask] = made
    return made
  }

  /// Inserts the records with those indexes, at most `rowsAStep`, from a row number on.
  func insert(
    _ pending: [Int], from records: RecordView, lines: [Int], file: Int64, firstRow: Int64,
    with insertion: Insertion
  ) throws(StoreError) {
    guard pending.count == RecordStatements.rowsAStep else {
      insertion.one.bind(1, file)
      for (offset, record) in pending.enumerated() {
        let row = firstRow + Int64(offset)
        bind(
          record, of: records, to: insertion.one, from: 2, row: row, line: lines[record],
          slots: insertion.slots)
        try insertion.one.run()
      }
      return
    }
    insertion.many.bind(1, file)
    var parameter: Int32 = 2
    var row = firstRow
    for record in pending {
      bind(
        record, of: records, to: insertion.many, from: parameter, row: row, line: lines[record],
        slots: insertion.slots)
      parameter += Int32(insertion.slots.count) + 2
      row += 1
    }
    try insertion.many.run()
  }

  enum Comparison {
    case otherKey
    case sameValues
    case otherValues
  }

  /// Compares a stored row with a record, first the natural key, then all values.
  func compare(
    row: Int64, with record: Int, of records: RecordView, identity: [Int]
  ) throws(StoreError) -> Comparison {
    let statement = try comparisonStatement()
    statement.bind(1, row)
    defer { statement.reset() }
    guard try statement.step() else {
      throw StoreError(
        path: connection.path, action: "read", code: 0,
        reason: "row \(row) of \(definition.table) is gone")
    }
    for slot in identity where !isSame(slot, statement, record, records) { return .otherKey }
    for slot in columns.indices where !isSame(slot, statement, record, records) {
      return .otherValues
    }
    return .sameValues
  }

  /// Gives a row the values and the place of a record.
  func replace(
    row: Int64, with record: Int, of records: RecordView, line: Int, file: Int64
  ) throws(StoreError) {
    let statement = try replacementStatement()
    statement.bind(1, file)
    bind(
      record, of: records, to: statement, from: 2, row: row, line: line,
      slots: Array(columns.indices))
    try statement.run()
  }

  private func comparisonStatement() throws(StoreError) -> Statement {
    if let comparison { return comparison }
    let names = columns.map(\.name).joined(separator: ", ")
    let made = try connection.prepare("SELECT \(names) FROM \(definition.table) WHERE row = ?1")
    comparison = made
    return made
  }

  private func replacementStatement() throws(StoreError) -> Statement {
    if let replacement { return replacement }
    let sets = columns.enumerated().map { "\($0.element.name) = ?\($0.offset + 4)" }
    let made = try connection.prepare(
      "UPDATE \(definition.table) SET file = ?1, line = ?3, \(sets.joined(separator: ", "))"
        + " WHERE row = ?2")
    replacement = made
    return made
  }

  private func isSame(
    _ slot: Int, _ statement: Statement, _ record: Int, _ records: RecordView
  ) -> Bool {
    let value = records.slot(record, slot)
    let column = Int32(slot)
    guard !value.isAbsent else { return statement.isNull(column) }
    guard !statement.isNull(column) else { return false }
    switch columns[slot].storage {
    case .integer: return statement.integer(column) == value.word
    case .text: return Memory.isEqual(statement.textBytes(column), records.bytes(value))
    case .user: return statement.integer(column) == records.user(record, slot)
    }
  }

  /// Binds row, line and the slots to the parameters from `first` on.
  @inline(__always)
  private func bind(
    _ record: Int, of records: RecordView, to statement: Statement, from first: Int32, row: Int64,
    line: Int, slots: [Int]
  ) {
    let handle = statement.handle
    sqlite3_bind_int64(handle, first, row)
    sqlite3_bind_int64(handle, first + 1, Int64(line))
    var parameter = first + 2
    for slot in slots {
      let value = records.slot(record, slot)
      if value.isInteger {
        sqlite3_bind_int64(handle, parameter, value.word)
      } else if value.isAbsent {
        sqlite3_bind_null(handle, parameter)
      } else if columns[slot].storage == .user {
        sqlite3_bind_int64(handle, parameter, records.user(record, slot))
      } else {
        statement.bindStatic(parameter, records.bytes(value))
      }
      parameter += 1
    }
  }
}
