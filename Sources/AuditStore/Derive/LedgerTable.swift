internal import AuditInput

/// The ledger in memory, in the order of its rows in the store.
struct LedgerTable {
  var rows: [LedgerRow] = []
  /// Hashes of the adjustment ids and of the idempotency keys (0: none), by index.
  private(set) var adjustmentHashes: [UInt64] = []
  private(set) var keyHashes: [UInt64] = []
  private(set) var oldestAt: Int64?
  private(set) var newestAt: Int64?
  /// The largest owner.
  private(set) var lastOwner: Int32 = 0

  /// Reads the ledger once; a platform that keeps it (`isSpeed`) has no reversals.
  init(_ connection: Connection, isSpeed: Bool) throws(StoreError) {
    let count = Int(try connection.integer("SELECT count(*) FROM ledger") ?? 0)
    rows.reserveCapacity(count)
    adjustmentHashes.reserveCapacity(count)
    keyHashes.reserveCapacity(count)
    let statement = try connection.prepare(
      """
      SELECT
        row, at, user, kind, amount, balance_after, applied, payer, started_at, moved_from,
        adjustment_id, idempotency_key, status, amount_decimals, owner_funds
      FROM ledger
      ORDER BY row
      """)
    while try statement.step() { append(statement, isSpeed: isSpeed) }
  }

  private mutating func append(_ statement: Statement, isSpeed: Bool) {
    let at = statement.integer(1)
    let user = Int32(clamping: statement.integer(2))
    let movedFrom = Int32(clamping: statement.integer(9))
    let owner = movedFrom == 0 ? user : movedFrom
    let kind = Kind(statement.textBytes(3))
    let amount = statement.integer(4)
    var marks = kind.marks
    if statement.integer(6) != 0 { marks.insert(.applied) }
    // The reader lets only `local` and `linked` through.
    if statement.textBytes(7).count == 6 { marks.insert(.linkedPayer) }

    let isIgnored = kind == .reversal && isSpeed
    var delta: Int64 = 0
    if marks.contains(.applied), !marks.contains(.linkedPayer), !isIgnored {
      if kind.adds {
        delta = amount
      } else {
        let (negated, overflows) = Int64(0).subtractingReportingOverflow(amount)
        delta = overflows ? 0 : negated
        if overflows { marks.insert(.overflow) }
      }
    }
    // Asking for NULL is a call of its own: only where the value leaves it open.
    var balanceAfter = statement.integer(5)
    if isIgnored || (balanceAfter == 0 && statement.isNull(5)) { balanceAfter = LedgerRow.unknown }
    var startedAt = statement.integer(8)
    if startedAt == 0 && statement.isNull(8) { startedAt = at }

    let id = statement.textBytes(10)
    let order = AdjustmentOrder(id)
    adjustmentHashes.append(Self.hash(id))
    let key = statement.textBytes(11)
    let hasKey = !key.isEmpty
    keyHashes.append(hasKey ? Self.hash(key) : 0)

    let status = statement.integer(12)
    if !marks.contains(.applied) || (400...499).contains(status) { marks.insert(.refused) }
    if amount <= 0 || statement.integer(13) > 8 { marks.insert(.oddAmount) }
    if (kind == .purchase || kind == .gift) && !hasKey { marks.insert(.keyless) }
    if statement.integer(14) <= 0 && !statement.isNull(14) { marks.insert(.emptyFunds) }

    oldestAt = min(oldestAt ?? at, at)
    newestAt = max(newestAt ?? at, at)
    lastOwner = max(lastOwner, owner)
    rows.append(
      LedgerRow(
        row: statement.integer(0), at: at, startedAt: startedAt, delta: delta,
        balanceAfter: balanceAfter, user: user, movedFrom: movedFrom, owner: owner, marks: marks,
        order: order))
  }

  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = NaturalKeyHash()
    hash.add(text: bytes.assumingMemoryBound(to: UInt8.self))
    return hash.value == 0 ? 1 : hash.value
  }
}

extension LedgerTable {
  private enum Kind {
    case purchase, gift, mergeIn, usage, mergeOut, forfeit, reversal

    /// The reader lets no other words through.
    init(_ word: UnsafeRawBufferPointer) {
      switch (word.first, word.count) {
      case (0x70, _): self = .purchase
      case (0x67, _): self = .gift
      case (0x6D, 8): self = .mergeIn
      case (0x6D, _): self = .mergeOut
      case (0x66, _): self = .forfeit
      case (0x72, _): self = .reversal
      case (_, _): self = .usage
      }
    }

    var adds: Bool {
      switch self {
      case .purchase, .gift, .mergeIn: true
      case .usage, .mergeOut, .forfeit, .reversal: false
      }
    }

    var marks: LedgerRow.Marks {
      switch self {
      case .usage: .usage
      case .mergeIn: .mergeIn
      case .mergeOut: .mergeOut
      case .purchase: .purchase
      case .reversal: .reversal
      case .gift, .forfeit: []
      }
    }
  }
}
