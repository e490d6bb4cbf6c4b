internal import AuditModel

/// The database of one data set: every night's records, facts, runs and findings.
///
/// Used by one thread at a time; it may move between threads. One process at a time has it open:
/// the others wait for its lock.
package final class AuditStore: @unchecked Sendable {
  package let connection: Connection
  /// The database file with its folder resolved, or `:memory:`.
  package let path: String
  /// The name of the data set that the database belongs to.
  package let dataSet: String
  /// The key under which addresses are hashed.
  package let emailKey: [UInt8]
  /// The run being made, counted from 1.
  package let runNumber: Int64
  /// When the snapshots of `rows` that this run reads were taken, microseconds since 1970 UTC; nil
  /// for the run's as-of time. Set before the first file is read.
  package var snapshotTime: Int64?

  /// Tells apart what signatures are checked with; empty where that is Apple's root alone.
  var keysDigest = ""
  /// Held as long as the store is open.
  private let lock: StoreLock?
  var users: UserTable
  /// What stands for ids of people whose retention is over.
  var names: PersonNames
  var snapshots: SnapshotTables
  var writers: [Stream: StreamWriter] = [:]
  var nextFile: Int64
  /// The first file that this run itself brings.
  let firstFile: Int64
  /// The file being read.
  var openFile: FileImport?
  /// Streams of which this run read a file or skipped one as known.
  var streamsOfRun: Set<Stream> = []
  var evidenceReaders: [Stream: EvidenceReader] = [:]

  init(
    connection: Connection, path: String, dataSet: String, lock: StoreLock?
  ) throws(StoreError) {
    self.connection = connection
    self.path = path
    self.dataSet = dataSet
    self.lock = lock
    emailKey = StoreSchema.emailKey(dataSet: dataSet)
    runNumber = (try connection.number("SELECT max(run) FROM run") ?? 0) + 1
    nextFile = (try connection.number("SELECT max(file) FROM file") ?? 0) + 1
    firstFile = nextFile
    users = try UserTable(connection)
    names = try PersonNames(connection, emailKey: emailKey)
    snapshots = SnapshotTables(connection, run: runNumber)
  }

  /// An error that is not SQLite's.
  func refusal(_ action: String, _ reason: String) -> StoreError {
    StoreError(path: path, action: action, code: 0, reason: reason)
  }
}
