import AuditModel
import AuditRules
import Testing

/// A small rule, with what a test changes.
func ruleText(
  header: [String] = [], query: String = "SELECT id AS subject FROM deletion\nORDER BY subject;",
  rest: String = ""
) -> String {
  let tags = [
    "-- @severity high", "-- @needs    deletions.channel", "-- @subject  deletion",
    "-- @source   Practice | https://example.com/", "-- @message  {subject} is odd.",
    "-- @fix      Mend it.",
  ]
  let names = header.map { $0.split(separator: " ")[1] }
  let kept = tags.filter { tag in !names.contains(tag.split(separator: " ")[1]) }
  return
    (["-- A title.", "--", "-- The why,", "-- in two lines.", "--", "-- And more.", "--"]
    + kept + header).joined(separator: "\n") + "\n\n" + query + "\n" + rest
}

func parsed(_ text: String, isCustom: Bool = false) throws -> RuleFile {
  try RuleFileParser.parse(text, path: "x/odd.sql", id: "x.odd", isCustom: isCustom)
}

@Suite struct RuleFileTests {
  @Test("a rule file gives its header, its query and its examples")
  func reads() throws {
    let file = try parsed(
      ruleText(
        header: ["-- @uses sessions links"],
        rest: """

          /* @fires two of them
          config {"app":{"appId":"1"}}
          asof 2026-10-01T00:00:00Z
          deletions {"id":"d2"}
          deletions {"id":"d1"}
          file app/X.entitlements
          <plist>
          </plist>
          end
          --- next export
          sessions {"id":"s1"}
          @finds d2 d1
          @finds "d 3"
          @severity low
          @message d1 is odd.
          */
          /* @quiet none
          */
          """))
    #expect(
      file.rule
        == Rule(
          id: "x.odd", title: "A title.", why: "The why, in two lines.\n\nAnd more.",
          severity: .high, fix: "Mend it.", source: "Practice", sourceLink: "https://example.com/"))
    #expect(file.uses == [.sessions, .links])
    #expect(file.subjectKind == .deletion)
    #expect(file.query == "SELECT id AS subject FROM deletion\nORDER BY subject")
    #expect(file.queryLine == 16)
    #expect(file.examples.count == 2)
    let example = file.examples[0]
    #expect(example.name == "two of them")
    #expect(example.expectation == .fires(["d 3", "d1", "d2"]))
    #expect(example.asOf == "2026-10-01T00:00:00Z")
    #expect(example.severity == .low)
    #expect(example.message == "d1 is odd.")
    #expect(example.exports.count == 2)
    #expect(example.exports[0].configuration == #"{"app":{"appId":"1"}}"#)
    #expect(example.exports[0].files.map(\.path) == ["deletions.ndjson", "app/X.entitlements"])
    #expect(example.exports[0].files[0].text == "{\"id\":\"d2\"}\n{\"id\":\"d1\"}\n")
    #expect(example.exports[0].files[1].text == "<plist>\n</plist>\n")
    #expect(example.exports[1].files.map(\.path) == ["sessions.ndjson"])
    #expect(file.examples[1].expectation == .quiet)
  }

  @Test("line ends of Windows are read as well")
  func readsCarriageReturns() throws {
    let text = ruleText().unicodeScalars.map { $0 == "\n" ? "\r\n" : String($0) }.joined()
    #expect(try parsed(text).query == "SELECT id AS subject FROM deletion\nORDER BY subject")
  }

  @Test("semicolons in strings and comments don't end the query")
  func semicolons() throws {
    let query = "SELECT ';' AS \"a;\", /* ; */ 'it''s;' -- ;\nFROM deletion;"
    #expect(try parsed(ruleText(query: query)).query == String(query.dropLast()))
  }

  static let faults: [(text: String, reason: String)] = [
    ("", "x/odd.sql:1: error: the header is missing; start with a comment: title, why, tags"),
    (
      ruleText(header: ["-- @severity huge"]),
      "x/odd.sql:13: error: @severity 'huge' is none of critical, high, medium, low"
    ),
    (
      ruleText(header: ["-- @fix"]), "x/odd.sql:13: error: @fix is missing; add it to the header"
    ),
    (
      ruleText(header: ["-- @fux x"]),
      "x/odd.sql:14: error: @fux is unknown; the tags are @severity, @needs, @uses, @subject, "
        + "@source, @link, @message, @fix"
    ),
    (
      ruleText(header: ["-- @link a", "-- @link b"]),
      "x/odd.sql:15: error: @link is given twice; keep one"
    ),
    (
      ruleText(header: ["-- @needs deletions.nothing"]),
      "x/odd.sql:13: error: @needs 'deletions.nothing': @needs 'nothing' is none of id, userId, "
        + "requestedAt, channel, accountKind, appleSub, lossDisclosed, hasActiveSubscription, "
        + "subscriptionNoticeShown, confirmedAt, dataDeletedAt, unlinkedAt, unlinkStatus, "
        + "codeIssuedAt, codeHash, tokenExchangedAt, tokenExchangeStatus, idTokenSub, revokedAt, "
        + "revokeStatus, completedAt"
    ),
    (
      ruleText(header: ["-- @needs platform:other"]),
      "x/odd.sql:13: error: @needs 'platform:other': the platform is speed or direct"
    ),
    (
      ruleText(header: ["-- @message {subject is odd"]),
      "x/odd.sql:13: error: @message has a brace or bracket without its other one"
    ),
    (
      ruleText(query: "SELECT 1; SELECT 2;"),
      "x/odd.sql:15: error: a rule is one SELECT; remove what follows its semicolon"
    ),
    (
      ruleText(query: "SELECT 1"),
      "x/odd.sql:15: error: the query is missing; write one SELECT that ends with a semicolon"
    ),
    (
      ruleText(rest: "SELECT 2;"),
      "x/odd.sql:17: error: only examples follow the query: /* @fires NAME, /* @quiet NAME … */"
    ),
    (
      ruleText(rest: "/* @fires a\n*/"),
      "x/odd.sql:17: error: the example doesn't say what it finds; add @finds SUBJECT"
    ),
    (
      ruleText(rest: "/* @quiet a\n@finds b\n*/"),
      "x/odd.sql:17: error: @finds, @severity, @kind and @message belong to @fires only"
    ),
    (
      ruleText(rest: "/* @quiet a\nsession {}\n*/"),
      "x/odd.sql:18: error: 'session' is no stream; a line is STREAM {…}, config {…}, asof TIME, "
        + "file PATH, @finds"
    ),
    (
      ruleText(rest: "/* @quiet a\n"),
      "x/odd.sql:17: error: the example doesn't end; close it with a line */"
    ),
  ]

  @Test("what is wrong is told with its line and what to do", arguments: faults)
  func refuses(_ fault: (text: String, reason: String)) {
    do {
      _ = try parsed(fault.text)
      Issue.record("it was taken")
    } catch {
      #expect("\(error)" == fault.reason)
    }
  }
}
