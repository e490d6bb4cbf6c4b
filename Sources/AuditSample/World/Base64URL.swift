/// Base64 in the alphabet of URLs, without padding (RFC 4648, section 5).
enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func text(of bytes: [UInt8]) -> String {
    var digits: [UInt8] = []
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      bitCount += 8
      while bitCount >= 6 {
        bitCount -= 6
        digits.append(alphabet[Int(bits >> bitCount & 63)])
      }
    }
    if bitCount > 0 { digits.append(alphabet[Int(bits << (6 - bitCount) & 63)]) }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The bytes that lower-case hexadecimal digits stand for, an even number of them.
  static func text(ofHex digits: String) -> String {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in digits.utf8 {
      let value = digit < UInt8(ascii: "a") ? digit - UInt8(ascii: "0") : digit - 87
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return text(of: bytes)
  }
}
