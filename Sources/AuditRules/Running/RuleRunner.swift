package import AuditModel
package import AuditStore
internal import Foundation

/// Runs the rules over a store and hands their hits on.
///
/// A rule that fails is an error of its own; the others run all the same.
package struct RuleRunner: Sendable {
  /// Hits that are handed on at once.
  private static let portion = 256

  private let rules: [RuleFile]
  private let facts: RuleFacts
  private let severities: [String: Severity]
  private let off: [String: String]

  /// Makes a runner: `facts` is what was read and configured, `severities` what the owner gives
  /// rules instead of their own, `off` the rules the owner switched off, each with the reason.
  package init(
    rules: RuleSet, facts: RuleFacts, severities: [String: Severity] = [:],
    off: [String: String] = [:]
  ) {
    self.rules = rules.rules
    self.facts = facts
    self.severities = severities
    self.off = off
  }

  /// Runs every rule, one thread a connection.
  ///
  /// - Parameters:
  ///   - connections: Read-only connections to one store, at least one.
  ///   - sink: Where hits go.
  ///   - progress: Called by one thread at a time before each rule: its id, rules done, all.
  ///   - isCancelled: Looked at before each rule; true ends the run early.
  /// - Returns: An outcome for every rule, by id; those a cancelled run did not reach are missing.
  /// - Throws: `StoreError` where the sink can't take a hit.
  package func run(
    on connections: [Connection], into sink: any HitSink,
    progress: @escaping (_ rule: String, _ done: Int, _ total: Int) -> Void = { _, _, _ in },
    isCancelled: @escaping () -> Bool = { false }
  ) throws(StoreError) -> [RuleOutcome] {
    let state = SharedState(
      sink: sink, total: rules.count, progress: progress, isCancelled: isCancelled)
    if connections.count == 1 {
      work(on: connections[0], state)
    } else {
      DispatchQueue.concurrentPerform(iterations: connections.count) { index in
        work(on: connections[index], state)
      }
    }
    if let failure = state.failure { throw failure }
    return state.outcomes.sorted { $0.rule.id.utf8.lexicographicallyPrecedes($1.rule.id.utf8) }
  }

  private func work(on connection: Connection, _ state: SharedState) {
    while let index = state.take(name: { rules[$0].rule.id }) {
      state.finish(outcome(of: rules[index], on: connection, state))
    }
  }

  private func outcome(
    of file: RuleFile, on connection: Connection, _ state: SharedState
  ) -> RuleOutcome {
    func ended(
      _ result: RuleOutcome.Result, count: Int = 0, exposure: Int64? = nil
    ) -> RuleOutcome {
      RuleOutcome(
        rule: file.rule, severity: severities[file.rule.id] ?? file.rule.severity, result: result,
        findingCount: count, exposure: exposure)
    }
    if let reason = off[file.rule.id] { return ended(.off(reason)) }
    if let missing = file.needs.missing(from: facts) {
      return ended(.notEvaluated(missing.sentence))
    }
    do throws(RuleFault) {
      let query = RuleQuery(file: file, override: severities[file.rule.id])
      var waiting: [RuleHit] = []
      let found = try query.run(on: connection) { hit throws(StoreError) in
        waiting.append(hit)
        guard waiting.count >= Self.portion else { return }
        try state.add(waiting)
        waiting.removeAll(keepingCapacity: true)
      }
      do throws(StoreError) { try state.add(waiting) } catch { throw RuleFault(error) }
      return ended(found.count == 0 ? .pass : .fail, count: found.count, exposure: found.exposure)
    } catch {
      state.discard(rule: file.rule.id)
      return ended(.error(error.reason))
    }
  }
}

/// What the threads of a run share; the lock guards every stored property.
private final class SharedState: @unchecked Sendable {
  private let lock = NSLock()
  private let sink: any HitSink
  private let total: Int
  private let progress: (String, Int, Int) -> Void
  private let isCancelled: () -> Bool
  private var next = 0
  private var collected: [RuleOutcome] = []
  private var sinkFailure: StoreError?

  init(
    sink: any HitSink, total: Int, progress: @escaping (String, Int, Int) -> Void,
    isCancelled: @escaping () -> Bool
  ) {
    self.sink = sink
    self.total = total
    self.progress = progress
    self.isCancelled = isCancelled
  }

  var failure: StoreError? { lock.withLock { sinkFailure } }
  var outcomes: [RuleOutcome] { lock.withLock { collected } }

  /// The index of a rule that no thread has taken yet.
  func take(name: (Int) -> String) -> Int? {
    lock.withLock {
      guard next < total, sinkFailure == nil, !isCancelled() else { return nil }
      progress(name(next), collected.count, total)
      next += 1
      return next - 1
    }
  }

  func finish(_ outcome: RuleOutcome) {
    lock.withLock { collected.append(outcome) }
  }

  func add(_ hits: [RuleHit]) throws(StoreError) {
    guard !hits.isEmpty else { return }
    do throws(StoreError) {
      try sink.add(hits)
    } catch {
      lock.withLock { sinkFailure = error }
      throw error
    }
  }

  func discard(rule: String) {
    do throws(StoreError) {
      try sink.discard(rule: rule)
    } catch {
      lock.withLock { sinkFailure = error }
    }
  }
}
