/// Sorts the rows of one account into its chain.
///
/// By time, then adjustment id, then the record's values in the order of their columns; texts are
/// read only for rows that the numbers can't tell apart.
struct ChainOrder {
  private let rows: [LedgerRow]
  private let text: LedgerText
  private let idColumn: Int

  init(_ connection: Connection, rows: [LedgerRow]) throws(StoreError) {
    self.rows = rows
    text = try LedgerText(connection)
    idColumn = LedgerText.adjustmentColumn
  }

  func sort(_ order: inout [Int32], in range: Range<Int>) throws(StoreError) {
    let isSorted = zip(order[range], order[range].dropFirst()).allSatisfy { !precedes($1, $0) }
    if !isSorted { order[range].sort(by: precedes) }
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start + 1
      while end < range.upperBound, isTied(order[start], order[end]) { end += 1 }
      if end - start > 1 { try sortByText(&order, in: start..<end) }
      start = end
    }
  }

  private func precedes(_ left: Int32, _ right: Int32) -> Bool {
    let (one, other) = (rows[Int(left)], rows[Int(right)])
    return one.at == other.at ? one.order < other.order : one.at < other.at
  }

  private func isTied(_ left: Int32, _ right: Int32) -> Bool {
    let (one, other) = (rows[Int(left)], rows[Int(right)])
    return one.at == other.at && one.order == other.order
  }

  private func sortByText(_ order: inout [Int32], in range: Range<Int>) throws(StoreError) {
    var texts: [(id: [UInt8], record: [UInt8], index: Int32)] = []
    for index in order[range] {
      let record = try text.record(rows[Int(index)].row)
      let id = AdjustmentOrder.comparedBytes(record[idColumn] ?? [])
      texts.append((id, LedgerText.bytes(record), index))
    }
    texts.sort { left, right in
      left.id == right.id
        ? left.record.lexicographicallyPrecedes(right.record)
        : left.id.lexicographicallyPrecedes(right.id)
    }
    for (place, entry) in zip(range, texts) { order[place] = entry.index }
  }
}
