/// One finding by what identifies it.
struct OracleFinding: Hashable, Comparable, CustomStringConvertible {
  var rule: String
  var kind: String
  var subject: String

  var description: String { "\(rule) \(kind) \(subject)" }

  static func < (left: OracleFinding, right: OracleFinding) -> Bool {
    (left.rule, left.kind, left.subject) < (right.rule, right.kind, right.subject)
  }
}

/// What an audit says of the areas link, ledger, deletion, apple and secret.
struct OracleVerdict {
  static let areas = ["link", "ledger", "deletion", "apple", "secret"]

  var findings: Set<OracleFinding> = []
  /// Of findings that rest on "start not known" alone, the severity is medium.
  var lowered: Set<OracleFinding> = []
  /// What the contract leaves open, so that either answer is right.
  var open: Set<OracleFinding> = []
  /// Rules that the contract says are not evaluated, as far as it is explicit.
  var notEvaluated: Set<String> = []

  static func covers(_ rule: String) -> Bool {
    areas.contains(String(rule.prefix { $0 != "." }))
  }
}

/// Gathers findings while the rules are gone through.
struct OracleReport {
  private(set) var verdict = OracleVerdict()

  mutating func fire(_ rule: String, _ kind: String, _ subject: String) {
    verdict.findings.insert(OracleFinding(rule: rule, kind: kind, subject: subject))
  }

  /// "fire for `usage` rows with severity medium and say so": every row is of that sort.
  mutating func lower(_ rule: String, _ kind: String, _ subject: String) {
    verdict.lowered.insert(OracleFinding(rule: rule, kind: kind, subject: subject))
  }

  mutating func leaveOpen(_ rule: String, _ kind: String, _ subject: String) {
    verdict.open.insert(OracleFinding(rule: rule, kind: kind, subject: subject))
  }

  mutating func notEvaluated(_ rule: String) {
    verdict.notEvaluated.insert(rule)
  }
}

/// The second reading of the rules: every area over one state of the data.
enum Oracle {
  static func judge(
    _ records: OracleRecords, _ configuration: OracleConfiguration
  ) -> OracleVerdict {
    let words = OracleWords(records, configuration)
    var report = OracleReport()
    LinkOracle(words: words).judge(into: &report)
    LinkAnswerOracle(words: words).judge(into: &report)
    LedgerChainOracle(words: words).judge(into: &report)
    LedgerKeyOracle(words: words).judge(into: &report)
    LedgerUsageOracle(words: words).judge(into: &report)
    DeletionOracle(words: words).judge(into: &report)
    DeletionAppleOracle(words: words).judge(into: &report)
    AppleOracle(words: words).judge(into: &report)
    SecretOracle(words: words).judge(into: &report)
    return report.verdict
  }
}
