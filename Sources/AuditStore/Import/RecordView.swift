internal import AuditInput
internal import AuditModel

/// The records of a batch by slot, without copies; valid while the batch's arrays are.
struct RecordView {
  let slots: UnsafeBufferPointer<Slot>
  let text: UnsafeRawBufferPointer
  let width: Int
  /// The numbers of the users in the records' user columns, record by record.
  let users: UnsafeBufferPointer<Int64>
  /// For each slot, which of a record's numbers in `users` is its own; below zero for none.
  let userIndexes: UnsafeBufferPointer<Int>
  let userCount: Int

  @inline(__always)
  func slot(_ record: Int, _ index: Int) -> Slot { slots[record * width + index] }

  @inline(__always)
  func user(_ record: Int, _ index: Int) -> Int64 {
    users[record * userCount + userIndexes[index]]
  }

  @inline(__always)
  func bytes(_ slot: Slot) -> UnsafeRawBufferPointer {
    let start = Int(slot.word)
    return UnsafeRawBufferPointer(rebasing: text[start..<(start + Int(slot.length))])
  }
}

extension NaturalKeyHash {
  @inline(__always)
  mutating func add(raw bytes: UnsafeRawBufferPointer) {
    add(text: bytes.assumingMemoryBound(to: UInt8.self))
  }

  /// Adds a record's value if it has one.
  @inline(__always)
  mutating func add(_ slot: Slot, of records: RecordView) {
    if slot.isText {
      add(raw: records.bytes(slot))
    } else if slot.isInteger {
      add(integer: slot.word)
    }
  }

  /// Adds a stored value if it isn't NULL.
  mutating func add(
    column: Int32, of statement: Statement, as storage: Column.Storage, users: UserTable
  ) {
    guard !statement.isNull(column) else { return }
    switch storage {
    case .integer: add(integer: statement.integer(column))
    case .text: add(raw: statement.textBytes(column))
    case .user: users.withID(statement.integer(column)) { add(text: $0) }
    }
  }
}
