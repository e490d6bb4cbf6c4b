package import AuditModel

/// What to export so that more rules can be checked.
package enum Suggestions {
  /// What to export one after the other: each step lets the most rules run that the steps before it
  /// leave, by one piece where one is enough, else by the fewest.
  ///
  /// `missing` is what keeps each rule from being evaluated, one entry a rule.
  package static func make(from missing: [Missing]) -> [Audit.Suggestion] {
    var wanted = missing.compactMap(\.pieces)
    var steps: [Audit.Suggestion] = []
    while let fewest = wanted.map(\.count).min() {
      let candidates = Set(wanted.filter { $0.count == fewest })
      let counted = candidates.map { pieces in
        Audit.Suggestion(
          export: pieces.sorted().joined(separator: " and "),
          ruleCount: wanted.filter { $0.isSubset(of: pieces) }.count)
      }
      let best = zip(candidates, counted).max {
        ($0.1.ruleCount, $1.1.export) < ($1.1.ruleCount, $0.1.export)
      }
      guard let best else { break }
      steps.append(best.1)
      wanted = wanted.map { $0.subtracting(best.0) }.filter { !$0.isEmpty }
    }
    return steps
  }
}

extension RuleSet {
  /// What to export one after the other so that more rules can be checked, those off left aside.
  package func suggestions(facts: RuleFacts, off: Set<String> = []) -> [Audit.Suggestion] {
    Suggestions.make(
      from: rules.filter { !off.contains($0.rule.id) }
        .compactMap { $0.needs.missing(from: facts) })
  }
}
