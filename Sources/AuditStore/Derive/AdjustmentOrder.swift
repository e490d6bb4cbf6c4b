/// Where an adjustment id stands among others, as far as a few bytes tell.
///
/// Ids of digits only are numbers and come before others, by value whatever their length; others
/// come by bytes. Equal orders don't mean equal ids: whoever finds them compares the texts.
struct AdjustmentOrder: Equatable {
  /// 0: a number of up to 18 digits, `key` its value; 1: a longer one, `key` its count of digits;
  /// 2: no number, `key` the first eight bytes.
  let rank: UInt8
  let key: UInt64

  init(_ bytes: UnsafeRawBufferPointer) {
    var key: UInt64 = 0
    var significantDigits = 0
    for byte in bytes {
      guard byte >= 0x30, byte <= 0x39 else {
        self = Self(text: bytes)
        return
      }
      if significantDigits > 0 || byte != 0x30 { significantDigits += 1 }
      if significantDigits <= 18 { key = key * 10 + UInt64(byte - 0x30) }
    }
    guard !bytes.isEmpty else {
      self = Self(text: bytes)
      return
    }
    rank = significantDigits > 18 ? 1 : 0
    self.key = significantDigits > 18 ? UInt64(significantDigits) : key
  }

  private init(text: UnsafeRawBufferPointer) {
    var key: UInt64 = 0
    for index in 0..<8 { key = key << 8 | UInt64(index < text.count ? text[index] : 0) }
    rank = 2
    self.key = key
  }

  static func < (left: Self, right: Self) -> Bool {
    left.rank == right.rank ? left.key < right.key : left.rank < right.rank
  }

  /// The bytes by which ids of one order compare: a number without its leading zeros.
  static func comparedBytes(_ id: [UInt8]) -> [UInt8] {
    guard !id.isEmpty, id.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return id }
    return Array(id.drop { $0 == 0x30 })
  }
}
