/// The comment that opens a rule or a checklist item: a title, paragraphs, and tags with text.
struct HeaderComment {
  let title: String
  /// What stands between the title and the tags.
  let paragraphs: [String]
  /// The index of the line on which it starts.
  let start: Int
  private var values: [String: (text: String, index: Int)] = [:]

  /// Reads the comment; every tag in it must be one of `tags`.
  init(readFrom parser: inout RuleFileParser, tags: [String]) throws(RuleError) {
    parser.skipBlankLines()
    start = parser.next
    var written: [[String]] = [[]]
    var tag: String?
    while parser.next < parser.lines.count, parser.lines[parser.next].hasPrefix("--") {
      let text = String(parser.lines[parser.next].dropFirst(2)).trimmedOfSpaces
      if text.hasPrefix("@") {
        let (name, rest) = String(text.dropFirst()).splitAtFirstSpace
        guard tags.contains(name) else {
          throw parser.error(
            at: parser.next,
            "@\(name) is unknown; the tags are @" + tags.joined(separator: ", @"))
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
        written.append([])
      } else {
        written[written.count - 1].append(text)
      }
      parser.next += 1
    }
    let joined = written.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
    guard let first = joined.first else {
      throw parser.error(at: start, "the header is missing; start with a comment: title, why, tags")
    }
    title = first
    paragraphs = Array(joined.dropFirst())
  }

  /// The text of a tag and its line; nil where it isn't given.
  func value(_ name: String) -> (text: String, index: Int)? { values[name] }

  /// The text of a tag that must be there.
  func required(
    _ name: String, parser: RuleFileParser
  ) throws(RuleError) -> (text: String, index: Int) {
    guard let value = values[name], !value.text.isEmpty else {
      throw parser.error(
        at: values[name]?.index ?? start, "@\(name) is missing; add it to the header")
    }
    return value
  }

  /// What `@needs` asks for; nothing where it isn't given.
  func needs(parser: RuleFileParser) throws(RuleError) -> Needs {
    guard let (text, index) = values["needs"] else { return Needs(clauses: []) }
    do {
      return try Needs(text: text)
    } catch {
      throw parser.error(at: index, error.reason)
    }
  }

  /// The template of a tag; nil where the tag isn't given.
  func template(_ name: String, parser: RuleFileParser) throws(RuleError) -> MessageTemplate? {
    guard let (text, index) = values[name] else { return nil }
    guard let template = MessageTemplate(text: text) else {
      throw parser.error(at: index, "@\(name) has a brace or bracket without its other one")
    }
    return template
  }

  /// The source's title, and its address after `|` or from @link.
  var source: (title: String, link: String?) {
    let text = values["source"]?.text ?? ""
    let given = values["link"]?.text
    guard let bar = text.utf8.lastIndex(of: UInt8(ascii: "|")) else { return (text, given) }
    return (
      String(text[..<bar]).trimmedOfSpaces,
      given ?? String(text[text.utf8.index(after: bar)...]).trimmedOfSpaces
    )
  }
}
