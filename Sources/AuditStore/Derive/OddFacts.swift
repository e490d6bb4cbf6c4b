/// Writes the rows that one of their own values makes worth reading, by oddity.
enum OddFacts {
  private static let oddities: [(name: String, mark: LedgerRow.Marks)] = [
    ("amount", .oddAmount), ("keyless", .keyless), ("linked", .linkedPayer),
    ("merge-in", .mergeIn), ("other-key", .otherKey), ("owner-funds", .emptyFunds),
    ("refused", .refused),
  ]

  static func write(
    _ connection: Connection, ledger: LedgerTable, unpurchased: [Int], allCandidates: Bool
  ) throws(StoreError) {
    let statement = try connection.prepare("INSERT INTO odd_ledger VALUES (?, ?)")
    func write(_ oddity: String, _ row: Int64) throws(StoreError) {
      statement.bind(1, oddity)
      statement.bind(2, row)
      try statement.run()
    }
    let anyMark = LedgerRow.Marks(oddities.map(\.mark))
    let odd = ledger.rows.indices.filter { index in
      allCandidates || !ledger.rows[index].marks.isDisjoint(with: anyMark)
    }
    for (name, mark) in oddities {
      for index in odd {
        let row = ledger.rows[index]
        guard allCandidates || row.marks.contains(mark) else { continue }
        try write(name, row.row)
      }
    }
    for index in allCandidates ? Array(ledger.rows.indices) : unpurchased {
      try write("unpurchased", ledger.rows[index].row)
    }
  }
}
