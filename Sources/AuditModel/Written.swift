/// How stored numbers are written for people: the one place for times, amounts and spans.
package enum Written {
  /// `2026-10-01T08:00:00Z`, with a fraction only where there is one.
  ///
  /// - Parameter microseconds: Microseconds since 1970 UTC.
  /// - Returns: The time in RFC 3339, in UTC.
  package static func time(_ microseconds: Int64) -> String {
    let (seconds, fraction) = floorDivide(microseconds, 1_000_000)
    let (day, second) = floorDivide(seconds, 86_400)
    let date = civilDate(dayNumber: day)
    var text = pad(date.year, 4) + "-" + pad(date.month, 2) + "-" + pad(date.day, 2)
    text += "T" + pad(second / 3600, 2) + ":" + pad(second / 60 % 60, 2) + ":" + pad(second % 60, 2)
    if fraction != 0 { text += "." + trimmedZeros(pad(fraction, 6)) }
    return text + "Z"
  }

  /// `-1.25000000`: units of 1e-8 with all eight decimals, as the platform writes them.
  package static func amount(_ units: Int64) -> String {
    let magnitude = units.magnitude
    let whole = String(magnitude / 100_000_000)
    let part = pad(Int64(magnitude % 100_000_000), 8)
    return (units < 0 ? "-" : "") + whole + "." + part
  }

  /// `2 days 3 hours`, the two largest units; `0 seconds` for nothing.
  package static func span(_ microseconds: Int64) -> String {
    let total = microseconds.magnitude / 1_000_000
    let parts: [(UInt64, String)] = [
      (total / 86_400, "day"), (total / 3600 % 24, "hour"), (total / 60 % 60, "minute"),
      (total % 60, "second"),
    ]
    guard let first = parts.firstIndex(where: { $0.0 > 0 }) else {
      return microseconds == 0 ? "0 seconds" : "less than a second"
    }
    let shown = parts[first...].prefix(2).filter { $0.0 > 0 }
    let text = shown.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: " ")
    return (microseconds < 0 ? "-" : "") + text
  }

  private static func pad(_ number: Int64, _ width: Int) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }

  private static func trimmedZeros(_ digits: String) -> String {
    var bytes = Array(digits.utf8)
    while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func floorDivide(_ value: Int64, _ by: Int64) -> (Int64, Int64) {
    let quotient = value / by
    let rest = value % by
    return rest < 0 ? (quotient - 1, rest + by) : (quotient, rest)
  }

  /// The civil date of a day number since 1970-01-01 in the proleptic Gregorian calendar.
  private static func civilDate(dayNumber: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = floorDivide(dayNumber + 719_468, 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shifted + 2) / 5 + 1
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}
