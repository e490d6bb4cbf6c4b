internal import AuditModel

/// Writes values as strict JSON: UTF-8, escapes only where JSON asks for them.
enum JSONText {
  /// Appends a record as one line.
  static func append(_ record: Record, to bytes: inout [UInt8]) {
    var separator = UInt8(ascii: "{")
    for field in record.fields {
      bytes.append(separator)
      append(field.name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      append(field.value, to: &bytes)
      separator = UInt8(ascii: ",")
    }
    bytes.append(contentsOf: "}\n".utf8)
  }

  static func append(_ value: FieldValue, to bytes: inout [UInt8]) {
    switch value {
    case .text(let text): append(text, to: &bytes)
    case .integer(let number): bytes.append(contentsOf: String(number).utf8)
    case .flag(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .time(let time): appendQuoted(Written.time(time), to: &bytes)
    case .amount(let units): appendQuoted(Written.amount(units), to: &bytes)
    case .null: bytes.append(contentsOf: "null".utf8)
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        append(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        append(member.value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    case .list(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        append(value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    }
  }

  /// A value on one line.
  static func compact(_ value: FieldValue) -> String {
    var bytes: [UInt8] = []
    append(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A whole file, indented for readers.
  static func pretty(_ value: FieldValue) -> [UInt8] {
    var bytes: [UInt8] = []
    appendPretty(value, indent: "", to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  private static func appendPretty(
    _ value: FieldValue, indent: String, to bytes: inout [UInt8]
  ) {
    let inner = indent + "  "
    switch value {
    case .object(let members) where !members.isEmpty:
      for (index, member) in members.enumerated() {
        bytes.append(contentsOf: ((index == 0 ? "{\n" : ",\n") + inner).utf8)
        append(member.name, to: &bytes)
        bytes.append(contentsOf: ": ".utf8)
        appendPretty(member.value, indent: inner, to: &bytes)
      }
      bytes.append(contentsOf: ("\n" + indent + "}").utf8)
    case .list(let values) where !values.isEmpty:
      for (index, element) in values.enumerated() {
        bytes.append(contentsOf: ((index == 0 ? "[\n" : ",\n") + inner).utf8)
        appendPretty(element, indent: inner, to: &bytes)
      }
      bytes.append(contentsOf: ("\n" + indent + "]").utf8)
    case .text, .integer, .flag, .time, .amount, .object, .list, .null: append(value, to: &bytes)
    }
  }

  /// A text between quotes, for what holds nothing to escape.
  private static func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: text.utf8)
    bytes.append(UInt8(ascii: "\""))
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
