import AuditModel
import AuditReport
import Foundation
import Testing

/// What the page tells beyond the findings.
@Suite struct PageTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
  }

  func page(_ audit: Audit, _ findings: [Finding] = [Fixture.finding()]) throws -> String {
    let xml = try AtomicFile(replacing: folder.file("report.xml"))
    let capped = try ReportXML.write(audit, findings: Findings(findings), to: xml)
    try xml.commit()
    #expect(try ReportValidator.validate(folder.file("report.xml"), schema: Home.schema) == [])
    let html = try AtomicFile(replacing: folder.file("report.html"))
    try HTMLReport(templates: Home.templates).render(capped, to: html)
    try html.commit()
    return try folder.text("report.html")
  }

  @Test("the first line is the verdict and how many rules it rests on")
  func firstLine() throws {
    let page = try page(Fixture.audit())
    let body = try #require(page.range(of: "<h1>"))
    let text = page[body.upperBound...].prefix(400).replacing(/<[^>]*>/, with: "")
    #expect(text.hasPrefix("Failed: 2 of 5 rules could be checked"))
  }

  @Test("the trend draws the newest sixty runs, oldest first, with their numbers in words")
  func trend() throws {
    var audit = Fixture.audit()
    audit.trend = (0..<70).map { run in
      Audit.TrendPoint(
        asOf: Fixture.morning + Int64(run) * 86_400_000_000,
        bySeverity: [.critical: 1, .high: run])
    }
    let page = try page(audit)
    #expect(page.components(separatedBy: "<title>").count - 1 == 61)
    #expect(page.contains("aria-label=\"Findings of each run, oldest first: 11, 12, 13, "))
    #expect(page.contains(", 69, 70\""))
    #expect(page.contains("viewBox=\"0 0 960 100\""))
    #expect(!(try self.page(Fixture.audit())).contains("Over the last runs"))
  }

  @Test("what the configuration overrides is told, with the reason")
  func overrides() throws {
    let page = try page(Fixture.audit())
    let start = try #require(page.range(of: "What your configuration overrides"))
    let end = try #require(page.range(of: "<h2 id=\"findings\">"))
    let section = page[start.upperBound..<end.lowerBound]
      .replacing(/<[^>]*>/, with: " ").split(separator: " ").joined(separator: " ")
    #expect(section.contains("2 rules are not judged as delivered."))
    #expect(section.contains("link.orphaned-rows"))
    #expect(section.contains("high → becomes medium none given"))
    #expect(section.contains("off no mail is sent"))
    var plain = Fixture.audit()
    plain.outcomes = Array(plain.outcomes.prefix(1))
    #expect(!(try self.page(plain)).contains("What your configuration overrides"))
  }

  @Test("a pass that rests on less than half of the rules is shown as a thin one")
  func thinPass() throws {
    var audit = Fixture.audit(findings: 0)
    audit.summary.verdict = .pass
    audit.summary.new = 0
    #expect(try page(audit, []).contains("<span class=\"verdict verdict-pass verdict-thin\">"))
    audit.summary.evaluated = 3
    #expect(try page(audit, []).contains("<span class=\"verdict verdict-pass\">"))
  }

  @Test("code in texts of rules stands between backticks")
  func code() throws {
    var audit = Fixture.audit()
    audit.outcomes[2] = RuleOutcome(
      rule: Fixture.rule("identity.no-nonce", .high), severity: .high,
      result: .notEvaluated("export `attempts` with `nonce`; a lone ` stays"), findingCount: 0,
      exposure: nil)
    #expect(
      try page(audit).contains(
        "export <code>attempts</code> with <code>nonce</code>; a lone ` stays"))
  }
}
