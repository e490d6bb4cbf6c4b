internal import AuditModel

extension XMLText {
  /// One finding; its start tag starts a line and no other line starts like it.
  mutating func finding(_ finding: Finding, asOf: Int64) {
    markup("    <finding")
    attribute("rule", finding.rule)
    attribute("severity", finding.severity.name)
    attribute("state", finding.state.rawValue)
    attribute("disposition", finding.disposition.rawValue)
    attribute("fingerprint", finding.fingerprint)
    attribute("at", finding.at.map(Written.time))
    attribute("user", finding.user)
    attribute("firstSeen", Written.time(finding.firstSeen))
    attribute("exposure", finding.exposure.map(Written.amount))
    attribute("ageDays", finding.ageDays(asOf: asOf).map { String($0) })
    markup(">\n      <subject")
    attribute("kind", finding.subject.kind.rawValue)
    attribute("id", finding.subject.id)
    markup("/>\n      ")
    element("message", finding.message)
    markup("\n      <evidence")
    attribute("records", finding.evidenceTotal)
    markup(">\n")
    for record in finding.evidence.prefix(Finding.evidenceLimit) { evidence(record) }
    markup("      </evidence>\n    </finding>\n")
  }

  private mutating func evidence(_ record: EvidenceRecord) {
    markup("        <record")
    attribute("stream", record.stream.rawValue)
    attribute("file", record.place.path)
    attribute("line", record.place.line)
    attribute("key", record.key)
    markup(">")
    for field in record.fields {
      markup("<field")
      attribute("name", field.name)
      markup(">")
      text(field.value)
      markup("</field>")
    }
    markup("</record>\n")
  }
}
