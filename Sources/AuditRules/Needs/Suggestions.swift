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

  /// What to export one after the other: each step lets the most rules run that the steps before it
  /// leave, by one piece where one is enough, else by the fewest.
  package static func steps(from missing: [Missing]) -> [Audit.Suggestion] {
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
  /// What to export so that more rules can be checked, those off left aside.
  package func suggestions(facts: RuleFacts, off: Set<String> = []) -> [Audit.Suggestion] {
    Suggestions.make(
      from: missing(from: facts, off))
  }

  /// The same one after the other.
  package func steps(facts: RuleFacts, off: Set<String>) -> [Audit.Suggestion] {
    Suggestions.steps(from: missing(from: facts, off))
  }

  private func missing(from facts: RuleFacts, _ off: Set<String>) -> [Missing] {
    rules.filter { !off.contains($0.rule.id) }.compactMap { $0.needs.missing(from: facts) }
  }
}
