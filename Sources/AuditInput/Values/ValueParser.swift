/// Text of an export to stored values, exactly as the contract's table of values says.
///
/// Works on the bytes where they stand and allocates nothing. `isNumber` says that the text is a
/// JSON number, not a string or a CSV cell. Nil means: not a value of this type.
package enum ValueParser {
  /// A time in microseconds since 1970 UTC: RFC 3339, a database's form of it, or epoch seconds or
  /// milliseconds.
  ///
  /// From 100000000000 on (either side of 1970) a number is milliseconds. Only the years 1 to 9999
  /// are times.
  package static func time(_ text: UnsafeBufferPointer<UInt8>, isNumber: Bool) -> Int64? {
    if !isNumber, text.count >= 19, text[4] == UInt8(ascii: "-") {
      return TimeText.microseconds(text)
    }
    guard let number = DecimalText(text, allowsExponent: isNumber) else { return nil }
    let limit: Int64 = 100_000_000_000 * 1_000_000
    var microseconds = number.scaled(byPowerOfTen: 6)
    if let seconds = microseconds, seconds <= -limit || seconds >= limit { microseconds = nil }
    guard let value = microseconds ?? number.scaled(byPowerOfTen: 3),
      TimeText.range.contains(value)
    else { return nil }
    return value
  }

  /// The first microsecond of a date such as `2026-10-30`, or the time that is written; for
  /// people's dates in the configuration, never for records.
  package static func time(ofDay text: String) -> Int64? {
    let bytes = Array(text.utf8)
    let full = bytes.count == 10 ? bytes + Array("T00:00:00Z".utf8) : bytes
    return full.withUnsafeBufferPointer { TimeText.microseconds($0) }
  }

  /// The last microsecond of a date such as `2026-10-30`, in UTC, or the time that is written.
  package static func lastMoment(ofDay text: String) -> Int64? {
    guard let start = time(ofDay: text) else { return nil }
    return text.utf8.count == 10 ? start + 86_400_000_000 - 1 : start
  }

  /// An amount in units of 1e-8, what is beyond truncated, and its decimals as written.
  ///
  /// Zero, a minus sign and too many decimals are left for the rules to judge; more than ten
  /// integer digits are no amount.
  package static func amount(
    _ text: UnsafeBufferPointer<UInt8>, isNumber: Bool
  ) -> (units: Int64, decimals: Int)? {
    guard let number = DecimalText(text, allowsExponent: isNumber),
      number.hasExponent || number.integerDigitCount <= 10,
      let units = number.scaled(byPowerOfTen: 8),
      units.magnitude < 1_000_000_000_000_000_000
    else { return nil }
    return (units, number.decimalCount)
  }

  /// `true`/`false`, `t`/`f`, `yes`/`no` in any letter case, `1`/`0`.
  package static func bool(_ text: UnsafeBufferPointer<UInt8>, isNumber: Bool) -> Bool? {
    if text.count == 1 {
      if text[0] == UInt8(ascii: "1") { return true }
      if text[0] == UInt8(ascii: "0") { return false }
    }
    guard !isNumber else { return nil }
    if equals(text, "true") || equals(text, "t") || equals(text, "yes") { return true }
    if equals(text, "false") || equals(text, "f") || equals(text, "no") { return false }
    return nil
  }

  /// Digits only.
  package static func integer(_ text: UnsafeBufferPointer<UInt8>, isNumber: Bool) -> Int64? {
    guard !text.isEmpty else { return nil }
    var value: Int64 = 0
    for byte in text {
      let digit = byte &- 48
      guard digit <= 9 else { return nil }
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isTooLargeNow) = product.addingReportingOverflow(Int64(digit))
      guard !isTooLarge, !isTooLargeNow else { return nil }
      value = sum
    }
    return value
  }

  /// Appends the 36 bytes of a UUID in lower case to `out`; appends nothing where it is none.
  package static func uuid(
    _ text: UnsafeBufferPointer<UInt8>, into out: inout [UInt8]
  ) -> Bool {
    guard isUUID(text) else { return false }
    // Bit 5 makes letters small and leaves digits and hyphens as they are.
    for byte in text { out.append(byte | 0x20) }
    return true
  }

  /// Whether the text is 8-4-4-4-12 hexadecimal digits.
  package static func isUUID(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count == 36 else { return false }
    for index in 0..<36 {
      let byte = text[index]
      switch index {
      case 8, 13, 18, 23:
        guard byte == UInt8(ascii: "-") else { return false }
      default:
        guard byte &- 48 <= 9 || (byte | 0x20) &- 97 <= 5 else { return false }
      }
    }
    return true
  }

  /// Whether the text is that word of small letters, in any letter case.
  private static func equals(_ text: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
    guard text.count == word.utf8CodeUnitCount else { return false }
    for index in 0..<text.count where text[index] | 0x20 != word.utf8Start[index] {
      return false
    }
    return true
  }
}
