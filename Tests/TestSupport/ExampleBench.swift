internal import AuditInput
package import AuditModel
internal import AuditPipeline
package import AuditRules
package import AuditStore
internal import Foundation

/// Runs one rule over the exports of an example: the real reader, store, derivation and runner.
package struct ExampleBench: Sendable {
  /// What a rule said of an example.
  package struct Answer: Sendable, Equatable {
    package var result: RuleOutcome.Result
    /// The hits in the order of their subjects.
    package var hits: [Hit]
  }

  package struct Hit: Sendable, Equatable {
    package let subject: Subject
    package let severity: Severity
    package let message: String
    package let evidenceCount: Int
  }

  /// Something of an example could not be used.
  package struct Unusable: Error, CustomStringConvertible {
    package let description: String
  }

  /// The folder of the package, found from this file.
  package static let home: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/")
  }()

  package init() {}

  /// A store that holds all nights of an example, with its facts.
  package final class Table {
    fileprivate let folder: String
    fileprivate let store: AuditStore
    fileprivate let configuration: Configuration

    fileprivate init(folder: String, store: AuditStore, configuration: Configuration) {
      self.folder = folder
      self.store = store
      self.configuration = configuration
    }

    /// What the rules run on.
    package var connection: Connection { store.connection }

    /// Changes the store, for tests that break a view.
    package func execute(_ sql: String) throws { try store.connection.execute(sql) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }
  }

  /// Judges an example; the answer is that of the last night.
  package func evaluate(
    _ rule: RuleFile, _ example: RuleExample, allCandidates: Bool = false
  ) throws -> Answer {
    try judge(rule, try table(example, allCandidates: allCandidates))
  }

  /// Reads the exports of an example, one night after the other.
  package func table(_ example: RuleExample, allCandidates: Bool = false) throws -> Table {
    let folder = NSTemporaryDirectory() + "example-\(UUID().uuidString)"
    let asOf = try example.asOf.map(Self.time)
    var configuration = Configuration()
    var table: Table?
    for (night, export) in example.exports.enumerated() {
      // Each night is a process of its own, which finds what the ones before left in the file.
      if let before = table { try close(before) }
      table = nil
      if let text = export.configuration {
        configuration = try ConfigurationReader.read(
          text: Array(text.utf8), path: "siwa-audit.json")
      }
      let path = folder + "/\(night)"
      try write(export.files, to: path)
      let isOnlyNight = example.exports.count == 1
      let store = try AuditStore.open(
        path: isOnlyNight ? ":memory:" : folder + "/audit.sqlite",
        schemaDirectory: Self.home + "/data/schema", dataSet: "example")
      try take(path, into: store, configuration: configuration)
      _ = try Derivation.run(
        on: store.connection, configuration: configuration, asOf: asOf,
        ledger: allCandidates ? nil : store.takeWrittenLedger(), allCandidates: allCandidates)
      let isLast = night == example.exports.count - 1
      table = Table(
        folder: isLast ? folder : "", store: store, configuration: configuration)
    }
    guard let table else { throw Unusable(description: "the example has no export") }
    return table
  }

  /// Ends the run of a night.
  private func close(_ table: Table) throws {
    _ = try table.store.finishRun(
      spool: try FindingSpool(), outcomes: [], asOf: 0, toolVersion: "example",
      definitionDigest: "", isPartial: false)
  }

  private func write(_ files: [RuleExample.File], to folder: String) throws {
    for file in files {
      let path = folder + "/" + file.path
      let parent = (path as NSString).deletingLastPathComponent
      try FileManager.default.createDirectory(
        atPath: parent, withIntermediateDirectories: true)
      try Data(file.text.utf8).write(to: URL(fileURLWithPath: path))
    }
  }

  private func take(
    _ folder: String, into store: AuditStore, configuration: Configuration
  ) throws {
    let plan = try ExportPlan.make(arguments: [folder])
    var apps = AppFileStage(cancellation: Cancellation())
    try apps.run(plan)
    for file in apps.inputFiles where file.appFile != nil && file.outcome != .read {
      throw Unusable(description: "\(file.path): \(file.outcome)")
    }
    try store.replaceFiles(app: apps.appFiles, stray: apps.strayFiles)
    let reader = FileReader(
      configuration: configuration, emailKey: store.emailKey, keys: try store.trustedKeys())
    store.snapshotTime = configuration.export.exportedAt
    for file in plan.files {
      try store.beginFile(path: file.name, content: file.content)
      let summary = try reader.read(file) { event in
        switch event {
        case .records(let batch): try store.add(batch)
        case .rejects(let rejects):
          let reject = rejects[0]
          let place = "\(file.name):\(reject.place.line): \(reject.field ?? "")"
          throw Unusable(description: "\(place): \(reject.reason)")
        }
      }
      if let damage = summary.damage { throw Unusable(description: "\(file.name): \(damage)") }
      _ = try store.finishFile(summary)
    }
  }

  /// Runs a rule over what was read.
  package func judge(_ rule: RuleFile, _ table: Table) throws -> Answer {
    let store = table.store
    let facts = try RuleFacts.read(from: store.connection)
    let hits = CollectedHits()
    let outcomes = try RuleRunner(
      rules: RuleSet(rules: [rule]), facts: facts, severities: table.configuration.severity
    ).run(on: [store.connection], into: hits)
    return Answer(
      result: outcomes[0].result,
      hits: hits.hits.map {
        Hit(
          subject: $0.subject, severity: $0.severity, message: $0.message,
          evidenceCount: $0.evidence.count)
      })
  }

  /// Judges an item of the checklist over the exports of an example.
  package func judge(
    _ item: ChecklistFile, _ example: RuleExample, answer: Checklist.Answer? = nil
  ) throws -> Checklist.Item {
    let table = try table(example)
    let connection = table.store.connection
    let facts = try RuleFacts.read(from: connection)
    let rules = try Self.rules.get().filter { item.query?.failsOn($0.rule.id) == true }
    let outcomes = try RuleRunner(rules: RuleSet(rules: rules), facts: facts)
      .run(on: [connection], into: CollectedHits())
    return try ChecklistJudge(
      outcomes: outcomes, facts: facts, answers: answer.map { [item.number: $0] } ?? [:]
    ).judge(ChecklistSet(items: [item]), on: connection)[0]
  }

  /// Judges an item that only a person can answer.
  package func judge(
    _ item: ChecklistFile, answer: Checklist.Answer?
  ) throws -> Checklist.Item {
    let store = try AuditStore.open(
      path: ":memory:", schemaDirectory: Self.home + "/data/schema", dataSet: "example")
    return try ChecklistJudge(
      outcomes: [], facts: RuleFacts(), answers: answer.map { [item.number: $0] } ?? [:]
    ).judge(ChecklistSet(items: [item]), on: store.connection)[0]
  }

  private static let rules = Result { () throws(RuleError) in
    try RuleSet.load(directories: [home + "/data/rules"]).rules
  }

  private static func time(_ written: String) throws -> Int64 {
    var text = written
    let read = text.withUTF8 { bytes in ValueParser.time(bytes, isNumber: false) }
    guard let time = read else {
      throw Unusable(description: "asof '\(text)' is no time")
    }
    return time
  }
}

/// Hits kept in memory.
package final class CollectedHits: HitSink, @unchecked Sendable {
  private let lock = NSLock()
  private var collected: [RuleHit] = []

  package init() {}

  package var hits: [RuleHit] { lock.withLock { collected } }

  package func add(_ hits: [RuleHit]) throws(StoreError) {
    lock.withLock { collected += hits }
  }

  package func discard(rule: String) throws(StoreError) {
    lock.withLock { collected.removeAll { $0.rule == rule } }
  }
}
