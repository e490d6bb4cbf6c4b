import Foundation
import TestSupport
import Testing

/// `siwa-audit investigate` as a user runs it.
@Suite struct InvestigateTests {
  private let folder: TemporaryFolder
  private let tool = Tool()
  private static let demo = Project.folder + "/data/samples/demo/input"

  init() throws {
    folder = try TemporaryFolder()
  }

  private func audit() throws {
    let result = try tool.run(
      "audit", Self.demo, "--output", folder.path("out"), "--exit-zero", "--quiet")
    #expect(result.code == 0)
  }

  private func investigate(_ id: String, _ more: String...) throws -> Tool.Result {
    try tool.run(["investigate", id, "--output", folder.path("out")] + more)
  }

  @Test("every kind of id leads to the same two accounts")
  func ids() throws {
    try audit()
    for id in ["usr_4002", "spd_4002", "lnk_4861"] {
      let result = try investigate(id)
      #expect(result.errors == "", "\(id)")
      #expect(result.output.contains("  usr_4002: "), "\(id): \(result.output)")
      #expect(result.output.contains("  spd_4002: "), "\(id): \(result.output)")
      #expect(result.output.contains("link.balance-not-merged"), "\(id)")
    }
  }

  @Test("the finding is pinned to its event, and the balance is drawn")
  func pinned() throws {
    try audit()
    _ = try investigate("usr_4003")
    let xml = try folder.text("out/investigation.xml")
    let valid = try tool.run("validate", folder.path("out/investigation.xml"))
    #expect(valid.code == 0)
    #expect(valid.errors == "")
    let pins = xml.matches(of: /<event number="(\d+)"[^>]*key="([^"]*)"[^>]*>[^\n]*<pin/)
    #expect(pins.count == 2)
    #expect(xml.contains("rule=\"ledger.spend-while-empty\""))
    #expect(xml.contains("balance=\"-0.30000000\""))
    let page = try folder.text("out/investigation.html")
    #expect(page.contains("<path class=\"curve curve-0\" vector-effect="))
    #expect(page.contains("<line class=\"mark mark-critical\""))
    #expect(!page.contains("<script"))
  }

  @Test("a number that several tables count is one of them, and a word before it asks for another")
  func numbers() throws {
    try folder.write(
      "e/sessions.ndjson",
      #"{"id":"7","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple"}"# + "\n")
    try folder.write(
      "e/ledger.ndjson",
      #"{"adjustmentId":"7","at":"2026-10-01T08:00:00Z","userId":"u2","kind":"gift","amount":"1.00"}"#
        + "\n")
    _ = try tool.run("audit", folder.path("e"), "--output", folder.path("out"), "--exit-zero")
    let first = try investigate("7")
    #expect(first.output.hasPrefix("7 (session), e as of "))
    #expect(first.output.contains("  u1: ") && !first.output.contains("  u2: "))
    #expect(first.output.contains("Somebody else has this id as adjustment: ask for adjustment:7."))
    let other = try investigate("adjustment:7")
    #expect(other.output.hasPrefix("7 (adjustment), e as of "))
    #expect(other.output.contains("  u2: ") && !other.output.contains("  u1: "))
    #expect(try investigate("link:7").code == 2)
  }

  @Test("a failed link ties nobody, and what the linked account paid moves no balance")
  func neither() throws {
    try folder.write(
      "e/sessions.ndjson",
      #"{"id":"s1","at":"2026-10-01T08:00:00Z","userId":"usr_1","isNewAccount":true}"# + "\n")
    try folder.write(
      "e/links.ndjson",
      #"{"id":"l1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":500}"#
        + "\n")
    try folder.write(
      "e/ledger.ndjson",
      """
      {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"usr_1","kind":"gift","amount":"1.00"}
      {"adjustmentId":"2","at":"2026-10-01T10:00:00Z","userId":"usr_1","kind":"usage","amount":"0.50","payer":"linked"}

      """)
    _ = try tool.run("audit", folder.path("e"), "--output", folder.path("out"), "--exit-zero")
    let output = try investigate("usr_1").output
    #expect(output.contains("balance 1.00000000"), "\(output)")
    #expect(output.contains("Link l1 of usr_1 to spd_1 failed"))
    #expect(!output.contains("  spd_1: "))
  }

  @Test("an id that is nowhere ends with 2 and names those near it")
  func unknown() throws {
    try audit()
    let result = try investigate("usr_40033")
    #expect(result.code == 2)
    #expect(result.output == "")
    #expect(
      result.errors.hasPrefix(
        "siwa-audit: 'usr_40033' is no id of the database; near it: 'usr_4003'"))
    let nothing = try investigate("\u{1B}[31mzzzzzzzzzzzzzzzzzz")
    #expect(nothing.code == 2)
    #expect(
      nothing.errors
        == "siwa-audit: '\\u{1B}[31mzzzzzzzzzzzzzzzzzz' is no id of the database\n")
  }

  @Test("the beginning of a long id names the users whose ids begin so")
  func beginning() throws {
    let ids = ["ce5c1552-fd17-45c0-b2c0-cfeb3c32dd35", "CE5C9999-fd17-45c0-b2c0-cfeb3c32dd35"]
    try folder.write("e/accounts.csv", "user_id\n\(ids[0])\n\(ids[1])\nother_1\n")
    _ = try tool.run("audit", folder.path("e"), "--output", folder.path("out"), "--exit-zero")
    #expect(
      try investigate("ce5c1552").errors
        == "siwa-audit: 'ce5c1552' is no id of the database; near it: '\(ids[0])'\n")
    #expect(
      try investigate("ce5C").errors
        == "siwa-audit: 'ce5C' is no id of the database; near it: '\(ids[1])', '\(ids[0])'\n")
    // `_` and `%` stand for themselves.
    #expect(!(try investigate("ce5_").errors.contains(ids[0])))
    #expect(!(try investigate("%%%%").errors.contains("near it")))
  }

  @Test("an address is no id, and names the accounts that have it")
  func address() throws {
    try folder.write(
      "e/accounts.csv",
      "user_id,email\nu1,Ann@Example.com\nu2,bob@example.com\nu3,ann@example.com\n")
    _ = try tool.run("audit", folder.path("e"), "--output", folder.path("out"), "--exit-zero")
    let told = try investigate("ann@example.COM")
    #expect(told.code == 2)
    #expect(
      told.errors
        == "siwa-audit: 'ann@example.COM' is an address, not an id; ask for who has it: 'u1', 'u3'\n"
    )
    let redacted = try investigate("ann@example.com", "--redact")
    #expect(redacted.errors == "siwa-audit: what was asked for is no id of the database\n")
  }

  @Test("without a database it says what to do and makes none")
  func noDatabase() throws {
    let result = try investigate("u1")
    #expect(result.code == 4)
    #expect(result.errors.contains("there is no database; run 'siwa-audit audit' first"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("out")))
    try folder.write(
      "other",
      "no database at all, but a text of more than a hundred bytes "
        + String(repeating: "x", count: 100))
    #expect(try investigate("u1", "--database", folder.path("other")).code == 4)
  }

  @Test("it changes nothing in the database and gives the same bytes again")
  func readsOnly() throws {
    try audit()
    func bytes(_ name: String) throws -> Data {
      try Data(contentsOf: URL(fileURLWithPath: folder.path("out/" + name)))
    }
    let before = try bytes("siwa-audit.sqlite")
    var pages: Set<[Data]> = []
    for _ in 0..<2 {
      _ = try investigate("usr_4004", "--format", "html,xml,text")
      pages.insert(
        [
          try bytes("investigation.html"), try bytes("investigation.xml"),
          try bytes("investigation.txt"),
        ])
    }
    #expect(pages.count == 1)
    #expect(try bytes("siwa-audit.sqlite") == before)
  }

  @Test("only the forms asked for are written, and a story has no others")
  func formats() throws {
    try audit()
    _ = try investigate("usr_4004", "--format", "text")
    #expect(FileManager.default.fileExists(atPath: folder.path("out/investigation.txt")))
    #expect(!FileManager.default.fileExists(atPath: folder.path("out/investigation.html")))
    #expect(!FileManager.default.fileExists(atPath: folder.path("out/investigation.xml")))
    let sarif = try investigate("usr_4004", "--format", "sarif")
    #expect(sarif.code == 2)
    #expect(sarif.errors.contains("'sarif' is no form of a story; choose from html,xml,text"))
  }
}
