import AuditModel
import AuditReport
import Testing

@Suite struct ReportXMLTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
  }

  @discardableResult
  func write(_ audit: Audit, _ findings: Findings) throws -> CappedReport {
    let file = try AtomicFile(replacing: folder.file("report.xml"))
    let capped = try ReportXML.write(audit, findings: findings, to: file)
    try file.commit()
    return capped
  }

  func issues() throws -> [ReportValidator.Issue] {
    try ReportValidator.validate(folder.file("report.xml"), schema: Home.schema)
  }

  @Test("a small audit is written in the shape of the contract")
  func golden() throws {
    try write(Fixture.audit(), Findings([Fixture.finding()]))
    #expect(try folder.text("report.xml") == ReportXMLGolden.text)
    #expect(try issues() == [])
  }

  @Test("the page comes from the same report, in memory or from the disk")
  func bothWays() throws {
    let capped = try write(Fixture.audit(), Findings([Fixture.finding()]))
    let html = HTMLReport(templates: Home.templates)
    let first = try AtomicFile(replacing: folder.file("first.html"))
    try html.render(capped, to: first)
    try first.commit()
    let second = try AtomicFile(replacing: folder.file("second.html"))
    try html.render(reportAt: folder.file("report.xml"), schema: Home.schema, to: second)
    try second.commit()
    #expect(try folder.text("first.html") == folder.text("second.html"))
    #expect(try folder.text("first.html").hasPrefix("<!DOCTYPE html>"))
  }
}
