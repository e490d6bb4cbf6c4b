internal import AuditInput

/// Writes the filters of the tables that no other part of derivation passes over.
enum IDFilterFacts {
  static func write(_ connection: Connection) throws(StoreError) {
    for table in IDFilter.tables where !table.isWrittenElsewhere {
      try write(table, connection)
    }
  }

  private static func write(
    _ table: IDFilter.Table, _ connection: Connection
  ) throws(StoreError) {
    let columns = (table.users + table.texts).joined(separator: ", ")
    let list = try connection.prepare(
      "SELECT row, \(columns) FROM \(table.name) WHERE row > 0 ORDER BY row")
    let (firstText, end) = (Int32(1 + table.users.count), list.columnCount)
    var filter = try IDFilterWriter(connection, table: table.name)
    while try list.step() {
      try filter.begin(row: list.integer(0))
      for index in 1..<firstText where !list.isNull(index) {
        filter.add(IDFilter.hash(user: list.integer(index)))
      }
      for index in firstText..<end where !list.isNull(index) {
        filter.add(NaturalKeyHash.nonZero(of: list.textBytes(index)))
      }
    }
    try filter.finish()
  }
}
