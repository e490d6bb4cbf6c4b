package import AuditModel
package import AuditStore

/// Judges the items of the checklist by what the rules found and what the records show.
///
/// An item fails where one of its rules fired, waived findings included. It passes only on the
/// positive evidence that its file names, or, where only a person can tell, on an answer that still
/// counts. Everything else is not tested, which is never a pass.
package struct ChecklistJudge: Sendable {
  private let outcomes: [RuleOutcome]
  private let facts: RuleFacts
  private let answers: [Int: Checklist.Answer]

  package init(outcomes: [RuleOutcome], facts: RuleFacts, answers: [Int: Checklist.Answer]) {
    self.outcomes = outcomes
    self.facts = facts
    self.answers = answers
  }

  /// Judges every item; the connection is read only.
  ///
  /// - Throws: `RuleError` where the query of an item's file fails or lacks a column.
  package func judge(
    _ items: ChecklistSet, on connection: Connection
  ) throws(RuleError) -> [Checklist.Item] {
    var judged: [Checklist.Item] = []
    for file in items.items { judged.append(try item(file, on: connection)) }
    return judged
  }

  private func item(
    _ file: ChecklistFile, on connection: Connection
  ) throws(RuleError) -> Checklist.Item {
    let answer = answers[file.number]
    guard let query = file.query else {
      var result = Checklist.Result.notTested
      if let answer, answer.lapse == nil { result = answer.isPass ? .pass : .fail }
      return item(file, result: result, answer: answer)
    }
    let rules = outcomes.filter { query.failsOn($0.rule.id) }
    let fired = rules.contains { $0.result == .fail }
    let broken = rules.filter(\.isError).map { "the rule \($0.rule.id) failed to run" }
    let unmet = query.needs.missing(from: facts).map(\.sentence)
    let row = unmet == nil ? try ChecklistRow(file, query, on: connection) : nil
    let result: Checklist.Result
    if fired || row?.fails == true {
      result = .fail
    } else if row?.passes == true && broken.isEmpty {
      result = .pass
    } else {
      result = .notTested
    }
    let missing = ([unmet].compactMap(\.self) + broken).joined(separator: "; ")
    return item(
      file, result: result, evidence: row?.evidence, missing: missing.isEmpty ? nil : missing,
      rules: rules, answer: answer)
  }

  private func item(
    _ file: ChecklistFile, result: Checklist.Result, evidence: String? = nil,
    missing: String? = nil, rules: [RuleOutcome] = [], answer: Checklist.Answer?
  ) -> Checklist.Item {
    Checklist.Item(
      number: file.number, title: file.title, source: file.source, sourceLink: file.sourceLink,
      isManual: file.query == nil, result: result, evidence: evidence, missing: missing,
      task: file.task, rules: rules, answer: answer)
  }
}

/// What the one row of an item's query says.
private struct ChecklistRow {
  let passes: Bool
  let fails: Bool
  let evidence: String

  init(
    _ file: ChecklistFile, _ query: ChecklistFile.Query, on connection: Connection
  ) throws(RuleError) {
    var values: [String: MessageTemplate.Value] = [:]
    do throws(StoreError) {
      let statement = try connection.prepare(query.text)
      guard try statement.step() else {
        throw StoreError(path: connection.path, action: "run", code: 0, reason: "it has no row")
      }
      for index in 0..<statement.columnCount {
        values[statement.columnName(index)] =
          statement.isNull(index)
          ? .null
          : statement.isText(index)
            ? .text(statement.text(index)) : .integer(statement.integer(index))
      }
    } catch {
      throw RuleError(path: file.path, reason: error.reason)
    }
    for name in query.evidence.placeholders + ["passed"] where values[name] == nil {
      throw RuleError(path: file.path, reason: "the query has no column '\(name)'")
    }
    passes = Self.isAboveZero(values["passed"])
    fails = Self.isAboveZero(values["failed"])
    evidence = query.evidence.filled { values[$0] ?? .null }
  }

  private static func isAboveZero(_ value: MessageTemplate.Value?) -> Bool {
    guard case .integer(let number) = value else { return false }
    return number > 0
  }
}

extension RuleOutcome {
  fileprivate var isError: Bool {
    if case .error = result { true } else { false }
  }
}
