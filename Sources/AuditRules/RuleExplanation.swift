internal import AuditModel

/// What `siwa-audit rules` prints.
package enum RuleExplanation {
  /// One line a rule: id, severity, title.
  package static func list(_ rules: RuleSet) -> String {
    let width = rules.rules.map { $0.rule.id.utf8.count }.max() ?? 0
    return rules.rules.map { file in
      pad(file.rule.id, width) + "  " + pad(file.rule.severity.name, 8) + "  " + file.rule.title
        + "\n"
    }.joined()
  }

  /// Everything a file says of its rule.
  package static func explain(_ file: RuleFile) -> String {
    let rule = file.rule
    var text = "\(rule.id) (\(rule.severity.name))\n\n"
    text += wrap(rule.title, indent: "") + "\n"
    text += section("Why it matters", rule.why)
    text += section("How to fix it", rule.fix)
    text += section("What it needs", file.needs.inWords)
    if !file.uses.isEmpty {
      let names = file.uses.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      text += section("Better with", names)
    }
    text += section("Source", rule.source + (rule.sourceLink.map { "\n\n" + $0 } ?? ""))
    text += "Examples\n"
    for example in file.examples { text += written(example) }
    return text
  }

  private static func written(_ example: RuleExample) -> String {
    let head =
      switch example.expectation {
      case .fires(let subjects):
        "It fires: \(example.name) (finds \(subjects.joined(separator: ", ")))"
      case .quiet: "It is quiet: \(example.name)"
      case .notEvaluated: "It is not evaluated: \(example.name)"
      }
    var text = "\n" + wrap(head, indent: "  ")
    for (night, export) in example.exports.enumerated() {
      if night > 0 { text += "    the next export:\n" }
      for file in export.files {
        text += "    \(file.path)\n"
        for line in file.text.split(separator: "\n") { text += "      \(line)\n" }
      }
      if let configuration = export.configuration {
        text += "    siwa-audit.json\n      \(configuration)\n"
      }
    }
    if let asOf = example.asOf { text += "    as of \(asOf)\n" }
    return text
  }

  private static func section(_ title: String, _ body: String) -> String {
    let paragraphs = body.split(separator: "\n\n").map { wrap(String($0), indent: "  ") }
    return title + "\n" + paragraphs.joined(separator: "\n") + "\n"
  }

  /// Breaks lines at 80 columns.
  private static func wrap(_ text: String, indent: String) -> String {
    var result = ""
    var line = ""
    for word in text.words {
      if !line.isEmpty && (indent + line + " " + word).unicodeScalars.count > 80 {
        result += indent + line + "\n"
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return result + indent + line + "\n"
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.utf8.count))
  }
}
