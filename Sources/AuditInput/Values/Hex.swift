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

  private static func digit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? nibble + UInt8(ascii: "0") : nibble - 10 + UInt8(ascii: "a")
  }
}
