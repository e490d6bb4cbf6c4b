import Foundation
import TestSupport
import Testing

/// The samples that people learn from: what is wrong with each was planned before it was audited.
@Suite struct GoldenSampleTests {
  /// Every folder of samples that says what an audit must find in it.
  static let names = Project.files(in: "data/samples")
    .filter { $0.hasSuffix("/expected.json") && $0.split(separator: "/").count == 2 }
    .map { String($0.prefix { $0 != "/" }) }

  /// `expected.json` of a sample; the user only where the subject's id says little.
  struct Plan: Decodable {
    struct Finding: Decodable {
      let rule: String
      let subjectKind: String
      let subjectId: String
      let user: String?
    }
    let exitCode: Int32
    let evaluated: Int
    let findings: [Finding]
  }

  @Test("there are the samples that the README names")
  func folders() throws {
    #expect(Self.names == ["clean", "demo", "expo", "speed", "supabase"])
    let readme = try Project.text("README.md")
    for name in Self.names { #expect(readme.contains("data/samples/\(name)")) }
  }

  @Test(
    "a sample has the findings that were planned and the report that lies there", arguments: names)
  func audit(name: String) throws {
    let plan = try Self.plan(name)
    let folder = try TemporaryFolder()
    let result = try Tool().run(
      "audit", Project.folder + "/data/samples/\(name)/input", "--output", folder.path("out"),
      "--format", "xml,json")
    #expect(result.errors == "")
    #expect(result.code == plan.exitCode)
    #expect(
      try Self.findings(folder.text("out/findings.json"), plan)
        == plan.findings.map(Self.line).sorted())

    // The digest of rules and templates changes with every word of them; the rest may not.
    let digest = try Regex("definitions=\"[0-9a-f]{64}\"")
    let zeros = "definitions=\"" + String(repeating: "0", count: 64) + "\""
    let report = try folder.text("out/report.xml").replacing(digest, with: zeros)
    let evaluated = report.firstMatch(of: #/ evaluated="(\d+)"/#).flatMap { Int($0.1) }
    #expect(evaluated == plan.evaluated)
    let check = try Tool().run("validate", folder.path("out/report.xml"))
    #expect(check.code == 0, "\(check.errors)")
    let golden = "data/samples/\(name)/expected/report.xml"
    if ProcessInfo.processInfo.environment["SIWA_AUDIT_RECORD"] == "1" {
      let path = Project.folder + "/" + golden
      try FileManager.default.createDirectory(
        at: URL(fileURLWithPath: path).deletingLastPathComponent(),
        withIntermediateDirectories: true)
      try report.write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(report == (try Project.text(golden)))
  }

  @Test("a sample's README tells of every rule that fires, and of no other", arguments: names)
  func readme(name: String) throws {
    let table = try Project.text("data/samples/\(name)/README.md").split(separator: "\n")
      .drop { !$0.hasPrefix("| rule |") }
      .prefix { $0.hasPrefix("|") }
    let rows = table.dropFirst(2).map { String($0.dropFirst(3).prefix { $0 != "`" }) }
    #expect(Set(rows) == Set(try Self.plan(name).findings.map(\.rule)))
  }

  private static func plan(_ name: String) throws -> Plan {
    let text = try Project.text("data/samples/\(name)/expected.json")
    return try JSONDecoder().decode(Plan.self, from: Data(text.utf8))
  }

  private static func line(_ finding: Plan.Finding) -> String {
    let place = "\(finding.rule) \(finding.subjectKind) \(finding.subjectId)"
    return finding.user.map { "\(place) of \($0)" } ?? place
  }

  /// The findings of an audit in the form of the plan, which names the user of some of them.
  private static func findings(_ text: String, _ plan: Plan) throws -> [String] {
    let named = Set(plan.findings.filter { $0.user != nil }.map(\.rule))
    return try text.split(separator: "\n").map { line in
      let finding = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let subject = try #require(finding["subject"] as? [String: Any])
      let rule = try #require(finding["rule"] as? String)
      let place = "\(rule) \(subject["kind"] ?? "") \(subject["id"] ?? "")"
      return named.contains(rule) ? "\(place) of \(finding["user"] ?? "")" : place
    }
    .sorted()
  }
}
