internal import AuditInput
internal import AuditModel

/// The tables of the owner's database that this run brought anew.
///
/// The first record of a table in a run removes the rows that earlier runs left of it; what
/// follows in the same run adds up. So only rows of these tables can be met again.
struct SnapshotTables {
  private let connection: Connection
  private let run: Int64
  private(set) var names: Set<[UInt8]> = []

  init(_ connection: Connection, run: Int64) {
    self.connection = connection
    self.run = run
  }

  /// Makes way for the records of a batch; the time is that of the snapshot, nil for the as-of time
  /// of the run.
  mutating func prepare(for batch: RecordBatch, time: Int64?) throws(StoreError) {
    guard let slot = batch.stream.definition.slot(ofColumn: "table_name") else { return }
    var last: [UInt8] = []
    for record in 0..<batch.count {
      let value = batch.slots[record * batch.width + slot]
      guard value.isText else { continue }
      let name = batch.text[Int(value.word)..<(Int(value.word) + Int(value.length))]
      if name.elementsEqual(last) { continue }
      last = Array(name)
      guard !names.contains(last) else { continue }
      let text = String(decoding: last, as: UTF8.self)
      let removal = try connection.prepare("DELETE FROM app_row WHERE table_name = ?1")
      removal.bind(1, text)
      try removal.run()
      try renew(text, time: time)
    }
  }

  /// Says that a table's rows are of this run, without touching them.
  mutating func renew(_ name: String, time: Int64?) throws(StoreError) {
    let note = try connection.prepare(
      """
      INSERT INTO row_snapshot (table_name, run, at) VALUES (?1, ?2, ?3)
      ON CONFLICT (table_name) DO UPDATE SET run = ?2, at = ?3
      """)
    note.bind(1, name)
    note.bind(2, run)
    note.bind(3, time)
    try note.run()
    names.insert(Array(name.utf8))
  }
}
