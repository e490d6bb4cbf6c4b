package import AuditModel

/// The checklist as XML; its schema is `data/schema/checklist.xsd`.
package enum ChecklistXML {
  package static let namespace = "urn:siwa-audit:checklist:1"

  /// Writes the checklist and hands back what the HTML is made of; the file is not committed.
  @discardableResult
  package static func write(
    _ checklist: Checklist, to file: AtomicFile
  ) throws(ReportError) -> CappedReport {
    var text = XMLText()
    text.checklist(checklist)
    try file.write(text.bytes)
    var report = CappedReport()
    report.bytes = text.bytes
    return report
  }
}

extension XMLText {
  fileprivate mutating func checklist(_ checklist: Checklist) {
    markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checklist")
    attribute("xmlns", ChecklistXML.namespace)
    attribute("version", 1)
    attribute("tool", "siwa-audit")
    attribute("toolVersion", checklist.toolVersion)
    attribute("asOf", Written.time(checklist.asOf))
    attribute("name", checklist.name)
    attribute("definitions", checklist.definitionDigest)
    markup(">\n  <app")
    attribute("id", checklist.appID)
    attribute("platform", checklist.platform)
    markup(">")
    for id in checklist.bundleIDs { element("bundleId", id) }
    markup("</app>\n  <summary")
    attribute("result", checklist.result.rawValue)
    attribute("items", checklist.items.count)
    attribute("pass", checklist.count(of: .pass))
    attribute("fail", checklist.count(of: .fail))
    attribute("notTested", checklist.count(of: .notTested))
    markup("/>\n  <items>\n")
    for item in checklist.items { self.item(item) }
    markup("  </items>\n</checklist>\n")
  }

  private mutating func item(_ item: Checklist.Item) {
    markup("    <item")
    attribute("number", item.number)
    attribute("result", item.result.rawValue)
    attribute("manual", item.isManual ? "true" : "false")
    markup(">\n      ")
    element("title", item.title)
    markup("<source")
    attribute("href", item.sourceLink)
    markup(">")
    text(item.source)
    markup("</source>")
    if let evidence = item.evidence { element("evidence", evidence) }
    if let missing = item.missing { element("missing", missing) }
    element("task", item.task)
    if let answer = item.answer { self.answer(answer, isManual: item.isManual) }
    for outcome in item.rules { rule(outcome) }
    markup("\n    </item>\n")
  }

  private mutating func answer(_ answer: Checklist.Answer, isManual: Bool) {
    markup("<answer")
    attribute("result", answer.isPass ? "pass" : "fail")
    attribute("by", answer.by)
    attribute("on", answer.on)
    attribute("until", answer.until)
    attribute("counts", isManual && answer.lapse == nil ? "true" : "false")
    markup(">")
    text(isManual ? answer.lapse ?? "" : "this item is decided by the export")
    markup("</answer>")
  }

  private mutating func rule(_ outcome: RuleOutcome) {
    markup("\n      <rule")
    attribute("id", outcome.rule.id)
    attribute("severity", outcome.severity.name)
    attribute("result", outcome.result.name)
    attribute("findings", outcome.findingCount)
    markup(">")
    element("title", outcome.rule.title)
    switch outcome.result {
    case .fail, .pass: break
    case .notEvaluated(let missing): element("notEvaluated", missing)
    case .error(let reason): element("error", reason)
    case .off(let reason): element("off", reason)
    }
    markup("</rule>")
  }
}
