/// An INSERT into one table of facts, for tables whose rows are few against the records.
struct FactWriter {
  private let statement: Statement

  init(_ connection: Connection, into table: String, columnCount: Int) throws(StoreError) {
    let places = Array(repeating: "?", count: columnCount).joined(separator: ", ")
    statement = try connection.prepare("INSERT OR IGNORE INTO \(table) VALUES (\(places))")
  }

  func write(_ values: Int64?...) throws(StoreError) {
    for (index, value) in values.enumerated() { statement.bind(Int32(index + 1), value) }
    try statement.run()
  }

  /// Writes a row whose first column is text.
  func write(text: [UInt8], _ value: Int64) throws(StoreError) {
    statement.bind(1, String(decoding: text, as: UTF8.self))
    statement.bind(2, value)
    try statement.run()
  }
}

extension Connection {
  /// The one integer that a query returns, nil for NULL or no row.
  func integer(_ sql: String) throws(StoreError) -> Int64? {
    let statement = try prepare(sql)
    guard try statement.step() else { return nil }
    return statement.optionalInteger(0)
  }

  /// The rows of integers that a query returns, without NULLs.
  func pairs(_ sql: String) throws(StoreError) -> [(Int64, Int64)] {
    let statement = try prepare(sql)
    var result: [(Int64, Int64)] = []
    while try statement.step() { result.append((statement.integer(0), statement.integer(1))) }
    return result
  }
}
