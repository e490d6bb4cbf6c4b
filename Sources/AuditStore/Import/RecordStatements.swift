internal import AuditInput
internal import AuditModel
internal import CRecordFeed
internal import CSQLite

/// The prepared statements that write and compare records of one stream.
final class RecordStatements {
  private let connection: Connection
  private let definition: StreamDefinition
  private let columns: [Column]
  private let feed: UnsafeMutablePointer<siwa_feed>
  private var insertions: [UInt64: Statement] = [:]
  private var comparison: Statement?
  private var replacement: Statement?

  init(_ connection: Connection, _ definition: StreamDefinition) throws(StoreError) {
    self.connection = connection
    self.definition = definition
    columns = definition.columns
    let name = RecordStatements.feedName(of: definition)
    guard let feed = siwa_feed_create(connection.handle, name, columns.count) else {
      throw StoreError(
        path: connection.path, action: "store", code: SQLITE_NOMEM,
        reason: "there is no memory for the records of \(definition.stream.rawValue)")
    }
    self.feed = feed
  }

  private static func feedName(of definition: StreamDefinition) -> String {
    "incoming_\(definition.table)"
  }

  /// Inserts the records with those indexes into the rows from `firstRow` on.
  ///
  /// `presence` has a bit for each column that any record has; the others stay NULL.
  func insert(
    _ pending: [Int], from records: RecordView, lines: [Int], file: Int64, firstRow: Int64,
    presence: UInt64
  ) throws(StoreError) {
    let statement = try insertion(presence)
    try pending.withUnsafeBufferPointer { (pending) throws(StoreError) in
      try lines.withUnsafeBufferPointer { (lines) throws(StoreError) in
        feed.pointee.show(records, lines: lines, pending: pending, file: file, firstRow: firstRow)
        defer { feed.pointee.count = 0 }
        try statement.run()
      }
    }
  }

  private func insertion(_ presence: UInt64) throws(StoreError) -> Statement {
    if let known = insertions[presence] { return known }
    let values = columns.indices.map { presence >> UInt64($0) & 1 == 1 ? "c\($0)" : "NULL" }
    let made = try connection.prepare(
      "INSERT INTO \(definition.table)"
        + " SELECT row, file, line, \(values.joined(separator: ", "))"
        + " FROM \(RecordStatements.feedName(of: definition))")
    insertions[presence] = made
    return made
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

extension siwa_feed {
  /// Shows some records of a batch to the next insert.
  fileprivate mutating func show(
    _ records: RecordView, lines: UnsafeBufferPointer<Int>, pending: UnsafeBufferPointer<Int>,
    file: Int64, firstRow: Int64
  ) {
    slots = UnsafeRawPointer(records.slots.baseAddress)?.assumingMemoryBound(
      to: siwa_feed_slot.self)
    text = records.text.baseAddress?.assumingMemoryBound(to: CChar.self)
    users = records.users.baseAddress
    user_count = records.userCount
    user_indexes = UnsafeRawPointer(records.userIndexes.baseAddress)?.assumingMemoryBound(
      to: Int64.self)
    self.lines = UnsafeRawPointer(lines.baseAddress)?.assumingMemoryBound(to: Int64.self)
    self.records = UnsafeRawPointer(pending.baseAddress)?.assumingMemoryBound(to: Int64.self)
    count = pending.count
    first_row = firstRow
    self.file = file
  }
}
