/// The ledger in its chains: each account's rows in order, with the balances around them.
///
/// A position counts through all chains, account after account; the arrays are by position.
struct ChainTable {
  struct Marks: OptionSet {
    let rawValue: UInt8
    static let first = Marks(rawValue: 1)
    static let new = Marks(rawValue: 2)
    static let undoing = Marks(rawValue: 4)
    static let candidate = Marks(rawValue: 8)
  }

  /// A crossing below zero.
  struct Dip {
    let position: Int
    var lowest: Int64
    var endPosition: Int?
    var endAt: Int64?
  }

  let rows: [LedgerRow]
  /// Indices into `rows`.
  let order: [Int32]
  /// Of each account, where its chain begins; it ends where the next one begins.
  private let starts: [Int32]

  // `LedgerRow.unknown` stands for unknown balances.
  var before: [Int64]
  var after: [Int64]
  var startBalance: [Int64]
  var marks: [Marks]
  /// The few rows whose balanceAfter contradicts the chain, by position.
  var mismatches: [Int: Int64] = [:]
  var dips: [Dip] = []
  var overflowRows: [Int64] = []
  /// Means nothing; it keeps reads ahead from being optimised away.
  var touched: Int64 = 0

  init(_ connection: Connection, ledger: LedgerTable) throws(StoreError) {
    rows = ledger.rows
    var starts = [Int32](repeating: 0, count: Int(ledger.lastOwner) + 2)
    for row in rows where !row.marks.contains(.copy) { starts[Int(row.owner) + 1] += 1 }
    for owner in 1..<starts.count { starts[owner] += starts[owner - 1] }
    var order = [Int32](repeating: 0, count: Int(starts[starts.count - 1]))
    var next = starts
    for (index, row) in rows.enumerated() where !row.marks.contains(.copy) {
      let owner = Int(row.owner)
      order[Int(next[owner])] = Int32(index)
      next[owner] += 1
    }
    let sorter = try ChainOrder(connection, rows: rows)
    for owner in 0..<starts.count - 1 {
      let range = Int(starts[owner])..<Int(starts[owner + 1])
      if range.count > 1 { try sorter.sort(&order, in: range) }
    }
    self.starts = starts
    self.order = order
    before = [Int64](repeating: LedgerRow.unknown, count: order.count)
    after = before
    startBalance = before
    marks = [Marks](repeating: [], count: order.count)
    for row in rows where row.marks.contains(.overflow) { overflowRows.append(row.row) }
  }

  /// Accounts are numbered below this.
  var ownerLimit: Int { starts.count - 1 }

  func row(at position: Int) -> LedgerRow { rows[Int(order[position])] }

  func chain(of owner: Int64) -> Range<Int> {
    guard owner >= 0, owner < Int64(ownerLimit) else { return 0..<0 }
    return Int(starts[Int(owner)])..<Int(starts[Int(owner) + 1])
  }

  /// Of each row of the ledger, its position; -1 for rows in no chain.
  func positions() -> [Int] {
    var result = [Int](repeating: -1, count: rows.count)
    for (position, index) in order.enumerated() { result[Int(index)] = position }
    return result
  }

  /// The end of the rows of a chain that are at or before `time`.
  func end(of range: Range<Int>, upTo time: Int64) -> Int {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
      let middle = (low + high) / 2
      if row(at: middle).at <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
