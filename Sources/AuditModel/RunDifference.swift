/// A run that the database keeps.
package struct KeptRun: Sendable, Equatable {
  /// Counted from 1.
  package let number: Int64
  /// Microseconds since 1970 UTC.
  package let asOf: Int64
  package let isPartial: Bool
  /// Findings by severity, waived ones included.
  package let bySeverity: [Severity: Int]

  package init(number: Int64, asOf: Int64, isPartial: Bool, bySeverity: [Severity: Int]) {
    self.number = number
    self.asOf = asOf
    self.isPartial = isPartial
    self.bySeverity = bySeverity
  }

  package var findingCount: Int { bySeverity.values.reduce(0, +) }
}

/// What changed between two runs, all but the findings themselves, which are walked beside it.
package struct RunDifference: Sendable, Equatable {
  /// The tool's version.
  package let toolVersion: String
  /// Name of the data set.
  package let name: String
  package let old: KeptRun
  package let new: KeptRun
  /// How many findings changed in which way.
  package let counts: [FindingChange.Kind: Int]
  /// Rules that were judged in one of the runs and not in the other, by id.
  package let rules: [RuleChange]

  package init(
    toolVersion: String, name: String, old: KeptRun, new: KeptRun,
    counts: [FindingChange.Kind: Int], rules: [RuleChange]
  ) {
    self.toolVersion = toolVersion
    self.name = name
    self.old = old
    self.new = new
    self.counts = counts
    self.rules = rules
  }

  package var isEmpty: Bool { counts.values.allSatisfy { $0 == 0 } && rules.isEmpty }
}

/// A rule that was judged in one run and not in another.
package struct RuleChange: Sendable, Equatable {
  package let rule: String
  /// The result's word in the older run; nil where the rule was not there.
  package let oldResult: String?
  /// The result's word in the newer run; nil where the rule is not there.
  package let newResult: String?
  /// Why the newer run did not judge it, where it says so.
  package let reason: String?

  package init(rule: String, oldResult: String?, newResult: String?, reason: String?) {
    self.rule = rule
    self.oldResult = oldResult
    self.newResult = newResult
    self.reason = reason
  }

  /// Whether the newer run judges it and the older one did not.
  package var isJudgedNow: Bool { newResult == "pass" || newResult == "fail" }
}

/// A finding that is not in two runs alike; one that changed in two ways is two of these.
package struct FindingChange: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case new
    case resolved
    /// Its rule is no longer there, so nobody knows whether it was mended.
    case ruleGone = "rule-gone"
    case severity
    /// Accepted since.
    case waived
    /// No longer accepted.
    case unwaived
  }

  package let kind: Kind
  package let rule: String
  /// In the newer run; in the older one where the finding is not in the newer.
  package let severity: Severity
  /// Where it differs.
  package let oldSeverity: Severity?
  package let disposition: Finding.Disposition
  package let fingerprint: String
  package let subject: Subject
  package let user: String?
  /// Microseconds since 1970 UTC.
  package let at: Int64?
  /// The as-of time of the run that saw it first, microseconds since 1970 UTC.
  package let firstSeen: Int64
  package let message: String

  package init(
    kind: Kind, rule: String, severity: Severity, oldSeverity: Severity?,
    disposition: Finding.Disposition, fingerprint: String, subject: Subject, user: String?,
    at: Int64?, firstSeen: Int64, message: String
  ) {
    self.kind = kind
    self.rule = rule
    self.severity = severity
    self.oldSeverity = oldSeverity
    self.disposition = disposition
    self.fingerprint = fingerprint
    self.subject = subject
    self.user = user
    self.at = at
    self.firstSeen = firstSeen
    self.message = message
  }
}

/// Changes in order: kind, worst severity first, rule id, subject.
///
/// A report reads them one at a time, so that memory does not grow with their number.
package protocol ChangeSequence {
  /// Hands each change to `body`; what `body` throws ends the walk and is thrown on.
  func forEachChange(_ body: (FindingChange) throws -> Void) throws
}
