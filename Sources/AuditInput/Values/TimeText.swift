/// Dates and times as RFC 3339 and databases write them.
enum TimeText {
  /// The first and the last microsecond of the years 1 to 9999: what can be written again.
  static let range: ClosedRange<Int64> = -62_135_596_800_000_000...253_402_300_799_999_999

  /// `2026-10-01T08:00:00Z` and its kin to microseconds since 1970 UTC.
  ///
  /// `T` may be a space or a small letter, the zone `Z`, `+01:00`, `+0100`, `+01` or missing
  /// (UTC); a fraction of any length is truncated. Only dates of the calendar are taken, and second
  /// 60 only where it is 23:59:60 UTC, as the second that follows.
  static func microseconds(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    let count = text.count
    guard count >= 19 else { return nil }
    var wrong: UInt8 = 0
    @inline(__always) func pair(_ index: Int) -> Int64 {
      let tens = text[index] &- 48
      let ones = text[index + 1] &- 48
      wrong |= (tens > 9 ? 1 : 0) | (ones > 9 ? 1 : 0)
      return Int64(tens) &* 10 &+ Int64(ones)
    }
    let year = pair(0) &* 100 &+ pair(2)
    let month = pair(5)
    let day = pair(8)
    let hour = pair(11)
    let minute = pair(14)
    let second = pair(17)
    wrong |= (text[4] ^ UInt8(ascii: "-")) | (text[7] ^ UInt8(ascii: "-"))
    wrong |= (text[13] ^ UInt8(ascii: ":")) | (text[16] ^ UInt8(ascii: ":"))
    let separator = text[10]
    guard wrong == 0, separator | 0x20 == UInt8(ascii: "t") || separator == UInt8(ascii: " ")
    else { return nil }
    guard year > 0, month > 0, month <= 12, day > 0, day <= dayCount(year, month) else {
      return nil
    }
    guard hour < 24, minute < 60, second <= 60 else { return nil }
    let days = dayNumber(year, month, day)
    let seconds = days &* 86_400 &+ hour &* 3600 &+ minute &* 60 &+ second
    if count == 20, text[19] == UInt8(ascii: "Z"), second < 60 {
      return seconds &* 1_000_000
    }
    return rest(text, seconds: seconds, isLeap: second == 60)
  }

  /// Fraction and zone, from the twentieth byte on.
  private static func rest(
    _ text: UnsafeBufferPointer<UInt8>, seconds: Int64, isLeap: Bool
  ) -> Int64? {
    var index = 19
    var fraction: Int64 = 0
    if index < text.count, text[index] == UInt8(ascii: ".") {
      index += 1
      let start = index
      var unit: Int64 = 100_000
      while index < text.count, text[index] &- 48 <= 9 {
        fraction &+= Int64(text[index] &- 48) &* unit
        unit /= 10
        index += 1
      }
      guard index > start else { return nil }
    }
    guard let offset = offsetSeconds(UnsafeBufferPointer(rebasing: text[index...])) else {
      return nil
    }
    let utc = seconds - offset
    // The sixtieth second was counted as the first of the next minute, which must be midnight.
    if isLeap {
      let secondOfDay = utc % 86_400
      guard secondOfDay == 0 else { return nil }
    }
    let microseconds = utc * 1_000_000 + fraction
    return range.contains(microseconds) ? microseconds : nil
  }

  private static func offsetSeconds(_ zone: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard let first = zone.first else { return 0 }
    if first | 0x20 == UInt8(ascii: "z") { return zone.count == 1 ? 0 : nil }
    guard first == UInt8(ascii: "+") || first == UInt8(ascii: "-") else { return nil }
    func pair(_ index: Int) -> Int64? {
      let tens = zone[index] &- 48
      let ones = zone[index + 1] &- 48
      return tens <= 9 && ones <= 9 ? Int64(tens) * 10 + Int64(ones) : nil
    }
    let minuteIndex: Int?
    switch zone.count {
    case 3: minuteIndex = nil
    case 5: minuteIndex = 3
    case 6 where zone[3] == UInt8(ascii: ":"): minuteIndex = 4
    default: return nil
    }
    guard let hours = pair(1), hours < 24 else { return nil }
    var minutes: Int64 = 0
    if let minuteIndex {
      guard let written = pair(minuteIndex), written < 60 else { return nil }
      minutes = written
    }
    let offset = hours * 3600 + minutes * 60
    return first == UInt8(ascii: "-") ? -offset : offset
  }

  @inline(__always)
  private static func dayCount(_ year: Int64, _ month: Int64) -> Int64 {
    guard month == 2 else { return 30 &+ ((month &+ (month >> 3)) & 1) }
    let isLeap = year & 3 == 0 && (year % 100 != 0 || year % 400 == 0)
    return isLeap ? 29 : 28
  }

  /// Days since 1970-01-01 of a date in the proleptic Gregorian calendar.
  @inline(__always)
  private static func dayNumber(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shiftedYear = month <= 2 ? year &- 1 : year
    let era = shiftedYear / 400
    let yearOfEra = shiftedYear &- era &* 400
    let shiftedMonth = month > 2 ? month &- 3 : month &+ 9
    let dayOfYear = (153 &* shiftedMonth &+ 2) / 5 &+ day &- 1
    let dayOfEra = yearOfEra &* 365 &+ yearOfEra / 4 &- yearOfEra / 100 &+ dayOfYear
    return era &* 146_097 &+ dayOfEra &- 719_468
  }
}
