/// A record that proves a finding, as a report shows it.
package struct EvidenceRecord: Sendable, Equatable {
  package struct NamedValue: Sendable, Equatable {
    /// The field's name in the contract.
    package let name: String
    /// The stored value written for a person: times in RFC 3339, amounts as decimals.
    package let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  package let stream: Stream
  package let place: SourcePlace
  /// The record's natural key, parts joined by a space.
  package let key: String
  package let fields: [NamedValue]

  package init(stream: Stream, place: SourcePlace, key: String, fields: [NamedValue]) {
    self.stream = stream
    self.place = place
    self.key = key
    self.fields = fields
  }
}

/// One broken invariant: a rule, what it is about, and the records that prove it.
package struct Finding: Sendable, Equatable {
  package enum State: String, Sendable { case new, known }
  package enum Disposition: String, Sendable { case open, waived }

  /// At most this many evidence records are kept a finding; the total is kept beside them.
  package static let evidenceLimit = 50

  package var rule: String
  package var severity: Severity
  package var state: State
  package var disposition: Disposition
  /// A short hash of rule and subject, the same every night.
  package var fingerprint: String
  /// Microseconds since 1970 UTC.
  package var at: Int64?
  package var user: String?
  /// The as-of time of the run that saw it first, microseconds since 1970 UTC.
  package var firstSeen: Int64
  /// Money at risk, units of 1e-8.
  package var exposure: Int64?
  package var subject: Subject
  package var message: String
  package var evidence: [EvidenceRecord]
  package var evidenceTotal: Int

  /// Whole days from its first sight to the time of an audit; nil where this audit is the first.
  package func ageDays(asOf: Int64) -> Int? {
    asOf > firstSeen ? Int((asOf - firstSeen) / 86_400_000_000) : nil
  }

  package init(
    rule: String, severity: Severity, state: State, disposition: Disposition, fingerprint: String,
    at: Int64?, user: String?, firstSeen: Int64, exposure: Int64?, subject: Subject,
    message: String, evidence: [EvidenceRecord], evidenceTotal: Int
  ) {
    self.rule = rule
    self.severity = severity
    self.state = state
    self.disposition = disposition
    self.fingerprint = fingerprint
    self.at = at
    self.user = user
    self.firstSeen = firstSeen
    self.exposure = exposure
    self.subject = subject
    self.message = message
    self.evidence = evidence
    self.evidenceTotal = evidenceTotal
  }
}
