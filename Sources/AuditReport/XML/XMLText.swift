internal import AuditModel

/// Well-formed XML as bytes, one part after the other.
///
/// Works on UTF-8 bytes, because `Character` hides a `<` behind a combining mark. Text of the data
/// never breaks a line: its line breaks and tabs become references, so that a line of the report
/// starts with `<finding` only where a finding starts.
struct XMLText {
  private(set) var bytes: [UInt8] = []

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Markup as it stands.
  mutating func markup(_ text: StaticString) {
    let utf8 = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    bytes.append(contentsOf: utf8)
  }

  /// ` name="value"`.
  mutating func attribute(_ name: StaticString, _ value: String) {
    bytes.append(UInt8(ascii: " "))
    markup(name)
    markup("=\"")
    escaped(value, inAttribute: true)
    bytes.append(UInt8(ascii: "\""))
  }

  /// ` name="value"`, or nothing where there is no value.
  mutating func attribute(_ name: StaticString, _ value: String?) {
    if let value { attribute(name, value) }
  }

  /// ` name="value"` with a number.
  mutating func attribute(_ name: StaticString, _ value: Int) {
    attribute(name, String(value))
  }

  /// Text between tags.
  mutating func text(_ value: String) {
    escaped(value, inAttribute: false)
  }

  private mutating func escaped(_ value: String, inAttribute: Bool) {
    var value = value
    value.withUTF8 { utf8 in
      var start = 0
      var index = 0
      while index < utf8.count {
        let byte = utf8[index]
        // Letters and digits, nearly everything, stand for themselves.
        if byte > 0x3E && byte != 0xEF || byte >= 0x27 && byte < 0x3C {
          index += 1
          continue
        }
        guard let (replacement, length) = XMLText.replacement(byte, utf8, index, inAttribute) else {
          index += 1
          continue
        }
        bytes.append(contentsOf: utf8[start..<index])
        bytes.append(contentsOf: replacement.utf8)
        index += length
        start = index
      }
      bytes.append(contentsOf: utf8[start...])
    }
  }

  /// What stands for the scalar that starts at `index` and how many bytes it has; nil for itself.
  @inline(__always)
  private static func replacement(
    _ byte: UInt8, _ utf8: UnsafeBufferPointer<UInt8>, _ index: Int, _ inAttribute: Bool
  ) -> (String, Int)? {
    switch byte {
    case UInt8(ascii: "<"): return ("&lt;", 1)
    case UInt8(ascii: ">"): return ("&gt;", 1)
    case UInt8(ascii: "&"): return ("&amp;", 1)
    case UInt8(ascii: "\""): return inAttribute ? ("&quot;", 1) : nil
    case 0x09: return ("&#9;", 1)
    case 0x0A: return ("&#10;", 1)
    case 0x0D: return ("&#13;", 1)
    case 0x00..<0x20: return (SpelledOut.scalar(UInt32(byte)), 1)
    case 0xEF:
      // U+FFFE and U+FFFF, the only scalars beyond the controls that XML 1.0 forbids.
      guard index + 2 < utf8.count, utf8[index + 1] == 0xBF, utf8[index + 2] >= 0xBE else {
        return nil
      }
      return (SpelledOut.scalar(0xFF00 | (utf8[index + 2] == 0xBE ? 0xFE : 0xFF)), 3)
    default: return nil
    }
  }
}
