internal import AuditModel

/// Tells SQLite's planner how large each table is, so that a rule starts from the few candidates
/// and not from the millions of records.
///
/// `ANALYZE` would read every page for it. Rows of records count from 1 and are seldom removed, so
/// the largest number is close enough; tables of facts are small and counted.
enum PlannerStatistics {
  /// Rows that share the first column of a key of two, by rule of thumb.
  private static let rowsAPrefix = 10

  static func write(_ connection: Connection) throws(StoreError) {
    // Makes sqlite_stat1 where it is absent, without reading a table.
    try connection.execute("ANALYZE sqlite_schema; DELETE FROM sqlite_stat1;")
    let insert = try connection.prepare("INSERT INTO sqlite_stat1 VALUES (?1, ?2, ?3)")
    let records = Set(Stream.allCases.map(\.definition.table) + ["user"])
    for table in try tables(connection) {
      let size = records.contains(table.name) ? "max(rowid)" : "count(*)"
      let rows = max(1, try connection.number("SELECT \(size) FROM \(table.name)") ?? 1)
      insert.bind(1, table.name)
      insert.bind(2, table.hasRowIDs ? nil : table.name)
      let prefixes = Array(repeating: " \(rowsAPrefix)", count: max(0, table.keyColumns - 1))
      insert.bind(3, table.hasRowIDs ? "\(rows)" : "\(rows)\(prefixes.joined()) 1")
      try insert.run()
    }
    // Makes this connection read them; others do when they are opened.
    try connection.execute("ANALYZE sqlite_schema")
  }

  private static func tables(
    _ connection: Connection
  ) throws(StoreError) -> [(name: String, hasRowIDs: Bool, keyColumns: Int)] {
    let list = try connection.prepare(
      """
      SELECT s.name, s.sql NOT LIKE '%WITHOUT ROWID%',
        (SELECT count(*) FROM pragma_table_info(s.name) WHERE pk > 0)
      FROM sqlite_schema AS s
      WHERE s.type = 'table' AND s.name NOT LIKE 'sqlite%'
      ORDER BY s.name
      """)
    var tables: [(name: String, hasRowIDs: Bool, keyColumns: Int)] = []
    while try list.step() {
      tables.append((list.text(0), list.integer(1) == 1, Int(list.integer(2))))
    }
    return tables
  }
}
