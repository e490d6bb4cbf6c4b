package import AuditModel

/// `investigation.txt`, and what the command prints: the summary, then the time line in lines.
package enum InvestigationText {
  private static let problemLimit = 6
  private static let noteLimit = 12

  /// What answers the question: who, what became of them, what is wrong.
  package static func summary(_ story: Investigation) -> String {
    var lines: [String] = []
    let count = story.openProblems.count
    let waived = story.waivedProblems.count
    let verdict =
      (count == 0 ? "no open finding" : "\(count) open finding\(count == 1 ? "" : "s")")
      + (waived == 0 ? "" : ", \(waived) waived")
    lines.append(
      SpelledOut.line(
        "\(story.id) (\(story.kinds.joined(separator: ", "))), \(story.name) as of "
          + "\(Written.time(story.asOf)): \(verdict)"))
    lines.append("")
    for account in story.accounts { lines += self.account(account) }
    if story.omittedAccountCount > 0 {
      lines.append("  and \(story.omittedAccountCount) more accounts that share an id with these")
    }
    if story.accounts.isEmpty { lines.append("  No account is known that it belongs to.") }
    if !story.problems.isEmpty { lines += ["", "What is wrong"] }
    for problem in story.problems.prefix(problemLimit) {
      lines.append(SpelledOut.line("  \(head(problem)): \(problem.message)"))
      lines += waivers(of: problem, story).map { "    " + $0 }
    }
    if story.problems.count > problemLimit {
      lines.append("  and \(story.problems.count - problemLimit) more")
    }
    if !story.notes.isEmpty { lines += ["", "What the records say"] }
    for note in story.notes.prefix(noteLimit) {
      lines.append((note.isTrouble ? "  ! " : "  - ") + SpelledOut.line(note.text))
    }
    if story.notes.count > noteLimit {
      lines.append("  and \(story.notes.count - noteLimit) more")
    }
    if !story.money.isEmpty {
      lines += ["", "Money"]
      for money in story.money {
        lines.append(
          "  \(pad(money.kind, 10)) \(money.count) row\(money.count == 1 ? "" : "s"), "
            + Written.amount(money.amount))
      }
    }
    if !story.missing.isEmpty {
      let names = story.missing.map(\.export).joined(separator: ", ")
      lines += ["", "To be sure, export: \(names)"]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Writes the summary and the whole time line; the file is not committed.
  package static func write(
    _ story: Investigation, to file: AtomicFile
  ) throws(ReportError) {
    try file.write(summary(story))
    try file.write("\nTime line, newest last\n")
    for event in story.events {
      try file.write(line(event, story))
    }
  }

  private static func account(_ account: StoryAccount) -> [String] {
    var parts = [account.locality == .unknown ? "account" : "\(account.locality.rawValue) account"]
    parts.append(account.fate)
    if let first = account.firstSignIn, let last = account.lastSignIn {
      parts.append(
        "\(account.sessionCount) session\(account.sessionCount == 1 ? "" : "s") "
          + "\(Written.time(first)) to \(Written.time(last))")
    }
    if let balance = account.balance { parts.append("balance \(Written.amount(balance))") }
    var lines = ["  \(account.id): " + parts.joined(separator: "; ")]
    var ids = account.appleSubs.map { "Apple sub \($0)" }
    ids += account.appUserUUIDs.map { "appUserUUID \($0)" }
    ids += account.emails
    if let relation = account.relation { lines.append("    \(relation)") }
    if !ids.isEmpty { lines.append("    " + ids.joined(separator: ", ")) }
    return lines.map(SpelledOut.line)
  }

  private static func line(_ event: StoryEvent, _ story: Investigation) -> String {
    var text = pad(event.at.map(Written.time) ?? "no time", 20) + "  " + event.title
    if let account = event.account { text += "  [\(account)]" }
    if let amount = event.amount, amount != 0 { text += "  \(Written.amount(amount))" }
    if let balance = event.balance { text += "  = \(Written.amount(balance))" }
    if let record = event.record { text += "  \(record.place.path):\(record.place.line)" }
    var lines = [text]
    if let record = event.record, !event.isContinued {
      lines.append(
        "    " + record.fields.map { "\($0.name)=\($0.value)" }.joined(separator: " "))
    }
    for number in event.problems {
      let problem = story.problems[number]
      lines.append("    ^ \(head(problem)): \(problem.message)")
      lines += waivers(of: problem, story).map { "      " + $0 }
    }
    return lines.map { SpelledOut.line($0) + "\n" }.joined()
  }

  /// `waived high ledger.duplicate-credit`
  private static func head(_ problem: Investigation.Problem) -> String {
    let state =
      problem.isResolved ? "resolved " : problem.disposition == .waived ? "waived " : ""
    return "\(state)\(problem.severity.name) \(problem.rule)"
  }

  /// A line for each waiver: who accepts the finding until when, and why.
  private static func waivers(
    of problem: Investigation.Problem, _ story: Investigation
  ) -> [String] {
    problem.waivers.map { waiver in
      let by = waiver.by.map { " by \($0)" } ?? ""
      let ticket = waiver.ticket.map { " (\($0))" } ?? ""
      let span =
        waiver.isExpired(asOf: story.asOf)
        ? "waiver\(by) expired on \(waiver.until), no longer counts"
        : "waived\(by) until \(waiver.until)"
      return SpelledOut.line("\(span)\(ticket): \(waiver.reason)")
    }
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.utf8.count))
  }
}
