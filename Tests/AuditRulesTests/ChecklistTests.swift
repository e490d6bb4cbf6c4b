import AuditModel
import AuditRules
import Foundation
import TestSupport
import Testing

/// Every example of every item of the checklist, and what an item is made of.
@Suite struct ChecklistTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let item: ChecklistFile
    let example: ChecklistFile.Example

    var testDescription: String { "\(item.number), \(item.title): \(example.records.name)" }
  }

  static let items: [ChecklistFile] = {
    let set = try? ChecklistSet.load(directory: ExampleBench.home + "/data/checklist")
    return set?.items ?? []
  }()
  static let cases = items.flatMap { item in item.examples.map { Case(item: item, example: $0) } }
  static let rules: [String] = {
    let set = try? RuleSet.load(directories: [ExampleBench.home + "/data/rules"])
    return (set?.rules ?? []).map(\.rule.id)
  }()

  @Test("an example is judged as it says", arguments: cases)
  func example(_ example: Case) throws {
    let item = try ExampleBench().judge(example.item, example.example.records)
    #expect(
      item.result == example.example.result,
      "\(item.missing ?? "") \(item.evidence ?? "") \(item.fired.map(\.rule.id))")
    if let evidence = example.example.evidence { #expect(item.evidence == evidence) }
  }

  @Test("there are the 25 items, and every one that the data can decide passes in an example")
  func complete() {
    #expect(Self.items.map(\.number) == Array(1...25))
    for item in Self.items {
      #expect(!item.title.isEmpty && item.title.hasSuffix("."))
      #expect(!item.task.isEmpty)
      guard let query = item.query else {
        #expect([3, 24, 25].contains(item.number))
        continue
      }
      let results = item.examples.map(\.result)
      #expect(results.contains(.pass), "\(item.number)")
      #expect(results.contains(.notTested) || query.needs.clauses.count > 0, "\(item.number)")
      #expect(!query.evidence.placeholders.isEmpty)
    }
  }

  @Test("every rule that an item names is one")
  func rulesExist() {
    for item in Self.items {
      for pattern in item.query?.fails ?? [] {
        let isOne = Self.rules.contains { rule in
          pattern.hasSuffix("*") ? rule.hasPrefix(pattern.dropLast()) : rule == pattern
        }
        #expect(isOne, "\(item.number): \(pattern)")
      }
    }
  }

  @Test("only an answer that counts decides an item that no export can show")
  func answers() throws {
    let manual = try ChecklistFile.parse(
      """
      -- The button is Apple's own.
      --
      -- @source General practice
      -- @do     Look at it.
      """, path: "03-button.sql", number: 3)
    func answer(_ isPass: Bool, lapse: String? = nil) -> Checklist.Answer {
      Checklist.Answer(isPass: isPass, by: "QA", on: "2026-10-30", until: nil, lapse: lapse)
    }
    let bench = ExampleBench()
    #expect(try bench.judge(manual, answer: nil).result == .notTested)
    #expect(try bench.judge(manual, answer: answer(true)).result == .pass)
    #expect(try bench.judge(manual, answer: answer(false)).result == .fail)
    #expect(try bench.judge(manual, answer: answer(true, lapse: "old")).result == .notTested)
    #expect(try bench.judge(manual, answer: answer(false, lapse: "old")).result == .notTested)
  }

  @Test("an answer does not decide what the export decides")
  func answerOfDataItem() throws {
    let example = try #require(
      Self.cases.first { $0.item.number == 23 && $0.example.result == .notTested })
    let answer = Checklist.Answer(isPass: true, by: nil, on: "2026-10-30", until: nil, lapse: nil)
    let item = try ExampleBench().judge(example.item, example.example.records, answer: answer)
    #expect(item.result == .notTested)
    #expect(item.answer == answer)
  }

  @Test("a file that can't be used is named with its line and what to do")
  func faults() {
    func error(_ text: String) -> String {
      do throws(RuleError) {
        _ = try ChecklistFile.parse(text, path: "05-x.sql", number: 5)
        return ""
      } catch {
        return error.description
      }
    }
    #expect(
      error("-- Title.\n-- @source x\n")
        == "05-x.sql:1: error: @do is missing; add it to the header")
    #expect(
      error("-- Title.\n-- @source x\n-- @do y\nSELECT 1 AS passed;\n")
        == "05-x.sql:1: error: @needs is missing; add it to the header")
    #expect(
      error("-- Title.\n-- @source x\n-- @do y\n-- @message z\n")
        == "05-x.sql:4: error: @message is unknown; the tags are @fails, @needs, @source, @link, "
        + "@evidence, @do")
    let head = "-- Title.\n-- @source x\n-- @do y\n-- @needs mail\n-- @evidence {n}\n"
    #expect(
      error(head + "SELECT 1 AS passed;\n/* @fires x\n*/\n")
        == "05-x.sql:7: error: only examples follow the query: /* @pass, @fail, @nottested NAME … */"
    )
  }
}
