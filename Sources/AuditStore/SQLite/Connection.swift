internal import CSQLite

/// An open SQLite database.
///
/// Used by one thread at a time; it may move between threads.
package final class Connection: @unchecked Sendable {
  package enum Mode: Sendable {
    case readOnly
    case readWrite
    case create
  }

  /// Set up once for the process; false only where SQLite was in use before.
  private static let isConfigured = siwa_config_no_memory_status() == SQLITE_OK

  package let path: String
  let handle: OpaquePointer

  /// Opens the database and hardens the connection.
  ///
  /// - Parameters:
  ///   - path: A file, `:memory:`, or `""` for a private temporary database.
  ///   - mode: What may be done with it.
  ///   - followsLinks: Whether a symbolic link anywhere in the path is followed or refused.
  /// - Throws: `StoreError` if it can't be opened.
  package init(path: String, mode: Mode, followsLinks: Bool = true) throws(StoreError) {
    _ = Connection.isConfigured
    self.path = path
    let access: Int32 =
      switch mode {
      case .readOnly: SQLITE_OPEN_READONLY
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    let links = followsLinks ? 0 : SQLITE_OPEN_NOFOLLOW
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, access | links | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      let reason = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw StoreError(path: path, action: "open", code: code, reason: reason)
    }
    handle = opened
    sqlite3_extended_result_codes(opened, 1)
    _ = siwa_db_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 1)
    _ = siwa_db_config(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    _ = siwa_db_config(opened, SQLITE_DBCONFIG_DQS_DML, 0)
    _ = siwa_db_config(opened, SQLITE_DBCONFIG_DQS_DDL, 0)
    sqlite3_busy_timeout(opened, 5000)
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  /// Runs statements that return nothing of interest.
  package func execute(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code, action: "run") }
  }

  /// Compiles one statement.
  package func prepare(_ sql: String) throws(StoreError) -> Statement {
    try Statement(self, sql)
  }

  /// The row id that the last insert made.
  package var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Rows that the last statement changed.
  package var changedRowCount: Int { Int(sqlite3_changes64(handle)) }

  /// Makes a running statement end with an error; safe from any thread.
  package func interrupt() { sqlite3_interrupt(handle) }

  /// Runs `body` in a transaction: all of it happens or nothing.
  package func transaction<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Ends the transaction, if one is open, as if it had never been.
  ///
  /// SQLite ends it by itself after some faults (a full disk), so there may be none.
  func rollBack() {
    if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
  }

  /// The one number that a query returns; nil for none or NULL.
  package func number(_ sql: String) throws(StoreError) -> Int64? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.optionalInteger(0) : nil
  }

  func error(_ code: Int32, action: String) -> StoreError {
    StoreError(
      path: path, action: action, code: sqlite3_extended_errcode(handle),
      reason: String(cString: sqlite3_errmsg(handle)))
  }
}
