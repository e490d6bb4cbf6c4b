/// The values of one row of a dump, where they stand in the bytes or unescaped beside them.
struct DumpCells {
  struct Cell {
    enum Kind: UInt8 { case null, yes, no, number, text, expression }

    var kind: Kind
    var start: Int
    var count: Int
    var isUnescaped: Bool
  }

  private(set) var cells: [Cell] = []
  private(set) var unescaped: [UInt8] = []
  /// How many values the row has, kept or not.
  private(set) var count = 0
  /// Whether an escape wrote a byte, so that the text may be no UTF-8 any more.
  var hasByteEscape = false
  var limit = 0

  mutating func removeAll() {
    cells.removeAll(keepingCapacity: true)
    unescaped.removeAll(keepingCapacity: true)
    count = 0
    hasByteEscape = false
  }

  mutating func add(_ kind: Cell.Kind, _ start: Int, _ count: Int, isUnescaped: Bool = false) {
    self.count += 1
    guard cells.count < limit else { return }
    cells.append(Cell(kind: kind, start: start, count: count, isUnescaped: isUnescaped))
  }

  mutating func append(_ byte: UInt8) { unescaped.append(byte) }

  mutating func append(_ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int) {
    unescaped.append(contentsOf: UnsafeBufferPointer(start: bytes + start, count: end - start))
  }

  /// Appends a character by its number; what is none becomes a byte that no text may hold.
  mutating func append(character value: UInt32) {
    guard let scalar = Unicode.Scalar(value) else {
      hasByteEscape = true
      return unescaped.append(0xFF)
    }
    unescaped.append(contentsOf: String(Character(scalar)).utf8)
    if value == 0 { hasByteEscape = true }
  }

  /// Why what the escapes wrote can't be taken, or nil.
  var flaw: String? {
    guard hasByteEscape else { return nil }
    let isInvalid = unescaped.withUnsafeBufferPointer { UTF8Text.firstInvalidIndex($0) != nil }
    if isInvalid {
      return ScanFailure(cause: .invalidUTF8, offset: 0).reason
    }
    return unescaped.contains(0) ? ScanFailure(cause: .nul, offset: 0).reason : nil
  }
}
