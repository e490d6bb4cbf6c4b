import AuditReport
import Foundation
import Testing

@Suite struct ValidatorTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
  }

  func issues(_ text: String) throws -> [ReportValidator.Issue] {
    try folder.put(text, in: "report.xml")
    return try ReportValidator.validate(folder.file("report.xml"), schema: Home.schema)
  }

  @Test("the golden report is valid")
  func golden() throws {
    #expect(try issues(ReportXMLGolden.text) == [])
  }

  /// What is cut out or put in, each of which the schema must refuse.
  static let faults: [(String, String)] = [
    (" version=\"1\"", ""),
    (" version=\"1\"", " version=\"2\""),
    (" toolVersion=\"1.0.0\"", ""),
    (" asOf=\"2026-10-02T08:00:00Z\"", " asOf=\"2026-10-02T08:00:00+01:00\""),
    (" asOf=\"2026-10-02T08:00:00Z\"", " asOf=\"2026-13-02T08:00:00Z\""),
    (" platform=\"speed\"", " platform=\"slow\""),
    (" sha256=\"aaaa", " sha256=\"xaaa"),
    (" rejected=\"1\" skipped", " skipped"),
    (" skipped=\"false\"", " skipped=\"no\""),
    (" result=\"fail\" findings=\"1\" critical", " result=\"green\" findings=\"1\" critical"),
    (" notEvaluated=\"2\"", ""),
    (" errors=\"1\"", " errors=\"-1\""),
    (" result=\"not-evaluated\"", " result=\"skipped\""),
    ("<title>The platform credits a purchase once.</title>", ""),
    (" exposure=\"1.25000000\"", " exposure=\"1.25\""),
    (" severity=\"critical\"", " severity=\"fatal\""),
    (" state=\"new\"", " state=\"fresh\""),
    (" disposition=\"open\"", " disposition=\"ignored\""),
    (" fingerprint=\"0a1b2c3d4e5f\"", " fingerprint=\"\""),
    (" firstSeen=\"2026-10-01T08:00:00Z\"", ""),
    ("<subject kind=\"key\"", "<subject kind=\"thing\""),
    (" stream=\"ledger\" file", " stream=\"log\" file"),
    (" records=\"1\">", ">"),
    (" line=\"3\"", " line=\"\""),
    ("<message>", "<message><b/>"),
    ("<field name=\"at\">", "<field>"),
    ("</findings>", "</findings><extra/>"),
    ("urn:siwa-audit:report:1", "urn:siwa-audit:report:2"),
    ("</report>", ""),
    ("<message>", "<message>\u{1}"),
    ("<app ", "<app id=\"1\" "),
  ]

  @Test("a report that breaks the schema is refused", arguments: faults)
  func broken(_ fault: (String, String)) throws {
    let text = ReportXMLGolden.text
    guard let range = text.range(of: fault.0) else {
      Issue.record("the golden report has no \(fault.0)")
      return
    }
    #expect(try !issues(text.replacingCharacters(in: range, with: fault.1)).isEmpty)
  }

  @Test("an issue names its line")
  func line() throws {
    let text = ReportXMLGolden.text.replacingOccurrences(
      of: "<subject kind=\"key\"", with: "<subject kind=\"thing\"")
    #expect(try issues(text).first?.line == 32)
  }

  @Test("a document that brings a DOCTYPE is refused before its entities")
  func doctype() throws {
    let text = ReportXMLGolden.text.replacingOccurrences(
      of: "<report ",
      with: "<!DOCTYPE report [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\n<report ")
    #expect(
      try issues(text).map(\.reason) == ["a document with a DOCTYPE is refused"])
    let html = try AtomicFile(replacing: folder.file("report.html"))
    #expect(throws: ReportError.self) {
      try HTMLReport(templates: Home.templates)
        .render(reportAt: folder.file("report.xml"), schema: Home.schema, to: html)
    }
  }

  @Test("an empty file, a folder and a missing file are no reports")
  func noReport() throws {
    #expect(try !issues("").isEmpty)
    #expect(throws: ReportError.self) {
      try ReportValidator.validate(folder.path, schema: Home.schema)
    }
    #expect(throws: ReportError.self) {
      try ReportValidator.validate(folder.file("none.xml"), schema: Home.schema)
    }
    #expect(throws: ReportError.self) {
      try ReportValidator.validate(folder.file("report.xml"), schema: folder.file("report.xml"))
    }
  }
}
