/// Characters that can't stand for themselves, written so that a person can read them.
enum SpelledOut {
  /// `\u{1f}`.
  static func scalar(_ value: UInt32) -> String {
    "\\u{" + String(value, radix: 16) + "}"
  }
}
