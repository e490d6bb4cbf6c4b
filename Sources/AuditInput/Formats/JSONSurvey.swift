/// A look at the members at the top of an object, as far as its bytes are in memory.
///
/// Tells a record from an object that only holds the records' array. Checks no grammar: what the
/// object is read as, is checked then.
struct JSONSurvey {
  struct Member {
    let name: [UInt8]
    /// Where its value starts.
    let valueStart: Int
    let firstByte: UInt8
    /// Of an array: the first byte of its first element, or `]`.
    let elementByte: UInt8?

    /// The name as names are compared.
    var form: [UInt8] { FieldNames.normalised(name) }
  }

  private(set) var members: [Member] = []
  /// The offset after the object, or nil where it goes on beyond the bytes.
  private(set) var end: Int?

  /// Looks from the opening brace at `start` on.
  init(_ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int) {
    var extent = JSONExtent()
    var index = start + 1
    while true {
      index = Self.skip(bytes, index, end)
      guard index < end else { return }
      if bytes[index] == UInt8(ascii: "}") {
        self.end = index + 1
        return
      }
      guard bytes[index] == UInt8(ascii: "\"") else { return }
      let nameStart = index + 1
      index = Self.endOfText(bytes, nameStart, end)
      guard index < end else { return }
      let name = Array(UnsafeBufferPointer(start: bytes + nameStart, count: index - nameStart))
      index = Self.skip(bytes, index + 1, end)
      guard index < end, bytes[index] == UInt8(ascii: ":") else { return }
      index = Self.skip(bytes, index + 1, end)
      guard index < end else { return }
      note(name, bytes, index, end)
      extent.start()
      guard let stop = extent.find(bytes, from: index, to: end) else { return }
      index = stop
      if bytes[index] == UInt8(ascii: ",") { index += 1 }
    }
  }

  private mutating func note(
    _ name: [UInt8], _ bytes: UnsafePointer<UInt8>, _ index: Int, _ end: Int
  ) {
    var elementByte: UInt8?
    if bytes[index] == UInt8(ascii: "[") {
      let element = Self.skip(bytes, index + 1, end)
      elementByte = element < end ? bytes[element] : UInt8(ascii: "{")
    }
    members.append(
      Member(
        name: name, valueStart: index, firstByte: bytes[index], elementByte: elementByte))
  }

  static func skip(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[index]) { index += 1 }
    return index
  }

  /// The offset of the quote that ends the text from `start` on, or `end`.
  static func endOfText(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index, end)
  }
}
