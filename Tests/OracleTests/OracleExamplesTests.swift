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
    let settings = try String(
      contentsOf: export.appending(path: "siwa-audit.json"), encoding: .utf8)
    let verdict = Oracle.judge(
      try OracleLoader.load([night]), try OracleConfiguration(text: settings))
    let expected = try PlainJSON(
      String(contentsOf: example.appending(path: "expected.json"), encoding: .utf8))

    let wanted = Set(
      OracleExamplesTests.entries(of: expected["findings"]).map {
        OracleFinding(
          rule: $0["rule"]?.word ?? "", kind: $0["subjectKind"]?.word ?? "",
          subject: $0["subjectId"]?.word ?? "")
      }.filter { OracleVerdict.covers($0.rule) })
    let allowed = Set(
      OracleExamplesTests.entries(of: expected["alsoAllowed"]).map {
        ($0["rule"]?.word ?? "") + " " + ($0["subjectId"]?.word ?? "")
      })
    let missing = wanted.subtracting(verdict.findings).sorted()
    let extra = verdict.findings.subtracting(wanted)
    let unexpected = extra.filter { !allowed.contains("\($0.rule) \($0.subject)") }.sorted()
    print(
      "\(name): \(wanted.count) expected; also allowed and found: \(extra.subtracting(unexpected).sorted())"
    )
    #expect(missing == [])
    #expect(unexpected == [])
    #expect(!night.isEmpty)
  }

  private static func entries(of json: PlainJSON?) -> [PlainJSON] {
    guard case .array(let items) = json else { return [] }
    return items
  }
}
