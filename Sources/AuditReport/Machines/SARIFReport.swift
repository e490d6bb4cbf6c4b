package import AuditModel

/// `report.sarif`: SARIF 2.1.0, one run, a result a finding, with export file and line as location.
///
/// What was known before is `unchanged`, what a waiver accepts is a suppression. Written as a
/// stream, so memory does not grow with the findings.
package enum SARIFReport {
  private static let schema = "https://json.schemastore.org/sarif-2.1.0.json"

  /// Writes every finding; the file is not committed.
  package static func write(
    _ audit: Audit, findings: some FindingSequence, to file: AtomicFile
  ) throws(ReportError) {
    var text = JSONText()
    text.open("{")
    text.member("$schema", schema)
    text.member("version", "2.1.0")
    text.key("runs")
    text.open("[")
    text.open("{")
    text.tool(audit)
    text.invocation(audit)
    text.key("results")
    text.open("[")
    let places = Dictionary(
      uniqueKeysWithValues: audit.outcomes.enumerated().map { ($0.element.rule.id, $0.offset) })
    try FindingWalk.forEach(findings, writing: file) { (finding) throws(ReportError) in
      text.result(finding, ruleIndex: places[finding.rule])
      if text.bytes.count >= 1 << 15 {
        try file.write(text.bytes)
        text.forgetWritten()
      }
    }
    text.close("]")
    text.key("columnKind")
    text.value("unicodeCodePoints")
    text.close("}")
    text.close("]")
    text.close("}")
    text.endLine()
    try file.write(text.bytes)
  }
}

extension JSONText {
  fileprivate mutating func tool(_ audit: Audit) {
    key("tool")
    open("{")
    key("driver")
    open("{")
    member("name", "siwa-audit")
    member("version", audit.toolVersion)
    key("rules")
    open("[")
    for outcome in audit.outcomes { rule(outcome) }
    close("]")
    close("}")
    close("}")
  }

  private mutating func rule(_ outcome: RuleOutcome) {
    open("{")
    member("id", outcome.rule.id)
    message("shortDescription", outcome.rule.title)
    message("fullDescription", outcome.rule.why)
    message("help", outcome.rule.fix)
    member("helpUri", outcome.rule.sourceLink)
    key("defaultConfiguration")
    open("{")
    if case .off = outcome.result {
      key("enabled")
      literal("false")
    }
    member("level", level(outcome.severity))
    close("}")
    key("properties")
    open("{")
    member("severity", outcome.severity.name)
    member("result", outcome.result.name)
    close("}")
    close("}")
  }

  /// Rules that could not run make the run no success.
  fileprivate mutating func invocation(_ audit: Audit) {
    key("invocations")
    open("[")
    open("{")
    key("executionSuccessful")
    if audit.summary.errors == 0 { literal("true") } else { literal("false") }
    key("toolExecutionNotifications")
    open("[")
    for outcome in audit.outcomes {
      if case .error(let reason) = outcome.result { notification(outcome.rule.id, "error", reason) }
      if case .notEvaluated(let missing) = outcome.result {
        notification(outcome.rule.id, "none", "Not evaluated. " + missing)
      }
    }
    close("]")
    close("}")
    close("]")
  }

  private mutating func notification(_ rule: String, _ level: String, _ text: String) {
    open("{")
    member("level", level)
    message("message", text)
    key("associatedRule")
    open("{")
    member("id", rule)
    close("}")
    close("}")
  }

  fileprivate mutating func result(_ finding: Finding, ruleIndex: Int?) {
    open("{")
    member("ruleId", finding.rule)
    if let ruleIndex { member("ruleIndex", ruleIndex) }
    member("level", level(finding.severity))
    message("message", finding.message)
    locations(finding)
    key("partialFingerprints")
    open("{")
    member("siwaAudit/v1", finding.fingerprint)
    close("}")
    member("baselineState", finding.state == .new ? "new" : "unchanged")
    if finding.disposition == .waived {
      key("suppressions")
      open("[")
      open("{")
      member("kind", "external")
      member("status", "accepted")
      close("}")
      close("]")
    }
    key("properties")
    open("{")
    member("severity", finding.severity.name)
    member("subjectKind", finding.subject.kind.rawValue)
    member("subject", finding.subject.id)
    member("user", finding.user)
    member("at", finding.at.map(Written.time))
    member("exposure", finding.exposure.map(Written.amount))
    close("}")
    close("}")
  }

  /// The first record is where the finding is, the others belong to it.
  private mutating func locations(_ finding: Finding) {
    let records = finding.evidence.prefix(Finding.evidenceLimit)
    guard let first = records.first else { return }
    key("locations")
    open("[")
    location(first)
    close("]")
    guard records.count > 1 else { return }
    key("relatedLocations")
    open("[")
    for record in records.dropFirst() { location(record) }
    close("]")
  }

  private mutating func location(_ record: EvidenceRecord) {
    open("{")
    key("physicalLocation")
    open("{")
    key("artifactLocation")
    open("{")
    member("uri", URIPath.escaped(record.place.path))
    close("}")
    key("region")
    open("{")
    member("startLine", max(1, record.place.line))
    close("}")
    close("}")
    message("message", "\(record.stream.rawValue) \(record.key)")
    close("}")
  }

  private mutating func message(_ name: String, _ text: String) {
    key(name)
    open("{")
    member("text", text)
    close("}")
  }

  private func level(_ severity: Severity) -> String {
    switch severity {
    case .critical, .high: "error"
    case .medium: "warning"
    case .low: "note"
    }
  }
}
