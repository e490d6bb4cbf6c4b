/// Writes where the ids of one table's records may be, while its rows pass by in ascending order.
///
/// Rows that derivation made, which are below zero, are in no filter.
struct IDFilterWriter {
  private let insert: Statement
  private let table: String
  private var words = [UInt64](
    repeating: 0, count: IDFilter.wordsOfBlock << Int(IDFilter.chunkShift - IDFilter.blockShift))
  private var chunk: Int64 = 0
  private var lastRow: Int64 = -1
  /// Where the filter of the row at hand begins.
  private var start = 0

  init(_ connection: Connection, table: String) throws(StoreError) {
    insert = try connection.prepare("INSERT INTO id_filter VALUES (?1, ?2, ?3, ?4)")
    self.table = table
  }

  /// Turns to a row; what is added from here on is of it.
  @inline(__always)
  mutating func begin(row: Int64) throws(StoreError) {
    if row >> IDFilter.chunkShift != chunk { try turn(to: row >> IDFilter.chunkShift) }
    lastRow = row
    let rowOfChunk = row - chunk << IDFilter.chunkShift
    start = Int(rowOfChunk >> IDFilter.blockShift) * IDFilter.wordsOfBlock
  }

  /// Adds an id of the row; zero is none.
  @inline(__always)
  mutating func add(_ hash: UInt64) {
    if hash == 0 { return }
    for number in 0..<IDFilter.bitCount {
      let bit = IDFilter.bit(number, of: hash)
      words[start + bit >> 6] |= 1 << UInt64(bit & 63)
    }
  }

  /// Writes what is left.
  mutating func finish() throws(StoreError) { try turn(to: 0) }

  private mutating func turn(to next: Int64) throws(StoreError) {
    let first = chunk << IDFilter.chunkShift
    if lastRow >= first {
      insert.bind(1, table)
      insert.bind(2, first)
      insert.bind(3, lastRow)
      let used = Int((lastRow - first) >> IDFilter.blockShift) + 1
      insert.bind(4, blob: words[..<(used * IDFilter.wordsOfBlock)])
      try insert.run()
      for index in words.indices { words[index] = 0 }
    }
    chunk = next
    lastRow = -1
  }
}

extension Statement {
  /// Binds words as they stand in memory on a little-endian machine.
  fileprivate func bind(_ index: Int32, blob words: ArraySlice<UInt64>) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(words.count * 8)
    for word in words {
      withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
    }
    bind(index, blob: bytes)
  }
}
