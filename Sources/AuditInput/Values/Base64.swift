/// Base64 with `+` and `/` and with padding, as certificates in a JWS header are written.
enum Base64 {
  /// Nil for white space, missing or needless padding, and bits left over that aren't zero.
  static func decode(_ text: some BidirectionalCollection<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    let digits = text.dropLast(padding)
    guard digits.allSatisfy({ $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }) else {
      return nil
    }
    return Base64URL.decode(
      digits.map { byte in
        switch byte {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: byte
        }
      })
  }
}
