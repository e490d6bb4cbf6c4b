import AuditModel
import AuditRules
import TestSupport
import Testing

/// Every example of every rule, each a test of its own.
@Suite struct ExampleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: RuleFile
    let example: RuleExample

    var testDescription: String { "\(rule.rule.id): \(example.name)" }
  }

  static let cases: [Case] = {
    let rules = try? RuleSet.load(directories: [ExampleBench.home + "/data/rules"])
    return (rules?.rules ?? []).flatMap { rule in
      rule.examples.map { Case(rule: rule, example: $0) }
    }
  }()

  @Test("there are examples to run")
  func thereAreExamples() {
    #expect(Self.cases.count > 100)
  }

  @Test("an example finds what it says, with all candidates too", arguments: cases)
  func holds(_ example: Case) throws {
    try check(example)
  }

  private func check(_ example: Case) throws {
    for allCandidates in [false, true] {
      let answer = try ExampleBench().evaluate(
        example.rule, example.example, allCandidates: allCandidates)
      #expect(Self.written(answer) == Self.expected(example))
      if case .fail = answer.result {
        // The app's own files and the configuration are no records.
        let needsEvidence =
          !example.rule.needs.streams.isEmpty && example.rule.rule.area != "app"
        #expect(answer.hits.allSatisfy { $0.evidenceCount > 0 || !needsEvidence })
      }
      if let severity = example.example.severity {
        #expect(answer.hits.allSatisfy { $0.severity == severity })
      }
      if let kind = example.example.kind {
        #expect(answer.hits.allSatisfy { $0.subject.kind == kind })
      }
      if let message = example.example.message {
        #expect(answer.hits.first?.message == message)
      }
    }
  }

  private static func expected(_ example: Case) -> String {
    switch example.example.expectation {
    case .fires(let subjects): "fail " + subjects.joined(separator: " ")
    case .quiet: "pass "
    case .notEvaluated: "not-evaluated "
    }
  }

  private static func written(_ answer: ExampleBench.Answer) -> String {
    var text = answer.result.name + " " + answer.hits.map(\.subject.id).joined(separator: " ")
    if case .error(let reason) = answer.result { text += reason }
    return text
  }
}
