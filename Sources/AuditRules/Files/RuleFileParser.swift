internal import AuditModel

/// Reads the text of a rule file.
///
/// The file is a header comment, one SELECT and examples, in that order; it is also a valid SQL
/// script, so that it can be tried by hand in any SQLite shell.
package struct RuleFileParser {
  let path: String
  let lines: [String]
  var next = 0

  /// - Parameters:
  ///   - text: The file's text.
  ///   - path: Where it was found; errors name it.
  ///   - id: The rule's id, which its path gives.
  ///   - isCustom: Whether the owner wrote it.
  /// - Returns: The rule.
  /// - Throws: `RuleError` that names the line and says what to do.
  package static func parse(
    _ text: String, path: String, id: String, isCustom: Bool = false
  ) throws(RuleError) -> RuleFile {
    var parser = RuleFileParser(text, path: path)
    return try parser.file(id: id, isCustom: isCustom)
  }

  init(_ text: String, path: String) {
    self.path = path
    lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { line in
        String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
      }
  }

  private mutating func file(id: String, isCustom: Bool) throws(RuleError) -> RuleFile {
    let header = try RuleHeader(readFrom: &self)
    let (query, queryLine) = try self.query()
    var examples: [RuleExample] = []
    while let example = try RuleExample(readFrom: &self) { examples.append(example) }
    let rule = Rule(
      id: id, title: header.title, why: header.why, severity: header.severity, fix: header.fix,
      source: header.source, sourceLink: header.link)
    return RuleFile(
      path: path, rule: rule, needs: header.needs, uses: header.uses,
      subjectKind: header.subjectKind, message: header.message, query: query,
      queryLine: queryLine, examples: examples, isCustom: isCustom)
  }

  /// The statement up to its semicolon, which ends a line.
  mutating func query() throws(RuleError) -> (text: String, line: Int) {
    skipBlankLines()
    let start = next
    var scanner = StatementScanner()
    while next < lines.count {
      let line = lines[next]
      guard !line.hasPrefix("/*") else {
        throw error(at: next, "the query before the examples doesn't end with a semicolon")
      }
      next += 1
      guard let end = scanner.semicolon(in: line) else { continue }
      guard line.utf8.dropFirst(end + 1).allSatisfy({ $0 == 0x20 }) else {
        throw error(at: next - 1, "a rule is one SELECT; remove what follows its semicolon")
      }
      let last = String(decoding: line.utf8.prefix(end), as: UTF8.self)
      let text = (lines[start..<next - 1] + [last]).joined(separator: "\n")
      return (text, start + 1)
    }
    throw error(at: start, "the query is missing; write one SELECT that ends with a semicolon")
  }

  mutating func skipBlankLines() {
    while next < lines.count, lines[next].trimmedOfSpaces.isEmpty { next += 1 }
  }

  func error(at index: Int, _ reason: String) -> RuleError {
    RuleError(path: path, line: min(index, lines.count - 1) + 1, reason: reason)
  }
}

/// Finds the end of an SQL statement line by line, not misled by strings and comments.
private struct StatementScanner {
  private var openQuote: UInt8?
  private var isInComment = false

  /// The offset of the first semicolon that ends a statement.
  mutating func semicolon(in line: String) -> Int? {
    let bytes = Array(line.utf8)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let following = index + 1 < bytes.count ? bytes[index + 1] : 0
      if isInComment {
        if byte == UInt8(ascii: "*") && following == UInt8(ascii: "/") {
          isInComment = false
          index += 1
        }
      } else if let quote = openQuote {
        if byte == quote { openQuote = nil }
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        openQuote = byte
      } else if byte == UInt8(ascii: "/") && following == UInt8(ascii: "*") {
        isInComment = true
        index += 1
      } else if byte == UInt8(ascii: "-") && following == UInt8(ascii: "-") {
        return nil
      } else if byte == UInt8(ascii: ";") {
        return index
      }
      index += 1
    }
    return nil
  }
}

extension String {
  /// The text without spaces and tabs at both ends.
  var trimmedOfSpaces: String {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    guard let first = utf8.firstIndex(where: { !isSpace($0) }),
      let last = utf8.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(self[first...last])
  }

  /// What stands before the first space and what after it.
  var splitAtFirstSpace: (first: String, rest: String) {
    guard let space = utf8.firstIndex(of: 0x20) else { return (self, "") }
    return (String(self[..<space]), String(self[utf8.index(after: space)...]).trimmedOfSpaces)
  }

  /// The words between runs of spaces.
  var words: [String] {
    utf8.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
  }
}
