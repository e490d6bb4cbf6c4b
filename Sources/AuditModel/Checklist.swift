/// The checklist before App Review: what can be shown in order, what is not, what nobody tested.
package struct Checklist: Sendable, Equatable {
  package enum Result: String, Sendable, CaseIterable {
    case pass
    case fail
    case notTested = "not-tested"
  }

  /// What a person answered to an item in the configuration.
  package struct Answer: Sendable, Equatable {
    package let isPass: Bool
    package let by: String?
    /// Dates as they are written there.
    package let on: String?
    package let until: String?
    /// Why it does not count, one clause; nil where it does.
    package var lapse: String?

    package init(isPass: Bool, by: String?, on: String?, until: String?, lapse: String?) {
      self.isPass = isPass
      self.by = by
      self.on = on
      self.until = until
      self.lapse = lapse
    }
  }

  package struct Item: Sendable, Equatable {
    package let number: Int
    /// One sentence: what holds where the item passes.
    package let title: String
    package let source: String
    package let sourceLink: String?
    /// Whether only a person can answer it.
    package let isManual: Bool
    package let result: Result
    /// What the data shows, in numbers; nil where it shows nothing.
    package let evidence: String?
    /// What keeps it from being judged; nil where nothing does.
    package let missing: String?
    /// What to export or do where it is not tested.
    package let task: String
    /// The rules on which it fails, with what came of them.
    package let rules: [RuleOutcome]
    package let answer: Answer?

    package init(
      number: Int, title: String, source: String, sourceLink: String?, isManual: Bool,
      result: Result, evidence: String?, missing: String?, task: String, rules: [RuleOutcome],
      answer: Answer?
    ) {
      self.number = number
      self.title = title
      self.source = source
      self.sourceLink = sourceLink
      self.isManual = isManual
      self.result = result
      self.evidence = evidence
      self.missing = missing
      self.task = task
      self.rules = rules
      self.answer = answer
    }

    /// The rules that fired.
    package var fired: [RuleOutcome] { rules.filter { $0.result == .fail } }
  }

  package var toolVersion: String
  /// Name of the data set.
  package var name: String
  package var appID: String?
  /// `speed` or `direct`.
  package var platform: String
  package var bundleIDs: [String]
  /// The time it speaks for, microseconds since 1970 UTC.
  package var asOf: Int64
  /// SHA-256 over rules, checklist, schema and templates.
  package var definitionDigest: String
  /// By number.
  package var items: [Item]

  package init(
    toolVersion: String, name: String, appID: String?, platform: String, bundleIDs: [String],
    asOf: Int64, definitionDigest: String, items: [Item]
  ) {
    self.toolVersion = toolVersion
    self.name = name
    self.appID = appID
    self.platform = platform
    self.bundleIDs = bundleIDs
    self.asOf = asOf
    self.definitionDigest = definitionDigest
    self.items = items
  }

  package func count(of result: Result) -> Int {
    items.count { $0.result == result }
  }

  /// `fail` where an item fails, `pass` where all pass, else `not-tested`.
  package var result: Result {
    if count(of: .fail) > 0 { return .fail }
    return count(of: .pass) == items.count && !items.isEmpty ? .pass : .notTested
  }
}
