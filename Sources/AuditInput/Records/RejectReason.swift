/// Sentences that say why a record was not taken, so that a person can mend the export.
///
/// A reason never holds a token, an address or a long value: what can't be shown is described.
enum RejectReason {
  /// Characters of a value that a reason shows at most.
  private static let quotedLimit = 40
  /// A longer run of letters and digits may be a token.
  private static let runLimit = 20

  static func missing(_ field: String) -> String { "the field '\(field)' is missing" }

  static func twice(_ name: String) -> String {
    "the name '\(shown(name))' stands twice in one record"
  }

  static func nested(_ field: String, isArray: Bool) -> String {
    "the field '\(field)' holds \(isArray ? "an array" : "an object"), not a single value"
  }

  static func bool(_ field: String) -> String {
    "the field '\(field)' holds true or false where text belongs"
  }

  static func wrong(_ plan: FieldPlan, _ value: UnsafeBufferPointer<UInt8>?) -> String {
    let subject = value.flatMap { quoted($0, plan.form) } ?? "the value of '\(plan.name)'"
    switch plan.form {
    case .uuid: return "\(subject) is no UUID: write it as 8-4-4-4-12 hexadecimal digits"
    case .time: return "\(subject) is no time: write it as 2026-10-01T08:00:00Z"
    case .amount: return "\(subject) is no amount: \(amountAdvice(value))"
    case .bool: return "\(subject) is neither true nor false"
    case .integer: return "\(subject) is no whole number: write digits only"
    case .word:
      let words = plan.words.map { String(decoding: $0, as: UTF8.self) }
      return "\(subject) is none of \(words.joined(separator: ", "))"
    case .text, .prose, .token, .email, .presence, .rawNonce: return "\(subject) is no text"
    }
  }

  private static func amountAdvice(_ value: UnsafeBufferPointer<UInt8>?) -> String {
    let comma = value.flatMap { text in
      text.count <= quotedLimit ? text.firstIndex(of: UInt8(ascii: ",")) : nil
    }
    guard let value, let comma, quoted(value, .amount) != nil,
      value.filter({ $0 == UInt8(ascii: ",") }).count == 1,
      !value.contains(UInt8(ascii: ".")), comma > 0, comma + 1 < value.count,
      value.allSatisfy({ $0 &- 48 <= 9 || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "-") })
    else { return "write it as 12.50, with at most 10 digits before the point" }
    var mended = Array(value)
    mended[comma] = UInt8(ascii: ".")
    return "write it as \(String(decoding: mended, as: UTF8.self))"
  }

  /// The value in quotes, or nil where it might be what nobody may see: anything long, an
  /// address, a token, words of a person where digits belong.
  private static func quoted(
    _ value: UnsafeBufferPointer<UInt8>, _ form: FieldPlan.Form
  ) -> String? {
    guard !value.isEmpty, value.count <= quotedLimit, SecretDetector.kind(of: value) == nil else {
      return nil
    }
    var run = 0
    var hasDigit = false
    for byte in value {
      let isDigit = byte &- 48 <= 9
      let isLetter = (byte | 0x20) &- 97 <= 25
      hasDigit = hasDigit || isDigit
      run = isDigit || isLetter ? run + 1 : 0
      guard run < runLimit || form == .amount && isDigit, byte != UInt8(ascii: "@") else {
        return nil
      }
    }
    switch form {
    case .word, .bool:
      let isPlain = value.allSatisfy {
        $0 &- 48 <= 9 || ($0 | 0x20) &- 97 <= 25 || $0 == 0x2D || $0 == 0x5F
      }
      guard isPlain else { return nil }
    case .time, .amount, .integer, .uuid:
      guard hasDigit else { return nil }
    case .text, .prose, .token, .email, .presence, .rawNonce: return nil
    }
    return "'\(shown(String(decoding: value, as: UTF8.self)))'"
  }

  /// At most forty characters, without line breaks, escapes and characters that steer text.
  static func shown(_ text: String) -> String {
    var result = ""
    for (index, scalar) in text.unicodeScalars.enumerated() {
      guard index < quotedLimit else { return result + "…" }
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
        .paragraphSeparator:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
