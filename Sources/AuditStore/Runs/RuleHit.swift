package import AuditModel

/// A record that proves a finding, by its row in the store.
package struct EvidenceReference: Sendable, Hashable {
  package let stream: Stream
  package let row: Int64

  package init(stream: Stream, row: Int64) {
    self.stream = stream
    self.row = row
  }
}

/// One row that a rule's query returned: a finding before it is compared with earlier runs.
package struct RuleHit: Sendable, Equatable {
  package var rule: String
  package var severity: Severity
  package var subject: Subject
  package var user: String?
  /// Microseconds since 1970 UTC.
  package var at: Int64?
  /// Money at risk, units of 1e-8.
  package var exposure: Int64?
  package var message: String
  /// Every record that proves it; reports show the first `Finding.evidenceLimit`.
  package var evidence: [EvidenceReference]

  package init(
    rule: String, severity: Severity, subject: Subject, user: String?, at: Int64?,
    exposure: Int64?, message: String, evidence: [EvidenceReference]
  ) {
    self.rule = rule
    self.severity = severity
    self.subject = subject
    self.user = user
    self.at = at
    self.exposure = exposure
    self.message = message
    self.evidence = evidence
  }
}
