/// Base64 with the alphabet of URLs and without padding, as JWS parts are written.
package enum Base64URL {
  /// Nil for any other character, an impossible length, or bits left over that aren't zero.
  package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var bits: UInt32 = 0
    var bitCount = 0
    for character in text {
      guard let value = value(of: character) else { return nil }
      bits = bits << 6 | UInt32(value)
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
      }
    }
    guard bits & (1 << UInt32(bitCount) - 1) == 0 else { return nil }
    return bytes
  }

  package static func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var bits: UInt32 = 0
    var bitCount = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      bitCount += 8
      while bitCount >= 6 {
        bitCount -= 6
        text.append(character(of: UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)) & 63))
      }
    }
    if bitCount > 0 {
      text.append(character(of: UInt8(truncatingIfNeeded: bits << UInt32(6 - bitCount)) & 63))
    }
    return text
  }

  /// Whether a byte is one of the 64 characters.
  @inline(__always)
  static func isCharacter(_ byte: UInt8) -> Bool {
    byte &- 48 <= 9 || (byte | 0x20) &- 97 <= 25 || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }

  private static func value(of character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }

  private static func character(of value: UInt8) -> UInt8 {
    switch value {
    case 0..<26: value + UInt8(ascii: "A")
    case 26..<52: value - 26 + UInt8(ascii: "a")
    case 52..<62: value - 52 + UInt8(ascii: "0")
    case 62: UInt8(ascii: "-")
    default: UInt8(ascii: "_")
    }
  }
}
