/// A stream of random numbers that a seed fixes.
///
/// Every account has a stream of its own, so that one account's history doesn't depend on how many
/// numbers another took. The generator is SplitMix64: its state is one number, it needs no warm-up,
/// and any seed is as good as another.
struct Random: Sendable {
  private var state: UInt64

  /// - Parameters:
  ///   - seed: The seed of the whole sample.
  ///   - stream: Which of the seed's streams this is.
  init(seed: UInt64, stream: UInt64) {
    state = Self.mixed(seed &+ Self.mixed(stream &+ 0x9E37_79B9_7F4A_7C15))
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A number of the range.
  mutating func number(_ range: ClosedRange<Int64>) -> Int64 {
    let width = UInt64(range.upperBound - range.lowerBound) + 1
    return range.lowerBound + Int64(next().multipliedFullWidth(by: width).high)
  }

  /// Whether something happens that happens so many times in a hundred.
  mutating func happens(_ percent: Int64) -> Bool { number(1...100) <= percent }

  /// One of several.
  mutating func pick<Element>(_ first: Element, _ others: Element...) -> Element {
    let index = Int(number(0...Int64(others.count)))
    return index == 0 ? first : others[index - 1]
  }

  /// A length of time in whole seconds.
  mutating func span(_ range: ClosedRange<Int64>) -> Int64 {
    number((range.lowerBound / .second)...(range.upperBound / .second)) * .second
  }

  /// So many lower-case hexadecimal digits.
  mutating func hex(_ count: Int) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(unsafeUninitializedCapacity: count) { bytes in
      var bits: UInt64 = 0
      for index in 0..<count {
        if index % 16 == 0 { bits = next() }
        bytes[index] = digits[Int(bits & 15)]
        bits >>= 4
      }
      return count
    }
  }

  /// A version 4 UUID in lower case.
  mutating func uuid() -> String {
    hex(8) + "-" + hex(4) + "-4" + hex(3) + "-" + pick("8", "9", "a", "b") + hex(3) + "-" + hex(12)
  }
}
