internal import AuditModel

/// Where the points of the balances stand in a square of 1000 by 1000, zero always within it.
struct BalanceChart {
  struct Mark {
    let problem: Int
    let severity: Severity
    let at: Int64
  }

  let lines: [Investigation.Line]
  let from: Int64
  let to: Int64
  let lowest: Int64
  let highest: Int64
  /// Open findings within the time that is drawn.
  let marks: [Mark]

  /// Nil where no balance is known.
  init?(_ story: Investigation) {
    let points = story.lines.flatMap(\.points)
    guard let first = points.map(\.at).min(), let last = points.map(\.at).max() else { return nil }
    lines = story.lines
    from = first
    let end = max(last, story.asOf)
    to = end
    lowest = min(0, points.map(\.balance).min() ?? 0)
    highest = max(0, points.map(\.balance).max() ?? 0)
    marks = story.problems.indices.compactMap { index in
      let problem = story.problems[index]
      guard !problem.isResolved, let at = problem.at, at >= first, at <= end else { return nil }
      return Mark(problem: index, severity: problem.severity, at: at)
    }
  }

  func x(_ at: Int64) -> Int { Self.share(at, from, to) }

  /// Down from the top, as pictures count.
  func y(_ balance: Int64) -> Int { 1000 - Self.share(balance, lowest, highest) }

  private static func share(_ value: Int64, _ low: Int64, _ high: Int64) -> Int {
    guard high > low else { return 0 }
    let share = (Double(value) - Double(low)) / (Double(high) - Double(low)) * 1000
    return Int(min(max(share, 0), 1000).rounded())
  }
}
