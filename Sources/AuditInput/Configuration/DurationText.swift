/// Spans as the configuration writes them: `60s`, `5m`, `1h`, `7d`, `2w`.
package enum DurationText {
  /// Microseconds, or nil for anything but digits and one unit, or a span beyond 10,000 years.
  package static func microseconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard let unit = bytes.last, let seconds = seconds(ofUnit: unit) else { return nil }
    let number = bytes.dropLast()
    guard (1...12).contains(number.count), number.allSatisfy({ $0 &- 48 <= 9 }) else { return nil }
    let count = number.reduce(Int64(0)) { $0 * 10 + Int64($1 - 48) }
    let limit: Int64 = 10_000 * 366 * 86_400
    guard count <= limit / seconds else { return nil }
    return count * seconds * 1_000_000
  }

  private static func seconds(ofUnit unit: UInt8) -> Int64? {
    switch unit {
    case UInt8(ascii: "s"): 1
    case UInt8(ascii: "m"): 60
    case UInt8(ascii: "h"): 3600
    case UInt8(ascii: "d"): 86_400
    case UInt8(ascii: "w"): 7 * 86_400
    default: nil
    }
  }
}
