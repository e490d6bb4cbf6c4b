internal import AuditRules
internal import Foundation

/// The words that messages have from the rules themselves; every other word comes from the data.
struct SafeWords {
  private static let spans: Set<String> = [
    "second", "seconds", "minute", "minutes", "hour", "hours", "day", "days", "less", "than", "a",
    "true", "false",
  ]

  private let words: Set<String>

  /// - Parameters:
  ///   - rules: The rules whose messages are shown.
  ///   - views: The text of the views, which hold parts of messages.
  init(rules: RuleSet, views: String) {
    var words = Self.spans
    for file in rules.rules {
      words.formUnion(Self.words(of: file.query))
      words.formUnion(Self.words(of: Self.text(of: file.message.parts)))
    }
    words.formUnion(Self.words(of: views))
    self.words = words
  }

  func contains(_ word: Substring) -> Bool { words.contains(String(word)) }

  /// Whether a word is a number, an amount or a time: something that is counted, not an id.
  static func isMeasure(_ word: Substring) -> Bool {
    guard word.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return false }
    return word.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || "+-.:TZ%".utf8.contains(byte)
    }
  }

  /// Where a word ends: what may stand around an id in a sentence, but not in one.
  static func isWordEnd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " ", "\n", "\t", ",", ";", "(", ")", "'", "\"", "[", "]", "{", "}": true
    default: false
    }
  }

  /// The text with `change` over each of its words, what stands around them as it is.
  static func mapWords(of text: String, _ change: (Substring) -> String) -> String {
    var result = ""
    var word = ""
    func endWord() {
      let plain = trimmed(word[...])
      result += plain.isEmpty ? word : change(plain) + word[plain.endIndex...]
      word = ""
    }
    for scalar in text.unicodeScalars {
      if isWordEnd(scalar) {
        endWord()
        result.unicodeScalars.append(scalar)
      } else {
        word.unicodeScalars.append(scalar)
      }
    }
    endWord()
    return result
  }

  private static func words(of text: String) -> [String] {
    text.unicodeScalars.split(whereSeparator: isWordEnd).map { trimmed(Substring($0)) }
      .map(String.init)
  }

  /// A word without the full stop or colon that ends its sentence.
  static func trimmed(_ word: Substring) -> Substring {
    var word = word
    while let last = word.utf8.last, last == UInt8(ascii: ".") || last == UInt8(ascii: ":") {
      word = word.dropLast()
    }
    return word
  }

  private static func text(of parts: [MessageTemplate.Part]) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .placeholder: " "
      case .optional(let parts): text(of: parts)
      }
    }.joined()
  }
}
