import AuditModel
import AuditReport
import Testing

@Suite struct WaiversTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
  }

  static func waiver(_ text: String, fingerprint: String? = nil) -> Waiver {
    Waiver(
      fingerprint: fingerprint, rule: text, subject: text, reason: text, until: "2026-12-31",
      end: 0, by: text, ticket: text)
  }

  static func audit(_ text: String) -> Audit {
    var audit = Fixture.audit()
    audit.summary.waived = 1
    audit.summary.waivedBySeverity = [.critical: 1]
    audit.summary.verdictWithoutWaivers = .fail
    audit.outcomes[0].waivedCount = 1
    audit.waivers = WaiverUse.State.allCases.enumerated().map { index, state in
      WaiverUse(
        waiver: waiver(text, fingerprint: index == 0 ? "0a1b2c3d4e5f6a7b" : nil), state: state,
        findingCount: index)
    }
    return audit
  }

  @Test(
    "waivers of any text give a valid report and a page without markup of theirs",
    arguments: HostileTextTests.texts)
  func hostile(_ text: String) throws {
    let file = try AtomicFile(replacing: folder.file("report.xml"))
    let finding = Fixture.finding(disposition: .waived, fingerprint: "0a1b2c3d4e5f6a7b")
    let capped = try ReportXML.write(
      Self.audit(text), findings: Findings([finding]), to: file)
    try file.commit()
    #expect(
      try ReportValidator.validate(folder.file("report.xml"), schema: Home.schema) == [])
    let html = try AtomicFile(replacing: folder.file("report.html"))
    try HTMLReport(templates: Home.templates).render(capped, to: html)
    try html.commit()
    let page = try folder.text("report.html")
    #expect(!page.contains("<script>alert"))
    #expect(page.contains("<h2 id=\"waivers\">"))
    for word in ["counts", "ends soon", "expired, no longer counts", "unused", "not evaluated"] {
      #expect(page.contains(word))
    }
  }

  @Test("entries stand a member a line, by rule, subject and fingerprint")
  func file() throws {
    let file = try AtomicFile(replacing: folder.file("waivers.json"))
    try WaiversJSON.write(
      [
        Waiver(rule: "b.b", subject: "u\u{301}\"2", reason: "r", until: "2026-12-31", end: 0),
        Waiver(fingerprint: "00000000000000ff", reason: "r\n", until: "2026-12-31", end: 0),
        Waiver(rule: "b.b", subject: "u1", reason: "r", until: "2026-12-31", end: 0, by: "B"),
      ], to: file)
    try file.commit()
    #expect(
      try folder.text("waivers.json") == """
        {
          "waivers": [
            {
              "fingerprint": "00000000000000ff",
              "reason": "r\\n",
              "until": "2026-12-31"
            },
            {
              "rule": "b.b",
              "subject": "u1",
              "reason": "r",
              "until": "2026-12-31",
              "by": "B"
            },
            {
              "rule": "b.b",
              "subject": "u\u{301}\\"2",
              "reason": "r",
              "until": "2026-12-31"
            }
          ]
        }

        """)
  }
}
