/// Narrows a scan of a table to the rows that may hold one of some ids, by the filters that the last
/// audit left; without them the scan takes every row, with the same result.
///
/// The ranges stand in a temporary table, so that a scan is written the same way either way.
struct FilteredRows {
  /// The tables that have filters.
  static let tables = Set(IDFilter.tables.map(\.name))

  private let connection: Connection
  private let isUsed: Bool

  /// `isUsed`: whether filters are looked at at all; a test compares.
  init(_ connection: Connection, isUsed: Bool) throws(StoreError) {
    self.connection = connection
    // A database of an earlier version has none until its next audit.
    let count = try connection.number(
      "SELECT count(*) FROM sqlite_schema WHERE name = 'id_filter'")
    self.isUsed = isUsed && count == 1
  }

  /// What follows FROM: the rows of the table, called `r`, that may hold one of the ids, in the order
  /// of their numbers. A later call for the same table changes what an earlier text means.
  func source(_ table: String, holding hashes: Set<UInt64>) throws(StoreError) -> String {
    guard Self.tables.contains(table) else { return "\(table) AS r" }
    try connection.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS look_\(table) (
        first_row INTEGER PRIMARY KEY, last_row INTEGER NOT NULL);
      DELETE FROM look_\(table);
      """)
    let insert = try connection.prepare("INSERT INTO look_\(table) VALUES (?1, ?2)")
    for range in try ranges(table, holding: hashes) {
      insert.bind(1, range.lowerBound)
      insert.bind(2, range.upperBound)
      try insert.run()
    }
    return
      "look_\(table) AS look CROSS JOIN \(table) AS r ON r.row BETWEEN look.first_row AND look.last_row"
  }

  /// Ranges of rows in ascending order: those of blocks whose filters say yes, and all between.
  private func ranges(
    _ table: String, holding hashes: Set<UInt64>
  ) throws(StoreError) -> [ClosedRange<Int64>] {
    guard isUsed else { return [.min ... .max] }
    let query = try connection.prepare(
      """
      SELECT first_row, last_row, bits FROM id_filter WHERE table_name = ?1 ORDER BY first_row
      """)
    query.bind(1, table)
    var ranges: [ClosedRange<Int64>] = []
    func add(_ first: Int64, _ last: Int64) {
      if let before = ranges.last, before.upperBound + 1 == first {
        ranges[ranges.count - 1] = before.lowerBound...last
      } else {
        ranges.append(first...last)
      }
    }
    var next = Int64.min
    while try query.step() {
      let (first, last) = (query.integer(0), query.integer(1))
      if first > next { add(next, first - 1) }
      let bits = query.blobBytes(2)
      let rowsOfBlock = Int64(1) << IDFilter.blockShift
      for (number, start) in stride(from: first, through: last, by: Int(rowsOfBlock)).enumerated()
      where hashes.contains(where: { Self.mayHold($0, bits, block: number) }) {
        add(start, min(start + rowsOfBlock - 1, last))
      }
      next = last + 1
    }
    add(next, .max)
    return ranges
  }

  /// Whether a block's filter says yes; it does where the filter is cut short.
  private static func mayHold(
    _ hash: UInt64, _ bits: UnsafeRawBufferPointer, block: Int
  ) -> Bool {
    let start = block * IDFilter.wordsOfBlock * 8
    guard start + IDFilter.wordsOfBlock * 8 <= bits.count else { return true }
    return (0..<IDFilter.bitCount).allSatisfy { number in
      let bit = IDFilter.bit(number, of: hash)
      return bits[start + bit >> 3] >> UInt8(bit & 7) & 1 == 1
    }
  }
}
