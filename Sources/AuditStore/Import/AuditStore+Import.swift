package import AuditInput
package import AuditModel

/// A file while its records are written.
struct FileImport {
  let file: Int64
  let path: String
  let stream: Stream
  var stored = 0
  var repeated = 0
  /// What was in memory before it, for when nothing of it is kept.
  let highestUser: Int64
  let snapshots: SnapshotTables
  var touched: Set<Stream> = []
}

extension AuditStore {
  /// Begins a file: from here to `finishFile` or `abandonFile` is one transaction.
  ///
  /// Files are read in path order, so that the later of two versions of a record wins. The path is
  /// the one that reports show.
  package func beginFile(path: String, stream: Stream) throws(StoreError) {
    guard openFile == nil else { throw refusal("store", "a file is begun within a file") }
    try connection.execute("BEGIN IMMEDIATE")
    openFile = FileImport(
      file: nextFile, path: path, stream: stream, highestUser: users.highest, snapshots: snapshots)
  }

  /// Writes records of the file.
  package func add(_ batch: RecordBatch) throws(StoreError) {
    guard var file = openFile else { throw refusal("store", "records without a file") }
    if batch.stream == .rows { try snapshots.prepare(for: batch, time: snapshotTime) }
    try makeWriter(of: batch.stream)
    if file.touched.insert(batch.stream).inserted {
      writers[batch.stream]?.beginFile()
      openFile = file
    }
    guard let tally = try writers[batch.stream]?.add(batch, file: file.file, users: &users) else {
      return
    }
    file.stored += tally.stored
    file.repeated += tally.repeated
    openFile = file
  }

  /// Keeps what is known of records that were not taken.
  package func add(_ rejects: [Reject]) throws(StoreError) {
    guard let file = openFile else { throw refusal("store", "rejects without a file") }
    let insert = try connection.prepare("INSERT INTO reject VALUES (?1, ?2, ?3, ?4)")
    for reject in rejects {
      insert.bind(1, file.file)
      insert.bind(2, Int64(reject.place.line))
      insert.bind(3, reject.field)
      insert.bind(4, reject.reason)
      try insert.run()
    }
  }

  /// Ends a file and commits it; if that fails nothing of it is kept.
  ///
  /// - Returns: Records that are new or have new values, and records that were there.
  package func finishFile(
    _ summary: FileSummary
  ) throws(StoreError) -> (stored: Int, repeated: Int) {
    guard let file = openFile else { throw refusal("store", "the end of a file without a file") }
    do {
      try check(file, summary)
      try keep(file, summary)
      try connection.execute("COMMIT")
    } catch {
      abandonFile()
      throw error
    }
    openFile = nil
    nextFile += 1
    streamsOfRun.insert(file.stream)
    return (file.stored, file.repeated)
  }

  /// Ends a file of which nothing may be kept, in the database or in memory.
  package func abandonFile() {
    connection.rollBack()
    guard let file = openFile else { return }
    openFile = nil
    users.truncate(to: file.highestUser)
    snapshots = file.snapshots
    for stream in file.touched { writers[stream]?.forgetFile() }
  }

  private func check(_ file: FileImport, _ summary: FileSummary) throws(StoreError) {
    if let damage = summary.damage {
      throw refusal("store", "\(file.path) is damaged and can't be kept: \(damage)")
    }
    let accounted = file.stored + file.repeated + summary.rejected + summary.leftOut
    guard summary.records == accounted else {
      throw refusal(
        "store",
        "\(file.path): \(summary.records) records were read, but \(file.stored) stored, "
          + "\(file.repeated) repeated, \(summary.rejected) rejected and \(summary.leftOut) left out"
      )
    }
  }

  private func keep(_ file: FileImport, _ summary: FileSummary) throws(StoreError) {
    let row = try connection.prepare(
      "INSERT INTO file VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")
    row.bind(1, file.file)
    row.bind(2, runNumber)
    row.bind(3, file.path)
    row.bind(4, file.stream.rawValue)
    row.bind(5, summary.sha256)
    let counts = [
      summary.byteCount, summary.records, file.stored, file.repeated, summary.rejected,
      summary.leftOut,
    ]
    for (index, count) in counts.enumerated() { row.bind(Int32(6 + index), Int64(count)) }
    try row.run()

    let known = try connection.prepare("INSERT OR IGNORE INTO known VALUES (?1, ?2)")
    for field in summary.knownFields.sorted() {
      known.bind(1, file.stream.rawValue)
      known.bind(2, field)
      try known.run()
    }
    let leak = try connection.prepare("INSERT INTO leak VALUES (?1, ?2, ?3, ?4)")
    for found in summary.leaks {
      leak.bind(1, file.file)
      leak.bind(2, Int64(found.line))
      leak.bind(3, found.field)
      leak.bind(4, found.kind)
      try leak.run()
    }
    if summary.holdsPage {
      // The last page by path tells whether there is more: files come in that order.
      let mark = try connection.prepare(
        summary.isIncomplete
          ? "INSERT OR IGNORE INTO incomplete VALUES (?1)"
          : "DELETE FROM incomplete WHERE stream = ?1")
      mark.bind(1, file.stream.rawValue)
      try mark.run()
    }
  }

  private func makeWriter(of stream: Stream) throws(StoreError) {
    guard writers[stream] == nil else { return }
    writers[stream] = try StreamWriter(
      connection, stream.definition, users: users, snapshots: stream == .rows ? snapshots : nil)
  }
}
