/// Lower-case hexadecimal digits.
package enum Hex {
  package static func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes { append(byte, to: &text) }
    return text
  }

  /// Appends the two digits of a byte.
  package static func append(_ byte: UInt8, to text: inout [UInt8]) {
    text.append(digit(byte >> 4))
    text.append(digit(byte & 15))
  }

  /// The bytes of lower-case digits, or nil where it is anything else.
  static func decode(_ text: [UInt8]) -> [UInt8]? {
    guard text.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2)
    for index in stride(from: 0, to: text.count, by: 2) {
      guard let high = value(text[index]), let low = value(text[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    if digit &- UInt8(ascii: "0") <= 9 { return digit &- UInt8(ascii: "0") }
    return digit &- UInt8(ascii: "a") <= 5 ? digit &- UInt8(ascii: "a") + 10 : nil
  }

  private static func digit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? nibble + UInt8(ascii: "0") : nibble - 10 + UInt8(ascii: "a")
  }
}
