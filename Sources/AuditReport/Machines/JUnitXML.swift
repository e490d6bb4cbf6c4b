package import AuditModel

/// `junit.xml`: a suite an area, a case a rule, as CI systems show test results.
///
/// A rule with open findings is a failure, one that could not run an error, one that was not
/// evaluated or is off is skipped. The shape is the one that Jenkins, GitLab and GitHub actions
/// read: `testsuites`, `testsuite`, `testcase`, with `failure`, `error` and `skipped`.
package enum JUnitXML {
  /// Findings told in the text of a failure.
  private static let lineLimit = 20

  /// Writes every rule; the file is not committed.
  package static func write(
    _ audit: Audit, findings: some FindingSequence, to file: AtomicFile
  ) throws(ReportError) {
    let digest = try FindingDigest(findings, lineLimit: lineLimit, writing: file)
    var suites: [String: [Case]] = [:]
    for outcome in audit.outcomes {
      suites[outcome.rule.area, default: []].append(Case(outcome, digest[outcome.rule.id]))
    }
    var text = XMLText()
    text.markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites")
    text.attribute("name", audit.name)
    text.counts(of: suites.values.flatMap(\.self))
    text.markup(">\n")
    for (area, cases) in suites.sorted(by: { $0.key.utf8Precedes($1.key) }) {
      text.markup("  <testsuite")
      text.attribute("name", area)
      text.counts(of: cases)
      text.attribute("timestamp", String(Written.time(audit.asOf).dropLast()))
      text.attribute("time", "0")
      text.markup(">\n")
      for item in cases.sorted(by: { $0.rule.id.utf8Precedes($1.rule.id) }) { text.testCase(item) }
      text.markup("  </testsuite>\n")
    }
    text.markup("</testsuites>\n")
    try file.write(text.bytes)
  }

  /// One rule as CI systems see it.
  fileprivate struct Case {
    enum Result {
      case passed
      case failed(message: String, text: String)
      case broken(String)
      case skipped(String)
    }

    let rule: Rule
    let severity: Severity
    let result: Result

    init(_ outcome: RuleOutcome, _ findings: FindingDigest.RuleFindings) {
      rule = outcome.rule
      severity = outcome.severity
      switch outcome.result {
      case .pass: result = .passed
      case .error(let reason): result = .broken(reason)
      case .notEvaluated(let missing): result = .skipped("not evaluated: " + missing)
      case .off(let reason): result = .skipped("off: " + reason)
      case .fail:
        guard findings.open > 0 else {
          result = .skipped("waived: \(findings.waived)")
          return
        }
        var lines = findings.lines
        if findings.open > lines.count { lines.append("and \(findings.open - lines.count) more") }
        lines += ["", "Fix: " + outcome.rule.fix]
        result = .failed(
          message: "\(findings.open) found: \(outcome.rule.title)",
          text: lines.joined(separator: "\n"))
      }
    }

    var isFailure: Bool { if case .failed = result { true } else { false } }
    var isError: Bool { if case .broken = result { true } else { false } }
    var isSkipped: Bool { if case .skipped = result { true } else { false } }
  }
}

extension XMLText {
  fileprivate mutating func counts(of cases: [JUnitXML.Case]) {
    attribute("tests", cases.count)
    attribute("failures", cases.count { $0.isFailure })
    attribute("errors", cases.count { $0.isError })
    attribute("skipped", cases.count { $0.isSkipped })
  }

  fileprivate mutating func testCase(_ item: JUnitXML.Case) {
    markup("    <testcase")
    attribute("name", item.rule.id)
    attribute("classname", "siwa-audit." + item.rule.area)
    attribute("time", "0")
    switch item.result {
    case .passed:
      markup("/>\n")
      return
    case .failed(let message, let body):
      markup("><failure")
      attribute("type", item.severity.name)
      attribute("message", message)
      markup(">")
      lines(body)
      markup("</failure>")
    case .broken(let reason):
      markup("><error")
      attribute("type", "error")
      attribute("message", reason)
      markup("/>")
    case .skipped(let reason):
      markup("><skipped")
      attribute("message", reason)
      markup("/>")
    }
    markup("</testcase>\n")
  }

  /// Text whose line breaks are ours and stay.
  private mutating func lines(_ body: String) {
    for (index, line) in body.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if index > 0 { markup("\n") }
      text(String(line))
    }
  }
}
