/// Where an exchange went: its path or URL taken apart, percent escapes undone.
struct ExchangeTarget {
  /// In lower case; empty where only a path is given.
  private(set) var scheme = ""
  /// In lower case, without user and port.
  private(set) var host = ""
  private(set) var segments: [String] = []
  /// The fields of the query and of the fragment.
  private(set) var query = SpelledObject()

  private static let slash = UInt8(ascii: "/")

  init(_ text: String) {
    var rest = Array(text.utf8)[...]
    var pairs: [JSONValue.Member] = []
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
      pairs = Self.form(rest[(hash + 1)...])
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      pairs = Self.form(rest[(mark + 1)...]) + pairs
      rest = rest[..<mark]
    }
    query = SpelledObject(pairs)
    if let colon = rest.firstIndex(of: UInt8(ascii: ":")), colon > rest.startIndex,
      rest[..<colon].allSatisfy(Self.isOfScheme), colon + 1 < rest.endIndex,
      rest[colon + 1] == Self.slash
    {
      scheme = Self.lowered(rest[..<colon])
      rest = rest[(colon + 1)...]
    }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let authority = rest.prefix { $0 != Self.slash }
      rest = rest[authority.endIndex...]
      let name = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
      host = Self.lowered((name.last ?? authority).prefix { $0 != UInt8(ascii: ":") })
    }
    segments = rest.split(separator: Self.slash).map(Self.unescaped)
  }

  /// Whether the path ends with these segments, in any letter case.
  func ends(with path: String...) -> Bool {
    guard segments.count >= path.count else { return false }
    return zip(segments.suffix(path.count), path).allSatisfy { segment, word in
      word == "*" || Self.lowered(Array(segment.utf8)[...]).utf8.elementsEqual(word.utf8)
    }
  }

  /// Whether the host or a segment of the path is that word, in any letter case.
  func holds(_ word: String) -> Bool {
    ([host] + segments).contains { Self.lowered(Array($0.utf8)[...]) == word }
  }

  /// The fields of a form or a query, `+` and percent escapes undone.
  static func form(_ text: ArraySlice<UInt8>) -> [JSONValue.Member] {
    text.split(separator: UInt8(ascii: "&")).map { pair in
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      let value = pair[name.endIndex...].dropFirst()
      return JSONValue.Member(
        name: unescaped(spaced(name)), value: .string(unescaped(spaced(value))), line: 1)
    }
  }

  private static func spaced(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }[...]
  }

  /// The text without percent escapes; as it is where that would be no text.
  private static func unescaped(_ text: ArraySlice<UInt8>) -> String {
    guard text.contains(UInt8(ascii: "%")) else { return String(decoding: text, as: UTF8.self) }
    var bytes: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == UInt8(ascii: "%"), index + 2 < text.endIndex,
        let high = digit(text[index + 1]), let low = digit(text[index + 2])
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(text[index])
        index += 1
      }
    }
    let isText = !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
    return String(decoding: isText ? bytes[...] : text, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    if byte &- 48 <= 9 { return byte &- 48 }
    return (byte | 0x20) &- 97 <= 5 ? (byte | 0x20) &- 87 : nil
  }

  private static func isOfScheme(_ byte: UInt8) -> Bool {
    byte &- 48 <= 9 || (byte | 0x20) &- 97 <= 25 || [0x2B, 0x2D, 0x2E].contains(byte)
  }

  private static func lowered(_ text: ArraySlice<UInt8>) -> String {
    String(
      decoding: text.map { $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
