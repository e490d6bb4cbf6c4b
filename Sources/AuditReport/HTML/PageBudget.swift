/// How much of a report one HTML page shows: what a browser opens at once and a person reads.
///
/// A page of 145 rules with 200 findings each would take gigabytes to make and minutes to open, so
/// there is a limit on the whole as well. Every rule gets an equal part of it, which a rule with
/// fewer findings leaves to the others.
enum PageBudget {
  /// At most this many findings a rule.
  static let findingsPerRule = 200
  /// At most this many findings on the page, one a rule in any case.
  static let findings = 3000
  /// Every finding shows this many of its records.
  static let recordsPerFinding = 3
  /// Further records of findings, the worst first, until so many are shown.
  static let furtherRecords = 6000

  /// How many findings a rule may show, given how many each rule has.
  static func findingsPerRule(of counts: some Collection<Int>) -> Int {
    var share = findingsPerRule
    while share > 1, counts.reduce(0, { $0 + min($1, share) }) > findings { share -= 1 }
    return share
  }
}
