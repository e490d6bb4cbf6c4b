internal import AuditModel

/// A sentence with `{column}` placeholders, filled from a row of a rule's query.
///
/// A part in brackets is left out where one of its columns is NULL: `deleted[ at {gone_at}]`. The
/// suffix of a column says how its number is written: `_amount`, `_at` or `_span`.
package struct MessageTemplate: Sendable, Equatable {
  package indirect enum Part: Sendable, Equatable {
    case text(String)
    case placeholder(String)
    /// Left out where one of its columns is NULL.
    case optional([Part])
  }

  /// A value as a query returned it.
  package enum Value: Sendable, Equatable {
    case null
    case integer(Int64)
    case text(String)
  }

  /// Longest part of a value, in scalars, that a message shows.
  package static let valueLimit = 200

  package let parts: [Part]

  package init(parts: [Part]) {
    self.parts = parts
  }

  /// Nil where braces or brackets don't pair.
  package init?(text: String) {
    var parts: [Part] = []
    var outer: [Part]?
    var current = String.UnicodeScalarView()
    var isInside = false
    func closeText() {
      if !current.isEmpty { parts.append(.text(String(current))) }
      current = String.UnicodeScalarView()
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "{":
        guard !isInside else { return nil }
        closeText()
        isInside = true
      case "}":
        guard isInside, !current.isEmpty else { return nil }
        parts.append(.placeholder(String(current)))
        current = String.UnicodeScalarView()
        isInside = false
      case "[":
        guard !isInside, outer == nil else { return nil }
        closeText()
        outer = parts
        parts = []
      case "]":
        guard !isInside, let before = outer else { return nil }
        closeText()
        parts = before + [.optional(parts)]
        outer = nil
      default: current.append(scalar)
      }
    }
    guard !isInside, outer == nil else { return nil }
    closeText()
    self.parts = parts
  }

  package var placeholders: [String] { Self.placeholders(of: parts) }

  /// The sentence; `value` gives the value of a column.
  package func filled(_ value: (String) -> Value) -> String {
    Self.filled(parts, value)
  }

  private static func placeholders(of parts: [Part]) -> [String] {
    parts.flatMap { part -> [String] in
      switch part {
      case .text: []
      case .placeholder(let name): [name]
      case .optional(let inner): placeholders(of: inner)
      }
    }
  }

  private static func filled(_ parts: [Part], _ value: (String) -> Value) -> String {
    var result = ""
    for part in parts {
      switch part {
      case .text(let text): result += text
      case .placeholder(let name): result += written(value(name), column: name)
      case .optional(let inner):
        let isKnown = placeholders(of: inner).allSatisfy { value($0) != .null }
        if isKnown { result += filled(inner, value) }
      }
    }
    return result
  }

  static func written(_ value: Value, column: String) -> String {
    switch value {
    case .null: "unknown"
    case .text(let text): escaped(text)
    case .integer(let number):
      if column.hasSuffix("_amount") || column == "exposure" {
        amount(number)
      } else if column.hasSuffix("_at") || column == "at" {
        Written.time(number)
      } else if column.hasSuffix("_span") {
        Written.span(number)
      } else {
        String(number)
      }
    }
  }

  /// All eight decimals are exact but hard to read: zeros at the end go, two decimals stay.
  private static func amount(_ units: Int64) -> String {
    var bytes = Array(Written.amount(units).utf8)
    guard let point = bytes.lastIndex(of: UInt8(ascii: ".")) else { return Written.amount(units) }
    while bytes.count > point + 3, bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Text from an export, made safe to show in a line: no control, no character that turns the
  /// direction of writing or can't be seen, never longer than `valueLimit`.
  static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < valueLimit else {
        result.append("…")
        break
      }
      count += 1
      if isShownAsCode(scalar) {
        result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  private static func isShownAsCode(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
    default: false
    }
  }
}
