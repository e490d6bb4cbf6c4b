/// What a rule says of itself: everything of its file but the query and the examples.
package struct Rule: Sendable, Equatable {
  /// `area.fault`, from the path of its file.
  package let id: String
  /// One sentence: the invariant.
  package let title: String
  /// Why it matters, for a developer who has never seen it.
  package let why: String
  package let severity: Severity
  package let fix: String
  package let source: String
  package let sourceLink: String?

  package init(
    id: String, title: String, why: String, severity: Severity, fix: String, source: String,
    sourceLink: String?
  ) {
    self.id = id
    self.title = title
    self.why = why
    self.severity = severity
    self.fix = fix
    self.source = source
    self.sourceLink = sourceLink
  }

  /// The part of the id before the dot.
  package var area: String {
    String(id.prefix { $0 != "." })
  }
}

/// What came of one rule in one run.
package struct RuleOutcome: Sendable, Equatable {
  package enum Result: Sendable, Equatable {
    case fail
    case pass
    /// What is missing and what to export or configure, one sentence.
    case notEvaluated(String)
    /// Why the rule could not run.
    case error(String)
    /// Why the owner switched it off.
    case off(String)

    /// The word of the report.
    package var name: String {
      switch self {
      case .fail: "fail"
      case .pass: "pass"
      case .notEvaluated: "not-evaluated"
      case .error: "error"
      case .off: "off"
      }
    }
  }

  package let rule: Rule
  /// The rule's severity or the owner's override.
  package let severity: Severity
  package let result: Result
  package let findingCount: Int
  /// Findings that the last complete run did not have.
  package var newCount: Int
  /// Findings that a waiver accepts.
  package var waivedCount = 0
  /// Sum of the findings' money at risk, units of 1e-8; nil where the rule knows none.
  package let exposure: Int64?

  package init(
    rule: Rule, severity: Severity, result: Result, findingCount: Int, newCount: Int = 0,
    exposure: Int64?
  ) {
    self.rule = rule
    self.severity = severity
    self.result = result
    self.findingCount = findingCount
    self.newCount = newCount
    self.exposure = exposure
  }
}
