internal import AuditModel

/// What a summary says of waivers: the score without what they accept, and those to look at.
struct WaiverLines {
  /// Waivers named on a line; the others are counted.
  private static let namedLimit = 2

  let audit: Audit

  var lines: [String] {
    scoreLines
      + named(.expired) { "\(name($0)) expired on \($0.until), no longer counts" }
      + named(.expiring) { "\(name($0)) ends on \($0.until)" }
      + named(.unused) { "\(name($0)) is unused: it fits no finding" }
  }

  private var scoreLines: [String] {
    let summary = audit.summary
    guard summary.waived > 0 else { return [] }
    var line = "Waived     \(summary.waived), without them " + counts(summary.openBySeverity)
    if summary.verdictWithoutWaivers != summary.verdict { line += "; FAIL if no waiver counted" }
    return [line]
  }

  private func counts(_ bySeverity: [Severity: Int]) -> String {
    Severity.allCases.reversed()
      .map { "\(bySeverity[$0] ?? 0) \($0.name)" }
      .joined(separator: ", ")
  }

  private func named(_ state: WaiverUse.State, _ text: (Waiver) -> String) -> [String] {
    let waivers = audit.waivers.filter { $0.state == state }.map(\.waiver)
    guard let last = waivers.prefix(Self.namedLimit).last else { return [] }
    var lines = waivers.prefix(Self.namedLimit).dropLast().map { "Waiver     " + text($0) }
    let more = waivers.count - Self.namedLimit
    lines.append("Waiver     " + text(last) + (more > 0 ? "; and \(more) more like it" : ""))
    return lines
  }

  /// A fingerprint, or rule and subject.
  private func name(_ waiver: Waiver) -> String {
    let parts = [waiver.rule, waiver.fingerprint ?? waiver.subject]
    return Printable.text(parts.compactMap(\.self).joined(separator: " "))
  }
}
