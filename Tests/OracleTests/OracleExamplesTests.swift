import Foundation
import Testing

/// The oracle against the shared examples, where a folder of them is at hand.
@Suite("The oracle on the shared examples")
struct OracleExamplesTests {
  static let folder = ProcessInfo.processInfo.environment["SIWA_AUDIT_EXAMPLES"]

  @Test(
    "finds what the examples expect, and nothing else", arguments: ["clean", "speed", "direct"])
  func findsWhatIsExpected(name: String) throws {
    guard let folder = OracleExamplesTests.folder else {
      print("SKIPPED: SIWA_AUDIT_EXAMPLES is not set, the oracle was not checked on \(name)")
      return
    }
    let example = URL(filePath: folder).appending(path: name)
    let export = example.appending(path: "export")
    var night: Night = []
    for file in try FileManager.default.contentsOfDirectory(atPath: export.path).sorted()
    where file.hasSuffix(".ndjson") {
      let text = try String(contentsOf: export.appending(path: file), encoding: .utf8)
      night.append(ExportFile(name: file, text: text))
    }
    for file in ["app/jwks.json", "app/app.json"] {
      let path = export.appending(path: file)
      guard let text = try? String(contentsOf: path, encoding: .utf8) else { continue }
      night.append(ExportFile(name: file, text: text))
    }
    let settings = try String(
      contentsOf: export.appending(path: "siwa-audit.json"), encoding: .utf8)
    let verdict = Oracle.judge(
      try OracleLoader.load([night]), try OracleConfiguration(text: settings))
    let expected = try PlainJSON(
      String(contentsOf: example.appending(path: "expected.json"), encoding: .utf8))

    let wanted = Set(
      OracleExamplesTests.entries(of: expected["findings"]).map {
        OracleExamplesTests.finding(
          rule: $0["rule"]?.word ?? "", kind: $0["subjectKind"]?.word ?? "",
          subject: $0["subjectId"]?.word ?? "")
      }.filter { OracleExamplesTests.isOfRecords($0) })
    let allowed = Set(
      OracleExamplesTests.entries(of: expected["alsoAllowed"]).map {
        ($0["rule"]?.word ?? "") + " " + ($0["subjectId"]?.word ?? "")
      })
    let found = verdict.findings.filter { OracleExamplesTests.isOfRecords($0) }
    let missing = wanted.subtracting(found).subtracting(verdict.open).sorted()
    let extra = found.subtracting(wanted).subtracting(verdict.open)
    let unexpected = extra.filter { !allowed.contains("\($0.rule) \($0.subject)") }.sorted()
    print(
      "\(name): \(wanted.count) expected; also allowed and found: \(extra.subtracting(unexpected).sorted())"
    )
    #expect(missing == [])
    #expect(unexpected == [])
    #expect(!night.isEmpty)
  }

  /// Profiles and plists are not read here, so neither are the rules that they take part in.
  private static func isOfRecords(_ finding: OracleFinding) -> Bool {
    !finding.rule.hasPrefix("app.") || finding.kind == "app"
  }

  /// An address in the short form in which findings show it.
  private static func finding(rule: String, kind: String, subject: String) -> OracleFinding {
    let isAddress = kind == "address"
    return OracleFinding(
      rule: rule, kind: kind,
      subject: isAddress ? NotificationOracle.shortened(subject) : subject)
  }

  private static func entries(of json: PlainJSON?) -> [PlainJSON] {
    guard case .array(let items) = json else { return [] }
    return items
  }
}
