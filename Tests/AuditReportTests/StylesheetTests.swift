import AuditReport
import Foundation
import Testing

/// What a stylesheet may not do, whoever wrote it.
@Suite struct StylesheetTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
    try FileManager.default.createDirectory(
      atPath: folder.file("templates"), withIntermediateDirectories: false)
    try folder.put("p { color: red }", in: "templates/report.css")
    try folder.put("let one = 1", in: "templates/report.js")
    try folder.put("<secret>canary</secret>", in: "secret.xml")
    try folder.put("last night", in: "report.html")
  }

  /// Renders with a stylesheet of this body and hands back the page, or the error.
  func render(_ body: String, top: String = "") throws(ReportError) -> String {
    do {
      try folder.put(
        """
        <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
          xmlns:exsl="http://exslt.org/common" extension-element-prefixes="exsl">\(top)
        <xsl:template match="/"><p>\(body)</p></xsl:template></xsl:stylesheet>
        """, in: "templates/report.xsl")
      let xml = try AtomicFile(replacing: folder.file("report.xml"))
      let capped = try ReportXML.write(
        Fixture.audit(), findings: Findings([Fixture.finding()]), to: xml)
      let html = try AtomicFile(replacing: folder.file("report.html"))
      try HTMLReport(templates: folder.file("templates")).render(capped, to: html)
      try html.commit()
      return try folder.text("report.html")
    } catch let error as ReportError {
      throw error
    } catch {
      throw ReportError(path: "", action: "test", reason: "\(error)")
    }
  }

  @Test("a harmless stylesheet is rendered")
  func harmless() throws {
    #expect(try render("<xsl:value-of select=\"1 + 1\"/>").contains("<p>2</p>"))
  }

  @Test("a stylesheet of the folder may be included")
  func include() throws {
    try folder.put(
      """
      <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
      <xsl:template name="two">2</xsl:template></xsl:stylesheet>
      """, in: "templates/two.xsl")
    let page = try render(
      "<xsl:call-template name=\"two\"/>", top: "<xsl:include href=\"two.xsl\"/>")
    #expect(page.contains("<p>2</p>"))
  }

  static let hostile: [(top: String, body: String)] = [
    ("", "<xsl:copy-of select=\"document('SECRET')\"/>"),
    ("", "<xsl:copy-of select=\"document('file://SECRET')\"/>"),
    ("", "<xsl:copy-of select=\"document('templates:/report.xsl')\"/>"),
    ("", "<xsl:copy-of select=\"document('two.xsl')\"/>"),
    ("", "<xsl:copy-of select=\"document('http://127.0.0.1:9/x')\"/>"),
    ("", "<exsl:document href=\"WRITTEN\"><x/></exsl:document>"),
    ("", "<exsl:document href=\"file://WRITTEN\"><x/></exsl:document>"),
    ("", "<xsl:document href=\"WRITTEN\"><x/></xsl:document>"),
    ("<xsl:include href=\"../secret.xsl\"/>", ""),
    ("<xsl:include href=\"file://SECRET\"/>", ""),
    ("<xsl:include href=\"SECRET\"/>", ""),
    ("<xsl:import href=\"../secret.xsl\"/>", ""),
    ("<xsl:include href=\"linked.xsl\"/>", ""),
    ("<xsl:include href=\"http://127.0.0.1:9/x.xsl\"/>", ""),
    ("<xsl:include href=\"report.css\"/>", ""),
    ("<xsl:include href=\"missing.xsl\"/>", ""),
    ("", "<xsl:message terminate=\"yes\">stop</xsl:message>"),
    (
      "<xsl:template name=\"x\"><xsl:call-template name=\"x\"/></xsl:template>",
      "<xsl:call-template name=\"x\"/>"
    ),
    ("", "<xsl:unheard-of/>"),
    ("", "<xsl:value-of select=\"unheard-of()\"/>"),
    ("", "</p><p"),
  ]

  @Test("a stylesheet that reaches out is refused and the last report stays", arguments: hostile)
  func refused(_ sheet: (top: String, body: String)) throws {
    let secret = folder.file("secret.xml")
    let written = folder.file("written.xml")
    func place(_ text: String) -> String {
      text.replacingOccurrences(of: "SECRET", with: secret)
        .replacingOccurrences(of: "WRITTEN", with: written)
    }
    let style = """
      <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
      <xsl:template name="two">2</xsl:template></xsl:stylesheet>
      """
    try folder.put(style, in: "templates/two.xsl")
    try folder.put(style, in: "secret.xsl")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("templates/linked.xsl"), withDestinationPath: folder.file("secret.xsl"))
    #expect(throws: ReportError.self) { try render(place(sheet.body), top: place(sheet.top)) }
    #expect(try folder.text("report.html") == "last night")
    #expect(
      try folder.names() == ["report.html", "secret.xml", "secret.xsl", "templates"])
  }

  @Test("an entity of a stylesheet is not read")
  func entity() throws {
    try folder.put(
      """
      <!DOCTYPE x [<!ENTITY canary SYSTEM "../secret.xml">]>
      <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
      <xsl:template name="two">&canary;</xsl:template></xsl:stylesheet>
      """, in: "templates/two.xsl")
    #expect(throws: ReportError.self) {
      try render("<xsl:call-template name=\"two\"/>", top: "<xsl:include href=\"two.xsl\"/>")
    }
    #expect(try folder.text("report.html") == "last night")
  }

  @Test(
    "a style or script that would end its element is refused",
    arguments: [
      ("report.css", "p::after { content: '</style><script>' }", "</"),
      ("report.js", "let a = '</script>'", "</"), ("report.js", "let a = '<!--<script>'", "<!--"),
    ])
  func escaping(_ file: (name: String, text: String, mark: String)) throws {
    try folder.put(file.text, in: "templates/" + file.name)
    let error = #expect(throws: ReportError.self) { try render("x") }
    #expect(error?.reason == "it contains '\(file.mark)'")
    #expect(try folder.text("report.html") == "last night")
  }

  @Test("the page's policy allows its own style and script by their hashes and nothing else")
  func policy() throws {
    let page = try render(
      "<xsl:value-of select=\"concat($styleHash, ' ', $scriptHash)\"/>",
      top: "<xsl:param name=\"styleHash\"/><xsl:param name=\"scriptHash\"/>")
    let style = "sha256-ngewhhP73WDIbgwseeu52VAAJgKdGUsu1IUQQsAm8m4="
    let script = "sha256-kUVuX/GBVsZeVAHQgr2kDYCQUjhuuBSfJ8dfdDhCvfE="
    #expect(page.contains("<p>\(style) \(script)</p>"))
  }
}
