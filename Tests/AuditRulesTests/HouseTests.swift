import AuditModel
import AuditRules
import AuditStore
import Foundation
import TestSupport
import Testing

/// The house rules for rule files that the parser doesn't enforce.
@Suite struct HouseTests {
  static let rules: [RuleFile] = (try? allRules().rules) ?? []

  private static func allRules() throws -> RuleSet {
    try RuleSet.load(directories: [ExampleBench.home + "/data/rules"])
  }

  @Test("every rule file can be read, and every file in the folder is a rule")
  func everyFileIsARule() throws {
    let rules = try Self.allRules()
    let files = FileManager.default.enumerator(atPath: ExampleBench.home + "/data/rules")
    let paths = (files?.allObjects as? [String] ?? []).filter { $0.contains(".") }
    let ids = paths.map {
      $0.replacingOccurrences(of: "/", with: ".").replacingOccurrences(of: ".sql", with: "")
    }
    #expect(ids.sorted() == rules.rules.map(\.rule.id).sorted())
    #expect(rules.rules.count > 25)
  }

  @Test("a rule says what, why, and how to fix it", arguments: rules)
  func speaks(_ file: RuleFile) {
    let rule = file.rule
    #expect(rule.title.hasSuffix(".") && rule.title.utf8.count <= 100)
    #expect(rule.why.utf8.count >= 80)
    #expect(rule.fix.utf8.count >= 20 && rule.fix.hasSuffix("."))
    #expect(rule.source.utf8.count >= 10)
    #expect(rule.sourceLink?.hasPrefix("https://") ?? true)
    #expect(!file.needs.streams.isEmpty || rule.area == "app" || rule.area == "privacy")
    #expect(!file.message.placeholders.isEmpty)
  }

  @Test("a query is one ordered SELECT of at most 40 lines", arguments: rules)
  func isShort(_ file: RuleFile) {
    let lines = file.query.split(separator: "\n")
    #expect(lines.count <= 40, "\(lines.count) lines; make a view of what others can use")
    #expect(lines.last?.contains("subject") == true)
    #expect(file.query.contains("\nORDER BY subject"))
    #expect(lines.allSatisfy { $0.unicodeScalars.count <= 100 })
    #expect(!file.query.contains("\t"))
  }

  @Test("a query compiles and has the columns that its message names", arguments: rules)
  func compiles(_ file: RuleFile) throws {
    let store = try AuditStore.open(
      path: ":memory:", schemaDirectory: ExampleBench.home + "/data/schema", dataSet: "house")
    let statement = try store.connection.prepare(file.query)
    let columns = (0..<statement.columnCount).map { statement.columnName($0) }
    #expect(columns.contains("subject"))
    #expect(columns.contains("evidence"))
    #expect(Set(columns).count == columns.count)
    let used = Set(file.message.placeholders)
    #expect(used.subtracting(columns) == [])
    let known: Set = ["subject", "kind", "user", "at", "exposure", "severity", "evidence"]
    #expect(Set(columns).subtracting(known).subtracting(used) == [], "columns that nobody reads")
  }

  @Test("examples show both sides, each under its own name", arguments: rules)
  func hasExamples(_ file: RuleFile) {
    var kinds: Set<String> = []
    for example in file.examples {
      switch example.expectation {
      case .fires: kinds.insert("fires")
      case .quiet: kinds.insert("quiet")
      case .notEvaluated: kinds.insert("not evaluated")
      }
    }
    #expect(kinds.contains("fires"))
    #expect(kinds.contains("quiet"))
    #expect(file.examples.contains { $0.message != nil }, "no example shows the message")
    #expect(Set(file.examples.map(\.name)).count == file.examples.count)
  }
}

extension RuleFile: CustomTestStringConvertible {
  /// The rule's id.
  public var testDescription: String { rule.id }
}
