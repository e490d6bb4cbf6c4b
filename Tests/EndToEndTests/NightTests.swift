import Foundation
import TestSupport
import Testing

@Suite struct NightTests {
  private let folder: TemporaryFolder
  private let tool = Tool()

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let debt = """
    {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1.00","balanceAfter":"1.00","startedAt":null,"idempotencyKey":"k1"}
    {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"2.00","balanceAfter":"-1.00","startedAt":"2026-10-01T08:59:00Z"}
    {"adjustmentId":"3","at":"2026-10-01T10:00:00Z","userId":"u1","kind":"usage","amount":"1.00","balanceAfter":"-2.00","startedAt":"2026-10-01T09:59:00Z"}

    """
  private static let clean = """
    {"adjustmentId":"9","at":"2026-10-02T08:00:00Z","userId":"u2","kind":"gift","amount":"1.00","balanceAfter":"1.00","startedAt":null,"idempotencyKey":"k9"}

    """

  private func night(_ export: String, _ more: String...) throws -> Tool.Result {
    try tool.run(
      ["audit", folder.path(export), "--output", folder.path("out"), "--config", folder.path("c")]
        + more)
  }

  @Test("an output folder within the export is no export: its rows-to-delete.csv is not read")
  func outputWithinExport() throws {
    try folder.write("a/ledger.ndjson", Self.clean)
    try folder.write("a/output/rows-to-delete.csv", "table,rowId,userId,rule\nchats,1,u2,x\n")
    let result = try tool.run("audit", folder.path("a"), "--output", folder.path("a/output"))
    #expect(result.code == 0)
    #expect(!result.output.contains("rows 1"))
    let report = try folder.text("a/output/report.xml")
    #expect(report.contains(#"reason="was written by siwa-audit""#))
  }

  @Test("a night without anything new says nothing and exits 0; a new finding is mailed")
  func quietNight() throws {
    try folder.write("c", "{ name: \"app\" }")
    try folder.write("a/ledger.ndjson", Self.debt)
    try folder.write("b/ledger.ndjson", Self.clean)

    let first = try night("a", "--quiet", "--fail-on", "new:high")
    #expect(first.code == 1)
    #expect(first.output.contains("ledger.spend-while-empty"))

    let second = try night("b", "--quiet", "--fail-on", "new:high")
    #expect(second == Tool.Result(output: "", errors: "", code: 0))

    try folder.write(
      "d/ledger.ndjson",
      Self.clean.replacingOccurrences(of: "\"9\"", with: "\"10\"")
        .replacingOccurrences(of: "balanceAfter\":\"1", with: "balanceAfter\":\"2")
        .replacingOccurrences(of: ",\"idempotencyKey\":\"k9\"", with: ""))
    let mailed = try night("d", "--quiet", "--fail-on", "new:high")
    #expect(mailed.code == 1)
    let rules = mailed.output.split(separator: "\n").filter { $0.contains(" ledger.") }
    #expect(
      rules.first
        == "           high     ledger.missing-key                1, 1 new, at risk 1.00000000",
      "what is new stands first")

    let third = try night("b")
    #expect(third.code == 1, "known findings still count without new:")
    #expect(third.output.contains("0 new"))
    #expect(third.output.contains("1 file read before"))
  }

  @Test("a finding that the newer record mends is resolved")
  func resolved() throws {
    try folder.write("c", "{ name: \"app\" }")
    let call = #"{"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"#
    try folder.write(
      "a/applecalls.ndjson",
      call + #""secretKid":"K","secretIat":1790000000,"secretExp":1810000000}"# + "\n")
    try folder.write(
      "b/applecalls.ndjson",
      call + #""secretKid":"K","secretIat":1790000000,"secretExp":1800000000}"# + "\n")
    #expect(try night("a").output.contains("1 finding: 1 new, 0 known, 0 resolved"))
    #expect(try night("b").output.contains("0 findings: 0 new, 0 known, 1 resolved"))
  }

  @Test("a run that lacks a stream of the last one is partial and no baseline")
  func partial() throws {
    try folder.write("c", "{ name: \"app\" }")
    try folder.write("a/ledger.ndjson", Self.debt)
    try folder.write("a/mail.ndjson", #"{"id":"m","at":"2026-10-01T08:00:00Z","to":"a@b.example"}"#)
    try folder.write("b/ledger.ndjson", Self.clean)
    _ = try night("a")
    #expect(try night("b").output.contains("Partial"))
  }

  @Test("one big export and thirty nightly ones that overlap give the same findings")
  func nightsAddUp() throws {
    let input = Project.folder + "/data/samples/demo/input"
    let configuration = input + "/siwa-audit.json"
    let ledger = try Project.text("data/samples/demo/input/ledger.csv").split(separator: "\n")
    let header = ledger[0]
    let rows = ledger.dropFirst()
    for night in 0..<30 {
      let size = rows.count / 30
      let from = rows.startIndex + max(0, night * size - 20)
      let to = night == 29 ? rows.endIndex : min(rows.endIndex, from + size + 40)
      try folder.write(
        "nights/ledger-\(night < 10 ? "0" : "")\(night).csv",
        ([header] + rows[from..<to]).joined(separator: "\n") + "\n")
    }
    for file in Project.files(in: "data/samples/demo/input")
    where !file.hasPrefix("ledger.") && file != "siwa-audit.json" {
      try folder.write("rest/" + file, try Project.text("data/samples/demo/input/" + file))
    }
    for night in 0..<30 {
      let name = "nights/ledger-\(night < 10 ? "0" : "")\(night).csv"
      let exports = night == 29 ? [folder.path("rest"), folder.path(name)] : [folder.path(name)]
      let result = try tool.run(
        ["audit"] + exports
          + ["--output", folder.path("out"), "--config", configuration, "--format", "json"])
      try #require(result.code <= 1, "\(result.errors)")
    }
    _ = try tool.run("audit", input, "--output", folder.path("whole"), "--format", "json")
    #expect(
      try facts("out/findings.json") == facts("whole/findings.json"))
    #expect(try facts("whole/findings.json").count == 6)
  }

  /// Rule, subject and message of each finding: what does not depend on the night it was seen.
  private func facts(_ name: String) throws -> [String] {
    try folder.text(name).split(separator: "\n").map { line in
      let finding = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let subject = finding["subject"] as? [String: Any]
      return "\(finding["rule"] ?? "") \(subject?["id"] ?? "") \(finding["message"] ?? "")"
    }
  }
}
