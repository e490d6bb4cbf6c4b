/// Searches that look at eight bytes at once.
enum TextSearch {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// The offset of the first quote, backslash or control character, or `end`.
  @inline(__always)
  static func endOfPlainText(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var index = start
    let raw = UnsafeRawPointer(bytes)
    while index + 8 <= end {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      let hits =
        ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
        | ((word &- (ones &* 0x20)) & ~word)
      let found = hits & highs
      if found != 0 { return index + found.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < end {
      let byte = bytes[index]
      if byte == 0x22 || byte == 0x5C || byte < 0x20 { return index }
      index += 1
    }
    return end
  }

  /// The offset of the first of three bytes, or `end`.
  @inline(__always)
  static func first(
    of one: UInt8, _ two: UInt8, _ three: UInt8, in bytes: UnsafePointer<UInt8>, _ start: Int,
    _ end: Int
  ) -> Int {
    var index = start
    let raw = UnsafeRawPointer(bytes)
    let (a, b, c) = (ones &* UInt64(one), ones &* UInt64(two), ones &* UInt64(three))
    while index + 8 <= end {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let (x, y, z) = (word ^ a, word ^ b, word ^ c)
      let hits = ((x &- ones) & ~x) | ((y &- ones) & ~y) | ((z &- ones) & ~z)
      let found = hits & highs
      if found != 0 { return index + found.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < end {
      let byte = bytes[index]
      if byte == one || byte == two || byte == three { return index }
      index += 1
    }
    return end
  }
}
