/// What an audit of the product says, as far as the oracle can be held against it.
struct ProductVerdict {
  var findings: Set<OracleFinding> = []
  /// The severity of each finding.
  var severities: [OracleFinding: String] = [:]
  var notEvaluated: Set<String> = []
  /// Why rules could not run.
  var errors: [String: String] = [:]
  /// The rules that were run or not evaluated.
  var rules: Set<String> = []
}

/// The product's side of the comparison.
typealias Product = @Sendable (History) throws -> ProductVerdict

/// Where oracle and product part, for one history.
struct Difference: Equatable, CustomStringConvertible {
  /// The oracle finds it, the product doesn't.
  var missing: [OracleFinding] = []
  /// The product finds it, the oracle doesn't.
  var extra: [OracleFinding] = []
  /// Both find it, but only one says that it rests on an unknown start.
  var otherSeverity: [OracleFinding] = []
  /// Rules that only one of the two evaluates, and which.
  var otherEvaluation: [String: String] = [:]
  /// Rules that could not run, and why.
  var errors: [String: String] = [:]

  var isEmpty: Bool { rules.isEmpty }

  var description: String {
    var lines = missing.map { "product lacks: \($0)" }
    lines += extra.map { "product adds:  \($0)" }
    lines += otherSeverity.map { "severity:      \($0)" }
    lines += otherEvaluation.map { "evaluation:    \($0.key): \($0.value)" }.sorted()
    lines += errors.map { "error:         \($0.key): \($0.value)" }.sorted()
    return lines.joined(separator: "\n")
  }

  /// The rules that differ.
  var rules: Set<String> {
    Set((missing + extra + otherSeverity).map(\.rule)).union(errors.keys)
      .union(otherEvaluation.keys)
  }

  static func between(
    _ history: History, and product: Product
  ) throws -> (difference: Difference, verdict: OracleVerdict) {
    let records = try OracleLoader.load(history.nights)
    let verdict = Oracle.judge(records, try OracleConfiguration(text: history.configuration))
    let other = try product(history)
    var difference = Difference()
    for rule in OracleNeeds.rules.intersection(other.rules).subtracting(verdict.openEvaluation) {
      let isOurs = verdict.notEvaluated.contains(rule)
      guard isOurs != other.notEvaluated.contains(rule) else { continue }
      difference.otherEvaluation[rule] =
        isOurs ? "the product evaluates it" : "the product does not evaluate it"
    }
    let theirs = other.findings.filter { OracleVerdict.covers($0.rule) }
    difference.errors = other.errors
    let judged = verdict.findings.filter {
      other.rules.contains($0.rule) && other.errors[$0.rule] == nil
    }
    // Where it is open whether a rule is evaluated, only two that both evaluate it can part.
    let unsettled = verdict.openEvaluation.filter {
      verdict.notEvaluated.contains($0) || other.notEvaluated.contains($0)
    }
    difference.missing = judged.subtracting(theirs).subtracting(verdict.open)
      .filter { !unsettled.contains($0.rule) }.sorted()
    difference.extra = theirs.subtracting(verdict.findings).subtracting(verdict.open)
      .filter { !unsettled.contains($0.rule) }.sorted()
    let mayBeLowered: Set<String> = [
      "ledger.spend-while-empty", "link.ledger-after-merge", "link.unreachable-account-used",
      "deletion.ledger-after",
    ]
    difference.otherSeverity = verdict.findings.intersection(theirs).filter {
      mayBeLowered.contains($0.rule) && other.severities[$0] != nil
        && (other.severities[$0] == "medium") != verdict.lowered.contains($0)
    }.sorted()
    return (difference, verdict)
  }
}

/// How often each rule fired and was evaluated, over many histories.
struct Coverage: CustomStringConvertible {
  private(set) var fired: [String: Int] = [:]
  private var notEvaluated: [String: Int] = [:]
  private var total = 0

  mutating func count(_ verdict: OracleVerdict) {
    total += 1
    for rule in Set(verdict.findings.map(\.rule)) { fired[rule, default: 0] += 1 }
    for rule in verdict.notEvaluated { notEvaluated[rule, default: 0] += 1 }
  }

  var description: String {
    HistoryTests.rules.map { ($0, fired[$0] ?? 0) }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
      .map { "\($0.0) \($0.1)/\(total - (notEvaluated[$0.0] ?? 0))" }.joined(separator: ", ")
  }
}
