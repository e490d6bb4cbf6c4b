internal import AuditInput

/// The ledger in memory, in the order of its rows in the store.
///
/// It grows while the first night's records are written; on later nights it is read from the store.
package struct LedgerTable {
  var rows: [LedgerRow] = []
  /// Hashes of the adjustment ids and of the idempotency keys (0: none), by index.
  private(set) var adjustmentHashes: [UInt64] = []
  private(set) var keyHashes: [UInt64] = []
  /// The purchases and reversals that name a transaction, with the hash of its id, ascending.
  private(set) var transactions: [(index: Int, hash: UInt64)] = []
  /// The other ids that rows name: operations, and transactions of other kinds of rows, ascending.
  private var references: [(index: Int, hash: UInt64)] = []

  init() {}

  /// Reads the ledger once.
  init(_ connection: Connection) throws(StoreError) {
    let count = Int(try connection.integer("SELECT count(*) FROM ledger") ?? 0)
    rows.reserveCapacity(count)
    adjustmentHashes.reserveCapacity(count)
    keyHashes.reserveCapacity(count)
    let columns = LedgerValues.columns.joined(separator: ", ")
    let statement = try connection.prepare("SELECT row, \(columns) FROM ledger ORDER BY row")
    while try statement.step() { append(LedgerValues(statement)) }
  }

  var oldestAt: Int64? { rows.lazy.map(\.at).min() }
  var newestAt: Int64? { rows.lazy.map(\.at).max() }
  /// The largest owner.
  var lastOwner: Int32 { rows.lazy.map(\.owner).max() ?? 0 }

  mutating func append(_ values: LedgerValues) {
    let kind = LedgerKind(values.kind)
    var marks = kind.marks
    if values.isApplied { marks.insert(.applied) }
    // The reader lets only `local` and `linked` through.
    if values.payer.count == 6 { marks.insert(.linkedPayer) }

    var delta: Int64 = 0
    if values.isApplied, !marks.contains(.linkedPayer) {
      if kind.adds {
        delta = values.amount
      } else {
        let (negated, overflows) = Int64(0).subtractingReportingOverflow(values.amount)
        delta = overflows ? 0 : negated
        if overflows { marks.insert(.overflow) }
      }
    }

    let key = values.idempotencyKey
    if !values.isApplied || (400...499).contains(values.status) { marks.insert(.refused) }
    if values.amount <= 0 || values.decimalCount > 8 { marks.insert(.oddAmount) }
    if (kind == .purchase || kind == .gift) && key.isEmpty { marks.insert(.keyless) }
    if let funds = values.ownerFunds, funds <= 0 { marks.insert(.emptyFunds) }
    if kind == .purchase || kind == .reversal {
      let transaction = TransactionID.of(values.transactionID, key: key)
      if !transaction.isEmpty {
        transactions.append((rows.count, NaturalKeyHash.nonZero(of: transaction)))
      }
    } else if !values.transactionID.isEmpty {
      references.append((rows.count, NaturalKeyHash.nonZero(of: values.transactionID)))
    }
    if !values.operationID.isEmpty {
      references.append((rows.count, NaturalKeyHash.nonZero(of: values.operationID)))
    }
    if kind == .purchase, !values.transactionID.isEmpty, !key.isEmpty,
      !TransactionID.occurs(values.transactionID, in: key)
    {
      marks.insert(.otherKey)
    }

    adjustmentHashes.append(NaturalKeyHash.nonZero(of: values.adjustmentID))
    keyHashes.append(key.isEmpty ? 0 : NaturalKeyHash.nonZero(of: key))
    let user = Int32(clamping: values.user)
    let movedFrom = Int32(clamping: values.movedFrom)
    rows.append(
      LedgerRow(
        row: values.row, at: values.at, startedAt: values.startedAt ?? values.at, delta: delta,
        balanceAfter: values.balanceAfter ?? LedgerRow.unknown, user: user, movedFrom: movedFrom,
        owner: movedFrom == 0 ? user : movedFrom, marks: marks,
        order: AdjustmentOrder(values.adjustmentID)))
  }

  /// Forgets the rows from that one on, which were rolled back.
  mutating func removeRows(from first: Int64) {
    while let last = rows.last, last.row >= first { rows.removeLast() }
    adjustmentHashes.removeSubrange(rows.count...)
    keyHashes.removeSubrange(rows.count...)
    while let last = transactions.last, last.index >= rows.count { transactions.removeLast() }
    while let last = references.last, last.index >= rows.count { references.removeLast() }
  }

  /// Writes where every id of the rows may be.
  func writeFilter(_ connection: Connection) throws(StoreError) {
    var writer = try IDFilterWriter(connection, table: "ledger")
    var (transaction, reference) = (0, 0)
    for index in rows.indices where rows[index].row >= 0 {
      let (user, movedFrom) = (rows[index].user, rows[index].movedFrom)
      try writer.begin(row: rows[index].row)
      writer.add(IDFilter.hash(user: Int64(user)))
      if movedFrom != 0 { writer.add(IDFilter.hash(user: Int64(movedFrom))) }
      writer.add(adjustmentHashes[index])
      writer.add(keyHashes[index])
      while transaction < transactions.count, transactions[transaction].index <= index {
        writer.add(transactions[transaction].hash)
        transaction += 1
      }
      while reference < references.count, references[reference].index <= index {
        writer.add(references[reference].hash)
        reference += 1
      }
    }
    try writer.finish()
  }

  /// Lets reversals move nothing: a platform that keeps the balance has none.
  mutating func ignoreReversals() {
    for index in rows.indices where rows[index].marks.contains(.reversal) {
      rows[index].delta = 0
      rows[index].balanceAfter = LedgerRow.unknown
      rows[index].marks.remove(.overflow)
    }
  }
}

extension NaturalKeyHash {
  /// The hash of one text, never zero, so that zero can stand for no text.
  static func nonZero(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = NaturalKeyHash()
    hash.add(text: bytes.assumingMemoryBound(to: UInt8.self))
    return hash.value == 0 ? 1 : hash.value
  }
}
