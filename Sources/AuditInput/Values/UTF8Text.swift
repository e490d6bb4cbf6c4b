/// Whether bytes are UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF.
package enum UTF8Text {
  /// The first byte that belongs to no valid character, or nil where all is well.
  package static func firstInvalidIndex(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    firstIndex(text, refusesNUL: false)
  }

  /// The first byte that is NUL or belongs to no valid character, or nil where all is well.
  package static func firstFlawIndex(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    firstIndex(text, refusesNUL: true)
  }

  private static func firstIndex(
    _ text: UnsafeBufferPointer<UInt8>, refusesNUL: Bool
  ) -> Int? {
    var index = 0
    let count = text.count
    while index < count {
      let first = text[index]
      if first < 0x80 {
        if first == 0, refusesNUL { return index }
        index += 1
        continue
      }
      let length: Int
      var lowest: UInt8 = 0x80
      var highest: UInt8 = 0xBF
      switch first {
      case 0xC2...0xDF: length = 2
      case 0xE0...0xEF:
        length = 3
        if first == 0xE0 { lowest = 0xA0 }
        if first == 0xED { highest = 0x9F }
      case 0xF0...0xF4:
        length = 4
        if first == 0xF0 { lowest = 0x90 }
        if first == 0xF4 { highest = 0x8F }
      default: return index
      }
      guard index + length <= count, (lowest...highest).contains(text[index + 1]) else {
        return index
      }
      for offset in 2..<max(2, length) where text[index + offset] & 0xC0 != 0x80 {
        return index
      }
      index += length
    }
    return nil
  }
}
