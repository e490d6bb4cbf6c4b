import AuditModel
import CSQLite
import Foundation
import TestSupport
import Testing

@testable import AuditRules
@testable import AuditStore

/// Breaks each condition of each query and looks whether an example notices.
///
/// Each example stands with the candidates that derivation finds and with every record as one:
/// what the one hides shows in the other. Slow, so it runs on demand: `SIWA_MUTANTS=deletion,secret` names areas or rule ids.
@Suite struct MutationTests {
  static let wanted: [RuleFile] = {
    let names = (ProcessInfo.processInfo.environment["SIWA_MUTANTS"] ?? "").split(separator: ",")
    return HouseTests.rules.filter { file in
      names.contains { file.rule.id == $0 || file.rule.area == $0 }
    }
  }()

  /// Steps of SQLite's machine that no query needs for an example; a mutant that never ends fails
  /// there, and is noticed by that.
  private static let stepLimit: Int32 = 5_000_000

  private func limited(
    _ bench: ExampleBench, _ example: RuleExample, allCandidates: Bool
  ) -> ExampleBench.Table? {
    guard let table = try? bench.table(example, allCandidates: allCandidates) else { return nil }
    sqlite3_progress_handler(table.connection.handle, Self.stepLimit, { _ in 1 }, nil)
    return table
  }

  @Test("a query that never ends is an error", .timeLimit(.minutes(1)))
  func endless() throws {
    let file = try #require(HouseTests.rules.first { !$0.examples.isEmpty })
    let bench = ExampleBench()
    let table = try #require(limited(bench, file.examples[0], allCandidates: false))
    let count =
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    let query = file.query.trimmingCharacters(in: CharacterSet(charactersIn: "; \n"))
    let endless = "SELECT * FROM (\(query)) WHERE (\(count)) > 0"
    let answer = try bench.judge(file.with(query: endless), table)
    guard case .error(let reason) = answer.result else {
      Issue.record("\(answer.result)")
      return
    }
    #expect(reason.contains("interrupted"))
  }

  @Test("an example notices each broken condition", arguments: wanted)
  func isNoticed(_ file: RuleFile) throws {
    let bench = ExampleBench()
    let tables = file.examples.flatMap { example in
      [false, true].compactMap { allCandidates in
        limited(bench, example, allCandidates: allCandidates).map { (example, $0) }
      }
    }
    for mutant in Mutant.all(of: file.query) {
      let changed = file.with(query: mutant.query)
      let isNoticed = try tables.contains { example, table in
        !holds(example, try bench.judge(changed, table))
      }
      #expect(isNoticed, "\(file.rule.id): \(mutant.description)")
    }
  }

  /// The views of views.sql, by name.
  private static func views() throws -> [String: String] {
    let path = ExampleBench.home + "/data/schema/views.sql"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    var views: [String: String] = [:]
    for part in text.components(separatedBy: "CREATE VIEW ").dropFirst() {
      guard let end = part.range(of: ";\n")?.lowerBound else { continue }
      let words = part.split(separator: " ", maxSplits: 2)
      views[String(words[0])] = String(part[..<end].dropFirst(words[0].count + 4))
    }
    return views
  }

  /// Views that a query names, and those that they name.
  private static func names(in query: String, of views: [String: String]) -> Set<String> {
    var found: Set<String> = []
    var open = [query]
    while let text = open.popLast() {
      let words = Set(text.split { !($0.isLetter || $0 == "_") }.map(String.init))
      for (name, body) in views where words.contains(name) {
        if found.insert(name).inserted { open.append(body) }
      }
    }
    return found
  }

  private static func replacement(of name: String, _ body: String) -> String {
    "DROP VIEW IF EXISTS \(name); CREATE VIEW \(name) AS \(body);"
  }

