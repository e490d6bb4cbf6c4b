/// Times, amounts and spans read from the spellings that these tests write.
enum PlainValues {
  static let second: Int64 = 1_000_000
  static let minute: Int64 = 60 * second
  static let hour: Int64 = 60 * minute
  static let day: Int64 = 24 * hour

  /// Microseconds since 1970 UTC of RFC 3339 text in UTC, or of epoch seconds or milliseconds.
  static func time(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    if bytes.count < 19 { return epoch(text) }
    func number(_ range: Range<Int>) -> Int64? {
      Int64(String(decoding: bytes[range], as: UTF8.self))
    }
    guard let year = number(0..<4), let month = number(5..<7), let date = number(8..<10),
      let hours = number(11..<13), let minutes = number(14..<16), let seconds = number(17..<19)
    else { return nil }
    var rest = bytes[19...]
    var fraction: Int64 = 0
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
      let padded = (Array(digits) + Array(repeating: 0x30, count: 6)).prefix(6)
      fraction = Int64(String(decoding: padded, as: UTF8.self)) ?? 0
      rest = rest.dropFirst(1 + digits.count)
    }
    guard ["Z", "+00:00", "+00", ""].contains(String(decoding: rest, as: UTF8.self)) else {
      return nil
    }
    let total = dayNumber(year, month, date) * 86_400 + hours * 3600 + minutes * 60 + seconds
    return total * second + fraction
  }

  private static func epoch(_ text: String) -> Int64? {
    guard let number = Int64(text) else { return nil }
    return number >= 100_000_000_000 ? number * 1000 : number * second
  }

  /// Days since 1970-01-01.
  private static func dayNumber(_ year: Int64, _ month: Int64, _ date: Int64) -> Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let shiftedMonth = month <= 2 ? month + 9 : month - 3
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + date - 1
    let leaps = shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400
    return shiftedYear * 365 + leaps + dayOfYear - 719_468
  }

  /// An amount in units of 1e-8, truncated beyond, with its count of decimals as written.
  static func amount(_ text: String) -> (units: Int64, decimals: Int)? {
    let isNegative = text.hasPrefix("-")
    let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = parts.first.flatMap({ Int64($0) }) else { return nil }
    let written = parts.count > 1 ? String(parts[1]) : ""
    let padded = (written + "00000000").prefix(8)
    guard let part = Int64(padded) else { return nil }
    let units = whole * 100_000_000 + part
    return (isNegative ? -units : units, written.utf8.count)
  }

  /// Microseconds of `7d`, `60s`, `5m`, `1h`.
  static func span(_ text: String) -> Int64? {
    guard let unit = text.last, let number = Int64(text.dropLast()) else { return nil }
    switch unit {
    case "s": return number * second
    case "m": return number * minute
    case "h": return number * hour
    case "d": return number * day
    default: return nil
    }
  }
}
