internal import AuditInput
internal import AuditModel

/// Writes the records of one stream, each natural key once.
///
/// What is in the table is known by a hash of its natural key, in memory; no table of records has
/// an index. A known key is verified on the stored values, then on all values: the same values are
/// a repeat, others replace the older record, or stand beside it where the stream is immutable.
struct StreamWriter {
  struct Tally {
    var stored = 0
    var repeated = 0

    mutating func add(_ other: Tally) {
      stored += other.stored
      repeated += other.repeated
    }
  }

  private let connection: Connection
  private let definition: StreamDefinition
  private let statements: RecordStatements
  private let columns: [Column]
  /// Slots that hold users, and for each slot which of them it is.
  private let userSlots: [Int]
  private let userIndexes: [Int]
  /// Slots of the natural key.
  private let identity: [Int]

  private var keys: KeyTable
  /// Further records of keys of an immutable stream, by all their values: a lookup in it stays one
  /// however many versions a key has.
  private var versions = KeyTable()
  private var touched: UInt64 = 0
  private var nextRow: Int64
  /// The first row that the file being read made.
  private var firstRowOfFile: Int64
  /// The whole ledger as it was written; nil for other streams and where rows were there before.
  private var ledger: LedgerTable?
  private let ledgerSlots = LedgerValues.Slots()
  /// Users with pseudonyms, and whether a record was stored that names one.
  private let pseudonymUsers: Set<Int64>
  private(set) var hasNewsOfPseudonyms = false

  /// Reads what is in the table; of `rows`, given the snapshots, what is in their tables.
  init(
    _ connection: Connection, _ definition: StreamDefinition, users: UserTable,
    snapshots: SnapshotTables?
  ) throws(StoreError) {
    self.connection = connection
    self.definition = definition
    statements = try RecordStatements(connection, definition)
    columns = definition.columns
    let userSlots = definition.columns.indices.filter { definition.columns[$0].storage == .user }
    self.userSlots = userSlots
    userIndexes = definition.columns.indices.map { userSlots.firstIndex(of: $0) ?? -1 }
    identity = definition.identity.compactMap { name in
      definition.field(named: name).flatMap { definition.slot(ofColumn: $0.columns[0].name) }
    }
    let last = try connection.number("SELECT max(row) FROM \(definition.table)") ?? 0
    nextRow = last + 1
    firstRowOfFile = last + 1
    keys = KeyTable(capacity: Int(min(last, KeyTable.rowLimit)))
    ledger = definition.stream == .ledger && last == 0 ? LedgerTable() : nil
    var pseudonymUsers: Set<Int64> = []
    let people = try connection.prepare("SELECT user FROM pseudonym_user")
    while try people.step() { pseudonymUsers.insert(people.integer(0)) }
    self.pseudonymUsers = pseudonymUsers
    if last > 0 { try learn(snapshots, users) }
  }

  /// Marks where a file begins, for `forgetFile`.
  mutating func beginFile() { firstRowOfFile = nextRow }

  /// Forgets what the file brought, after its rows were rolled back.
  mutating func forgetFile() {
    keys.removeRows(from: firstRowOfFile)
    versions.removeRows(from: firstRowOfFile)
    ledger?.removeRows(from: firstRowOfFile)
    nextRow = firstRowOfFile
  }

  /// Hands over the ledger; without a copy, so it is forgotten here.
  mutating func takeLedger() -> LedgerTable? {
    defer { ledger = nil }
    return ledger
  }

  /// Writes a batch.
  mutating func add(
    _ batch: RecordBatch, file: Int64, users: inout UserTable
  ) throws(StoreError) -> Tally {
    let numbers = try users.numbers(of: batch, slots: userSlots)
    let indexes = userIndexes
    return try batch.slots.withUnsafeBufferPointer { (slots) throws(StoreError) in
      try batch.text.withUnsafeBufferPointer { (text) throws(StoreError) in
        try numbers.withUnsafeBufferPointer { (numbers) throws(StoreError) in
          try indexes.withUnsafeBufferPointer { (indexes) throws(StoreError) in
            let records = RecordView(
              slots: slots, text: UnsafeRawBufferPointer(text), width: columns.count,
              users: numbers, userIndexes: indexes, userCount: userSlots.count)
            return try add(records, batch: batch, file: file)
          }
        }
      }
    }
  }

  private mutating func add(
    _ records: RecordView, batch: RecordBatch, file: Int64
  ) throws(StoreError) -> Tally {
    try checkHash(of: records, batch: batch)
    touched = keys.touch(batch.keyHashes)
    let presence = presence(records, count: batch.count)
    var tally = Tally()
    var pending: [Int] = []
    pending.reserveCapacity(batch.count)
    var firstPendingRow = nextRow

    func flush() throws(StoreError) {
      if pending.isEmpty { return }
      try statements.insert(
        pending, from: records, lines: batch.lines, file: file, firstRow: firstPendingRow,
        presence: presence)
      pending.removeAll(keepingCapacity: true)
      firstPendingRow = nextRow
    }

    for record in 0..<batch.count {
      let hash = keyHash(record, of: records, batch: batch)
      var position = KeyTable.start
      var known: (row: Int64, comparison: RecordStatements.Comparison)?
      while known == nil, let row = keys.next(hash, &position) {
        if row >= firstPendingRow { try flush() }
        let comparison = try statements.compare(
          row: row, with: record, of: records, identity: identity)
        if comparison != .otherKey { known = (row, comparison) }
      }
      if let known {
        if known.comparison == .sameValues {
          tally.repeated += 1
          continue
        }
        noteNews(record, of: records)
        guard definition.isImmutable else {
          try statements.replace(
            row: known.row, with: record, of: records, line: batch.lines[record], file: file)
          tally.stored += 1
          continue
        }
        try flush()
        guard try isNewVersion(record, of: records) else {
          tally.repeated += 1
          continue
        }
      } else {
        noteNews(record, of: records)
        keys.insert(hash, row: nextRow)
      }
      guard nextRow < KeyTable.rowLimit else {
        throw StoreError(
          path: connection.path, action: "store", code: 0,
          reason: "the table \(definition.table) is full")
      }
      pending.append(record)
      ledger?.append(LedgerValues(record, of: records, row: nextRow, slots: ledgerSlots))
      nextRow += 1
      tally.stored += 1
    }
    try flush()
    return tally
  }

