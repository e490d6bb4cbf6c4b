import AuditModel
import AuditReport
import Foundation
import Testing

@Suite struct InvestigationXMLTests {
  let folder: Folder
  private static let schema = Home.path + "/data/schema/investigation.xsd"

  init() throws {
    folder = try Folder()
  }

  /// A story with one of everything.
  static func story(_ text: String = "plain", eventCount: Int = 2) -> Investigation {
    var account = StoryAccount(id: text, relation: text)
    account.state = .merged
    account.locality = .local
    account.fate = text
    account.appleSubs = [text]
    account.appUserUUIDs = [text]
    account.methods = [text]
    account.emails = [text]
    account.rowCounts = [StoryAccount.RowCount(table: text, count: 3)]
    account.sessionCount = 1
    account.firstSignIn = Fixture.morning
    account.lastSignIn = Fixture.morning
    account.balance = -125_000_000
    account.balanceAt = Fixture.morning
    var events = (0..<eventCount).map { index in
      StoryEvent(
        at: Fixture.morning + Int64(index), account: text, title: text,
        tone: index == 0 ? .trouble : .plain, amount: 1, balance: -1,
        record: Fixture.record(file: text, key: text, fields: [(text, text)]),
        isContinued: index == 1)
    }
    events[0].problems = [0]
    return Investigation(
      toolVersion: "1.0.0", name: text, asOf: Fixture.morning, id: text, kinds: [text],
      accounts: [account], omittedAccountCount: 2,
      notes: [.init(text, isTrouble: true), .init(text)],
      problems: [
        .init(
          rule: "mail.fault", severity: .high, subject: Subject(kind: .user, id: text),
          message: text, at: Fixture.morning, exposure: 1, fingerprint: text, isResolved: false)
      ],
      money: [.init(kind: "usage", count: 2, amount: -1)],
      lines: [
        .init(
          account: text,
          points: [
            .init(at: Fixture.morning - 1_000_000, balance: 100_000_000),
            .init(at: Fixture.morning, balance: -100_000_000),
          ])
      ],
      events: events, missing: [.init(export: text, reason: text)])
  }

  private func page(_ story: Investigation) throws -> String {
    let xml = try AtomicFile(replacing: folder.file("investigation.xml"))
    let report = try InvestigationXML.write(story, to: xml)
    try xml.commit()
    let html = try AtomicFile(replacing: folder.file("investigation.html"))
    try HTMLReport(templates: Home.templates).render(
      report, stylesheet: "investigation.xsl", to: html)
    try html.commit()
    return try folder.text("investigation.html")
  }

  @Test("a story is valid by its schema, and what breaks it is refused")
  func schema() throws {
    _ = try page(Self.story())
    let path = folder.file("investigation.xml")
    #expect(try ReportValidator.validate(path, schema: Self.schema) == [])
    let whole = try folder.text("investigation.xml")
    for (part, other) in [
      (" version=\"1\"", " version=\"2\""), (" state=\"merged\"", " state=\"gone\""),
      (" zero=\"500\"", " zero=\"1001\""), (" trouble=\"true\"", ""),
      (" balance=\"-1.25000000\"", " balance=\"-1.25\""), (" tone=\"plain\"", " tone=\"odd\""),
      (" severity=\"high\"", " severity=\"bad\""), ("<title>plain</title>", ""),
    ] {
      #expect(whole.contains(part), "\(part)")
      try folder.put(
        whole.replacingOccurrences(of: part, with: other), in: "investigation.xml")
      #expect(try !ReportValidator.validate(path, schema: Self.schema).isEmpty, "\(part)")
    }
  }

  @Test("the balance is drawn as steps, with zero and the finding in their places")
  func chart() throws {
    let whole = try page(Self.story())
    // Lines keep their width however the picture is stretched.
    let page = whole.replacingOccurrences(of: " vector-effect=\"non-scaling-stroke\"", with: "")
    #expect(page.contains("<path class=\"curve curve-0\" d=\"M0 0 H1000 V1000 H1000\"></path>"))
    #expect(
      page.contains("<line class=\"zero\" x1=\"0\" x2=\"1000\" y1=\"500\" y2=\"500\"></line>"))
    #expect(page.contains("<line class=\"mark mark-high\" x1=\"1000\" x2=\"1000\""))
    #expect(page.contains("Balance over time. plain ends at -1.00000000. "))
  }

  @Test("hostile text makes no element of its own", arguments: HostileTextTests.texts)
  func hostile(_ text: String) throws {
    func elements(_ page: String) -> [String] {
      HostileTextTests.tags(page).filter { !["<time", "</time", "<data", "</data"].contains($0) }
    }
    let plain = elements(try page(Self.story()))
    let page = try page(Self.story(text))
    #expect(
      try ReportValidator.validate(folder.file("investigation.xml"), schema: Self.schema) == [])
    // An empty text leaves out what would hold it.
    if !text.isEmpty { #expect(elements(page) == plain) }
    #expect(!page.contains("<script") && !page.contains("href=\"javascript"))
  }

  @Test("of very many events the page shows those with a finding, and the file has all")
  func manyEvents() throws {
    let page = try page(Self.story(eventCount: 5000))
    let xml = try folder.text("investigation.xml")
    #expect(xml.components(separatedBy: "<event ").count - 1 == 5000)
    #expect(page.components(separatedBy: "<tr id=\"event-").count - 1 == 1500)
    #expect(page.contains("<tr id=\"event-1\""))
    #expect(page.contains("<tr id=\"event-5000\""))
    #expect(page.contains("Newest last: 1,500 of 5,000 events"))
  }
}
