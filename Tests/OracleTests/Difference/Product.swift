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
  /// Rules that could not run, and why.
  var errors: [String: String] = [:]

  var isEmpty: Bool { rules.isEmpty }

  var description: String {
    var lines = missing.map { "product lacks: \($0)" }
    lines += extra.map { "product adds:  \($0)" }
    lines += otherSeverity.map { "severity:      \($0)" }
    lines += errors.map { "error:         \($0.key): \($0.value)" }.sorted()
    return lines.joined(separator: "\n")
  }

  /// The rules that differ.
  var rules: Set<String> {
    Set((missing + extra + otherSeverity).map(\.rule)).union(errors.keys)
  }

  static func between(
    _ history: History, and product: Product
  ) throws -> Difference {
    let records = try OracleLoader.load(history.nights)
    let verdict = Oracle.judge(records, try OracleConfiguration(text: history.configuration))
    let other = try product(history)
    let theirs = other.findings.filter { OracleVerdict.covers($0.rule) }
    var difference = Difference()
    difference.errors = other.errors
    let judged = verdict.findings.filter {
      other.rules.contains($0.rule) && other.errors[$0.rule] == nil
    }
    difference.missing = judged.subtracting(theirs).subtracting(verdict.open).sorted()
    difference.extra = theirs.subtracting(verdict.findings).subtracting(verdict.open).sorted()
    let mayBeLowered: Set<String> = [
      "ledger.spend-while-empty", "link.ledger-after-merge", "link.unreachable-account-used",
      "deletion.ledger-after",
    ]
    difference.otherSeverity = verdict.findings.intersection(theirs).filter {
      mayBeLowered.contains($0.rule) && other.severities[$0] != nil
        && (other.severities[$0] == "medium") != verdict.lowered.contains($0)
    }.sorted()
    return difference
  }
}
