import AuditModel
import AuditReport
import Foundation
import Testing

@Suite struct ManyFindingsTests {
  @Test("two hundred thousand findings cost the page no more than the first two hundred of a rule")
  func capped() throws {
    let folder = try Folder()
    let count = 200_000
    let findings = Findings(count: count) { index in
      Fixture.finding(
        fingerprint: String(0x1000_0000 + index, radix: 16), subject: "key \(index)", evidence: [])
    }
    let xml = try AtomicFile(replacing: folder.file("report.xml"))
    let capped = try ReportXML.write(Fixture.audit(findings: count), findings: findings, to: xml)
    try xml.commit()
    #expect(capped.findingCount == 200)
    #expect(capped.bytes.count < 250_000)
    #expect(
      try ReportValidator.validate(folder.file("report.xml"), schema: Home.schema) == [])

    let html = HTMLReport(templates: Home.templates)
    let first = try AtomicFile(replacing: folder.file("first.html"))
    try html.render(capped, to: first)
    try first.commit()
    let second = try AtomicFile(replacing: folder.file("second.html"))
    try html.render(reportAt: folder.file("report.xml"), schema: Home.schema, to: second)
    try second.commit()
    let page = try folder.text("first.html")
    #expect(page == (try folder.text("second.html")))
    #expect(page.components(separatedBy: "<article ").count - 1 == 200)
    #expect(page.contains("The first 200 of 200,000 findings."))
  }

  @Test("many rules share the page: each shows as many findings, and few of their records")
  func manyRules() throws {
    let folder = try Folder()
    // The first rule leaves what it doesn't need to the others.
    let counts = [2] + Array(repeating: 50, count: 79)
    let ids = counts.indices.map { "area\($0 % 12).fault\($0)" }
    let places = counts.indices.flatMap { rule in (0..<counts[rule]).map { (rule, $0) } }
    let records = (1...6).map { Fixture.record(line: $0, key: "adj_\($0)") }
    let findings = Findings(count: places.count) { index in
      Fixture.finding(
        rule: ids[places[index].0], fingerprint: String(0x1000_0000 + index, radix: 16),
        subject: "key \(index)", evidence: records)
    }
    var audit = Fixture.audit(findings: places.count)
    audit.outcomes = counts.indices.map { index in
      RuleOutcome(
        rule: Fixture.rule(ids[index], .critical), severity: .critical, result: .fail,
        findingCount: counts[index], exposure: nil)
    }
    let xml = try AtomicFile(replacing: folder.file("report.xml"))
    let capped = try ReportXML.write(audit, findings: findings, to: xml)
    try xml.commit()
    // 2 and 79 times the largest equal share of 3,000.
    #expect(capped.findingCount == 2 + 79 * 37)

    let html = HTMLReport(templates: Home.templates)
    let first = try AtomicFile(replacing: folder.file("first.html"))
    try html.render(capped, to: first)
    try first.commit()
    let second = try AtomicFile(replacing: folder.file("second.html"))
    try html.render(reportAt: folder.file("report.xml"), schema: Home.schema, to: second)
    try second.commit()
    let page = try folder.text("first.html")
    #expect(page == (try folder.text("second.html")))
    #expect(page.components(separatedBy: "<article ").count - 1 == capped.findingCount)
    #expect(
      page.components(separatedBy: "<code class=\"key\">").count - 1
        == 3 * capped.findingCount + 6000)
    #expect(page.contains("This page shows 2,925 of 3,952 findings"))
    #expect(page.contains("The first 37 of 50 findings."))
    #expect(page.contains("the first 3 of 6 records"))
  }

  @Test("the same audit gives the same bytes")
  func deterministic() throws {
    let folder = try Folder()
    var seen: Set<[String]> = []
    for round in 0..<3 {
      let names = ["\(round).xml", "\(round).html", "\(round).csv", "\(round).json"]
      let files = try names.map { try AtomicFile(replacing: folder.file($0)) }
      let findings = Findings([Fixture.finding(), Fixture.finding(subject: "k2")])
      let capped = try ReportXML.write(Fixture.audit(), findings: findings, to: files[0])
      try HTMLReport(templates: Home.templates).render(capped, to: files[1])
      try FindingsCSV.write(findings, to: files[2])
      try FindingsJSON.write(findings, to: files[3])
      for file in files { try file.commit() }
      seen.insert(try names.map { try folder.text($0) })
    }
    #expect(seen.count == 1)
  }

  @Test("an error of the findings' source comes out and leaves the last report")
  func brokenSource() throws {
    struct Broken: FindingSequence {
      func forEachFinding(_ body: (Finding) throws -> Void) throws {
        try body(Fixture.finding())
        throw CocoaError(.fileReadUnknown)
      }
    }
    let folder = try Folder()
    try folder.put("last night", in: "report.xml")
    do {
      let file = try AtomicFile(replacing: folder.file("report.xml"))
      let error = #expect(throws: ReportError.self) {
        try ReportXML.write(Fixture.audit(), findings: Broken(), to: file)
      }
      #expect(error?.action == "reading the findings")
    }
    #expect(try folder.names() == ["report.xml"])
    #expect(try folder.text("report.xml") == "last night")
  }
}
