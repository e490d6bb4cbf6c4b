internal import AuditModel

extension RuleExample {
  /// How the examples of a rule open.
  private static let kinds: [(prefix: String, expectation: Expectation)] = [
    ("/* @fires ", .fires([])), ("/* @quiet ", .quiet), ("/* @notevaluated ", .notEvaluated),
  ]

  /// Reads the next example; nil at the end of the file.
  init?(readFrom parser: inout RuleFileParser) throws(RuleError) {
    try self.init(readFrom: &parser, kinds: Self.kinds)
  }

  /// Reads an example of a checklist item, which opens with the prefix; its `@evidence` becomes
  /// the message.
  init?(readFrom parser: inout RuleFileParser, prefix: String) throws(RuleError) {
    try self.init(readFrom: &parser, kinds: [(prefix, .quiet)], isOfItem: true)
  }

  private init?(
    readFrom parser: inout RuleFileParser, kinds: [(prefix: String, expectation: Expectation)],
    isOfItem: Bool = false
  ) throws(RuleError) {
    parser.skipBlankLines()
    guard parser.next < parser.lines.count else { return nil }
    let start = parser.next
    let opening = parser.lines[start]
    guard let kind = kinds.first(where: { opening.hasPrefix($0.prefix) }) else {
      throw parser.error(
        at: start, "only examples follow the query: /* @fires NAME, /* @quiet NAME … */")
    }
    name = String(opening.dropFirst(kind.prefix.count)).trimmedOfSpaces
    line = start + 1
    expectation = kind.expectation
    exports = [Export()]
    parser.next += 1
    var found: [String] = []
    while true {
      guard parser.next < parser.lines.count else {
        throw parser.error(at: start, "the example doesn't end; close it with a line */")
      }
      let text = parser.lines[parser.next]
      if text == "*/" { break }
      guard !text.contains("*/") else {
        throw parser.error(at: parser.next, "'*/' would end the comment here")
      }
      if isOfItem, text.hasPrefix("@evidence ") {
        message = text.splitAtFirstSpace.rest
      } else {
        try takeLine(text, found: &found, parser: &parser)
      }
      parser.next += 1
    }
    parser.next += 1
    guard !isOfItem else { return }
    try close(found: found, start: start, parser: parser)
  }

  private func close(
    found: [String], start: Int, parser: RuleFileParser
  ) throws(RuleError) {
    switch expectation {
    case .fires:
      guard !found.isEmpty else {
        throw parser.error(at: start, "the example doesn't say what it finds; add @finds SUBJECT")
      }
    case .quiet, .notEvaluated:
      guard found.isEmpty, severity == nil, kind == nil, message == nil else {
        throw parser.error(at: start, "@finds, @severity, @kind and @message belong to @fires only")
      }
    }
  }

  private mutating func takeLine(
    _ text: String, found: inout [String], parser: inout RuleFileParser
  ) throws(RuleError) {
    let (word, rest) = text.splitAtFirstSpace
    switch word {
    case "": return
    case "@finds":
      // A subject with spaces stands alone on its line, in quotes.
      if rest.hasPrefix("\""), rest.hasSuffix("\""), rest.utf8.count > 1 {
        found.append(String(rest.dropFirst().dropLast()))
      } else {
        found += rest.words
      }
      if case .fires = expectation {
        expectation = .fires(found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
      }
    case "@severity":
      guard let known = Severity(name: rest) else {
        throw parser.error(
          at: parser.next, "@severity '\(rest)' is none of critical, high, medium, low")
      }
      severity = known
    case "@kind":
      guard let known = Subject.Kind(rawValue: rest) else {
        throw parser.error(at: parser.next, "@kind '\(rest)' is no kind of subject")
      }
      kind = known
    case "@message": message = rest
    case "config": exports[exports.count - 1].configuration = rest
    case "asof": asOf = rest
    case "file": try takeFile(path: rest, parser: &parser)
    case "---":
      guard rest == "next export" else {
        throw parser.error(at: parser.next, "'--- \(rest)' is unknown; write '--- next export'")
      }
      exports.append(Export())
    default:
      guard word == "exchanges" || Stream(rawValue: word) != nil else {
        throw parser.error(
          at: parser.next,
          "'\(word)' is no stream; a line is STREAM {…}, config {…}, asof TIME, file PATH, @finds")
      }
      append(rest + "\n", to: word + ".ndjson")
    }
  }

  /// Takes the lines up to `end` as the text of a file.
  private mutating func takeFile(
    path: String, parser: inout RuleFileParser
  ) throws(RuleError) {
    let start = parser.next
    append("", to: path)
    parser.next += 1
    while parser.next < parser.lines.count, parser.lines[parser.next] != "end" {
      append(parser.lines[parser.next] + "\n", to: path)
      parser.next += 1
    }
    guard parser.next < parser.lines.count else {
      throw parser.error(at: start, "the file '\(path)' doesn't end; close it with a line end")
    }
  }

  private mutating func append(_ text: String, to path: String) {
    let last = exports.count - 1
    if let index = exports[last].files.firstIndex(where: { $0.path == path }) {
      exports[last].files[index].text += text
    } else {
      exports[last].files.append(File(path: path, text: text))
    }
  }
}
