internal import AuditModel
internal import AuditStore

/// Runs the query of one rule and turns its rows into hits.
struct RuleQuery {
  let file: RuleFile
  /// The severity the owner gave, which wins over the rule's and a row's.
  let override: Severity?

  /// Steps through the rows, in the order of their subjects.
  ///
  /// - Returns: How many hits there were, and the sum of their money at risk.
  /// - Throws: `RuleFault` where a row is no hit, two rows have one subject, or SQLite refuses.
  func run(
    on connection: Connection, emit: (RuleHit) throws(StoreError) -> Void
  ) throws(RuleFault) -> (count: Int, exposure: Int64?) {
    var count = 0
    var exposure: Int64?
    var fault: RuleFault?
    func step(_ statement: Statement) throws(StoreError) {
      var previous: Subject?
      do throws(RuleFault) {
        let columns = try RuleColumns(statement, file: file)
        while try next(statement) {
          let hit = try columns.hit(statement, severity: override)
          if let previous { try checkOrder(previous, hit.subject) }
          previous = hit.subject
          count += 1
          if let risk = hit.exposure { exposure = (exposure ?? 0).addingClamped(risk) }
          do { try emit(hit) } catch { throw RuleFault(error) }
        }
      } catch {
        fault = error
      }
    }
    do throws(StoreError) {
      if file.isCustom {
        try Sandbox().run(file.query, on: connection, step)
      } else {
        try step(try connection.prepare(file.query))
      }
    } catch {
      throw RuleFault(error)
    }
    if let fault { throw fault }
    return (count, exposure)
  }

  private func next(_ statement: Statement) throws(RuleFault) -> Bool {
    do { return try statement.step() } catch { throw RuleFault(error) }
  }

  /// Rows in the strict order of their subjects have no subject twice, however many they are.
  private func checkOrder(_ previous: Subject, _ subject: Subject) throws(RuleFault) {
    guard previous != subject else {
      let id = MessageTemplate.escaped(subject.id)
      throw RuleFault("the query returns the subject '\(id)' twice")
    }
    let left = Array(previous.id.utf8) + [0] + Array(previous.kind.rawValue.utf8)
    let right = Array(subject.id.utf8) + [0] + Array(subject.kind.rawValue.utf8)
    guard left.lexicographicallyPrecedes(right) else {
      throw RuleFault("the query isn't ordered by subject (then kind)")
    }
  }
}

/// Why a rule could not run to its end.
struct RuleFault: Error {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }

  init(_ error: StoreError) {
    reason = error.reason
  }
}

extension Int64 {
  fileprivate func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? Int64.min : Int64.max) : sum
  }
}
