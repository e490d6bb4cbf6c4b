package import AuditModel

/// What to export so that more rules can be checked.
package enum Suggestions {
  /// Suggestions, most rules first: each names pieces that together let so many more rules run.
  ///
  /// `missing` is what keeps each rule from being evaluated, one entry a rule.
  package static func make(from missing: [Missing]) -> [Audit.Suggestion] {
    let wanted = missing.compactMap(\.pieces)
    let suggestions = Set(wanted).map { pieces in
      Audit.Suggestion(
        export: pieces.sorted().joined(separator: " and "),
        ruleCount: wanted.filter { $0.isSubset(of: pieces) }.count)
    }
    return suggestions.sorted {
      ($1.ruleCount, $0.export) < ($0.ruleCount, $1.export)
    }
  }
}

extension RuleSet {
  /// What to export so that more rules can be checked, those off left aside.
  package func suggestions(facts: RuleFacts, off: Set<String> = []) -> [Audit.Suggestion] {
    Suggestions.make(
      from: rules.filter { !off.contains($0.rule.id) }
        .compactMap { $0.needs.missing(from: facts) })
  }
}
