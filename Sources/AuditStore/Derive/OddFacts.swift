/// Writes the rows that one of their own values makes worth reading.
enum OddFacts {
  static func write(
    _ connection: Connection, ledger: LedgerTable, allCandidates: Bool
  ) throws(StoreError) {
    let statement = try connection.prepare("INSERT INTO odd_ledger VALUES (?)")
    for row in ledger.rows where allCandidates || row.marks.contains(.odd) {
      statement.bind(1, row.row)
      try statement.run()
    }
  }
}
