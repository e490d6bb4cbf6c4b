/// A decimal number taken apart where it stands, so that its value is exact.
///
/// The text is `-?digits(.digits)?`, and where it is a JSON number also an exponent. No binary
/// float is involved at any step.
struct DecimalText {
  private let digits: UnsafeBufferPointer<UInt8>
  private let exponent: Int
  let isNegative: Bool
  /// Digits before the point, as written.
  let integerDigitCount: Int
  /// Digits after the point, as written.
  let fractionDigitCount: Int
  let hasExponent: Bool

  /// Exponents beyond this are cut to it: no accepted value comes near.
  private static let exponentLimit = 1_000_000_000

  /// Nil where the text is anything else than a plain decimal number.
  init?(_ text: UnsafeBufferPointer<UInt8>, allowsExponent: Bool) {
    let count = text.count
    var index = 0
    isNegative = count > 0 && text[0] == UInt8(ascii: "-")
    if isNegative { index = 1 }
    let start = index
    while index < count, text[index] &- 48 <= 9 { index += 1 }
    integerDigitCount = index - start
    guard integerDigitCount > 0 else { return nil }
    var fractionCount = 0
    if index < count, text[index] == UInt8(ascii: ".") {
      index += 1
      let fractionStart = index
      while index < count, text[index] &- 48 <= 9 { index += 1 }
      fractionCount = index - fractionStart
      guard fractionCount > 0 else { return nil }
    }
    fractionDigitCount = fractionCount
    digits = UnsafeBufferPointer(rebasing: text[start..<index])
    guard index < count else {
      exponent = 0
      hasExponent = false
      return
    }
    guard allowsExponent, let power = Self.exponent(text, from: index) else { return nil }
    exponent = power
    hasExponent = true
  }

  /// Decimals that the number has when it is written without an exponent.
  var decimalCount: Int { max(0, fractionDigitCount - exponent) }

  /// The number times ten to the `power`, the rest truncated; nil where it doesn't fit.
  func scaled(byPowerOfTen power: Int) -> Int64? {
    let shift = exponent - fractionDigitCount + power
    let digitCount = integerDigitCount + fractionDigitCount
    let kept = shift >= 0 ? digitCount : max(0, digitCount + shift)
    var value: UInt64 = 0
    var taken = 0
    for byte in digits {
      guard byte != UInt8(ascii: ".") else { continue }
      guard taken < kept else { break }
      taken += 1
      guard value < 900_000_000_000_000_000 else { return nil }
      value = value &* 10 &+ UInt64(byte &- 48)
    }
    if value != 0, shift > 0 {
      guard shift < 19 else { return nil }
      for _ in 0..<shift {
        guard value < 900_000_000_000_000_000 else { return nil }
        value = value &* 10
      }
    }
    return isNegative ? -Int64(value) : Int64(value)
  }

  private static func exponent(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var index = start
    guard text[index] | 0x20 == UInt8(ascii: "e") else { return nil }
    index += 1
    var isNegative = false
    if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
      isNegative = text[index] == UInt8(ascii: "-")
      index += 1
    }
    guard index < text.count else { return nil }
    var power = 0
    while index < text.count {
      let digit = text[index] &- 48
      guard digit <= 9 else { return nil }
      power = min(power * 10 + Int(digit), exponentLimit)
      index += 1
    }
    return isNegative ? -power : power
  }
}
