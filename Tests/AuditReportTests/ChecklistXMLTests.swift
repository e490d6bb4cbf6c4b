import AuditModel
import AuditReport
import Foundation
import Testing

@Suite struct ChecklistXMLTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
  }

  /// An item of each result, an answer that counts and one that doesn't.
  static func checklist(_ text: String = "plain") -> Checklist {
    let rules = [RuleOutcome.Result.fail, .notEvaluated(text), .error(text), .off(text), .pass]
      .enumerated().map { index, result in
        RuleOutcome(
          rule: Fixture.rule("mail.fault\(index)", .medium, title: text), severity: .high,
          result: result, findingCount: result == .fail ? 2 : 0, exposure: nil)
      }
    func item(
      _ number: Int, _ result: Checklist.Result, isManual: Bool = false, evidence: String? = nil,
      missing: String? = nil, rules: [RuleOutcome] = [], answer: Checklist.Answer? = nil
    ) -> Checklist.Item {
      Checklist.Item(
        number: number, title: text, source: text,
        sourceLink: number == 1 ? "https://example.com/1" : text, isManual: isManual,
        result: result, evidence: evidence, missing: missing, task: text, rules: rules,
        answer: answer)
    }
    return Checklist(
      toolVersion: "1.0.0", name: text, appID: text, platform: "direct", bundleIDs: [text],
      asOf: Fixture.morning, definitionDigest: "d1",
      items: [
        item(1, .pass, evidence: text),
        item(2, .fail, evidence: text, rules: rules),
        item(
          3, .pass, isManual: true,
          answer: Checklist.Answer(
            isPass: true, by: text, on: "2026-09-30", until: "2027-01-30", lapse: nil)),
        item(
          4, .notTested, missing: text,
          answer: Checklist.Answer(isPass: false, by: text, on: text, until: nil, lapse: text)),
      ])
  }

  func page(_ checklist: Checklist) throws -> String {
    let xml = try AtomicFile(replacing: folder.file("checklist.xml"))
    let report = try ChecklistXML.write(checklist, to: xml)
    try xml.commit()
    let html = try AtomicFile(replacing: folder.file("checklist.html"))
    try HTMLReport(templates: Home.templates).render(
      report, stylesheet: "checklist.xsl", to: html)
    try html.commit()
    return try folder.text("checklist.html")
  }

  @Test("a checklist is written in the shape of its schema")
  func golden() throws {
    _ = try page(Self.checklist())
    let schema = Home.path + "/data/schema/checklist.xsd"
    #expect(try ReportValidator.validate(folder.file("checklist.xml"), schema: schema) == [])
    #expect(
      try folder.text("checklist.xml") == #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <checklist xmlns="urn:siwa-audit:checklist:1" version="1" tool="siwa-audit" \#
        toolVersion="1.0.0" asOf="2026-10-01T08:00:00Z" name="plain" definitions="d1">
          <app id="plain" platform="direct"><bundleId>plain</bundleId></app>
          <summary result="fail" items="4" pass="2" fail="1" notTested="1"/>
          <items>
            <item number="1" result="pass" manual="false">
              <title>plain</title><source href="https://example.com/1">plain</source>\#
        <evidence>plain</evidence><task>plain</task>
            </item>
            <item number="2" result="fail" manual="false">
              <title>plain</title><source href="plain">plain</source>\#
        <evidence>plain</evidence><task>plain</task>
              <rule id="mail.fault0" severity="high" result="fail" findings="2">\#
        <title>plain</title></rule>
              <rule id="mail.fault1" severity="high" result="not-evaluated" findings="0">\#
        <title>plain</title><notEvaluated>plain</notEvaluated></rule>
              <rule id="mail.fault2" severity="high" result="error" findings="0">\#
        <title>plain</title><error>plain</error></rule>
              <rule id="mail.fault3" severity="high" result="off" findings="0">\#
        <title>plain</title><off>plain</off></rule>
              <rule id="mail.fault4" severity="high" result="pass" findings="0">\#
        <title>plain</title></rule>
            </item>
            <item number="3" result="pass" manual="true">
              <title>plain</title><source href="plain">plain</source><task>plain</task>\#
        <answer result="pass" by="plain" on="2026-09-30" until="2027-01-30" counts="true">\#
        </answer>
            </item>
            <item number="4" result="not-tested" manual="false">
              <title>plain</title><source href="plain">plain</source><missing>plain</missing>\#
        <task>plain</task><answer result="fail" by="plain" on="plain" counts="false">\#
        this item is decided by the export</answer>
            </item>
          </items>
        </checklist>

        """#)
  }

  @Test("what breaks the schema of a checklist is refused")
  func faults() throws {
    _ = try page(Self.checklist())
    let whole = try folder.text("checklist.xml")
    let schema = Home.path + "/data/schema/checklist.xsd"
    for (part, other) in [
      (" version=\"1\"", " version=\"2\""), (" result=\"fail\"", " result=\"maybe\""),
      (" manual=\"true\"", ""), (" number=\"4\"", " number=\"3\""), (" asOf=\"2026", " asOf=\"x"),
      ("<task>plain</task>", ""), (" counts=\"true\"", " counts=\"often\""),
    ] {
      #expect(whole.contains(part))
      let broken = whole.replacingOccurrences(of: part, with: other)
      try folder.put(broken, in: "checklist.xml")
      #expect(
        try !ReportValidator.validate(folder.file("checklist.xml"), schema: schema).isEmpty,
        "\(part)")
    }
  }

  @Test(
    "hostile text makes no element of its own on the checklist", arguments: HostileTextTests.texts)
  func hostile(_ text: String) throws {
    func elements(_ page: String) -> [String] {
      HostileTextTests.tags(page).filter { !["<code", "</code", "<a", "</a"].contains($0) }
    }
    let plain = elements(try page(Self.checklist()))
    let page = try page(Self.checklist(text))
    let schema = Home.path + "/data/schema/checklist.xsd"
    #expect(try ReportValidator.validate(folder.file("checklist.xml"), schema: schema) == [])
    #expect(elements(page) == plain)
    #expect(!page.contains("<script") && !page.contains("href=\"javascript"))
  }

  @Test("the page says the verdict first, what failed, and what does not count")
  func words() throws {
    let page = try page(Self.checklist())
    let first = try #require(page.range(of: "<h1>"))
    #expect(page[first.upperBound...].prefix(120).contains("Not ready"))
    #expect(page.contains("1 item fails"))
    #expect(page.contains("1 item is not tested"))
    #expect(page.contains("<code>mail.fault0</code>: 2 findings"))
    #expect(page.contains("it does not count: this item is decided by the export"))
    #expect(page.contains("by plain on 2026-09-30, good until 2027-01-30"))
    #expect(page.contains("<code>mail.fault3</code> (switched off)"))
    #expect(!page.contains("script-src"))
  }
}
