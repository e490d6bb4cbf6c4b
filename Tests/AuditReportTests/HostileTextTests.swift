import AuditModel
import AuditReport
import Foundation
import Testing

/// Text made to break out, put into every field that holds text of the data or of a rule.
@Suite struct HostileTextTests {
  static let texts = [
    "<script>alert(1)</script>",
    "]]><script>alert(1)</script><![CDATA[",
    "\" onload=\"alert(1)\" x=\"",
    "' onload='alert(1)' x='",
    "<\u{338}script>alert(1)<\u{338}/script>",
    "</style><script>alert(1)</script>",
    "--><!-- ?><?php &amp; &#60;script&#62; &unknown;",
    "\u{0}\u{1}\u{8}\u{B}\u{C}\u{E}\u{1F}\u{7F}\u{85}\u{9F}",
    "\u{FFFE}\u{FFFF}\u{1FFFE}\u{10FFFF}" + String(decoding: [0xEF, 0xB7, 0x90], as: UTF8.self),
    "\r\n\t line one\nline two\r<finding rule=\"x\"\n    <finding",
    "\u{202E}gpj.exe\u{202C}\u{2066}\u{2069}\u{200B}\u{200D}\u{FEFF}\u{AD}",
    "javascript:alert(1)",
    "  two  spaces  ",
    "",
    "🧨\u{E0041}\u{1F1E9}\u{1F1EA}",
  ]

  let folder: Folder

  init() throws {
    folder = try Folder()
  }

  static func audit(_ text: String) -> Audit {
    var audit = Fixture.audit()
    audit.toolVersion = text
    audit.name = text
    audit.appID = text
    audit.bundleIDs = [text]
    audit.definitionDigest = text
    audit.files = [
      InputFile(path: text, stream: .ledger, unknownFields: [text], outcome: .damaged(text)),
      InputFile(path: text, stream: nil, outcome: .notRecognised(text)),
    ]
    audit.rejects = [
      Reject(place: SourcePlace(path: text, line: 1), field: text, reason: text)
    ]
    let rule = Fixture.rule(
      "ledger.key-applied-twice", .critical, title: text, why: text, fix: text, source: text,
      link: text)
    let results: [RuleOutcome.Result] = [.fail, .notEvaluated(text), .error(text), .off(text)]
    audit.outcomes = results.map {
      RuleOutcome(
        rule: rule, severity: .critical, result: $0, findingCount: $0 == .fail ? 1 : 0,
        exposure: nil)
    }
    audit.suggestions = [Audit.Suggestion(export: text, ruleCount: 1)]
    return audit
  }

  static func finding(_ text: String) -> Finding {
    Fixture.finding(
      user: text, subject: text, message: text,
      evidence: [Fixture.record(file: text, key: text, fields: [(text, text)])])
  }

  /// The page with its style and script cut out, which are ours.
  func page(_ text: String) throws -> String {
    let xml = try AtomicFile(replacing: folder.file("report.xml"))
    let capped = try ReportXML.write(
      Self.audit(text), findings: Findings([Self.finding(text)]), to: xml)
    try xml.commit()
    let html = try AtomicFile(replacing: folder.file("report.html"))
    try HTMLReport(templates: Home.templates).render(capped, to: html)
    try html.commit()
    var page = try folder.text("report.html")
    for name in ["style", "script"] {
      let parts = page.components(separatedBy: "<\(name)>")
      let ends = page.components(separatedBy: "</\(name)>")
      #expect(parts.count == 2 && ends.count == 2)
      page = parts[0] + (ends.last ?? "")
    }
    return page
  }

  /// The tags of a page in order, by bytes: `<p`, `</p`.
  static func tags(_ page: String) -> [String] {
    var tags: [String] = []
    var current: [UInt8]?
    for byte in page.utf8 {
      switch byte {
      case UInt8(ascii: "<"): current = [byte]
      case UInt8(ascii: " "), UInt8(ascii: ">"):
        if let tag = current { tags.append(String(decoding: tag, as: UTF8.self)) }
        current = nil
      default: current?.append(byte)
      }
    }
    return tags
  }

  @Test("hostile text makes a valid report and no element of its own", arguments: texts)
  func harmless(_ text: String) throws {
    let plain = Self.tags(try page("plain"))
    let page = try page(text)
    #expect(
      try ReportValidator.validate(folder.file("report.xml"), schema: Home.schema) == [])
    let optional = ["<code", "</code", "<a", "</a"]
    let tags = Self.tags(page)
    #expect(!tags.contains("<script") && !tags.contains("<img") && !page.contains("<!--"))
    // An empty text leaves out what would hold it; every other gives the same elements.
    if !text.isEmpty {
      #expect(tags.filter { !optional.contains($0) } == plain.filter { !optional.contains($0) })
    }
    #expect(!page.utf8.contains { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 })
  }

  @Test("only the line of a finding starts with its tag")
  func lines() throws {
    _ = try page("\n<finding rule=\"x\"\n    <finding")
    let lines = try folder.text("report.xml").utf8.split(separator: 0x0A)
    let starts = lines.filter {
      String(decoding: $0.drop { $0 == 0x20 }, as: UTF8.self).hasPrefix("<finding ")
    }
    #expect(starts.count == 1)
  }

  @Test("characters that XML forbids are shown by their number")
  func forbidden() throws {
    _ = try page("a\u{0}b\u{1B}c\u{FFFE}d\u{E9}e\u{FFFF}")
    #expect(
      try folder.text("report.xml")
        .contains("<message>a\\u{0}b\\u{1b}c\\u{fffe}d\u{E9}e\\u{ffff}</message>"))
  }

  @Test("line breaks and tabs come back as they were and break no line of the report")
  func breaks() throws {
    _ = try page("a\tb\nc\rd")
    let xml = try folder.text("report.xml")
    #expect(xml.contains("<message>a&#9;b&#10;c&#13;d</message>"))
    #expect(xml.contains(" user=\"a&#9;b&#10;c&#13;d\""))
  }

  @Test("an error is one line whatever its names hold")
  func errors() {
    let error = ReportError(path: "a\n\u{1B}[2J", action: "writing", reason: "full\r")
    #expect(error.description == "a\\u{a}\\u{1b}[2J: error: writing: full\\u{d}")
  }

  @Test("ids that look alike can be told apart on the page")
  func lookAlikes() throws {
    let ids = ["caf\u{E9}", "cafe\u{301}", "cafe", "ca\u{200B}fe", "\u{202E}cafe", "caf\u{435}"]
    var shown: Set<[UInt8]> = []
    for id in ids {
      let page = try page(id)
      let start = try #require(page.range(of: "<span class=\"kind\">key</span> <code>"))
      let rest = page[start.upperBound...]
      let end = try #require(rest.range(of: "</code>"))
      shown.insert(Array(rest[..<end.lowerBound].utf8))
    }
    #expect(
      shown.map { String(decoding: $0, as: UTF8.self) }.sorted()
        == [
          "\\u{202e}cafe", "ca\\u{200b}fe", "cafe", "cafe\\u{301}", "caf\u{E9}", "caf\u{435}",
        ].sorted())
  }

  @Test("a link that leads anywhere but to the web is only text")
  func links() throws {
    #expect(try !page("javascript:alert(1)").contains("href=\"javascript"))
  }
}