  @Test("an example notices each broken condition of a view that the rules use")
  func viewsAreNoticed() throws {
    let bench = ExampleBench()
    let views = try Self.views()
    var tables: [(rule: RuleFile, example: RuleExample, table: ExampleBench.Table)] = []
    for rule in Self.wanted {
      for example in rule.examples {
        for allCandidates in [false, true] {
          if let table = limited(bench, example, allCandidates: allCandidates) {
            tables.append((rule, example, table))
          }
        }
      }
    }
    let used = Self.wanted.map { Self.names(in: $0.query, of: views) }
    for name in used.reduce(into: Set<String>(), { $0.formUnion($1) }).sorted() {
      let body = views[name] ?? ""
      for mutant in Mutant.all(of: body) {
        let isNoticed = tables.contains { rule, example, table in
          guard Self.names(in: rule.query, of: views).contains(name) else { return false }
          defer { try? table.execute(Self.replacement(of: name, body)) }
          do {
            try table.execute(Self.replacement(of: name, mutant.query))
            return !holds(example, try bench.judge(rule, table))
          } catch {
            return true
          }
        }
        #expect(isNoticed, "view \(name): \(mutant.description)")
      }
    }
  }

  private func holds(_ example: RuleExample, _ answer: ExampleBench.Answer) -> Bool {
    let subjects = answer.hits.map(\.subject.id)
    switch (example.expectation, answer.result) {
    case (.fires(let expected), .fail):
      guard subjects == expected else { return false }
      if let severity = example.severity, answer.hits.contains(where: { $0.severity != severity }) {
        return false
      }
      if let kind = example.kind, answer.hits.contains(where: { $0.subject.kind != kind }) {
        return false
      }
      return example.message.map { $0 == answer.hits.first?.message } ?? true
    case (.quiet, .pass), (.notEvaluated, .notEvaluated): return true
    default: return false
    }
  }
}

/// A query with one thing changed.
struct Mutant {
  let query: String
  let description: String

  private static let swaps: [(pattern: String, replacement: String)] = [
    (#" < "#, " <= "), (#" > "#, " >= "), (#" <= "#, " < "), (#" >= "#, " > "),
    (#" = "#, " <> "), (#" <> "#, " = "), (#"\bAND\b(?! 299)"#, "OR"), (#"\bOR\b"#, "AND"),
    (#"IS NULL"#, "IS NOT NULL"), (#"IS NOT NULL"#, "IS NULL"), (#"IS NOT (?!NULL)"#, "IS "),
    (#"NOT BETWEEN"#, "BETWEEN"), (#"NOT IN"#, "IN"), (#"NOT EXISTS"#, "EXISTS"),
    (#" [+-] setting\.[a-z_]+"#, ""), (#" [+-] skew\b"#, ""), (#"'[^']+'"#, "'~'"),
    (#"\b200\b"#, "201"), (#"\b299\b"#, "298"), (#" 0\b"#, " 1"), (#"(?<!SELECT) 1\b"#, " 2"),
    (#"LEFT JOIN"#, "JOIN"), (#"86400000000"#, "86400000001"),
  ]

  static func all(of query: String) -> [Mutant] {
    var mutants: [Mutant] = []
    for (pattern, replacement) in swaps {
      guard let expression = try? NSRegularExpression(pattern: pattern) else { continue }
      let whole = NSRange(query.startIndex..., in: query)
      for match in expression.matches(in: query, range: whole) {
        guard let range = Range(match.range, in: query) else { continue }
        let line = query[..<range.lowerBound].split(
          separator: "\n", omittingEmptySubsequences: false
        ).count
        mutants.append(
          Mutant(
            query: query.replacingCharacters(in: range, with: replacement),
            description: "line \(line): '\(query[range])' to '\(replacement)'"))
      }
    }
    return mutants
  }
}

extension RuleFile {
  fileprivate func with(query: String) -> RuleFile {
    RuleFile(
      path: path, rule: rule, needs: needs, uses: uses, subjectKind: subjectKind,
      message: message, query: query, queryLine: queryLine, examples: examples,
      isCustom: isCustom)
  }
}
