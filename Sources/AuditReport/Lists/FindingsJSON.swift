package import AuditModel

/// `findings.json`: the model of the XML report, one object a line.
package enum FindingsJSON {
  /// Writes every finding, with its age where the time of the audit is given; the file is not
  /// committed.
  package static func write(
    _ findings: some FindingSequence, asOf: Int64? = nil, to file: AtomicFile
  ) throws(ReportError) {
    var text = JSONText()
    try FindingWalk.forEach(findings, writing: file) { (finding) throws(ReportError) in
      text.finding(finding, asOf: asOf)
      try file.write(text.bytes)
      text.removeAll()
    }
  }
}

extension JSONText {
  fileprivate mutating func finding(_ finding: Finding, asOf: Int64?) {
    open("{")
    member("rule", finding.rule)
    member("severity", finding.severity.name)
    member("state", finding.state.rawValue)
    member("disposition", finding.disposition.rawValue)
    member("fingerprint", finding.fingerprint)
    member("at", finding.at.map(Written.time))
    member("user", finding.user)
    member("firstSeen", Written.time(finding.firstSeen))
    member("exposure", finding.exposure.map(Written.amount))
    if let age = asOf.flatMap(finding.ageDays) { member("ageDays", age) }
    key("subject")
    open("{")
    member("kind", finding.subject.kind.rawValue)
    member("id", finding.subject.id)
    close("}")
    member("message", finding.message)
    member("records", finding.evidenceTotal)
    key("evidence")
    open("[")
    for record in finding.evidence.prefix(Finding.evidenceLimit) { evidence(record) }
    close("]")
    close("}")
    endLine()
  }

  private mutating func evidence(_ record: EvidenceRecord) {
    open("{")
    member("stream", record.stream.rawValue)
    member("file", record.place.path)
    member("line", record.place.line)
    member("key", record.key)
    key("fields")
    open("{")
    for field in record.fields { member(field.name, field.value) }
    close("}")
    close("}")
  }
}
