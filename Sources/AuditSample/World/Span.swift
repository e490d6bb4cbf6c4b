/// Lengths of time in microseconds, the unit of every time in a made-up history.
extension Int64 {
  static let second: Int64 = 1_000_000
  static let minute: Int64 = 60 * second
  static let hour: Int64 = 60 * minute
  static let day: Int64 = 24 * hour
}

/// Amounts in units of 1e-8.
extension Int64 {
  /// One whole credit.
  static let credit: Int64 = 100_000_000
}
