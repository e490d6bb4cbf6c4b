/// Writes the chains and what was seen in them.
enum ChainFacts {
  static func write(
    _ connection: Connection, chains: ChainTable, allCandidates: Bool
  ) throws(StoreError) {
    let statement = try connection.prepare(
      "INSERT INTO chain VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    // In the order of rows, so that the table only ever grows at its end.
    for position in chains.positions() where position >= 0 {
      guard allCandidates || chains.marks[position].contains(.candidate) else { continue }
      try write(statement, chains, position)
    }
    let overflow = try FactWriter(connection, into: "overflow", columnCount: 1)
    for row in chains.overflowRows.sorted() { try overflow.write(row) }
    let dip = try FactWriter(connection, into: "dip", columnCount: 4)
    for entry in chains.dips {
      try dip.write(
        chains.row(at: entry.position).row, entry.lowest,
        entry.endPosition.map { chains.row(at: $0).row }, entry.endAt)
    }
  }

  private static func write(
    _ statement: Statement, _ chains: ChainTable, _ position: Int
  ) throws(StoreError) {
    let row = chains.row(at: position)
    let marks = chains.marks[position]
    let isFirst = marks.contains(.first)
    statement.bind(1, row.row)
    statement.bind(2, Int64(row.owner))
    let start = chains.chain(of: Int64(row.owner)).lowerBound
    statement.bind(3, Int64(position - start + 1))
    statement.bind(4, isFirst ? nil : chains.row(at: position - 1).row)
    bind(statement, 5, chains.before[position])
    statement.bind(6, row.delta)
    bind(statement, 7, row.balanceAfter)
    bind(statement, 8, chains.after[position])
    bind(statement, 9, chains.startBalance[position])
    statement.bind(10, chains.mismatches[position])
    statement.bind(11, marks.contains(.undoing) ? 1 : 0 as Int64)
    statement.bind(12, isFirst ? 1 : 0 as Int64)
    statement.bind(13, marks.contains(.new) ? 1 : 0 as Int64)
    try statement.run()
  }

  private static func bind(_ statement: Statement, _ index: Int32, _ balance: Int64) {
    statement.bind(index, balance == LedgerRow.unknown ? nil : balance)
  }
}
