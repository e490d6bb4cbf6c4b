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
    let anyMark = LedgerRow.Marks(oddities.map(\.mark))
    let odd = ledger.rows.indices.filter { index in
      allCandidates || !ledger.rows[index].marks.isDisjoint(with: anyMark)
    }
    for (name, mark) in oddities {
      for index in odd {
        let row = ledger.rows[index]
        guard allCandidates || row.marks.contains(mark) else { continue }
        statement.bind(1, name)
        statement.bind(2, row.row)
        try statement.run()
      }
    }
  }
}
