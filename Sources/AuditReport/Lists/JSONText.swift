/// JSON as bytes: objects with keys of ours and texts of the data.
package struct JSONText {
  private(set) var bytes: [UInt8] = []
  private var isFirst = true

  /// A text of the data as a JSON string; nothing in it can end the string or a comment.
  package static func quoted(_ text: String) -> String {
    var json = JSONText()
    json.quoted(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    isFirst = true
  }

  /// Forgets the bytes that were written; what comes next goes on where they ended.
  mutating func forgetWritten() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Punctuation and space of one's own layout.
  mutating func plain(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Ends a line of newline-delimited JSON.
  mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    isFirst = true
  }

  mutating func open(_ bracket: Unicode.Scalar) {
    separate()
    bytes.append(UInt8(truncatingIfNeeded: bracket.value))
    isFirst = true
  }

  mutating func close(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(truncatingIfNeeded: bracket.value))
    isFirst = false
  }

  /// `"name":`, to be followed by a value.
  mutating func key(_ name: String) {
    separate()
    quoted(name)
    bytes.append(UInt8(ascii: ":"))
    isFirst = true
  }

  mutating func member(_ name: String, _ value: String) {
    key(name)
    quoted(value)
    isFirst = false
  }

  /// The member, or nothing where there is no value.
  mutating func member(_ name: String, _ value: String?) {
    if let value { member(name, value) }
  }

  mutating func member(_ name: String, _ value: Int) {
    key(name)
    bytes.append(contentsOf: String(value).utf8)
    isFirst = false
  }

  /// A text after `key`, or an element of an array.
  mutating func value(_ text: String) {
    separate()
    quoted(text)
  }

  /// A number, `true` or `false` after `key`.
  mutating func literal(_ text: StaticString) {
    separate()
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func separate() {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
  }

  /// The text as a JSON string, without what separates it from what stands before.
  mutating func quoted(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes.append(contentsOf: "\\\"".utf8)
      case "\\": bytes.append(contentsOf: "\\\\".utf8)
      case "\n": bytes.append(contentsOf: "\\n".utf8)
      case "\r": bytes.append(contentsOf: "\\r".utf8)
      case "\t": bytes.append(contentsOf: "\\t".utf8)
      // Also what JavaScript takes for a line's end, and controls that a terminal would obey.
      case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        bytes.append(contentsOf: "\\u".utf8)
        bytes.append(contentsOf: String(repeating: "0", count: 4 - digits.utf8.count).utf8)
        bytes.append(contentsOf: digits.utf8)
      default:
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
