internal import AuditModel

/// The comment that opens a rule file: title, why, and the tags.
struct RuleHeader {
  private static let tags = [
    "severity", "needs", "uses", "subject", "source", "link", "message", "fix",
  ]

  let title: String
  let why: String
  let severity: Severity
  let needs: Needs
  let uses: [Stream]
  let subjectKind: Subject.Kind
  let source: String
  let link: String?
  let message: MessageTemplate
  let fix: String

  init(readFrom parser: inout RuleFileParser) throws(RuleError) {
    let comment = try HeaderComment(readFrom: &parser, tags: Self.tags)
    for name in ["severity", "subject", "source", "message", "fix", "needs"] {
      _ = try comment.required(name, parser: parser)
    }
    title = comment.title
    why = comment.paragraphs.joined(separator: "\n\n")
    severity = try Self.severity(comment, parser)
    subjectKind = try Self.subjectKind(comment, parser)
    needs = try comment.needs(parser: parser)
    uses = try Self.uses(comment, parser)
    message = try comment.template("message", parser: parser) ?? MessageTemplate(parts: [])
    fix = try comment.required("fix", parser: parser).text
    (source, link) = comment.source
  }

  private static func severity(
    _ comment: HeaderComment, _ parser: RuleFileParser
  ) throws(RuleError) -> Severity {
    let (text, index) = try comment.required("severity", parser: parser)
    guard let known = Severity(name: text) else {
      throw parser.error(at: index, "@severity '\(text)' is none of critical, high, medium, low")
    }
    return known
  }

  private static func subjectKind(
    _ comment: HeaderComment, _ parser: RuleFileParser
  ) throws(RuleError) -> Subject.Kind {
    let (text, index) = try comment.required("subject", parser: parser)
    guard let known = Subject.Kind(rawValue: text) else {
      let names = Subject.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw parser.error(at: index, "@subject '\(text)' is none of \(names)")
    }
    return known
  }

  private static func uses(
    _ comment: HeaderComment, _ parser: RuleFileParser
  ) throws(RuleError) -> [Stream] {
    guard let (text, index) = comment.value("uses") else { return [] }
    var uses: [Stream] = []
    for word in text.words {
      guard let stream = Stream(rawValue: word) else {
        throw parser.error(at: index, "@uses '\(word)' is no stream")
      }
      uses.append(stream)
    }
    return uses
  }
}
