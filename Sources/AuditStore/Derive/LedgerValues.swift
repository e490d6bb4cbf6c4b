internal import AuditInput
internal import AuditModel

/// What derivation needs of one ledger row, from the store or from the record while it is written;
/// the bytes are valid as long as their source is.
struct LedgerValues {
  static let columns = [
    "at", "user", "kind", "amount", "balance_after", "applied", "payer", "started_at",
    "moved_from", "adjustment_id", "idempotency_key", "transaction_id", "status",
    "amount_decimals", "owner_funds", "operation_id",
  ]

  let row: Int64
  let at: Int64
  let user: Int64
  /// Zero where absent.
  let movedFrom: Int64
  let kind: UnsafeRawBufferPointer
  let amount: Int64
  let balanceAfter: Int64?
  let isApplied: Bool
  let payer: UnsafeRawBufferPointer
  let startedAt: Int64?
  /// Ids are empty where absent.
  let adjustmentID: UnsafeRawBufferPointer
  let idempotencyKey: UnsafeRawBufferPointer
  let transactionID: UnsafeRawBufferPointer
  /// Zero where absent.
  let status: Int64
  /// Decimals as written, zero where they are at most eight.
  let decimalCount: Int64
  let ownerFunds: Int64?
  let operationID: UnsafeRawBufferPointer
}

extension LedgerValues {
  /// Reads a row of a query of "row" and then `columns`.
  @inline(__always)
  init(_ statement: Statement) {
    // Asking for NULL is a call of its own: only where the value leaves it open.
    func number(_ column: Int32) -> Int64? {
      let value = statement.integer(column)
      return value == 0 && statement.isNull(column) ? nil : value
    }
    row = statement.integer(0)
    at = statement.integer(1)
    user = statement.integer(2)
    kind = statement.textBytes(3)
    amount = statement.integer(4)
    balanceAfter = number(5)
    isApplied = statement.integer(6) != 0
    payer = statement.textBytes(7)
    startedAt = number(8)
    movedFrom = statement.integer(9)
    adjustmentID = statement.textBytes(10)
    idempotencyKey = statement.textBytes(11)
    transactionID = statement.textBytes(12)
    status = statement.integer(13)
    decimalCount = statement.integer(14)
    ownerFunds = number(15)
    operationID = statement.textBytes(16)
  }

  /// Where the columns are in a record.
  struct Slots {
    private let indexes: [Int]

    init() {
      let names = Stream.ledger.definition.columns.map(\.name)
      indexes = LedgerValues.columns.compactMap { names.firstIndex(of: $0) }
    }

    @inline(__always)
    subscript(_ column: Int) -> Int { indexes[column] }
  }

  /// Reads a record that is about to be stored as that row.
  @inline(__always)
  init(_ record: Int, of records: RecordView, row: Int64, slots: Slots) {
    func number(_ column: Int) -> Int64? {
      let value = records.slot(record, slots[column])
      return value.isInteger ? value.word : nil
    }
    func bytes(_ column: Int) -> UnsafeRawBufferPointer {
      let value = records.slot(record, slots[column])
      return value.isText ? records.bytes(value) : UnsafeRawBufferPointer(start: nil, count: 0)
    }
    self.row = row
    at = number(0) ?? 0
    user = records.user(record, slots[1])
    kind = bytes(2)
    amount = number(3) ?? 0
    balanceAfter = number(4)
    isApplied = number(5) ?? 0 != 0
    payer = bytes(6)
    startedAt = number(7)
    movedFrom = records.user(record, slots[8])
    adjustmentID = bytes(9)
    idempotencyKey = bytes(10)
    transactionID = bytes(11)
    status = number(12) ?? 0
    decimalCount = number(13) ?? 0
    ownerFunds = number(14)
    operationID = bytes(15)
  }
}
