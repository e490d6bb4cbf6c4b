/// A JSON text as a tree that keeps numbers as written, members in order, and their lines.
///
/// For the configuration, for payloads and for nested values; big streams have a faster way.
package indirect enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  /// The digits as written, so that nothing passes through a binary float.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Sendable, Equatable {
    package let name: String
    package let value: JSONValue
    /// The line of the name, from 1.
    package let line: Int

    package init(name: String, value: JSONValue, line: Int) {
      self.name = name
      self.value = value
      self.line = line
    }
  }

  package enum Dialect: Sendable {
    /// RFC 8259.
    case strict
    /// JSON5: comments, trailing commas, names without quotes, single quotes, freer numbers. The
    /// numbers are rewritten as strict JSON has them; infinities and NaN are refused.
    case json5
  }

  /// Objects and arrays in one another, the outermost being the first.
  package static let depthLimit = 64

  /// Parses a whole text.
  ///
  /// Refuses invalid UTF-8, NUL, lone surrogates, more than 64 levels and anything after the value.
  ///
  /// - Parameters:
  ///   - text: The bytes, without a BOM.
  ///   - dialect: What may be written.
  ///   - firstLine: The line of the first byte, for members and errors.
  ///   - allowsDuplicates: Whether a name may occur twice in one object; both are then kept.
  /// - Returns: The only value of the text.
  /// - Throws: The first thing that is wrong, with its line.
  package static func parse(
    _ text: UnsafeBufferPointer<UInt8>, dialect: Dialect, firstLine: Int = 1,
    allowsDuplicates: Bool = false
  ) throws(JSONError) -> JSONValue {
    var parser = JSONParser(
      text: text, dialect: dialect, firstLine: firstLine, allowsDuplicates: allowsDuplicates)
    return try parser.parse()
  }

  /// Parses a whole text that is at hand.
  package static func parse(
    _ text: [UInt8], dialect: Dialect, firstLine: Int = 1, allowsDuplicates: Bool = false
  ) throws(JSONError) -> JSONValue {
    let result = text.withUnsafeBufferPointer { buffer in
      Result { () throws(JSONError) in
        try parse(
          buffer, dialect: dialect, firstLine: firstLine, allowsDuplicates: allowsDuplicates)
      }
    }
    return try result.get()
  }

  /// The value of the member of exactly that name, or nil.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }
}

/// Why a text is no JSON, and where.
package struct JSONError: Error, Sendable, Equatable {
  package let line: Int
  package let reason: String

  package init(line: Int, reason: String) {
    self.line = line
    self.reason = reason
  }
}
