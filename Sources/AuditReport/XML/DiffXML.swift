package import AuditModel

/// What changed between two runs as XML; its schema is `data/schema/diff.xsd`.
///
/// Written as a stream like the report.
package enum DiffXML {
  package static let namespace = "urn:siwa-audit:diff:1"
  /// Changes of each kind that a page shows.
  private static let shownPerKind = 200
  private static let chunkByteCount = 1 << 15

  /// Writes all changes and hands back what the HTML is made of; the file is not committed.
  @discardableResult
  package static func write(
    _ difference: RunDifference, changes: some ChangeSequence, to file: AtomicFile
  ) throws(ReportError) -> CappedReport {
    var capped = CappedReport()
    var text = XMLText()
    text.head(difference)
    capped.bytes = text.bytes
    var shown: [FindingChange.Kind: Int] = [:]
    do {
      try changes.forEachChange { change in
        let start = text.bytes.count
        text.change(change)
        if shown[change.kind, default: 0] < shownPerKind {
          shown[change.kind, default: 0] += 1
          capped.findingCount += 1
          capped.bytes.append(contentsOf: text.bytes[start...])
        }
        if text.bytes.count >= chunkByteCount {
          try file.write(text.bytes)
          text.removeAll()
        }
      }
    } catch let error as ReportError {
      throw error
    } catch {
      throw ReportError(path: file.path, action: "reading the changes", reason: "\(error)")
    }
    var foot = XMLText()
    foot.markup("  </findings>\n</diff>\n")
    capped.bytes.append(contentsOf: foot.bytes)
    try file.write(text.bytes)
    try file.write(foot.bytes)
    return capped
  }
}

extension XMLText {
  fileprivate mutating func head(_ difference: RunDifference) {
    markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<diff")
    attribute("xmlns", DiffXML.namespace)
    attribute("version", 1)
    attribute("tool", "siwa-audit")
    attribute("toolVersion", difference.toolVersion)
    attribute("name", difference.name)
    markup(">\n  <old")
    run(difference.old)
    markup("  <new")
    run(difference.new)
    markup("  <summary")
    attribute("new", difference.counts[.new] ?? 0)
    attribute("resolved", difference.counts[.resolved] ?? 0)
    attribute("ruleGone", difference.counts[.ruleGone] ?? 0)
    attribute("severity", difference.counts[.severity] ?? 0)
    attribute("waived", difference.counts[.waived] ?? 0)
    attribute("unwaived", difference.counts[.unwaived] ?? 0)
    attribute("rules", difference.rules.count)
    markup("/>\n  <rules>\n")
    for rule in difference.rules { self.rule(rule) }
    markup("  </rules>\n  <findings>\n")
  }

  private mutating func run(_ run: KeptRun) {
    attribute("run", String(run.number))
    attribute("asOf", Written.time(run.asOf))
    attribute("partial", run.isPartial ? "true" : "false")
    attribute("findings", run.findingCount)
    attribute("critical", run.bySeverity[.critical] ?? 0)
    attribute("high", run.bySeverity[.high] ?? 0)
    attribute("medium", run.bySeverity[.medium] ?? 0)
    attribute("low", run.bySeverity[.low] ?? 0)
    markup("/>\n")
  }

  private mutating func rule(_ change: RuleChange) {
    markup("    <rule")
    attribute("id", change.rule)
    attribute("old", change.oldResult ?? "absent")
    attribute("new", change.newResult ?? "absent")
    markup(">")
    text(change.reason ?? "")
    markup("</rule>\n")
  }

  fileprivate mutating func change(_ change: FindingChange) {
    markup("    <finding")
    attribute("change", change.kind.rawValue)
    attribute("rule", change.rule)
    attribute("severity", change.severity.name)
    attribute("oldSeverity", change.oldSeverity?.name)
    attribute("disposition", change.disposition.rawValue)
    attribute("fingerprint", change.fingerprint)
    attribute("at", change.at.map(Written.time))
    attribute("user", change.user)
    attribute("firstSeen", Written.time(change.firstSeen))
    markup("><subject")
    attribute("kind", change.subject.kind.rawValue)
    attribute("id", change.subject.id)
    markup("/>")
    element("message", change.message)
    markup("</finding>\n")
  }
}
