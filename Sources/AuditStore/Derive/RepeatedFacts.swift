/// Finds ledger rows that share an idempotency key or an adjustment id, and rows that merges moved.
///
/// Hashes find the candidates; what is written was compared as text.
enum RepeatedFacts {
  static func write(
    _ connection: Connection, ledger: inout LedgerTable, merges: MergeGraph, allCandidates: Bool
  ) throws(StoreError) {
    let keys = try groups(
      connection, column: "idempotency_key", ledger: ledger, hashes: ledger.keyHashes,
      smallest: allCandidates ? 1 : 2)
    try write(keys, connection, into: "repeated_key", ledger: ledger)
    let adjustments = try groups(
      connection, column: "adjustment_id", ledger: ledger, hashes: ledger.adjustmentHashes,
      smallest: 2)
    try write(adjustments, connection, into: "repeated_adjustment", ledger: ledger)

    let moves = try MovedHistory(connection, merges: merges)
    let writer = try FactWriter(connection, into: "moved_row", columnCount: 2)
    for group in adjustments {
      for (copy, original) in try moves.copies(in: group.indices, of: ledger) {
        ledger.rows[copy].marks.insert(.copy)
        try writer.write(ledger.rows[copy].row, ledger.rows[original].row)
      }
    }
  }

  private struct Group {
    let text: [UInt8]
    var indices: [Int]
  }

  private static func write(
    _ groups: [Group], _ connection: Connection, into table: String, ledger: LedgerTable
  ) throws(StoreError) {
    let writer = try FactWriter(connection, into: table, columnCount: 2)
    for group in groups {
      for index in group.indices { try writer.write(text: group.text, ledger.rows[index].row) }
    }
  }

  /// Groups of rows with the same text, by text.
  private static func groups(
    _ connection: Connection, column: String, ledger: LedgerTable, hashes: [UInt64], smallest: Int
  ) throws(StoreError) -> [Group] {
    let candidates =
      smallest == 1
      ? hashes.indices.filter { hashes[$0] != 0 } : RepeatedHashes.indices(hashes)
    let statement = try connection.prepare("SELECT \(column) FROM ledger WHERE row = ?")
    var texts: [(text: [UInt8], index: Int)] = []
    for index in candidates {
      statement.bind(1, ledger.rows[index].row)
      if try statement.step() { texts.append((Array(statement.textBytes(0)), index)) }
      statement.reset()
    }
    texts.sort { left, right in
      left.text == right.text
        ? left.index < right.index : left.text.lexicographicallyPrecedes(right.text)
    }
    var result: [Group] = []
    for (text, index) in texts {
      if let last = result.indices.last, result[last].text == text {
        result[last].indices.append(index)
      } else {
        result.append(Group(text: text, indices: [index]))
      }
    }
    return result.filter { $0.indices.count >= smallest }
  }
}
