import Foundation
import TestSupport
import Testing

/// The checklist before App Review, as a user runs it.
@Suite struct ChecklistTests {
  private let folder: TemporaryFolder
  private let tool = Tool()

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "e/sessions.ndjson",
      #"{"id":"s1","at":"2026-10-30T08:00:00Z","userId":"u1","method":"apple"}"# + "\n")
  }

  /// The result of an item in checklist.xml, and whether its answer counts.
  private func item(_ number: Int) throws -> String {
    let xml = try folder.text("out/checklist.xml")
    let start = try #require(xml.range(of: "<item number=\"\(number)\""))
    let rest = xml[start.upperBound...]
    let item = rest[..<(rest.range(of: "</item>")?.lowerBound ?? rest.endIndex)]
    let counts = item.contains("counts=\"true\"") ? " counts" : ""
    let lapse = item.firstMatch(of: /counts="false">([^<]*)</).map { " " + $0.output.1 } ?? ""
    let result = try #require(item.firstMatch(of: /result="([a-z-]+)"/)).output.1
    return result + counts + lapse
  }

  @Test(
    "an answer counts until its day is over, without one for a year",
    arguments: [
      (#"{ answer: "pass", by: "QA", on: "2026-10-30", until: "2026-11-01" }"#, "pass counts"),
      (#"{ answer: "fail", on: "2026-10-30" }"#, "fail counts"),
      (
        #"{ answer: "pass", on: "2026-10-30", until: "2026-10-31" }"#,
        "not-tested it was good until 2026-10-31 only"
      ),
      (#"{ answer: "pass", until: "2026-11-01T12:00:00Z" }"#, "pass counts"),
      (
        #"{ answer: "pass", until: "2026-11-01T11:59:59Z" }"#,
        "not-tested it was good until 2026-11-01T11:59:59Z only"
      ),
      (#"{ answer: "pass", on: "2025-11-01" }"#, "pass counts"),
      (
        #"{ answer: "pass", on: "2025-10-31" }"#,
        "not-tested it is older than a year and names no `until`"
      ),
      (#"{ answer: "pass", by: "QA" }"#, "not-tested it names neither `on` nor `until`"),
    ])
  func answers(_ answer: String, expected: String) throws {
    try folder.write("e/siwa-audit.json", "{ checklist: { \"3\": \(answer) } }")
    let result = try tool.run(
      "checklist", folder.path("e"), "--output", folder.path("out"), "--as-of",
      "2026-11-01T12:00:00Z")
    #expect(result.errors == "")
    #expect(result.code == (expected.hasPrefix("fail") ? 1 : 0))
    #expect(try item(3) == expected)
    #expect(try item(1) == "pass")
    #expect(try item(24) == "not-tested")
  }

  @Test("an item fails with the rules that fired, and the run ends with 1")
  func fails() throws {
    try folder.write(
      "e/deletions.ndjson",
      #"{"id":"d1","userId":"u1","requestedAt":"2026-10-30T09:00:00Z","channel":"email"}"# + "\n")
    let result = try tool.run("checklist", folder.path("e"), "--output", folder.path("out"))
    #expect(result.code == 1)
    #expect(
      result.output.contains("fail        4  Deletion starts in the app. deletion.not-in-app 1"))
    #expect(try item(4) == "fail")
    let zero = try tool.run(
      "checklist", folder.path("e"), "--output", folder.path("out"), "--exit-zero", "--quiet")
    #expect(zero == Tool.Result(output: "", errors: "", code: 0))
  }

  @Test("a checklist keeps no run: the audit after it is the first to see what is there")
  func keepsNoRun() throws {
    try folder.write(
      "e/deletions.ndjson",
      #"{"id":"d1","userId":"u1","requestedAt":"2026-10-30T09:00:00Z","channel":"email"}"# + "\n")
    let audit = ["audit", folder.path("e"), "--exit-zero", "--output"]
    _ = try tool.run(audit + [folder.path("alone")])
    _ = try tool.run("checklist", folder.path("e"), "--output", folder.path("out"), "--exit-zero")
    _ = try tool.run(audit + [folder.path("out")])
    #expect(try folder.text("out/report.xml").contains(" new=\"1\" "))
    #expect(try folder.text("out/report.xml") == folder.text("alone/report.xml"))
    _ = try tool.run("checklist", folder.path("e"), "--output", folder.path("out"), "--exit-zero")
    _ = try tool.run(audit + [folder.path("out")])
    #expect(try folder.text("out/report.xml").contains(" new=\"0\" "))
  }

  @Test("validate checks a checklist against its own schema")
  func validate() throws {
    _ = try tool.run("checklist", folder.path("e"), "--output", folder.path("out"))
    let path = folder.path("out/checklist.xml")
    #expect(try tool.run("validate", path).output == "\(path): valid\n")
    let text = try folder.text("out/checklist.xml")
    try folder.write(
      "out/checklist.xml", text.replacingOccurrences(of: "result=\"pass\"", with: "result=\"ok\""))
    let result = try tool.run("validate", path)
    #expect(result.code == 3)
    #expect(result.errors.contains("'ok'"))
  }

  @Test("the same export gives the same checklist, first and again")
  func deterministic() throws {
    var texts: Set<[String]> = []
    for _ in 0..<2 {
      _ = try tool.run("checklist", folder.path("e"), "--output", folder.path("out"))
      texts.insert([try folder.text("out/checklist.xml"), try folder.text("out/checklist.html")])
    }
    #expect(texts.count == 1)
  }
}
