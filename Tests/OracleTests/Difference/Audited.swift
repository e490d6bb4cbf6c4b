import AuditInput
import AuditModel
import AuditPipeline
import AuditRules
import AuditStore
import Foundation

/// The product's side: a history through reader, store, derivation and rules.
enum Audited {
  /// Something of a history could not be used, or a rule could not run.
  struct Unusable: Error, CustomStringConvertible {
    let description: String
  }

  static let product: Product = { try judge($0, allCandidates: false) }

  /// The folder of the package, found from this file.
  private static let home = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  private static let rules = Result {
    let all = try RuleSet.load(directories: [home + "/data/rules"], custom: [])
    return RuleSet(rules: all.rules.filter { OracleVerdict.covers($0.rule.id) })
  }

  /// The areas' rules that have a file.
  static func ruleNames() throws -> Set<String> { Set(try rules.get().rules.map(\.rule.id)) }

  static func judge(_ history: History, allCandidates: Bool) throws -> ProductVerdict {
    let memory = "/dev/shm"
    let parent = FileManager.default.fileExists(atPath: memory) ? memory : NSTemporaryDirectory()
    let folder = parent + "/history-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let configuration = try ConfigurationReader.read(
      text: Array(history.configuration.utf8), path: "siwa-audit.json")
    let nights = history.nights.filter { !$0.isEmpty }
    for (index, night) in nights.enumerated() {
      let path = folder + "/\(index)"
      try FileManager.default.createDirectory(
        atPath: path + "/app", withIntermediateDirectories: true)
      for file in night {
        try Data(file.text.utf8).write(to: URL(filePath: path + "/" + file.name))
      }
      // Each night is a run of its own, as it is on the command line.
      let store = try AuditStore.open(
        path: nights.count == 1 ? ":memory:" : folder + "/store.sqlite",
        schemaDirectory: home + "/data/schema", dataSet: "history")
      try take(path, into: store, configuration)
      let setting = try Derivation.run(
        on: store.connection, configuration: configuration, asOf: nil, allCandidates: allCandidates)
      if index + 1 == nights.count { return try judge(store, configuration) }
      _ = try store.finishRun(
        spool: try FindingSpool(), outcomes: [], asOf: setting.asOf, toolVersion: "test",
        definitionDigest: "", isPartial: false)
    }
    return ProductVerdict()
  }

  private static func take(
    _ folder: String, into store: AuditStore, _ configuration: Configuration
  ) throws {
    let plan = try ExportPlan.make(arguments: [folder])
    let reader = FileReader(configuration: configuration, emailKey: store.emailKey)
    store.snapshotTime = configuration.export.exportedAt
    var apps = AppFileStage(cancellation: Cancellation())
    try apps.run(plan)
    try store.replaceFiles(app: apps.appFiles, stray: apps.strayFiles)
    for file in plan.files {
      if let digest = FileDigest.sha256(ofFileAt: file.path),
        try store.isKnown(sha256: digest, content: file.content)
      {
        try store.noteSkipped(sha256: digest, content: file.content)
        continue
      }
      try store.beginFile(path: file.name, content: file.content)
      let summary = try reader.read(file) { event in
        switch event {
        case .records(let batch): try store.add(batch)
        case .rejects(let rejects):
          throw Unusable(description: "\(file.name): \(rejects.map(\.reason))")
        }
      }
      if let damage = summary.damage { throw Unusable(description: "\(file.name): \(damage)") }
      _ = try store.finishFile(summary)
    }
  }

  private static func judge(
    _ store: AuditStore, _ configuration: Configuration
  ) throws -> ProductVerdict {
    let hits = HitList()
    let outcomes = try RuleRunner(
      rules: try rules.get(), facts: try RuleFacts.read(from: store.connection),
      severities: configuration.severity
    ).run(on: [store.connection], into: hits)
    var verdict = ProductVerdict()
    for outcome in outcomes {
      verdict.rules.insert(outcome.rule.id)
      switch outcome.result {
      case .error(let reason): verdict.errors[outcome.rule.id] = reason
      case .notEvaluated: verdict.notEvaluated.insert(outcome.rule.id)
      case .pass, .fail, .off: break
      }
    }
    for hit in hits.hits {
      let subject = hit.subject.kind == .address ? address(hit.subject.id) : hit.subject.id
      let finding = OracleFinding(
        rule: hit.rule, kind: hit.subject.kind.rawValue, subject: subject)
      guard verdict.findings.insert(finding).inserted else {
        throw Unusable(description: "found twice: \(finding)")
      }
      verdict.severities[finding] = hit.severity.name
    }
    return verdict
  }
}

/// "emails as a shortened form and a keyed hash": without the hash.
private func address(_ id: String) -> String {
  id.split(separator: " ").first.map(String.init) ?? id
}

/// Hits kept in memory; one thread runs the rules here.
private final class HitList: HitSink, @unchecked Sendable {
  private(set) var hits: [RuleHit] = []

  func add(_ hit: RuleHit) throws(StoreError) { hits.append(hit) }

  func add(_ hits: [RuleHit]) throws(StoreError) { self.hits += hits }

  func discard(rule: String) throws(StoreError) { hits.removeAll { $0.rule == rule } }
}
