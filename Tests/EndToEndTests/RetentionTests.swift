import Foundation
import TestSupport
import Testing

/// People whose accounts ended long ago: who they were is nowhere, what happened stays.
@Suite struct RetentionTests {
  private let tool = Tool()
  private let folder: TemporaryFolder
  private static let database = "siwa-audit.sqlite"
  private static let formats = "html,xml,junit,sarif,csv,json,text"
  /// Everything that names the person who left.
  private static let raw = [
    "usr_left", "000777.leftleft.0001", "7d7d7d7d-52c5-55b3-894b-ac3a33fdabd5", "ses_left",
    "l…@left-family.example", "merge-key:usr_left:1",
  ]
  private static let uuid = "7d7d7d7d-52c5-55b3-894b-ac3a33fdabd5"

  init() throws {
    folder = try TemporaryFolder()
    try write(asOf: "2026-11-01T00:00:00Z")
  }

  private func write(
    asOf: String, retention: String = "90d", deletion: String = "2026-06-01T00:00:00Z",
    more: String = "", moreSessions: String = ""
  ) throws {
    try folder.write(
      "e/siwa-audit.json",
      """
      {"name":"r","app":{"platform":"direct"},
       "export":{"from":"2026-01-01T00:00:00Z","to":"2026-11-01T00:00:00Z","exportedAt":"\(asOf)"},
       "policy":{"retention":"\(retention)"}}
      """)
    try folder.write(
      "e/sessions.ndjson",
      """
      {"id":"ses_left","at":"2026-05-01T08:00:00Z","userId":"usr_left","method":"apple","appleSub":"000777.leftleft.0001","appUserUUID":"\(Self.uuid.uppercased())","email":"leaver@left-family.example","isLocalUser":true}
      {"id":"ses_stays","at":"2026-05-01T08:00:00Z","userId":"usr_stays","method":"apple","appleSub":"000888.stays.0001","email":"stayer@stays.example"}
      \(moreSessions)
      """)
    try folder.write(
      "e/attempts.ndjson",
      #"{"id":"att_1","at":"2026-05-01T08:00:00Z","outcome":"accepted","sessionId":"ses_left","userId":"usr_left","sub":"000777.leftleft.0001","email":"leaver@left-family.example"}"#
        + "\n")
    try folder.write(
      "e/ledger.ndjson",
      """
      {"adjustmentId":"adj_1","at":"2026-05-02T08:00:00Z","userId":"usr_left","kind":"purchase","amount":"1.00","balanceAfter":"1.00","idempotencyKey":"merge-key:usr_left:1"}
      {"adjustmentId":"adj_2","at":"2026-05-03T08:00:00Z","userId":"usr_left","kind":"usage","amount":"3.00","balanceAfter":"-2.00","idempotencyKey":"k2"}
      {"adjustmentId":"adj_3","at":"2026-05-03T08:00:00Z","userId":"usr_stays","kind":"usage","amount":"3.00","balanceAfter":"-3.00","idempotencyKey":"k3"}
      {"adjustmentId":"adj_4","at":"2026-07-03T08:00:00Z","userId":"usr_left","kind":"gift","amount":"3.00"}
      \(more)
      """)
    try folder.write(
      "e/deletions.ndjson",
      #"{"id":"del_1","userId":"usr_left","requestedAt":"2026-05-31T00:00:00Z","channel":"app","appleSub":"000777.leftleft.0001","accountKind":"local","completedAt":"\#(deletion)"}"#
        + "\n")
    try folder.write(
      "e/rows.ndjson",
      #"{"table":"profiles","rowId":"usr_left","userId":"usr_left","createdAt":"2026-05-01T00:00:00Z"}"#
        + "\n")
  }

  @discardableResult
  private func audit(into output: String = "out", formats: String = formats) throws -> String {
    let result = try tool.run(
      "audit", folder.path("e"), "--output", folder.path(output), "--format", formats,
      "--exit-zero")
    #expect(result.code == 0, "\(result.errors)")
    return result.output
  }

