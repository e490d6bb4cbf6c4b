internal import CSQLite

/// Collects texts that begin or end like one and are about as long, while SQLite scans a table.
///
/// SQLite hands the values of a row to a function, which compares bytes and keeps what fits: that takes a
/// tenth of the time of the same condition in SQL, and several columns need one scan.
final class AlikeTexts {
  /// Lengths that may differ.
  private static let slack = 3

  /// What the function sees for each of millions of values.
  private struct Pattern {
    var head: UnsafeMutableBufferPointer<UInt8>
    var tail: UnsafeMutableBufferPointer<UInt8>
    var byteCounts: ClosedRange<Int>
    unowned(unsafe) var owner: AlikeTexts

    @inline(__always)
    func isAlike(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
      guard byteCounts.contains(text.count) else { return false }
      let start = text.count - tail.count
      return (text.count >= head.count && Self.isSame(head, text, 0))
        || (start >= 0 && Self.isSame(tail, text, start))
    }

    @inline(__always)
    private static func isSame(
      _ part: UnsafeMutableBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>, _ start: Int
    ) -> Bool {
      var index = 0
      while index < part.count {
        if part[index] != AlikeTexts.folded(text[start + index]) { return false }
        index += 1
      }
      return true
    }
  }

  private let pattern: UnsafeMutablePointer<Pattern>
  private let scalarCount: Int
  private let limit: Int
  private var found: [[String]] = []

  /// Letters of ASCII are alike in either case. `scalarCount` is the length of the whole text,
  /// `limit` how many texts of a column are kept, the first ones.
  init(head: String, tail: String, scalarCount: Int, limit: Int) {
    self.scalarCount = scalarCount
    self.limit = limit
    pattern = .allocate(capacity: 1)
    // A scalar has four bytes at most.
    let least = max(0, scalarCount - Self.slack)
    pattern.initialize(
      to: Pattern(
        head: Self.copy(head), tail: Self.copy(tail),
        byteCounts: least...(scalarCount + Self.slack) * 4, owner: self))
  }

  deinit {
    pattern.pointee.head.deallocate()
    pattern.pointee.tail.deallocate()
    pattern.deinitialize(count: 1)
    pattern.deallocate()
  }

  /// The texts of each of the columns, of rows for which the condition holds.
  func find(
    _ columns: [String], in table: String, where condition: String = "1",
    on connection: Connection
  ) throws(StoreError) -> [[String]] {
    found = Array(repeating: [], count: columns.count)
    let code = sqlite3_create_function_v2(
      connection.handle, "keep_alike", Int32(columns.count), SQLITE_UTF8, pattern,
      { context, count, values in
        guard let values,
          let pattern = sqlite3_user_data(context)?.assumingMemoryBound(to: Pattern.self)
        else { return }
        for column in 0..<Int(count) {
          // As a blob a text is not copied to have a zero at its end.
          let length = Int(sqlite3_value_bytes(values[column]))
          let text = UnsafeBufferPointer(
            start: sqlite3_value_blob(values[column])?.assumingMemoryBound(to: UInt8.self),
            count: length)
          guard length > 0, pattern.pointee.isAlike(text) else { continue }
          if pattern.pointee.owner.keep(text, ofColumn: column) { sqlite3_result_int(context, 1) }
        }
      }, nil, nil, nil)
    guard code == SQLITE_OK else { throw connection.error(code, action: "search") }
    defer {
      sqlite3_create_function_v2(
        connection.handle, "keep_alike", Int32(columns.count), SQLITE_UTF8, nil, nil, nil, nil, nil)
    }
    // The function is true once it would keep no more: the scan ends there.
    let names = columns.joined(separator: ", ")
    let scan = try connection.prepare(
      "SELECT 1 FROM \(table) WHERE \(condition) AND keep_alike(\(names))")
    _ = try scan.step()
    return found
  }

  /// Keeps the text if its length fits and its column takes more; whether no column takes more.
  private func keep(_ text: UnsafeBufferPointer<UInt8>, ofColumn number: Int) -> Bool {
    let length = text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    guard abs(length - scalarCount) <= Self.slack else { return false }
    if found[number].count < limit { found[number].append(String(decoding: text, as: UTF8.self)) }
    return found.allSatisfy { $0.count == limit }
  }

  private static func copy(_ text: String) -> UnsafeMutableBufferPointer<UInt8> {
    let bytes = text.utf8.map(folded)
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = copy.initialize(from: bytes)
    return copy
  }

  @inline(__always)
  fileprivate static func folded(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }
}
