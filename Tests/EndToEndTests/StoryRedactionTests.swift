import Foundation
import TestSupport
import Testing

/// What leaves the house of one account's story, and of waivers, when pseudonyms are asked for.
@Suite struct StoryRedactionTests {
  private let tool = Tool()
  private let folder: TemporaryFolder
  private static let demo = Project.folder + "/data/samples/demo/input"
  /// Ids of people whom the two stories name.
  private static let ids = [
    "usr_4002", "spd_4002", "lnk_4861", "usr_4003", "spd_4003",
  ]

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("key", String(repeating: "k", count: 32))
  }

  private func audit(_ export: String, into output: String, _ more: String...) throws {
    let result = try tool.run(
      ["audit", export, "--output", folder.path(output), "--exit-zero", "--quiet"] + more)
    #expect(result.code == 0, "\(result.errors)")
  }

  /// Every value that tells people apart in the plain story.
  private func personalValues(_ xml: String) -> Set<String> {
    var found: Set<String> = []
    let names = [
      "id", "userId", "localUserId", "speedUserId", "appUserUUID", "appleSub", "sub",
      "transactionId", "adjustmentId", "idempotencyKey", "sessionId", "operationId", "tokenId",
      "speedTokenId", "previousUserId", "newUserId", "newAppUserUUID", "email", "codeHash",
    ]
    for name in names {
      for part in xml.components(separatedBy: "<field name=\"\(name)\">").dropFirst() {
        let value = part.prefix { $0 != "<" }
        if value.utf8.count > 5 { found.insert(String(value)) }
      }
    }
    return found
  }

  @Test(
    "a redacted story holds no id of a person in any format", arguments: ["usr_4002", "usr_4003"])
  func hidden(id: String) throws {
    try audit(Self.demo, into: "out")
    let formats = ["--format", "html,xml,text"]
    let plain = try tool.run(["investigate", id, "--output", folder.path("out")] + formats)
    #expect(plain.code == 0)
    let values = personalValues(try folder.text("out/investigation.xml")).union([id])
    #expect(values.count > 5)
    let told = try tool.run(
      ["investigate", id, "--output", folder.path("out"), "--redact-key", folder.path("key")]
        + formats)
    #expect(told.code == 0, "\(told.errors)")
    #expect(told.errors == "")
    for name in ["investigation.xml", "investigation.html", "investigation.txt"] {
      let text = try folder.text("out/" + name)
      let left = (values.union(Self.ids)).filter { text.contains($0) }
      #expect(left.sorted() == [], "\(name)")
      #expect(text.contains("~"), "\(name)")
    }
    #expect((values.union(Self.ids)).filter { told.output.contains($0) }.sorted() == [])
    let valid = try tool.run("validate", folder.path("out/investigation.xml"))
    #expect(valid.code == 0, "\(valid.errors)")
  }

  @Test("somebody else whom a sentence names by letters alone is not named")
  func letters() throws {
    try folder.write(
      "e/sessions.ndjson",
      """
      {"id":"1","at":"2026-10-01T08:00:00Z","userId":"ada","email":"a@mail.example"}
      {"id":"2","at":"2026-10-01T09:00:00Z","userId":"bob","email":"a@mail.example"}
      """)
    try audit(folder.path("e"), into: "out")
    let arguments = ["investigate", "ada", "--output", folder.path("out"), "--format", "text"]
    #expect(try tool.run(arguments).output.contains("address is of bob"))
    let told = try tool.run(arguments + ["--redact-key", folder.path("key")]).output
    #expect(told.contains("address is of ~") && !told.contains("bob"), "\(told)")
  }

  @Test("a redacted story and a redacted report call the same account the same")
  func agreement() throws {
    for key in [["--redact"], ["--redact-key", folder.path("key")]] {
      let audited = try tool.run(
        [
          "audit", Self.demo, "--output", folder.path("out"), "--exit-zero", "--quiet", "--format",
          "json",
        ] + key)
      #expect(audited.code == 0)
      let told = try tool.run(
        ["investigate", "usr_4003", "--output", folder.path("out"), "--format", "xml"] + key)
      #expect(told.code == 0)
      let xml = try folder.text("out/investigation.xml")
      let name = try #require(
        xml.firstMatch(of: /<account id="(~[0-9a-f]{12})"/)?.output.1, "\(xml.prefix(2000))")
      let findings = try folder.text("out/findings.json")
      #expect(findings.contains("\"user\":\"\(name)\""))
      let fingerprint = try #require(xml.firstMatch(of: /fingerprint="([0-9a-f]{16})"/)?.output.1)
      #expect(findings.contains(String(fingerprint)))
    }
  }

  @Test("an id that is nowhere names nobody near it")
  func unknown() throws {
    try audit(Self.demo, into: "out")
    let told = try tool.run(
      "investigate", "usr_400", "--output", folder.path("out"), "--redact")
    #expect(told.code == 2)
    #expect(told.output == "")
    #expect(!told.errors.contains("usr_4"))
  }

  @Test("a waiver that names a person names nobody in a redacted report, and still counts")
  func waivers() throws {
    try folder.write(
      "e/ledger.ndjson",
      """
      {"adjustmentId":"adj_10001","at":"2026-10-01T08:00:00Z","userId":"usr_waived","kind":"usage","amount":"1.00","balanceAfter":"-1.00","source":"job"}

      """)
    try folder.write(
      "e/siwa-audit.json",
      #"{"name":"w","app":{"platform":"speed"},"export":{"from":"2026-09-01T00:00:00Z"}}"#)
    try audit(folder.path("e"), into: "plain", "--format", "json")
    let findings = try folder.text("plain/findings.json")
    let rule = try #require(findings.firstMatch(of: /"rule":"([a-z.-]+)"/)?.output.1)
    let subject = try #require(findings.firstMatch(of: /"id":"([^"]+)"/)?.output.1)
    try folder.write(
      "e/siwa-audit.waivers.json",
      """
      [{"rule":"\(rule)","subject":"\(subject)","reason":"usr_waived asked for adj_10001, says Erika",
        "until":"2099-01-01","by":"Erika","ticket":"SUP-usr_waived"}]
      """)
    try audit(
      folder.path("e"), into: "out", "--redact-key", folder.path("key"), "--format",
      "html,xml,junit,sarif,csv,json,text")
    for name in [
      "report.xml", "report.html", "report.txt", "findings.csv", "findings.json", "junit.xml",
      "report.sarif",
    ] {
      let text = try folder.text("out/" + name)
      for raw in ["usr_waived", "adj_10001", "Erika", "SUP-"] {
        #expect(!text.contains(raw), "\(raw) stands in \(name)")
      }
    }
    #expect(try folder.text("out/report.xml").contains("disposition=\"waived\""))
    #expect(try folder.text("out/findings.json").contains("\"disposition\":\"waived\""))
    #expect(try folder.text("out/findings.csv").contains("waived"))
    #expect(try folder.text("out/report.sarif").contains("\"suppressions\":[{"))
    let xml = try folder.text("out/report.xml")
    #expect(xml.contains("<waiver "), "\(xml)")
    let told = try tool.run(
      "investigate", "usr_waived", "--output", folder.path("out"), "--format", "html,xml,text",
      "--redact-key", folder.path("key"))
    #expect(told.code == 0)
    for name in ["investigation.xml", "investigation.html", "investigation.txt"] {
      let text = try folder.text("out/" + name)
      for raw in ["usr_waived", "adj_10001", "Erika", "SUP-"] {
        #expect(!text.contains(raw), "\(raw) stands in \(name)")
      }
    }
  }
}
