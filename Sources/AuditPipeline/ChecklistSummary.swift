package import AuditModel

/// The end of a checklist run in a few lines: what fails, what is not tested, where the page is.
package struct ChecklistSummary {
  /// Items that it names.
  private static let itemLimit = 18

  private let checklist: Checklist
  private let reports: [String]

  package init(checklist: Checklist, reports: [String]) {
    self.checklist = checklist
    self.reports = reports
  }

  package var text: String {
    let counts = [
      "\(checklist.count(of: .fail)) fail", "\(checklist.count(of: .notTested)) not tested",
      "\(checklist.count(of: .pass)) pass",
    ].joined(separator: ", ")
    let time = Written.time(checklist.asOf)
    var lines = ["\(checklist.name): checklist as of \(time): \(counts)", ""]
    let open =
      checklist.items.filter { $0.result == .fail }
      + checklist.items.filter { $0.result == .notTested }
    lines += open.prefix(Self.itemLimit).map(line)
    if open.count > Self.itemLimit {
      lines.append("           and \(open.count - Self.itemLimit) more, see the page")
    }
    for (index, report) in reports.enumerated() {
      lines.append((index == 0 ? "Pages      " : "           ") + report)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func line(_ item: Checklist.Item) -> String {
    let word = item.result == .fail ? "fail       " : "not tested "
    let number = String(item.number)
    let fired = item.fired.map { "\($0.rule.id) \($0.findingCount)" }.joined(separator: ", ")
    let padding = String(repeating: " ", count: max(0, 2 - number.utf8.count))
    return word + padding + number + "  " + item.title + (fired.isEmpty ? "" : " " + fired)
  }
}
