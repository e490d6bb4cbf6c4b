/// A known finding that the owner accepts for a while.
///
/// It names the finding by fingerprint, by rule and subject, or by all of them: whatever it names
/// must fit.
package struct Waiver: Sendable, Equatable {
  package var fingerprint: String?
  package var rule: String?
  /// The id of what the finding is about.
  package var subject: String?
  package var reason: String
  /// The date or the time up to which it counts, as written.
  package var until: String
  /// The last moment at which it counts, microseconds since 1970 UTC.
  package var end: Int64
  package var by: String?
  package var ticket: String?

  package init(
    fingerprint: String? = nil, rule: String? = nil, subject: String? = nil, reason: String,
    until: String, end: Int64, by: String? = nil, ticket: String? = nil
  ) {
    self.fingerprint = fingerprint
    self.rule = rule
    self.subject = subject
    self.reason = reason
    self.until = until
    self.end = end
    self.by = by
    self.ticket = ticket
  }

  /// Whether an audit that speaks for this time finds it lapsed.
  package func isExpired(asOf: Int64) -> Bool { asOf > end }
}

/// A waiver and what came of it in one run.
package struct WaiverUse: Sendable, Equatable {
  package enum State: String, Sendable, CaseIterable {
    /// It counts, and it fits a finding.
    case active
    /// As `active`, for two weeks more at most.
    case expiring
    /// It no longer counts, whether or not it fits a finding.
    case expired
    /// It fits nothing that its rule found.
    case unused
    /// Its rule was not evaluated, so nobody knows whether it is still needed.
    case notChecked = "not-checked"
  }

  /// How long before its end a waiver is called expiring, in microseconds.
  package static let warningSpan: Int64 = 14 * 86_400_000_000

  package let waiver: Waiver
  package let state: State
  /// Findings of the run that it fits.
  package let findingCount: Int

  package init(waiver: Waiver, state: State, findingCount: Int) {
    self.waiver = waiver
    self.state = state
    self.findingCount = findingCount
  }
}
