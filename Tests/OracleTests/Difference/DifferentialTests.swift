import Foundation
import Testing

/// The product held against the oracle, history by history.
@Suite("The product and the oracle")
struct DifferentialTests {
  /// Seeds of one run; more with `SIWA_AUDIT_SEEDS=5000`, others with `SIWA_AUDIT_FIRST_SEED`.
  static let seeds: Range<UInt64> = {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["SIWA_AUDIT_FIRST_SEED"].flatMap { UInt64($0) } ?? 0
    let count = environment["SIWA_AUDIT_SEEDS"].flatMap { UInt64($0) } ?? 160
    return first..<(first + count)
  }()

  /// `SIWA_AUDIT_REPORTS=5` shows more than one history for each rule that differs.
  static let reportsPerRule =
    ProcessInfo.processInfo.environment["SIWA_AUDIT_REPORTS"].flatMap { Int($0) } ?? 1

  @Test("find the same in every history", arguments: HistorySource.allCases)
  func findTheSame(source: HistorySource) throws {
    var seen: [String: [UInt64]] = [:]
    var total = 0
    var coverage = Coverage()
    for seed in DifferentialTests.seeds {
      let history = source.history(seed: seed)
      total += 1
      let (difference, verdict) = try Difference.between(history, and: Audited.product)
      coverage.count(verdict)
      for rule in difference.rules { seen[rule, default: []].append(seed) }
    }
    print("\(source) of \(total) seeds (fired/evaluated): \(coverage.description)")
    for (rule, seeds) in seen.sorted(by: { $0.key < $1.key }) {
      print("DIFFERS \(source) \(rule): \(seeds.count) of \(total) seeds, \(seeds.prefix(12))")
    }
    for (rule, seeds) in seen.sorted(by: { $0.key < $1.key }).prefix(12) {
      for seed in seeds.prefix(DifferentialTests.reportsPerRule) {
        print(DifferentialTests.report(rule, source, seed))
      }
    }
    #expect(total > 0)
    #expect(seen.keys.sorted() == [])
  }

  /// The smallest history of that seed over which the two part about the rule.
  private static func report(_ rule: String, _ source: HistorySource, _ seed: UInt64) -> String {
    func differs(_ history: History) -> Bool {
      let difference = try? Difference.between(history, and: Audited.product).difference
      return difference?.rules.contains(rule) ?? false
    }
    let small = Shrinker(isStill: differs).shrunk(source.history(seed: seed))
    let difference = try? Difference.between(small, and: Audited.product).difference
    return "\n== \(rule) (\(source))\n\(small.description)\n\(difference?.description ?? "")"
  }

  @Test("don't care how the facts are spread over nights and files")
  func spreadDoesNotMatter() throws {
    let source = HistorySource.money
    var compared = 0
    for seed in DifferentialTests.seeds.prefix(20) {
      let history = source.history(seed: seed)
      // Without it the age of an older night's snapshot is open.
      guard history.configuration.contains("exportedAt") else { continue }
      var random = SplitMix64(seed: seed)
      let one = HistoryLayout.oneExport(history, &random)
      let many = HistoryLayout.overlapping(history, nightCount: 30, &random)
      let shuffled = HistoryLayout.shuffled(history, &random)
      let expected = try Audited.product(one).findings.sorted()
      #expect(try Audited.product(many).findings.sorted() == expected, "30 nights, seed \(seed)")
      #expect(try Audited.product(shuffled).findings.sorted() == expected, "files, seed \(seed)")
      compared += 1
    }
    #expect(compared > 0)
  }

  @Test("find the same when every row is a candidate", arguments: HistorySource.allCases)
  func candidatesDoNotJudge(source: HistorySource) throws {
    for seed in DifferentialTests.seeds.prefix(30) {
      let history = source.history(seed: seed)
      let all = try Audited.judge(history, allCandidates: true).findings.sorted()
      #expect(try Audited.product(history).findings.sorted() == all, "seed \(seed)")
    }
  }
}
