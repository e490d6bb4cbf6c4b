package import AuditModel

/// One item of the checklist before App Review, read from one file of `data/checklist`.
///
/// The file has the form of a rule's: a header, one SELECT, examples. Its query returns one row
/// with the columns that `@evidence` names, and `passed`: above 0 where the data holds the positive
/// evidence that the item asks for. A column `failed` above 0 fails it as a rule that fired does.
/// A file without a query is an item that only a person can answer.
package struct ChecklistFile: Sendable {
  package struct Example: Sendable {
    package let result: Checklist.Result
    /// The evidence it shows, where the example says so.
    package let evidence: String?
    package let records: RuleExample
  }

  package struct Query: Sendable {
    /// One SELECT without its semicolon.
    package let text: String
    package let evidence: MessageTemplate
    package let needs: Needs
    /// Ids of rules on which the item fails; `area.*` and `area.word-*` stand for all that fit.
    package let fails: [String]

    package init(text: String, evidence: MessageTemplate, needs: Needs, fails: [String]) {
      self.text = text
      self.evidence = evidence
      self.needs = needs
      self.fails = fails
    }

    /// Whether the item fails where the rule fires.
    package func failsOn(_ rule: String) -> Bool {
      fails.contains { pattern in
        pattern.hasSuffix("*")
          ? rule.utf8.starts(with: pattern.utf8.dropLast()) : pattern == rule
      }
    }
  }

  package let path: String
  package let number: Int
  package let title: String
  package let source: String
  package let sourceLink: String?
  /// What to export or do where the item is not tested.
  package let task: String
  /// Nil: only a person can answer it.
  package let query: Query?
  package let examples: [Example]
}

extension ChecklistFile {
  private static let tags = ["fails", "needs", "source", "link", "evidence", "do"]

  /// Reads the text of an item's file; its name gives the number.
  package static func parse(
    _ text: String, path: String, number: Int
  ) throws(RuleError) -> ChecklistFile {
    var parser = RuleFileParser(text, path: path)
    let header = try HeaderComment(readFrom: &parser, tags: tags)
    let task = try header.required("do", parser: parser).text
    _ = try header.required("source", parser: parser)
    parser.skipBlankLines()
    var query: Query?
    if parser.next < parser.lines.count {
      _ = try header.required("needs", parser: parser)
      _ = try header.required("evidence", parser: parser)
      query = Query(
        text: try parser.query().text,
        evidence: try header.template("evidence", parser: parser) ?? MessageTemplate(parts: []),
        needs: try header.needs(parser: parser), fails: header.value("fails")?.text.words ?? [])
    }
    var examples: [Example] = []
    while let example = try example(&parser) { examples.append(example) }
    return ChecklistFile(
      path: path, number: number, title: header.title, source: header.source.title,
      sourceLink: header.source.link, task: task, query: query, examples: examples)
  }

  private static func example(_ parser: inout RuleFileParser) throws(RuleError) -> Example? {
    parser.skipBlankLines()
    guard parser.next < parser.lines.count else { return nil }
    let kinds: [(prefix: String, result: Checklist.Result)] = [
      ("/* @pass ", .pass), ("/* @fail ", .fail), ("/* @nottested ", .notTested),
    ]
    let opening = parser.lines[parser.next]
    guard let kind = kinds.first(where: { opening.hasPrefix($0.prefix) }) else {
      throw parser.error(
        at: parser.next, "only examples follow the query: /* @pass, @fail, @nottested NAME … */")
    }
    guard let records = try RuleExample(readFrom: &parser, prefix: kind.prefix) else { return nil }
    return Example(result: kind.result, evidence: records.message, records: records)
  }
}
