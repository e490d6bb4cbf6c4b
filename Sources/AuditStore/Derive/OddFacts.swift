/// Writes the rows that one of their own values makes worth reading, by oddity.
enum OddFacts {
  private static let oddities: [(name: String, mark: LedgerRow.Marks)] = [
    ("amount", .oddAmount), ("keyless", .keyless), ("linked", .linkedPayer),
    ("merge-in", .mergeIn), ("owner-funds", .emptyFunds), ("purchase", .purchase),
    ("refused", .refused), ("reversal", .reversal),
  ]

  static func write(
    _ connection: Connection, ledger: LedgerTable, allCandidates: Bool
  ) throws(StoreError) {
    let statement = try connection.prepare("INSERT INTO odd_ledger VALUES (?, ?)")
    for (name, mark) in oddities {
      for row in ledger.rows where allCandidates || row.marks.contains(mark) {
        statement.bind(1, name)
        statement.bind(2, row.row)
        try statement.run()
      }
    }
  }
}
