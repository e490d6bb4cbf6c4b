internal import AuditModel

/// The comment that opens a rule file: title, why, and the tags.
struct RuleHeader {
  private static let tags = [
    "severity", "needs", "uses", "subject", "source", "link", "message", "fix",
  ]

  var title = ""
  var why = ""
  var severity = Severity.low
  var needs = Needs(clauses: [])
  var uses: [Stream] = []
  var subjectKind = Subject.Kind.user
  var source = ""
  var link: String?
  var message = MessageTemplate(parts: [])
  var fix = ""

  init(readFrom parser: inout RuleFileParser) throws(RuleError) {
    parser.skipBlankLines()
    let start = parser.next
    var paragraphs: [[String]] = [[]]
    var values: [String: (text: String, index: Int)] = [:]
    var tag: String?
    while parser.next < parser.lines.count, parser.lines[parser.next].hasPrefix("--") {
      let text = String(parser.lines[parser.next].dropFirst(2)).trimmedOfSpaces
      if text.hasPrefix("@") {
        let (name, rest) = String(text.dropFirst()).splitAtFirstSpace
        guard Self.tags.contains(name) else {
          throw parser.error(
            at: parser.next,
            "@\(name) is unknown; the tags are @" + Self.tags.joined(separator: ", @"))
        }
        guard values[name] == nil else {
          throw parser.error(at: parser.next, "@\(name) is given twice; keep one")
        }
        tag = name
        values[name] = (rest, parser.next)
      } else if let tag, let value = values[tag] {
        // A line without a tag goes on with the tag before it.
        if !text.isEmpty {
          values[tag] = (value.text.isEmpty ? text : value.text + " " + text, value.index)
        }
      } else if text.isEmpty {
        paragraphs.append([])
      } else {
        paragraphs[paragraphs.count - 1].append(text)
      }
      parser.next += 1
    }
    let written = paragraphs.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
    guard let first = written.first else {
      throw parser.error(at: start, "the header is missing; start with a comment: title, why, tags")
    }
    title = first
    why = written.dropFirst().joined(separator: "\n\n")
    try take(values, start: start, parser: parser)
  }

  private mutating func take(
    _ values: [String: (text: String, index: Int)], start: Int, parser: RuleFileParser
  ) throws(RuleError) {
    for name in ["severity", "subject", "source", "message", "fix", "needs"] {
      guard let value = values[name], !value.text.isEmpty else {
        throw parser.error(
          at: values[name]?.index ?? start, "@\(name) is missing; add it to the header")
      }
    }
    if let (text, index) = values["severity"] {
      guard let known = Severity(name: text) else {
        throw parser.error(
          at: index, "@severity '\(text)' is none of critical, high, medium, low")
      }
      severity = known
    }
    if let (text, index) = values["subject"] {
      guard let known = Subject.Kind(rawValue: text) else {
        let names = Subject.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw parser.error(at: index, "@subject '\(text)' is none of \(names)")
      }
      subjectKind = known
    }
    if let (text, index) = values["needs"] {
      do {
        needs = try Needs(text: text)
      } catch {
        throw parser.error(at: index, error.reason)
      }
    }
    if let (text, index) = values["uses"] {
      for word in text.words {
        guard let stream = Stream(rawValue: word) else {
          throw parser.error(at: index, "@uses '\(word)' is no stream")
        }
        uses.append(stream)
      }
    }
    if let (text, index) = values["message"] {
      guard let template = MessageTemplate(text: text) else {
        throw parser.error(at: index, "@message has a brace or bracket without its other one")
      }
      message = template
    }
    fix = values["fix"]?.text ?? ""
    takeSource(values["source"]?.text ?? "", link: values["link"]?.text)
  }

  /// The source's title, and its address after `|` or from @link.
  private mutating func takeSource(_ text: String, link given: String?) {
    guard let bar = text.utf8.lastIndex(of: UInt8(ascii: "|")) else {
      source = text
      link = given
      return
    }
    source = String(text[..<bar]).trimmedOfSpaces
    link = given ?? String(text[text.utf8.index(after: bar)...]).trimmedOfSpaces
  }
}
