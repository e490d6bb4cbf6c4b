package import AuditModel

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The runs that a database keeps, for commands that ask about them and change nothing.
///
/// No run can change it while it is held open.
package final class RunHistory {
  /// The name of the data set that the database belongs to.
  package let dataSet: String
  let connection: Connection
  private let lock: StoreLock

  /// Opens a database that is there.
  ///
  /// What a killed run left half done is undone by SQLite; nothing else is written.
  ///
  /// - Parameters:
  ///   - path: The database file.
  ///   - lockWaitSeconds: How long to wait for a run to end.
  ///   - isCancelled: Asked while waiting; true ends the wait.
  /// - Throws: `StoreError` that says why it can't be used.
  package init(
    path: String, lockWaitSeconds: Double = 60, isCancelled: () -> Bool = { false }
  ) throws(StoreError) {
    guard access(path, F_OK) == 0 else {
      throw StoreError(
        path: path, action: "open", code: 0,
        reason: "it can't be found; run an audit first, or name it with --database or --output")
    }
    let real = try File.resolved(path)
    lock = try StoreLock(
      database: real, waitSeconds: lockWaitSeconds, isCancelled: isCancelled)
    try StoreHeader.check(real)
    connection = try Connection(path: real, mode: .readWrite, followsLinks: false)
    try connection.execute("PRAGMA query_only = ON; PRAGMA cell_size_check = ON;")
    try StoreSchema.checkVersion(of: connection, path: path)
    let name = try connection.prepare("SELECT name FROM data_set")
    guard try name.step() else {
      throw StoreError(path: path, action: "open", code: 0, reason: "it does not name its data set")
    }
    dataSet = name.text(0)
  }

  /// Every run that is kept, oldest first.
  package func runs() throws(StoreError) -> [KeptRun] {
    let query = try connection.prepare(
      "SELECT run, as_of, is_partial, critical, high, medium, low FROM run ORDER BY run")
    var runs: [KeptRun] = []
    while try query.step() {
      runs.append(
        KeptRun(
          number: query.integer(0), asOf: query.integer(1), isPartial: query.integer(2) == 1,
          bySeverity: KeptRun.severities(query, from: 3)))
    }
    return runs
  }

  /// What the last run that saw it says of a finding; nil where no run did.
  package func finding(fingerprint: String) throws(StoreError) -> SeenFinding? {
    let query = try connection.prepare(
      """
      SELECT rule, subject_kind, subject, message, resolved_run FROM finding
      WHERE fingerprint = ?1
      ORDER BY finding DESC
      LIMIT 1
      """)
    query.bind(1, fingerprint)
    guard try query.step() else { return nil }
    return SeenFinding(
      rule: query.text(0), subjectKind: query.text(1), subject: query.text(2),
      message: query.text(3), resolvedRun: query.optionalInteger(4))
  }
}

/// A finding as a person recognises it.
package struct SeenFinding: Sendable, Equatable {
  package let rule: String
  package let subjectKind: String
  package let subject: String
  package let message: String
  /// The run that no longer found it; nil while it is open.
  package let resolvedRun: Int64?
}
