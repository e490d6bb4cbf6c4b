import Foundation
import TestSupport
import Testing

@Suite struct DemoTests {
  private static let input = Project.folder + "/data/samples/demo/input"
  private static let expected = "data/samples/demo/expected/report.xml"

  @Test("the demo's report is the expected one, byte for byte (golden)")
  func golden() throws {
    let folder = try TemporaryFolder()
    let result = try Tool().run("audit", Self.input, "--output", folder.path("out"))
    #expect(result.errors == "")
    #expect(result.code == 1)
    // The digest of rules and templates changes with every word of them; the rest may not.
    let digest = try Regex("definitions=\"[0-9a-f]{64}\"")
    let zeros = "definitions=\"" + String(repeating: "0", count: 64) + "\""
    let report = try folder.text("out/report.xml").replacing(digest, with: zeros)
    if ProcessInfo.processInfo.environment["SIWA_AUDIT_RECORD"] == "1" {
      try report.write(
        toFile: Project.folder + "/" + Self.expected, atomically: true, encoding: .utf8)
    }
    #expect(report == (try Project.text(Self.expected)))
  }

  @Test("the demo's planted faults are found, each once, and nothing else")
  func plantedFaults() throws {
    let folder = try TemporaryFolder()
    _ = try Tool().run("audit", Self.input, "--output", folder.path("out"), "--format", "json")
    let findings = try folder.text("out/findings.json").split(separator: "\n").map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    let found = findings.map { finding -> String in
      let subject = finding["subject"] as? [String: Any]
      return "\(finding["rule"] ?? "") \(subject?["id"] ?? "")"
    }
    let users = findings.map { "\($0["rule"] ?? "") \($0["user"] ?? "")" }
    #expect(
      found.sorted().filter { !$0.hasPrefix("ledger.") && !$0.hasPrefix("deletion.") } == [
        "link.balance-not-merged usr_4002", "link.orphaned-rows spd_4001",
        "secret.too-long SIWAKEY001@1790899200",
      ])
    #expect(
      users.sorted().filter { $0.hasPrefix("ledger.") || $0.hasPrefix("deletion.") } == [
        "deletion.missing-revoke usr_4004", "ledger.negative-balance usr_4003",
        "ledger.spend-while-empty usr_4003",
      ])
  }

  @Test("the generator writes the demo's input as it lies there")
  func generator() throws {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swift", Project.folder + "/data/samples/demo/generate.swift", folder.path("input"),
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let names = Project.files(in: "data/samples/demo/input")
    #expect(names.count == 18)
    for name in names {
      #expect(
        try folder.text("input/" + name) == Project.text("data/samples/demo/input/" + name))
    }
  }

  @Test("the demo's README tells of every finding's rule")
  func readme() throws {
    let readme = try Project.text("data/samples/demo/README.md")
    let report = try Project.text(Self.expected)
    let rules = Set(
      report.split(separator: "\n").compactMap { line -> String? in
        guard line.contains("<finding ") else { return nil }
        return line.split(separator: "\"").dropFirst().first.map(String.init)
      })
    #expect(rules.count == 6)
    for rule in rules { #expect(readme.contains("`\(rule)`")) }
  }
}
