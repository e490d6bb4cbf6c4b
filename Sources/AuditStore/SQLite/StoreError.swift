/// Why the database could not be used.
package struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The database file, or `:memory:`.
  package let path: String
  /// What was being done.
  package let action: String
  /// SQLite's extended result code, 0 where the fault is not SQLite's.
  package let code: Int32
  package let reason: String

  package init(path: String, action: String, code: Int32, reason: String) {
    self.path = path
    self.action = action
    self.code = code
    self.reason = reason
  }

  /// Whether SQLite found bytes that are no database's (SQLITE_CORRUPT, SQLITE_NOTADB).
  var isDamage: Bool { code & 0xFF == 11 || code & 0xFF == 26 }

  package var description: String {
    "\(path): error: \(action): \(reason)"
  }
}
