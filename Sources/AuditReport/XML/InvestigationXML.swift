package import AuditModel

/// An investigation as XML; its schema is `data/schema/investigation.xsd`.
package enum InvestigationXML {
  package static let namespace = "urn:siwa-audit:investigation:1"
  /// More events are no page that a person reads; the file has them all.
  static let pageEventLimit = 1500

  /// Writes the story and hands back what the HTML is made of; the file is not committed.
  @discardableResult
  package static func write(
    _ story: Investigation, to file: AtomicFile
  ) throws(ReportError) -> CappedReport {
    var text = XMLText()
    text.investigation(story, events: Array(story.events.indices))
    try file.write(text.bytes)
    var report = CappedReport()
    report.bytes = text.bytes
    let shown = eventsOfPage(story)
    if shown.count < story.events.count {
      var page = XMLText()
      page.investigation(story, events: shown)
      report.bytes = page.bytes
    }
    return report
  }

  /// All events, or those that say most: with a finding, with trouble, anything but ordinary use,
  /// and of these the newest.
  static func eventsOfPage(_ story: Investigation) -> [Int] {
    let all = story.events.indices
    guard all.count > pageEventLimit else { return Array(all) }
    let pinned = all.filter { !story.events[$0].problems.isEmpty }
    let telling = all.filter { index in
      let event = story.events[index]
      guard event.problems.isEmpty else { return false }
      return event.tone == .trouble || event.record?.stream != .ledger
    }
    var kept = Array(pinned.suffix(pageEventLimit))
    kept += telling.suffix(pageEventLimit - kept.count)
    let others = Set(all).subtracting(kept).sorted()
    kept += others.suffix(pageEventLimit - kept.count)
    return kept.sorted()
  }
}

extension XMLText {
  fileprivate mutating func investigation(_ story: Investigation, events: [Int]) {
    markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<investigation")
    attribute("xmlns", InvestigationXML.namespace)
    attribute("version", 1)
    attribute("tool", "siwa-audit")
    attribute("toolVersion", story.toolVersion)
    attribute("asOf", Written.time(story.asOf))
    attribute("name", story.name)
    attribute("id", story.id)
    attribute("kinds", story.kinds.joined(separator: ", "))
    markup(">\n  <summary")
    attribute("accounts", story.accounts.count)
    attribute("open", story.openProblems.count)
    attribute("resolved", story.problems.count - story.openProblems.count)
    if !story.waivedProblems.isEmpty { attribute("waived", story.waivedProblems.count) }
    attribute("worst", story.openProblems.first?.severity.name)
    attribute("events", story.events.count)
    markup("/>\n  <accounts")
    attribute("omitted", story.omittedAccountCount)
    markup(">\n")
    for account in story.accounts { self.account(account) }
    markup("  </accounts>\n  <notes>\n")
    for note in story.notes {
      markup("    <note")
      attribute("trouble", note.isTrouble ? "true" : "false")
      markup(">")
      text(note.text)
      markup("</note>\n")
    }
    markup("  </notes>\n  <problems>\n")
    for number in story.problems.indices { problem(number, of: story) }
    markup("  </problems>\n  <money>\n")
    for money in story.money {
      markup("    <kind")
      attribute("name", money.kind)
      attribute("count", money.count)
      attribute("amount", Written.amount(money.amount))
      markup("/>\n")
    }
    markup("  </money>\n")
    if let chart = BalanceChart(story) { balances(chart) }
    markup("  <events")
    attribute("total", story.events.count)
    attribute("shown", events.count)
    markup(">\n")
    for number in events { event(number, story.events[number]) }
    markup("  </events>\n  <missing>\n")
    for missing in story.missing {
      markup("    <export")
      attribute("name", missing.export)
      markup(">")
      text(missing.reason)
      markup("</export>\n")
    }
    markup("  </missing>\n</investigation>\n")
  }

