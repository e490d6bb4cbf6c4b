internal import AuditModel

extension XMLText {
  /// Everything before the first finding.
  mutating func head(_ audit: Audit) {
    markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<report")
    attribute("xmlns", ReportXML.namespace)
    attribute("version", 1)
    attribute("tool", "siwa-audit")
    attribute("toolVersion", audit.toolVersion)
    attribute("asOf", Written.time(audit.asOf))
    attribute("name", audit.name)
    attribute("failOn", audit.failOn.name)
    attribute("partial", audit.isPartial ? "true" : "false")
    attribute("definitions", audit.definitionDigest)
    markup(">\n")
    app(audit)
    inputs(audit)
    summary(audit.summary)
    waivers(audit.waivers)
    suggestions(audit.suggestions)
    trend(audit.trend)
    markup("  <rules>\n")
    for outcome in audit.outcomes { rule(outcome) }
    markup("  </rules>\n  <findings>\n")
  }

  private mutating func app(_ audit: Audit) {
    markup("  <app")
    attribute("id", audit.appID)
    attribute("platform", audit.platform)
    markup(">")
    for id in audit.bundleIDs { element("bundleId", id) }
    markup("</app>\n")
  }

  private mutating func inputs(_ audit: Audit) {
    markup("  <inputs")
    attribute("rejected", audit.rejectTotal)
    markup(">\n")
    for file in audit.files { input(file) }
    for reject in audit.rejects.prefix(ReportXML.rejectLimit) {
      markup("    <rejected")
      attribute("file", reject.place.path)
      attribute("line", reject.place.line)
      attribute("field", reject.field)
      attribute("reason", reject.reason)
      markup("/>\n")
    }
    for problem in audit.mappingProblems {
      markup("    <mappingProblem")
      attribute("place", problem.place)
      attribute("file", problem.file)
      attribute("reason", problem.reason)
      markup("/>\n")
    }
    markup("  </inputs>\n")
  }

  private mutating func input(_ file: InputFile) {
    markup("    <file")
    attribute("path", file.path)
    attribute("stream", file.readAs)
    attribute("kind", file.appFile?.rawValue)
    attribute("sha256", file.sha256)
    attribute("bytes", file.byteCount)
    attribute("records", file.records)
    attribute("rejected", file.rejected)
    attribute("skipped", file.outcome == .skipped ? "true" : "false")
    attribute("stored", file.stored)
    attribute("repeated", file.repeated)
    attribute("leftOut", file.leftOut)
    switch file.outcome {
    case .read:
      attribute("outcome", "read")
    case .skipped:
      attribute("outcome", "skipped")
    case .damaged(let reason):
      attribute("outcome", "damaged")
      attribute("reason", reason)
    case .notRecognised(let reason):
      attribute("outcome", "not-recognised")
      attribute("reason", reason)
    }
    guard !file.unknownFields.isEmpty || !file.otherTables.isEmpty else { return markup("/>\n") }
    markup(">")
    for name in file.unknownFields { element("unknownField", name) }
    for name in file.otherTables { element("otherTable", name) }
    markup("</file>\n")
  }

  private mutating func summary(_ summary: Audit.Summary) {
    markup("  <summary")
    attribute("result", summary.verdict.rawValue)
    attribute("findings", summary.findings)
    attribute("critical", summary.bySeverity[.critical] ?? 0)
    attribute("high", summary.bySeverity[.high] ?? 0)
    attribute("medium", summary.bySeverity[.medium] ?? 0)
    attribute("low", summary.bySeverity[.low] ?? 0)
    attribute("new", summary.new)
    attribute("waived", summary.waived)
    attribute("resolved", summary.resolved)
    attribute("rules", summary.rules)
    attribute("evaluated", summary.evaluated)
    attribute("notEvaluated", summary.notEvaluated)
    attribute("errors", summary.errors)
    if summary.waived > 0 {
      let open = summary.openBySeverity
      attribute("resultWithoutWaivers", summary.verdictWithoutWaivers?.rawValue)
      attribute("open", summary.findings - summary.waived)
      attribute("openCritical", open[.critical] ?? 0)
      attribute("openHigh", open[.high] ?? 0)
      attribute("openMedium", open[.medium] ?? 0)
      attribute("openLow", open[.low] ?? 0)
    }
    markup("/>\n")
  }

  private mutating func waivers(_ uses: [WaiverUse]) {
    guard !uses.isEmpty else { return }
    markup("  <waivers>\n")
    for use in uses {
      markup("    <waiver")
      attribute("state", use.state.rawValue)
      attribute("findings", use.findingCount)
      attribute("until", use.waiver.until)
      attribute("fingerprint", use.waiver.fingerprint)
      attribute("rule", use.waiver.rule)
      attribute("subject", use.waiver.subject)
      attribute("by", use.waiver.by)
      attribute("ticket", use.waiver.ticket)
      attribute("reason", use.waiver.reason)
      markup("/>\n")
    }
    markup("  </waivers>\n")
  }

  private mutating func suggestions(_ suggestions: [Audit.Suggestion]) {
    guard !suggestions.isEmpty else { return }
    markup("  <suggestions>\n")
    for suggestion in suggestions {
      markup("    <suggestion")
      attribute("export", suggestion.export)
      attribute("rules", suggestion.ruleCount)
      markup("/>\n")
    }
    markup("  </suggestions>\n")
  }

  private mutating func trend(_ points: [Audit.TrendPoint]) {
    guard !points.isEmpty else { return }
    markup("  <trend>\n")
    for point in points {
      markup("    <run")
      attribute("asOf", Written.time(point.asOf))
      attribute("critical", point.bySeverity[.critical] ?? 0)
      attribute("high", point.bySeverity[.high] ?? 0)
      attribute("medium", point.bySeverity[.medium] ?? 0)
      attribute("low", point.bySeverity[.low] ?? 0)
      markup("/>\n")
    }
    markup("  </trend>\n")
  }

  private mutating func rule(_ outcome: RuleOutcome) {
    let rule = outcome.rule
    markup("    <rule")
    attribute("id", rule.id)
    attribute("severity", outcome.severity.name)
    attribute("result", outcome.result.name)
    attribute("findings", outcome.findingCount)
    attribute("exposure", outcome.exposure.map(Written.amount))
    if outcome.newCount > 0 { attribute("new", outcome.newCount) }
    if outcome.waivedCount > 0 { attribute("waived", outcome.waivedCount) }
    if outcome.severity != rule.severity { attribute("defaultSeverity", rule.severity.name) }
    markup(">\n      ")
    element("title", rule.title)
    element("why", rule.why)
    element("fix", rule.fix)
    markup("<source")
    attribute("href", rule.sourceLink)
    markup(">")
    text(rule.source)
    markup("</source>")
    switch outcome.result {
    case .fail, .pass: break
    case .notEvaluated(let missing): element("notEvaluated", missing)
    case .error(let reason): element("error", reason)
    case .off(let reason): element("off", reason)
    }
    markup("\n    </rule>\n")
  }

  /// `<name>value</name>`.
  mutating func element(_ name: StaticString, _ value: String) {
    markup("<")
    markup(name)
    markup(">")
    text(value)
    markup("</")
    markup(name)
    markup(">")
  }
}