  /// Whether no row beside the first of its key has all the record's values; notes it if so.
  private mutating func isNewVersion(_ record: Int, of records: RecordView) throws(StoreError)
    -> Bool
  {
    var hash = NaturalKeyHash()
    for slot in columns.indices {
      let value = records.slot(record, slot)
      if value.isAbsent { continue }
      hash.add(integer: Int64(slot))
      hash.add(value, of: records)
    }
    var position = KeyTable.start
    while let row = versions.next(hash.value, &position) {
      let comparison = try statements.compare(
        row: row, with: record, of: records, identity: identity)
      if comparison == .sameValues { return false }
    }
    versions.insert(hash.value, row: nextRow)
    return true
  }

  /// The columns that occur in the batch, a bit each.
  private func presence(_ records: RecordView, count: Int) -> UInt64 {
    var mask: UInt64 = 0
    for slot in columns.indices {
      for record in 0..<count where !records.slot(record, slot).isAbsent {
        mask |= 1 << UInt64(slot)
        break
      }
    }
    return mask
  }

  private mutating func noteNews(_ record: Int, of records: RecordView) {
    guard !pseudonymUsers.isEmpty, !hasNewsOfPseudonyms else { return }
    hasNewsOfPseudonyms = userSlots.contains {
      !records.slot(record, $0).isAbsent && pseudonymUsers.contains(records.user(record, $0))
    }
  }

  /// The batch's hash, or our own where the key lacks a value.
  @inline(__always)
  private func keyHash(_ record: Int, of records: RecordView, batch: RecordBatch) -> UInt64 {
    for slot in identity where records.slot(record, slot).isAbsent {
      return computedHash(record, of: records)
    }
    return batch.keyHashes[record]
  }

  private func computedHash(_ record: Int, of records: RecordView) -> UInt64 {
    var hash = NaturalKeyHash()
    for slot in identity { hash.add(records.slot(record, slot), of: records) }
    return hash.value
  }

  /// A reader that hashed otherwise would make every later night store its records again.
  private func checkHash(of records: RecordView, batch: RecordBatch) throws(StoreError) {
    guard batch.count > 0 else { return }
    guard keyHash(0, of: records, batch: batch) == computedHash(0, of: records) else {
      throw StoreError(
        path: connection.path, action: "store", code: 0,
        reason: "the hash of a natural key of \(definition.stream.rawValue) is wrong")
    }
  }
}

extension StreamWriter {
  /// Reads the keys of the rows that are there.
  private mutating func learn(
    _ snapshots: SnapshotTables?, _ users: UserTable
  ) throws(StoreError) {
    let names = identity.map { columns[$0].name }.joined(separator: ", ")
    let scan = try connection.prepare("SELECT row, \(names) FROM \(definition.table)")
    let whole = try connection.prepare("SELECT * FROM \(definition.table) WHERE row = ?1")
    while try scan.step() {
      if let snapshots, !snapshots.names.contains(Array(scan.textBytes(1))) { continue }
      var hash = NaturalKeyHash()
      for (index, slot) in identity.enumerated() {
        hash.add(column: Int32(index + 1), of: scan, as: columns[slot].storage, users: users)
      }
      let row = scan.integer(0)
      if definition.isImmutable, try isFurtherVersion(scan, hash: hash.value, whole: whole) {
        whole.bind(1, row)
        _ = try whole.step()
        versions.insert(hashOfAllValues(whole, users), row: row)
        whole.reset()
      } else {
        keys.insert(hash.value, row: row)
      }
    }
  }

  /// Whether an earlier row has the key of the row that the scan is at.
  private func isFurtherVersion(
    _ scan: Statement, hash: UInt64, whole: Statement
  ) throws(StoreError) -> Bool {
    var position = KeyTable.start
    while let row = keys.next(hash, &position) {
      whole.bind(1, row)
      defer { whole.reset() }
      guard try whole.step() else { continue }
      let isSame = identity.enumerated().allSatisfy { index, slot in
        let (left, right) = (Int32(index + 1), Int32(slot + StreamWriter.placeColumns))
        guard scan.isNull(left) == whole.isNull(right) else { return false }
        return Memory.isEqual(scan.textBytes(left), whole.textBytes(right))
      }
      if isSame { return true }
    }
    return false
  }

  /// row, file and line, which stand before the columns of the fields.
  private static let placeColumns = 3

  private func hashOfAllValues(_ whole: Statement, _ users: UserTable) -> UInt64 {
    var hash = NaturalKeyHash()
    for slot in columns.indices {
      let column = Int32(slot + StreamWriter.placeColumns)
      if whole.isNull(column) { continue }
      hash.add(integer: Int64(slot))
      hash.add(column: column, of: whole, as: columns[slot].storage, users: users)
    }
    return hash.value
  }
}
