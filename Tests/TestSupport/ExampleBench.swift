internal import AuditInput
package import AuditModel
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

  /// Judges the exports, one night after the other; the answer is that of the last night.
  ///
  /// `asOf` is the time the audit speaks for, as on the command line.
  package func evaluate(
    _ rule: RuleFile, exports: [RuleExample.Export], asOf: String? = nil,
    allCandidates: Bool = false
  ) throws -> Answer {
    let folder = NSTemporaryDirectory() + "example-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let time = try asOf.map(Self.time)
    var configuration = Configuration()
    var answer: Answer?
    for (night, export) in exports.enumerated() {
      if let text = export.configuration {
        configuration = try ConfigurationReader.read(
          text: Array(text.utf8), path: "siwa-audit.json")
      }
      let path = folder + "/\(night)"
      try write(export.files, to: path)
      // Each night is a process of its own, which finds what the ones before left in the file.
      let store = try AuditStore.open(
        path: exports.count == 1 ? ":memory:" : folder + "/audit.sqlite",
        schemaDirectory: Self.home + "/data/schema", dataSet: "example")
      try take(path, into: store, configuration: configuration)
      let setting = try Derivation.run(
        on: store.connection, configuration: configuration, asOf: time,
        allCandidates: allCandidates)
      answer = try judge(rule, store, configuration)
      _ = try store.finishRun(
        spool: try FindingSpool(), outcomes: [], asOf: setting.asOf, toolVersion: "example",
        definitionDigest: "", isPartial: false)
    }
    guard let answer else { throw Unusable(description: "the example has no export") }
    return answer
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
    if let other = plan.others.first { throw Unusable(description: "\(other.name) is no stream") }
    let reader = FileReader(configuration: configuration, emailKey: store.emailKey)
    store.snapshotTime = configuration.export.exportedAt
    for file in plan.files {
      try store.beginFile(path: file.name, stream: file.stream)
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

  private func judge(
    _ rule: RuleFile, _ store: AuditStore, _ configuration: Configuration
  ) throws -> Answer {
    let facts = try RuleFacts.read(from: store.connection, files: [])
    let hits = CollectedHits()
    let outcomes = try RuleRunner(
      rules: RuleSet(rules: [rule]), facts: facts, severities: configuration.severity
    ).run(on: [store.connection], into: hits)
    return Answer(
      result: outcomes[0].result,
      hits: hits.hits.map {
        Hit(
          subject: $0.subject, severity: $0.severity, message: $0.message,
          evidenceCount: $0.evidence.count)
      })
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
