package import AuditModel

/// What an audit of a sample must find, and what it may find besides.
package struct Expected: Sendable {
  package struct Finding: Sendable, Hashable {
    package let rule: String
    package let subject: Subject

    package init(rule: String, subject: Subject) {
      self.rule = rule
      self.subject = subject
    }
  }

  package struct Allowed: Sendable, Hashable {
    package let rule: String
    package let subjectId: String

    package init(rule: String, subjectId: String) {
      self.rule = rule
      self.subjectId = subjectId
    }
  }

  package internal(set) var findings: [Finding] = []
  package internal(set) var alsoAllowed: [Allowed] = []

  init() {}

  mutating func add(_ other: Expected) {
    findings += other.findings
    alsoAllowed += other.alsoAllowed
  }

  /// The text of `expected.json`.
  var json: [UInt8] {
    let value = FieldValue.object([
      .init(
        "findings",
        .list(
          findings.map { finding in
            .object([
              .init("rule", .text(finding.rule)),
              .init("subjectKind", .text(finding.subject.kind.rawValue)),
              .init("subjectId", .text(finding.subject.id)),
            ])
          })),
      .init(
        "alsoAllowed",
        .list(
          alsoAllowed.map { allowed in
            .object([
              .init("rule", .text(allowed.rule)), .init("subjectId", .text(allowed.subjectId)),
            ])
          })),
    ])
    return JSONText.pretty(value)
  }
}