  /// What names the person, in the database and the reports, or in one of them.
  private func leftovers(_ output: String = "out", in only: String? = nil) throws -> [String] {
    var found: [String] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path(output)).sorted() {
      if let only, name != only { continue }
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path("\(output)/\(name)")))
      for raw in Self.raw where bytes.firstRange(of: Data(raw.utf8)) != nil {
        found.append("\(raw) in \(name)")
      }
    }
    return found
  }

  /// Fingerprint, rule, state and disposition of each finding, without what names anybody.
  private func findings(_ output: String = "out") throws -> [String] {
    try folder.text("\(output)/findings.json").split(separator: "\n").compactMap { line in
      guard
        let value = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let rule = value["rule"], let fingerprint = value["fingerprint"]
      else { return nil }
      return "\(rule) \(fingerprint) \(value["firstSeen"] ?? "")"
    }.sorted()
  }

  @Test("the run's own reports name the person a last time, and nothing does afterwards")
  func gone() throws {
    try audit()
    #expect(try leftovers(in: Self.database) == [])
    #expect(try folder.text("out/findings.json").contains("\"user\":\"usr_left\""))
    #expect(try folder.text("out/rows-to-delete.csv").contains("profiles,usr_left,usr_left"))
    try write(asOf: "2026-11-02T00:00:00Z", more: "\n")
    try audit()
    #expect(try leftovers() == [])
    let json = try folder.text("out/findings.json")
    #expect(json.contains("usr_stays"))
    #expect(json.contains("\"user\":\"~"))
    let database = try Data(contentsOf: URL(fileURLWithPath: folder.path("out/siwa-audit.sqlite")))
    for kept in ["usr_stays", "000888.stays.0001", "ses_stays", "s…@stays.example"] {
      #expect(database.firstRange(of: Data(kept.utf8)) != nil, "\(kept)")
    }
    let valid = try tool.run("validate", folder.path("out/report.xml"))
    #expect(valid.code == 0, "\(valid.errors)")
  }

  @Test("a run whose reports can't be put in place takes no name: the next one's reports have them")
  func unpublished() throws {
    try folder.write("out/findings.json/in-the-way", "")
    let result = try tool.run(
      "audit", folder.path("e"), "--output", folder.path("out"), "--format", "json,csv",
      "--exit-zero")
    #expect(result.code == 4)
    try FileManager.default.removeItem(atPath: folder.path("out/findings.json"))
    try audit(formats: "json,csv")
    #expect(try folder.text("out/findings.json").contains("\"user\":\"usr_left\""))
    #expect(try folder.text("out/rows-to-delete.csv").contains("profiles,usr_left,usr_left"))
    #expect(try leftovers(in: Self.database) == [])
  }

  @Test("an account that ended exactly then is named still; a microsecond later it is not")
  func boundary() throws {
    try write(asOf: "2026-08-30T00:00:00Z")
    try audit(into: "just")
    #expect(try folder.text("just/findings.json").contains("\"user\":\"usr_left\""))
    #expect(try leftovers("just") != [])
    try write(asOf: "2026-08-30T00:00:00.000001Z")
    try audit(into: "over")
    #expect(try leftovers("over", in: Self.database) == [])
  }

  @Test("the same export read again finds the same, with nothing new, resolved or in conflict")
  func again() throws {
    try write(asOf: "2026-08-01T00:00:00Z")
    try audit()
    let named = try findings()
    #expect(try folder.text("out/findings.json").contains("usr_left"))
    #expect(named.count > 3)
    // The night on which the person is due, and the ones after, with a file of other bytes each.
    for night in 1...3 {
      try write(
        asOf: "2026-11-0\(night)T00:00:00Z",
        more: String(repeating: "\n", count: night),
        moreSessions: String(repeating: "\n", count: night))
      try audit()
      #expect(try leftovers(in: night == 1 ? Self.database : nil) == [], "night \(night)")
      #expect(try findings() == named, "night \(night)")
      let xml = try folder.text("out/report.xml")
      #expect(
        xml.contains(/new="0" waived="0" resolved="0"/), "night \(night): \(xml.prefix(3000))")
    }
  }

  @Test("a record that comes later joins the others under the pseudonym")
  func extended() throws {
    try audit()
    let before = try findings()
    try write(
      asOf: "2026-11-02T00:00:00Z",
      more: """
        {"adjustmentId":"adj_5","at":"2026-07-04T08:00:00Z","userId":"usr_left","kind":"gift","amount":"1.00","idempotencyKey":"later:usr_left:5"}

        """)
    try audit()
    #expect(try leftovers(in: Self.database) == [])
    let rules = Set(try findings()).subtracting(before).map { $0.prefix { $0 != " " } }
    #expect(!rules.contains("ledger.duplicate-adjustment"))
    let database = try Data(contentsOf: URL(fileURLWithPath: folder.path("out/siwa-audit.sqlite")))
    #expect(database.firstRange(of: Data("later:usr_left".utf8)) == nil)
    #expect(database.firstRange(of: Data("later:~".utf8)) != nil)
  }

  @Test(
    "a waiver by rule and subject counts on, and a story and forget take the id that the app knew")
  func lookups() throws {
    try folder.write(
      "e/siwa-audit.waivers.json",
      """
      [{"rule":"deletion.ledger-after","subject":"usr_left","reason":"usr_left was told",
        "until":"2099-01-01","ticket":"T-usr_left"}]
      """)
    for night in 1...2 {
      try write(asOf: "2026-11-0\(night)T00:00:00Z", more: String(repeating: "\n", count: night))
      try audit()
      #expect(
        try folder.text("out/findings.json").contains("\"disposition\":\"waived\""), "\(night)")
      #expect(try leftovers(in: night == 1 ? Self.database : nil) == [])
    }
    for id in ["usr_left", "000777.leftleft.0001", Self.uuid, "ses_left"] {
      let told = try tool.run(
        "investigate", id, "--output", folder.path("out"), "--format", "html,xml,text")
      #expect(told.code == 0, "\(id): \(told.errors)")
      #expect(told.output.contains("deletion.ledger-after"), "\(id): \(told.output)")
      #expect(try leftovers() == [], "\(id)")
    }
    let forgotten = try tool.run("forget", "usr_left", "--output", folder.path("out"))
    #expect(forgotten.code == 0, "\(forgotten.errors)")
    #expect(forgotten.output.contains("ledger 3"))
    let again = try tool.run("forget", "usr_left", "--output", folder.path("out"))
    #expect(again.code == 2)
  }

  @Test("the same nights give the same bytes")
  func deterministic() throws {
    for output in ["a", "b"] {
      try write(asOf: "2026-11-01T00:00:00Z")
      try audit(into: output)
      try write(asOf: "2026-11-02T00:00:00Z", more: "\n")
      try audit(into: output)
    }
    for name in ["report.xml", "report.html", "findings.json", "siwa-audit.sqlite"] {
      let one = try Data(contentsOf: URL(fileURLWithPath: folder.path("a/" + name)))
      let two = try Data(contentsOf: URL(fileURLWithPath: folder.path("b/" + name)))
      #expect(one == two, "\(name)")
    }
  }

  @Test("whoever came back to the account is named")
  func back() throws {
    try write(
      asOf: "2026-11-01T00:00:00Z",
      moreSessions: """
        {"id":"ses_back","at":"2026-10-01T08:00:00Z","userId":"usr_left","method":"apple","isNewAccount":true}

        """)
    try audit()
    #expect(try leftovers(in: Self.database).contains("usr_left in \(Self.database)"))
  }

  @Test("a sub that somebody else signs in with, too, is that person's and stays")
  func shared() throws {
    try write(
      asOf: "2026-11-01T00:00:00Z",
      moreSessions: """
        {"id":"ses_new","at":"2026-10-01T08:00:00Z","userId":"usr_new","method":"apple","appleSub":"000777.leftleft.0001","isNewAccount":true}

        """)
    try audit()
    let database = try Data(contentsOf: URL(fileURLWithPath: folder.path("out/siwa-audit.sqlite")))
    #expect(database.firstRange(of: Data("000777.leftleft.0001".utf8)) != nil)
    #expect(database.firstRange(of: Data("usr_left".utf8)) == nil)
  }
}
