import Foundation
import TestSupport
import Testing

@Suite struct RenderTests {
  let tool = Tool()
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "e/mail.ndjson",
      #"{"id":"m1","at":"2026-10-01T08:00:00Z","to":"r1@privaterelay.appleid.com","status":"bounced"}"#
        + "\n")
    _ = try tool.run("audit", folder.path("e"), "--output", folder.path("out"))
  }

  @Test("the HTML made again from the XML is the one that the audit wrote")
  func again() throws {
    let result = try tool.run(
      "render", folder.path("out/report.xml"), "--output", folder.path("again"))
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output == folder.path("again/report.html") + "\n")
    #expect(try folder.text("again/report.html") == folder.text("out/report.html"))
  }

  @Test("other templates make another page; a broken or hostile one leaves the last page")
  func templates() throws {
    let own = folder.path("own")
    try FileManager.default.copyItem(atPath: Project.folder + "/templates", toPath: own)
    let sheet = """
      <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
      <xsl:output method="html"/>
      <xsl:template match="/"><p>BODY</p></xsl:template>
      </xsl:stylesheet>
      """
    try folder.write("own/report.xsl", sheet.replacing("BODY", with: "Mine"))
    let arguments = [
      "render", folder.path("out/report.xml"), "--output", folder.path("page"), "--templates", own,
    ]
    #expect(try tool.run(arguments).code == 0)
    let page = try folder.text("page/report.html")
    #expect(page.contains("<p>Mine</p>"))

    let faults = [
      sheet.replacing("</p>", with: ""),
      sheet.replacing("BODY", with: "<xsl:value-of select=\"document('/etc/passwd')\"/>"),
      sheet.replacing("BODY", with: "<xsl:value-of select=\"nothing()\"/>"),
    ]
    for fault in faults {
      try folder.write("own/report.xsl", fault)
      let result = try tool.run(arguments)
      #expect(result.code == 4)
      #expect(result.errors.contains("report.xsl"))
      #expect(try folder.text("page/report.html") == page)
    }
  }

  @Test("a story is refused in words, and makes no page")
  func story() throws {
    try folder.write("u/accounts.csv", "user_id\nu1\n")
    _ = try tool.run("audit", folder.path("u"), "--output", folder.path("out2"), "--exit-zero")
    _ = try tool.run("investigate", "u1", "--output", folder.path("out2"))
    let story = folder.path("out2/investigation.xml")
    let result = try tool.run("render", story, "--output", folder.path("page"))
    #expect(result.code == 3)
    #expect(
      result.errors
        == "siwa-audit: \(story): error: is a story, a checklist or a diff, and no report; "
        + "the command that wrote it makes its page\n")
    #expect(!FileManager.default.fileExists(atPath: folder.path("page")))
  }

  @Test("what is no report is refused with its line")
  func noReport() throws {
    try folder.write("x.xml", "<report/>\n")
    let result = try tool.run("render", folder.path("x.xml"), "--output", folder.path("o"))
    #expect(result.code == 3)
    #expect(result.errors.contains("x.xml:1: error: "))
    let missing = try tool.run("render", folder.path("y.xml"), "--output", folder.path("o"))
    #expect(missing.code == 3)
    #expect(missing.errors.contains("the report can't be read"))
  }
}
