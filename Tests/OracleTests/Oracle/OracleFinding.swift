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

/// What an audit says of every rule but those about plists, profiles and entitlements.
struct OracleVerdict {
  /// Rules about files that are no records.
  static let unread: Set<String> = [
    "app.entitlement-missing", "app.entitlement-wrong", "app.profile-missing-entitlement",
    "app.profile-expired", "app.profile-expiring",
  ]

  var findings: Set<OracleFinding> = []
  /// Of findings that rest on "start not known" alone, the severity is medium.
  var lowered: Set<OracleFinding> = []
  /// What the contract leaves open, so that either answer is right.
  var open: Set<OracleFinding> = []
  /// Rules that the contract says are not evaluated, as far as it is explicit.
  var notEvaluated: Set<String> = []
  /// Rules of which the contract leaves open whether they are evaluated.
  var openEvaluation: Set<String> = []

  static func covers(_ rule: String) -> Bool { !unread.contains(rule) }
}

/// Gathers findings while the rules are gone through.
struct OracleReport {
  private(set) var verdict = OracleVerdict()
  private var certain: Set<OracleFinding> = []

  mutating func fire(_ rule: String, _ kind: String, _ subject: String) {
    verdict.findings.insert(OracleFinding(rule: rule, kind: kind, subject: subject))
  }

  /// "fire for `usage` rows with severity medium and say so": every row is of that sort.
  mutating func lower(_ rule: String, _ kind: String, _ subject: String) {
    verdict.lowered.insert(OracleFinding(rule: rule, kind: kind, subject: subject))
  }

  mutating func leaveOpen(_ rule: String, _ kind: String, _ subject: String) {
    let finding = OracleFinding(rule: rule, kind: kind, subject: subject)
    if !certain.contains(finding) { verdict.open.insert(finding) }
  }

  /// Fires unless `excuse` is true; where it is nil, either answer is right.
  mutating func fire(_ rule: String, _ kind: String, _ subject: String, unless excuse: Bool?) {
    if excuse == true { return }
    fire(rule, kind, subject)
    if excuse == nil { leaveOpen(rule, kind, subject) } else { settle(rule, kind, subject) }
  }

  /// What fires for certain once is not open because of something else.
  private mutating func settle(_ rule: String, _ kind: String, _ subject: String) {
    let finding = OracleFinding(rule: rule, kind: kind, subject: subject)
    certain.insert(finding)
    verdict.open.remove(finding)
  }

  mutating func notEvaluated(_ rule: String) {
    verdict.notEvaluated.insert(rule)
  }

  mutating func leaveEvaluationOpen(_ rule: String) {
    verdict.openEvaluation.insert(rule)
  }

  /// A rule that is not evaluated finds nothing.
  mutating func dropNotEvaluated(_ rules: Set<String>) {
    verdict.notEvaluated.formUnion(rules)
    verdict.findings = verdict.findings.filter { !rules.contains($0.rule) }
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
    IdentityTokenOracle(words: words).judge(into: &report)
    IdentityAccountOracle(words: words).judge(into: &report)
    SessionOracle(words: words).judge(into: &report)
    PurchaseOracle(words: words).judge(into: &report)
    RefundOracle(words: words).judge(into: &report)
    NotificationOracle(words: words).judge(into: &report)
    RevocationOracle(words: words).judge(into: &report)
    AppOracle(words: words).judge(into: &report)
    for place in records.secretPlaces { report.fire("privacy.raw-token", "file", place) }
    OracleNeeds(words: words).judge(into: &report)
    return report.verdict
  }
}
