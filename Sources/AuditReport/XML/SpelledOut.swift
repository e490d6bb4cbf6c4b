/// Characters that can't stand for themselves, written so that a person can read them.
enum SpelledOut {
  /// `\u{1f}`.
  static func scalar(_ value: UInt32) -> String {
    "\\u{" + String(value, radix: 16) + "}"
  }

  /// The text with its controls and line breaks spelled out, so that it is one harmless line.
  static func line(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        line.append(contentsOf: self.scalar(scalar.value).unicodeScalars)
      default:
        line.append(scalar)
      }
    }
    return String(line)
  }
}