  private mutating func account(_ account: StoryAccount) {
    markup("    <account")
    attribute("id", account.id)
    attribute("state", account.state.rawValue)
    attribute("locality", account.locality.rawValue)
    attribute("sessions", account.sessionCount)
    attribute("firstSignIn", account.firstSignIn.map(Written.time))
    attribute("lastSignIn", account.lastSignIn.map(Written.time))
    attribute("balance", account.balance.map(Written.amount))
    attribute("balanceAt", account.balanceAt.map(Written.time))
    markup(">")
    element("fate", account.fate)
    if let relation = account.relation { element("relation", relation) }
    for sub in account.appleSubs { element("appleSub", sub) }
    for uuid in account.appUserUUIDs { element("appUserUUID", uuid) }
    for method in account.methods { element("method", method) }
    for email in account.emails { element("email", email) }
    for rows in account.rowCounts {
      markup("<rows")
      attribute("table", rows.table)
      attribute("count", rows.count)
      markup("/>")
    }
    markup("</account>\n")
  }

  private mutating func problem(_ number: Int, of story: Investigation) {
    let problem = story.problems[number]
    markup("    <problem")
    attribute("number", number + 1)
    attribute("rule", problem.rule)
    attribute("severity", problem.severity.name)
    attribute("resolved", problem.isResolved ? "true" : "false")
    attribute("disposition", problem.disposition.rawValue)
    attribute("fingerprint", problem.fingerprint)
    attribute("at", problem.at.map(Written.time))
    attribute("exposure", problem.exposure.map(Written.amount))
    if let event = story.events.firstIndex(where: { $0.problems.contains(number) }) {
      attribute("event", event + 1)
    }
    markup("><subject")
    attribute("kind", problem.subject.kind.rawValue)
    attribute("id", problem.subject.id)
    markup("/>")
    element("message", problem.message)
    for waiver in problem.waivers {
      markup("<waiver")
      attribute("expired", waiver.isExpired(asOf: story.asOf) ? "true" : "false")
      attribute("until", waiver.until)
      attribute("by", waiver.by)
      attribute("ticket", waiver.ticket)
      attribute("reason", waiver.reason)
      markup("/>")
    }
    markup("</problem>\n")
  }

  private mutating func balances(_ chart: BalanceChart) {
    markup("  <balances")
    attribute("from", Written.time(chart.from))
    attribute("to", Written.time(chart.to))
    attribute("lowest", Written.amount(chart.lowest))
    attribute("highest", Written.amount(chart.highest))
    attribute("zero", chart.y(0))
    markup(">\n")
    for line in chart.lines {
      markup("    <line")
      attribute("account", line.account)
      attribute("end", Written.amount(line.points.last?.balance ?? 0))
      markup(">")
      for point in line.points {
        markup("<point")
        attribute("at", Written.time(point.at))
        attribute("balance", Written.amount(point.balance))
        attribute("x", chart.x(point.at))
        attribute("y", chart.y(point.balance))
        markup("/>")
      }
      markup("</line>\n")
    }
    for mark in chart.marks {
      markup("    <mark")
      attribute("problem", mark.problem + 1)
      attribute("severity", mark.severity.name)
      attribute("x", chart.x(mark.at))
      markup("/>\n")
    }
    markup("  </balances>\n")
  }

  private mutating func event(_ number: Int, _ event: StoryEvent) {
    markup("    <event")
    attribute("number", number + 1)
    attribute("at", event.at.map(Written.time))
    attribute("account", event.account)
    attribute("tone", event.tone.rawValue)
    attribute("amount", event.amount.map(Written.amount))
    attribute("balance", event.balance.map(Written.amount))
    if let record = event.record {
      attribute("stream", record.stream.rawValue)
      attribute("file", record.place.path)
      attribute("line", record.place.line)
      attribute("key", record.key)
    }
    markup(">")
    element("title", event.title)
    for problem in event.problems {
      markup("<pin")
      attribute("problem", problem + 1)
      markup("/>")
    }
    if let record = event.record, !event.isContinued {
      for field in record.fields {
        markup("<field")
        attribute("name", field.name)
        markup(">")
        text(field.value)
        markup("</field>")
      }
    }
    markup("</event>\n")
  }
}
