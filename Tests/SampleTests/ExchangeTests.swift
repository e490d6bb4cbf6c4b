import AuditPipeline
import AuditSample
import Foundation
import TestSupport
import Testing

/// A history told by tables and told by HTTP exchanges is the same history.
@Suite struct ExchangeTests {
  private static let examples = ProcessInfo.processInfo.environment["SIWA_AUDIT_EXAMPLES"]

  @Test(
    "what exchanges can carry gives the same findings as tables", arguments: [1, 2] as [UInt64])
  func sample(seed: UInt64) throws {
    var options = SampleOptions()
    options.platform = .speed
    options.accountCount = 50
    options.seed = seed
    options.faults = SampleOptions.plantable(on: .speed).filter(try Bench.rules().contains)
    let folder = try TemporaryFolder()
    _ = try Sample(options).write(to: folder.path("export"))
    try compare(folder.path("export"))
  }

  @Test("the shared examples too", arguments: ["clean", "speed", "direct"])
  func shared(name: String) throws {
    guard let folder = Self.examples else {
      print("SKIPPED: SIWA_AUDIT_EXAMPLES is not set, exchanges were not checked on \(name)")
      return
    }
    try compare("\(folder)/\(name)/export")
  }

  private func compare(_ export: String) throws {
    let told = try ToldAsExchanges(export: export)
    for stream in ["sessions", "links", "ledger", "balances"] {
      let tables = [told.plain, told.rest].map { $0[stream]?.count ?? 0 }
      #expect(tables[1] < tables[0] || tables[0] == 0, "\(stream) \(tables)")
    }
    print("told as exchanges: \(told.counts.sorted { $0.key < $1.key })")
    var findings: [Set<String>] = []
    for asExchanges in [false, true] {
      let folder = try TemporaryFolder()
      try folder.write(
        "export/siwa-audit.json",
        String(contentsOfFile: export + "/siwa-audit.json", encoding: .utf8))
      try told.write(to: folder.path("export"), asExchanges: asExchanges)
      try FileManager.default.copyItem(atPath: export + "/app", toPath: folder.path("export/app"))
      // The tokens of these exchanges are made up: with Apple's keys, none would be valid.
      try FileManager.default.removeItem(atPath: folder.path("export/app/jwks.json"))
      findings.append(try audit(folder, told.exchangeOfAttempt))
    }
    #expect(findings[0].subtracting(findings[1]).sorted() == [])
    #expect(findings[1].subtracting(findings[0]).sorted() == [])
    #expect(!findings[0].isEmpty || export.hasSuffix("clean/export"))
  }

  /// Rule, severity and subject of each finding; an attempt goes by the exchange that tells it.
  private func audit(
    _ folder: TemporaryFolder, _ attempts: [String: String]
  ) throws -> Set<String> {
    var options = AuditOptions(
      home: try Home.locate(option: Project.folder, environment: nil, executable: nil))
    options.exports = [folder.path("export")]
    options.output = folder.path("output")
    options.formats = [.json]
    let outcome = try AuditRun(Job(options: options, cancellation: Cancellation())).run()
    for rule in outcome.audit.outcomes {
      if case .error(let reason) = rule.result { Issue.record("\(rule.rule.id): \(reason)") }
    }
    #expect(outcome.audit.rejectTotal == 0)
    struct Line: Decodable {
      struct Named: Decodable {
        let kind: String
        let id: String
      }
      let rule: String
      let severity: String
      let subject: Named
    }
    var found: Set<String> = []
    for line in try folder.text("output/findings.json").split(separator: "\n") {
      let read = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
      var id = read.subject.id
      if read.subject.kind == "attempt" { id = attempts[id] ?? id }
      // Which file a secret stands in differs by what the files are.
      if read.subject.kind == "file" { continue }
      // The made-up tokens of these exchanges carry no signature that anyone made.
      if read.rule == "identity.bad-signature" { continue }
      found.insert("\(read.rule) \(read.severity) \(read.subject.kind) \(id)")
    }
    return found
  }
}
