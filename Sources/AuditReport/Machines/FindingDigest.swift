internal import AuditModel

/// The first findings of each rule as lines, and how many there are: for reports that are written
/// rule by rule, while findings come by severity.
struct FindingDigest {
  struct RuleFindings {
    var open = 0
    var waived = 0
    /// The first open findings, a line each.
    var lines: [String] = []
  }

  private(set) var byRule: [String: RuleFindings] = [:]

  /// Walks the findings once and keeps at most `lineLimit` lines a rule.
  init(
    _ findings: some FindingSequence, lineLimit: Int, writing file: AtomicFile
  ) throws(ReportError) {
    var byRule: [String: RuleFindings] = [:]
    try FindingWalk.forEach(findings, writing: file) { (finding) throws(ReportError) in
      var rule = byRule[finding.rule] ?? RuleFindings()
      switch finding.disposition {
      case .waived: rule.waived += 1
      case .open:
        rule.open += 1
        if rule.lines.count < lineLimit { rule.lines.append(Self.line(of: finding)) }
      }
      byRule[finding.rule] = rule
    }
    self.byRule = byRule
  }

  subscript(_ rule: String) -> RuleFindings { byRule[rule] ?? RuleFindings() }

  /// `new: 2 rows applied the key k1. (ledger.ndjson:3)`, on one line whatever the data holds.
  private static func line(of finding: Finding) -> String {
    let place = finding.evidence.first.map { " (\($0.place.path):\($0.place.line))" } ?? ""
    let state = finding.state == .new ? "new: " : ""
    return SpelledOut.line(state + finding.message + place)
  }
}
