internal import AuditModel
internal import AuditRules

/// The text of `siwa-audit rules`: the list, or one rule explained.
package struct RuleListing {
  private let home: Home
  private let extraRules: [String]

  package init(home: Home, extraRules: [String]) {
    self.home = home
    self.extraRules = extraRules
  }

  /// - Throws: `PipelineError` (usage) for an id that is no rule's.
  package func text(id: String?) throws(PipelineError) -> String {
    do {
      let rules = try RuleSet.load(directories: [home.rules], custom: extraRules)
      guard let id else { return RuleExplanation.list(rules) }
      guard let rule = rules.rule(id) else {
        let nearest = NearestName.find(id, among: rules.rules.map(\.rule.id))
        let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
        throw PipelineError(
          .usage, "'\(id)' is no rule\(hint); 'siwa-audit rules' lists them")
      }
      return RuleExplanation.explain(rule)
    } catch {
      throw PipelineError(wrapping: error)
    }
  }
}
