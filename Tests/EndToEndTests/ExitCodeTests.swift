import Foundation
import TestSupport
import Testing

@Suite struct ExitCodeTests {
  private let folder: TemporaryFolder
  private let tool = Tool()

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let mail = #"{"id":"m1","at":"2026-10-01T08:00:00Z","to":"a@b.example"}"# + "\n"

  @Test(
    "a command line that can't be understood exits 2 and says what to write",
    arguments: [
      (["audti", "x"], "'audti' is no command; did you mean 'audit'?"),
      (["audit", "x", "--outptu", "y"], "did you mean '--output'?"),
      (["audit"], "an EXPORT is missing"),
      (["audit", "x", "--output"], "'--output' needs a value"),
      (["audit", "x", "--quiet=yes"], "'--quiet' takes no value"),
      (["audit", "x", "--fail-on", "hgih"], "'hgih' is no severity"),
      (["audit", "x", "--format", "pdf"], "'pdf' is no report format"),
      (["audit", "x", "--as-of", "yesterday"], "'yesterday' is no time"),
      (["audit", "--stream", "legder=x"], "did you mean 'ledger'?"),
      (["rules", "link.orphaned-row"], "did you mean 'link.orphaned-rows'?"),
      (["sample", "x", "--faults", "link.orphand-rows"], "did you mean 'link.orphaned-rows'?"),
      (["sample", "x", "--accounts", "many"], "'many' is no number for --accounts"),
      (["sample", "x", "--platform", "sped"], "'sped' is no platform; write speed or direct"),
      (["sample", Project.folder], "is not empty; name a new or an empty folder"),
      (
        ["sample", "x", "--platform", "direct", "--faults", "deletion.out-of-order"],
        "can't be broken on platform direct; use --platform speed"
      ),
      ([], "a command is missing"),
    ])
  func usage(arguments: [String], hint: String) throws {
    let result = try tool.run(arguments)
    #expect(result.code == 2)
    #expect(result.output == "")
    #expect(result.errors.contains(hint), "\(result.errors)")
  }

  @Test("an export that is not there exits 2")
  func missingExport() throws {
    let result = try tool.run("audit", folder.path("nowhere"), "--output", folder.path("out"))
    #expect(result.code == 2)
    #expect(result.errors.contains("nowhere"))
  }

  @Test("a configuration with an unknown key exits 2, with its line and the nearest key")
  func configuration() throws {
    try folder.write("e/mail.ndjson", Self.mail)
    try folder.write("e/siwa-audit.json", "{\n  app: { bundelIds: [\"a\"] },\n}\n")
    let result = try tool.run("audit", folder.path("e"), "--output", folder.path("out"))
    #expect(result.code == 2)
    #expect(result.errors.contains("siwa-audit.json:2:"))
    #expect(result.errors.contains("bundleIds"))
  }

  @Test("an export in which nothing is recognised exits 3")
  func nothingRecognised() throws {
    try folder.write("e/notes.txt", "hello")
    let result = try tool.run("audit", folder.path("e"), "--output", folder.path("out"))
    #expect(result.code == 3)
    #expect(result.errors.contains("notes.txt"))
  }

  @Test("an override of no rule exits 2 and names the nearest one", arguments: ["off", "severity"])
  func misspeltRule(key: String) throws {
    try folder.write("e/mail.ndjson", Self.mail)
    try folder.write("c.json", "{ \(key): { \"ledger.negative-balanse\": \"low\" } }")
    for command in ["audit", "inspect"] {
      let result = try tool.run(command, folder.path("e"), "--config", folder.path("c.json"))
      #expect(result.code == 2)
      #expect(
        result.errors == """
          siwa-audit: \(folder.path("c.json")): error: '\(key)' names 'ledger.negative-balanse', \
          which is no rule; did you mean 'ledger.negative-balance'?

          """)
    }
  }

  @Test("a damaged file exits 3 and the reports are written all the same")
  func damaged() throws {
    try folder.write("e/mail.ndjson", Self.mail)
    try folder.write("e/links.csv", "id,at,id\n1,2,3\n")
    let result = try tool.run("audit", folder.path("e"), "--output", folder.path("out"))
    #expect(result.code == 3)
    #expect(try folder.text("out/report.xml").contains("links.csv"))
    #expect(FileManager.default.fileExists(atPath: folder.path("out/report.html")))
  }

  @Test("more rejected records than the limit exit 3, fewer don't")
  func rejects() throws {
    try folder.write("e/mail.ndjson", String(repeating: "x\n", count: 1) + Self.mail)
    #expect(try tool.run("audit", folder.path("e"), "--output", folder.path("o1")).code == 3)
    try folder.write("c.json", "{ policy: { maxRejectRatio: 0.5 } }")
    let tolerant = try tool.run(
      "audit", folder.path("e"), "--output", folder.path("o2"), "--config", folder.path("c.json"))
    #expect(tolerant.code == 0)
  }

  @Test("an output that is no folder exits 4 before any work")
  func output() throws {
    try folder.write("e/mail.ndjson", Self.mail)
    try folder.write("out", "a file")
    let result = try tool.run("audit", folder.path("e"), "--output", folder.path("out"))
    #expect(result.code == 4)
    #expect(try folder.text("out") == "a file")
  }

  @Test("a database of another data set exits 4 and names the option that helps")
  func otherDataSet() throws {
    try folder.write("e/mail.ndjson", Self.mail)
    try folder.write("f/mail.ndjson", Self.mail)
    _ = try tool.run("audit", folder.path("e"), "--output", folder.path("out"))
    let result = try tool.run("audit", folder.path("f"), "--output", folder.path("out"))
    #expect(result.code == 4)
    #expect(result.errors.contains("--database"))
  }

  @Test("a rule that can't run exits 70, is shown as an error and stops no other rule")
  func brokenRule() throws {
    try folder.write("e/mail.ndjson", Self.mail)
    try folder.write(
      "rules/mail/broken.sql",
      """
      -- A rule that fails while it runs.
      --
      -- For a test.
      --
      -- @severity low
      -- @needs    mail
      -- @subject  user
      -- @source   General practice
      -- @message  {subject} is odd.
      -- @fix      Nothing.

      SELECT abs(-9223372036854775807 - 1) AS subject
      FROM mail
      ORDER BY subject;

      /* @fires never
      mail {"id":"m1","at":"2026-10-01T08:00:00Z","to":"a@b.example"}
      @finds x
      */

      /* @quiet always
      */

      """)
    let result = try tool.run(
      "audit", folder.path("e"), "--output", folder.path("out"), "--rules", folder.path("rules"))
    #expect(result.code == 70)
    #expect(result.output.contains("ERROR    mail.broken"))
    #expect(try folder.text("out/report.xml").contains("result=\"error\""))
  }

  @Test("--exit-zero turns 1 into 0 and nothing else")
  func exitZero() throws {
    let demo = Project.folder + "/data/samples/demo/input"
    #expect(try tool.run("audit", demo, "--output", folder.path("a"), "--exit-zero").code == 0)
    try folder.write("e/notes.txt", "hello")
    let result = try tool.run(
      "audit", folder.path("e"), "--output", folder.path("b"), "--exit-zero")
    #expect(result.code == 3)
  }
}
