package import AuditInput
package import AuditModel

extension AuditStore {
  /// Whether a file of that size was read before: if not, its digest need not be computed.
  package func hasFile(byteCount: Int) throws(StoreError) -> Bool {
    let query = try connection.prepare("SELECT 1 FROM file WHERE byte_count = ?1 LIMIT 1")
    query.bind(1, Int64(byteCount))
    return try query.step()
  }

  /// Whether a file of the same bytes was read before, so that reading it again changes nothing.
  ///
  /// A file of `rows` must be read again unless the tables it holds came from it alone. Ask in path
  /// order, after the file before it was finished. The digest is that of the bytes on the disk; the
  /// content is what the file would be read as, nil for any.
  package func isKnown(sha256: String, content: FileContent? = nil) throws(StoreError) -> Bool {
    let files = try knownFiles(sha256: sha256, content: content)
    for file in files where file.streams.contains(.rows) {
      guard try isWholeSnapshot(file.file) else { return false }
    }
    return !files.isEmpty
  }

  /// The streams that a file of those bytes fed when it was read as that.
  package func streams(
    sha256: String, content: FileContent
  ) throws(StoreError) -> Set<Stream> {
    try knownFiles(sha256: sha256, content: content).reduce(into: []) {
      $0.formUnion($1.streams)
    }
  }

  /// What became of the records of a file that an attempt at this run stored before it was ended.
  ///
  /// A run that was killed keeps its whole files; the next one goes on where it stopped and reports
  /// them as its own.
  ///
  /// - Returns: Records stored and repeated, or nil where no such attempt read the file.
  package func unfinished(
    path: String, sha256: String, content: FileContent
  ) throws(StoreError) -> (stored: Int, repeated: Int)? {
    let query = try connection.prepare(
      """
      SELECT stored, repeated FROM file
      WHERE run = ?1 AND file < ?2 AND path = ?3 AND sha256 = ?4 AND reading = ?5
      """)
    query.bind(1, runNumber)
    query.bind(2, firstFile)
    query.bind(3, path)
    query.bind(4, sha256)
    query.bind(5, reading(of: content))
    guard try query.step() else { return nil }
    return (Int(query.integer(0)), Int(query.integer(1)))
  }

  /// Says that this run brought a known file again: the snapshots it holds are as of now.
  package func noteSkipped(sha256: String, content: FileContent? = nil) throws(StoreError) {
    let files = try knownFiles(sha256: sha256, content: content)
    guard !files.isEmpty else { throw refusal("store", "a file is skipped that was never read") }
    for (file, streams) in files where streams.contains(.rows) {
      guard try isWholeSnapshot(file) else {
        throw refusal("store", "a snapshot is skipped that was replaced since")
      }
      let list = try connection.prepare(
        "SELECT DISTINCT table_name FROM app_row WHERE file = ?1 ORDER BY table_name")
      list.bind(1, file)
      var names: [String] = []
      while try list.step() { names.append(list.text(0)) }
      list.reset()
      var renewed = snapshots
      try connection.transaction { () throws(StoreError) in
        for name in names { try renewed.renew(name, time: snapshotTime) }
      }
      snapshots = renewed
      // Its rows can now be met again; the next batch learns them.
      writers[.rows] = nil
    }
    for (_, streams) in files { streamsOfRun.formUnion(streams) }
  }

  /// Streams of which a file was ever read.
  package func streamsRead() throws(StoreError) -> Set<Stream> {
    try streams("SELECT DISTINCT stream FROM file_stream")
  }

  /// The names of fields that occurred, with values or without, by stream.
  package func knownFields() throws(StoreError) -> [Stream: Set<String>] {
    let query = try connection.prepare("SELECT stream, field FROM known")
    var fields: [Stream: Set<String>] = [:]
    while try query.step() {
      guard let stream = Stream(rawValue: query.text(0)) else { continue }
      fields[stream, default: []].insert(query.text(1))
    }
    return fields
  }

  func streams(_ sql: String) throws(StoreError) -> Set<Stream> {
    let query = try connection.prepare(sql)
    var found: Set<Stream> = []
    while try query.step() {
      if let stream = Stream(rawValue: query.text(0)) { found.insert(stream) }
    }
    return found
  }

  /// The same for two files of the same bytes that give the same records, signatures checked.
  func reading(of content: FileContent) -> String {
    let mayBeSigned =
      content.mayHold(.notifications) || content.mayHold(.purchases) || content.mayHold(.exchanges)
    return mayBeSigned && !keysDigest.isEmpty
      ? content.identity + " " + keysDigest : content.identity
  }

  /// The latest file of those bytes of each reading, with the streams that it feeds.
  private func knownFiles(
    sha256: String, content: FileContent?
  ) throws(StoreError) -> [(file: Int64, streams: Set<Stream>)] {
    let query = try connection.prepare(
      """
      SELECT max(file) FROM file
      WHERE sha256 = ?1 AND (?2 IS NULL OR reading = ?2)
      GROUP BY reading
      ORDER BY reading
      """)
    query.bind(1, sha256)
    query.bind(2, content.map(reading))
    var numbers: [Int64] = []
    while try query.step() { numbers.append(query.integer(0)) }
    var files: [(file: Int64, streams: Set<Stream>)] = []
    for file in numbers {
      files.append((file, try streams("SELECT stream FROM file_stream WHERE file = \(file)")))
    }
    return files
  }

  /// Whether every row that a file of `rows` brought is there, in tables that hold no others.
  private func isWholeSnapshot(_ file: Int64) throws(StoreError) -> Bool {
    let query = try connection.prepare(
      """
      SELECT repeated = 0
        AND stored = (SELECT count(*) FROM app_row WHERE file = ?1)
        AND NOT EXISTS (
          SELECT 1 FROM app_row
          WHERE file <> ?1
            AND table_name IN (SELECT DISTINCT table_name FROM app_row WHERE file = ?1))
      FROM file_stream
      WHERE file = ?1 AND stream = 'rows'
      """)
    query.bind(1, file)
    return try query.step() && query.integer(0) == 1
  }
}
