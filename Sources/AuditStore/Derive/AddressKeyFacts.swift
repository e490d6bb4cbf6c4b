internal import AuditModel

/// Finds the records that show user ids which may be mail addresses.
enum AddressKeyFacts {
  /// Writes the first record of each stream for each such id; without one, nothing is read.
  static func write(_ connection: Connection, allCandidates: Bool) throws(StoreError) {
    let wanted = allCandidates ? "1" : "instr(id, '@') > 0"
    let isThere = try connection.integer("SELECT EXISTS (SELECT 1 FROM user WHERE \(wanted))")
    guard isThere == 1 else { return }
    for stream in Stream.allCases {
      let definition = stream.definition
      for column in definition.columns where column.storage == .user {
        try connection.execute(
          """
          INSERT OR IGNORE INTO address_key
          SELECT \(column.name), '\(stream.rawValue)', min(row)
          FROM \(definition.table)
          WHERE \(column.name) IN (SELECT user FROM user WHERE \(wanted))
          GROUP BY \(column.name);
          """)
      }
    }
  }
}
