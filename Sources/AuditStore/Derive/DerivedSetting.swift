package import AuditInput

/// What a derivation decided for the run.
package struct DerivedSetting: Sendable, Equatable {
  /// The time the audit speaks for, microseconds since 1970 UTC; 0 where nothing ever happened.
  package let asOf: Int64
  package let platform: Configuration.App.Platform
  /// Microseconds; nil where no session lifetime applies.
  package let sessionLifetime: Int64?
  /// Ledger rows whose sums overflow, so that the balance is unknown from there on; the report
  /// says so.
  package let overflowCount: Int
}
