/// Finds where an element of an array, or the value of a member, ends, by its brackets and quotes.
///
/// What stands in between is checked later, as one record; so a fault in one costs no other. It
/// can go on where more bytes have come.
struct JSONExtent {
  private var brackets: [UInt8] = []
  private var isInText = false
  private var isEscaped = false
  /// Whether the value ends with its own last bracket, not with what follows it.
  private var endsAtBracket = false
  /// Whether a bracket was closed by one of the other kind: then nothing tells where anything ends.
  private(set) var isBroken = false

  /// More brackets than any document has that a person would send.
  private static let depthLimit = 1 << 20

  mutating func start(endsAtBracket: Bool = false) {
    self.endsAtBracket = endsAtBracket
    brackets.removeAll(keepingCapacity: true)
    isInText = false
    isEscaped = false
    isBroken = false
  }

  /// The offset where the value ends, or nil where the bytes end before it.
  mutating func find(_ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int? {
    var index = start
    while index < end {
      if isInText {
        if isEscaped {
          isEscaped = false
          index += 1
          continue
        }
        index = TextSearch.endOfPlainText(bytes, index, end)
        guard index < end else { return nil }
        if bytes[index] == UInt8(ascii: "\\") { isEscaped = true }
        if bytes[index] == UInt8(ascii: "\"") { isInText = false }
        index += 1
        continue
      }
      switch bytes[index] {
      case UInt8(ascii: "\""): isInText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard brackets.count < Self.depthLimit else { return breakOff(index) }
        brackets.append(bytes[index])
      case UInt8(ascii: ","):
        if brackets.isEmpty { return index }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard let opened = brackets.popLast() else { return index }
        // `{` and `}`, `[` and `]` are two apart.
        guard opened + 2 == bytes[index] else { return breakOff(index) }
        if endsAtBracket, brackets.isEmpty { return index + 1 }
      default: break
      }
      index += 1
    }
    return nil
  }

  private mutating func breakOff(_ index: Int) -> Int {
    isBroken = true
    return index
  }
}
