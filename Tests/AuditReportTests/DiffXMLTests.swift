import AuditModel
import AuditReport
import Testing

/// Changes made on the way, any number of them.
private struct Changes: ChangeSequence {
  var count: Int
  var make: (Int) -> FindingChange

  func forEachChange(_ body: (FindingChange) throws -> Void) throws {
    for index in 0..<count { try body(make(index)) }
  }
}

@Suite struct DiffXMLTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
  }

  private func change(_ kind: FindingChange.Kind, _ text: String = "k1") -> FindingChange {
    FindingChange(
      kind: kind, rule: "ledger.key-applied-twice", severity: .high,
      oldSeverity: kind == .severity ? .low : nil, disposition: .open,
      fingerprint: "0a1b2c3d4e5f6a7b", subject: Subject(kind: .key, id: text), user: text,
      at: Fixture.morning, firstSeen: Fixture.morning, message: text)
  }

  private func difference(
    _ counts: [FindingChange.Kind: Int], _ text: String = "app"
  ) -> RunDifference {
    func run(_ number: Int64) -> KeptRun {
      KeptRun(
        number: number, asOf: Fixture.morning, isPartial: number == 3,
        bySeverity: [.high: Int(number)])
    }
    return RunDifference(
      toolVersion: "1.0.0", name: text, old: run(2), new: run(3), counts: counts,
      rules: [
        RuleChange(rule: "a.b", oldResult: "pass", newResult: "off", reason: text),
        RuleChange(rule: "c.d", oldResult: nil, newResult: "fail", reason: nil),
      ])
  }

  private func write(_ difference: RunDifference, _ changes: Changes) throws -> String {
    let xml = try AtomicFile(replacing: folder.file("diff.xml"))
    let capped = try DiffXML.write(difference, changes: changes, to: xml)
    try xml.commit()
    let issues = try ReportValidator.validate(
      folder.file("diff.xml"), schema: Home.path + "/data/schema/diff.xsd")
    #expect(issues == [])
    let html = try AtomicFile(replacing: folder.file("diff.html"))
    try HTMLReport(templates: Home.templates).render(capped, stylesheet: "diff.xsl", to: html)
    try html.commit()
    return try folder.text("diff.html")
  }

  @Test("a difference is written in one shape")
  func shape() throws {
    let page = try write(
      difference([.severity: 1]), Changes(count: 1) { _ in change(.severity) })
    #expect(
      try folder.text("diff.xml") == #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <diff xmlns="urn:siwa-audit:diff:1" version="1" tool="siwa-audit" toolVersion="1.0.0" \#
        name="app">
          <old run="2" asOf="2026-10-01T08:00:00Z" partial="false" findings="2" critical="0" \#
        high="2" medium="0" low="0"/>
          <new run="3" asOf="2026-10-01T08:00:00Z" partial="true" findings="3" critical="0" \#
        high="3" medium="0" low="0"/>
          <summary new="0" resolved="0" ruleGone="0" severity="1" waived="0" unwaived="0" rules="2"/>
          <rules>
            <rule id="a.b" old="pass" new="off">app</rule>
            <rule id="c.d" old="absent" new="fail"></rule>
          </rules>
          <findings>
            <finding change="severity" rule="ledger.key-applied-twice" severity="high" \#
        oldSeverity="low" disposition="open" fingerprint="0a1b2c3d4e5f6a7b" \#
        at="2026-10-01T08:00:00Z" user="k1" firstSeen="2026-10-01T08:00:00Z"><subject kind="key" \#
        id="k1"/><message>k1</message></finding>
          </findings>
        </diff>

        """#)
    #expect(page.contains("<h2 id=\"changes-severity\">Of another severity</h2>"))
  }

  @Test("text of the data stays text", arguments: HostileTextTests.texts)
  func hostile(_ text: String) throws {
    let kinds = FindingChange.Kind.allCases
    let counts = Dictionary(uniqueKeysWithValues: kinds.map { ($0, 1) })
    let page = try write(
      difference(counts, text), Changes(count: kinds.count) { change(kinds[$0], text) })
    #expect(!page.contains("<script"))
    for kind in kinds { #expect(page.contains("id=\"changes-\(kind.rawValue)\"")) }
  }

  @Test("a page shows the first of many changes and says so; the XML has all")
  func many() throws {
    let page = try write(
      difference([.new: 5000, .resolved: 2]),
      Changes(count: 5002) { change($0 < 5000 ? .new : .resolved, "k\($0)") })
    #expect(page.contains("5,000 findings, the first 200 of them shown"))
    #expect(page.contains("k199<"))
    #expect(!page.contains("k200<"))
    #expect(try folder.text("diff.xml").contains("id=\"k5001\""))
  }
}
