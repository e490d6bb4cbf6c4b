package import AuditInput
package import AuditModel

/// A file while its records are written.
struct FileImport {
  let file: Int64
  let path: String
  let content: FileContent
  var tallies: [Stream: StreamWriter.Tally] = [:]
  /// What was in memory before it, for when nothing of it is kept.
  let highestUser: Int64
  let snapshots: SnapshotTables
  var touched: Set<Stream> = []

  var stored: Int { tallies.values.reduce(0) { $0 + $1.stored } }
  var repeated: Int { tallies.values.reduce(0) { $0 + $1.repeated } }
}

extension AuditStore {
  /// Begins a file: from here to `finishFile` or `abandonFile` is one transaction.
  ///
  /// Files are read in path order, so that the later of two versions of a record wins. The path is
  /// the one that reports show.
  package func beginFile(path: String, stream: Stream) throws(StoreError) {
    try beginFile(path: path, content: .stream(stream))
  }

  /// Begins a file that is read as `content`.
  package func beginFile(path: String, content: FileContent) throws(StoreError) {
    guard openFile == nil else { throw refusal("store", "a file is begun within a file") }
    try connection.execute("BEGIN IMMEDIATE")
    do {
      try ExchangeRecords.takeOut(of: connection)
      // Until the next derivation a record may stand where no filter says.
      try connection.execute("DELETE FROM id_filter")
    } catch {
      connection.rollBack()
      throw error
    }
    openFile = FileImport(
      file: nextFile, path: path, content: content, highestUser: users.highest,
      snapshots: snapshots)
  }

  /// Writes records of the file.
  package func add(_ batch: RecordBatch) throws(StoreError) {
    guard var file = openFile else { throw refusal("store", "records without a file") }
    let batch = names.translated(batch)
    if batch.stream == .rows { try snapshots.prepare(for: batch, time: snapshotTime) }
    try makeWriter(of: batch.stream)
    if file.touched.insert(batch.stream).inserted {
      writers[batch.stream]?.beginFile()
      openFile = file
    }
    guard let tally = try writers[batch.stream]?.add(batch, file: file.file, users: &users) else {
      return
    }
    file.tallies[batch.stream, default: StreamWriter.Tally()].add(tally)
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
    streamsOfRun.formUnion(streams(of: file, summary).keys)
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

  /// Hands over the whole ledger, where this run wrote it all; nil where some was there before, or
  /// where it was handed over.
  package func takeWrittenLedger() -> LedgerTable? { writers[.ledger]?.takeLedger() }

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
      "INSERT INTO file VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)")
    let parts = streams(of: file, summary).sorted { $0.key < $1.key }
    row.bind(1, file.file)
    row.bind(2, runNumber)
    row.bind(3, file.path)
    row.bind(4, file.content.label ?? parts.map(\.key.rawValue).joined(separator: " "))
    row.bind(5, reading(of: file.content))
    row.bind(6, summary.sha256)
    let counts = [
      summary.byteCount, summary.records, file.stored, file.repeated, summary.rejected,
      summary.leftOut,
    ]
    for (index, count) in counts.enumerated() { row.bind(Int32(7 + index), Int64(count)) }
    try row.run()

    for (stream, part) in parts { try keep(file, stream, part) }
    let leak = try connection.prepare("INSERT INTO leak VALUES (?1, ?2, ?3, ?4)")
    for found in summary.leaks {
      leak.bind(1, file.file)
      leak.bind(2, Int64(found.line))
      leak.bind(3, found.field)
      leak.bind(4, found.kind)
      try leak.run()
    }
  }

  /// The streams that the file feeds: those of the summary, else the one it is named after.
  private func streams(of file: FileImport, _ summary: FileSummary) -> [Stream: StreamSummary] {
    guard summary.streams.isEmpty, let own = file.content.ownStream else { return summary.streams }
    return [own: StreamSummary()]
  }

  private func keep(
    _ file: FileImport, _ stream: Stream, _ part: StreamSummary
  ) throws(StoreError) {
    let row = try connection.prepare("INSERT INTO file_stream VALUES (?1, ?2, ?3, ?4)")
    let tally = file.tallies[stream, default: StreamWriter.Tally()]
    row.bind(1, file.file)
    row.bind(2, stream.rawValue)
    row.bind(3, Int64(tally.stored))
    row.bind(4, Int64(tally.repeated))
    try row.run()
    let known = try connection.prepare("INSERT OR IGNORE INTO known VALUES (?1, ?2)")
    for field in part.knownFields.sorted() {
      known.bind(1, stream.rawValue)
      known.bind(2, field)
      try known.run()
    }
    if part.holdsPage {
      // The last page by path tells whether there is more: files come in that order.
      let mark = try connection.prepare(
        part.isIncomplete
          ? "INSERT OR IGNORE INTO incomplete VALUES (?1)"
          : "DELETE FROM incomplete WHERE stream = ?1")
      mark.bind(1, stream.rawValue)
      try mark.run()
    }
  }

  private func makeWriter(of stream: Stream) throws(StoreError) {
    guard writers[stream] == nil else { return }
    writers[stream] = try StreamWriter(
      connection, stream.definition, users: users, snapshots: stream == .rows ? snapshots : nil)
  }
}
