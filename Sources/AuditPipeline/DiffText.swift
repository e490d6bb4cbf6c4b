internal import AuditModel

/// What changed between two runs, for a terminal or a mail.
struct DiffText {
  /// Findings told of each kind; the others are counted.
  private static let shownPerKind = 20

  /// Nothing but what `init` made of it.
  let text: String

  init(difference: RunDifference, changes: some ChangeSequence) throws {
    var shown: [FindingChange.Kind: [String]] = [:]
    try changes.forEachChange { change in
      if shown[change.kind, default: []].count < Self.shownPerKind {
        shown[change.kind, default: []].append(Self.line(change))
      }
    }
    var lines = [
      "\(Printable.text(difference.name)): what changed",
      "  from " + Self.run(difference.old), "  to   " + Self.run(difference.new),
    ]
    for kind in FindingChange.Kind.allCases {
      guard let count = difference.counts[kind], count > 0 else { continue }
      let told = shown[kind] ?? []
      lines += ["", "\(Self.title(kind)): \(count)"] + told
      if count > told.count { lines.append("  and \(count - told.count) more") }
    }
    let judged = difference.rules.filter(\.isJudgedNow)
    let unjudged = difference.rules.filter { !$0.isJudgedNow }
    if !judged.isEmpty {
      lines += ["", "Rules that are checked now: \(judged.count)"] + judged.map { "  \($0.rule)" }
    }
    if !unjudged.isEmpty {
      lines += ["", "Rules that are no longer checked: \(unjudged.count)"]
      lines += unjudged.map(Self.line)
    }
    if difference.isEmpty { lines += ["", "Nothing changed."] }
    text = lines.joined(separator: "\n") + "\n"
  }

  private static func run(_ run: KeptRun) -> String {
    let counts = Severity.allCases.reversed()
      .map { "\(run.bySeverity[$0] ?? 0) \($0.name)" }
      .joined(separator: ", ")
    return "run \(run.number), as of \(Written.time(run.asOf)): \(counts)"
      + (run.isPartial ? " (partial)" : "")
  }

  private static func title(_ kind: FindingChange.Kind) -> String {
    switch kind {
    case .new: "New"
    case .resolved: "Resolved"
    case .ruleGone: "Closed, their rule is gone"
    case .severity: "Of another severity"
    case .waived: "Waived since"
    case .unwaived: "No longer waived"
    }
  }

  private static func line(_ change: FindingChange) -> String {
    let severity = (change.oldSeverity.map { "\($0.name) -> " } ?? "") + change.severity.name
    let waived = change.disposition == .waived && change.kind != .waived ? " (waived)" : ""
    return Printable.text(
      "  \(severity)  \(change.rule)  \(change.fingerprint)\(waived)  \(change.message)")
  }

  private static func line(_ change: RuleChange) -> String {
    guard let result = change.newResult else { return "  \(change.rule): it is gone" }
    return Printable.text("  \(change.rule): " + (change.reason ?? result))
  }
}
