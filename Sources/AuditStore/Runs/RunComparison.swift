package import AuditModel

/// How the findings of a run compare with those of the last complete run before it.
package struct RunComparison: Sendable, Equatable {
  /// Findings that were not there then.
  package let new: Int
  /// Findings that were there then.
  package let known: Int
  /// Findings that were there then and are not now.
  package let resolved: Int
  /// New and known findings by severity.
  package let bySeverity: [Severity: Int]
  package let newBySeverity: [Severity: Int]
  /// New findings by rule id.
  package let newByRule: [String: Int]
  /// Findings that a waiver accepts; they are among those above.
  package let waivedBySeverity: [Severity: Int]
  package let newWaivedBySeverity: [Severity: Int]
  package let waivedByRule: [String: Int]
  /// Findings that each waiver fits, in the order in which the waivers were given.
  package let waiverCounts: [Int]
}
