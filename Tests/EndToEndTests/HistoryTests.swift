import Foundation
import TestSupport
import Testing

@Suite struct HistoryTests {
  @Test("diff says what is new, resolved, of another severity and waived between two runs")
  func differences() throws {
    let nights = try Nights(
      configuration: "{ name: \"app\", severity: { \"ledger.negative-balance\": \"low\" } }")
    let call = #"{"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"#
    try nights.folder.write(
      "a/applecalls.ndjson",
      call + #""secretKid":"K","secretIat":1790000000,"secretExp":1810000000}"# + "\n")
    try nights.folder.write(
      "b/applecalls.ndjson",
      call + #""secretKid":"K","secretIat":1790000000,"secretExp":1800000000}"# + "\n")
    try nights.folder.write(
      "b/ledger.ndjson",
      Nights.clean.replacingOccurrences(of: ",\"idempotencyKey\":\"k9\"", with: ""))
    try nights.audit("a")
    try nights.folder.write("etc/siwa-audit.json", "{ name: \"app\" }")
    _ = try nights.waive(Nights.empty, "--reason", "r", "--until", "2026-12-31")
    try nights.audit("b")

    let expected = """
      app: what changed
        from run 1, as of 2026-10-01T10:00:00Z: 1 critical, 1 high, 0 medium, 1 low
        to   run 2, as of 2026-10-02T08:00:00Z: 1 critical, 1 high, 1 medium, 0 low

      New: 1
        high  ledger.missing-key  607e140599ac36c4

      Resolved: 1
        high  secret.too-long  196a35db4756c92b

      Of another severity: 1
        low -> medium  ledger.negative-balance  165a148648a772a3

      Waived since: 1
        critical  ledger.spend-while-empty  d42f76c83cc3ad43

      """
    let result = try nights.diff()
    #expect(result.errors == "")
    #expect(result.code == 0)
    #expect(withoutMessages(result) == expected)
    #expect(result.output.contains("607e140599ac36c4  Row 9 credited 1.00 to u2 (gift) at "))

    let files = try nights.diff("1", "2", "--format", "html,xml")
    #expect(
      files.output
        == nights.folder.path("out/diff.html") + "\n" + nights.folder.path("out/diff.xml") + "\n")
    let xml = try nights.folder.text("out/diff.xml")
    let path = nights.folder.path("out/diff.xml")
    #expect(try nights.tool.run("validate", path).output == path + ": valid\n")
    try nights.folder.write("out/odd.xml", xml.replacing("<diff ", with: "<diff odd=\"1\" "))
    let odd = try nights.tool.run("validate", nights.folder.path("out/odd.xml"))
    #expect(odd.code == 3 && odd.errors.contains("'odd'"))
    #expect(
      xml.contains(
        #"<summary new="1" resolved="1" ruleGone="0" severity="1" waived="1" unwaived="0" rules="0"/>"#
      ))
    let page = try nights.folder.text("out/diff.html")
    #expect(page.contains("<h2 id=\"changes-new\">New</h2>"))
    #expect(page.contains("run 2 compared with run 1."))
    // A later run leaves what was between these two as it was.
    try nights.folder.write("etc/siwa-audit.json", "{ name: \"app\" }")
    try nights.folder.write("etc/siwa-audit.waivers.json", "[]")
    try nights.audit("a")
    #expect(withoutMessages(try nights.diff("1", "2")) == expected)
    let last = try nights.diff().output
    #expect(last.contains("\nNo longer waived: 1\n  critical  ledger.spend-while-empty"))
  }

  /// What a diff tells, each finding up to its fingerprint.
  private func withoutMessages(_ result: Tool.Result) -> String {
    result.output.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: "  ", omittingEmptySubsequences: false).prefix(4).joined(
        separator: "  ")
    }.joined(separator: "\n")
  }

  @Test("diff tells of rules that are judged in one of the runs only")
  func rules() throws {
    let nights = try Nights()
    try nights.audit("a")
    try nights.folder.write(
      "b/applecalls.ndjson",
      #"{"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"#
        + #""secretKid":"K","secretIat":1790000000,"secretExp":1800000000}"# + "\n")
    try nights.folder.write(
      "etc/siwa-audit.json",
      "{ name: \"app\", off: { \"ledger.negative-balance\": \"debts are fine\" } }")
    try nights.audit("b")
    let text = try nights.diff().output
    #expect(text.contains("\nRules that are checked now: "))
    #expect(text.contains("\n  secret.too-long\n"))
    #expect(
      text.hasSuffix(
        "\nRules that are no longer checked: 1\n  ledger.negative-balance: debts are fine\n"))
    #expect(!text.contains("Resolved"), "nobody looked, so nothing was resolved")
  }

  @Test("runs that are not kept, and too few, are refused with what is there")
  func refusals() throws {
    let nights = try Nights()
    try nights.audit("a")
    let one = try nights.diff()
    #expect(one.code == 2)
    #expect(one.errors.contains("two runs are needed, 1 is kept in it"))
    try nights.audit("b")
    for (runs, error) in [
      (["1", "3"], "run 3 is not kept; kept are 1 to 2"),
      (["2", "1"], "run 2 is not before run 1; name the older one first"),
      (["2"], "run 2 is not before run 2"),
      (["x"], "'x' is no run"),
      (["1", "2", "3"], "'diff' takes [RUN [RUN]]"),
    ] {
      let result = try nights.tool.run(["diff", "--output", nights.folder.path("out")] + runs)
      #expect(result.code == 2)
      #expect(result.errors.contains(error), "\(result.errors)")
    }
    #expect(try nights.diff("1").code == 0)
    try nights.audit("b")
    #expect(try nights.diff().output.hasSuffix("\nNothing changed.\n"))
    let missing = try nights.tool.run("diff", "--output", nights.folder.path("nowhere"))
    #expect(missing.code == 4)
    #expect(missing.errors.contains("run an audit first"))
  }

  @Test("findings of a rule that is gone are closed, and not called resolved")
  func ruleGone() throws {
    let nights = try Nights()
    try nights.folder.write(
      "rules/mine/any-row.sql",
      """
      -- Nobody has rows.
      --
      -- For a test: it fires for everybody who has one, which is never right for a real rule.
      --
      -- @severity high
      -- @needs    ledger
      -- @subject  user
      -- @source   A test
      -- @message  {subject} has rows.
      -- @fix      None.

      SELECT DISTINCT u.id AS subject
      FROM ledger AS l
      JOIN user AS u ON u.user = l.user
      ORDER BY subject;

      /* @fires a row
      ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1"}
      @finds u1
      */

      /* @quiet no row of anybody
      mail {"id":"m","at":"2026-10-01T08:00:00Z","to":"a@b.example"}
      */
      """)
    let first = try nights.audit("a", "--rules", nights.folder.path("rules"))
    #expect(first.output.contains("3 findings: 3 new"))
    #expect(
      try nights.audit("b").output.contains("2 findings: 0 new, 2 known, 0 resolved"))
    let text = try nights.diff().output
    #expect(text.contains("\nClosed, their rule is gone: 1\n  high  mine.any-row  "))
    #expect(text.contains("\n  mine.any-row: it is gone\n"))
    #expect(!text.contains("Resolved"))
    // It stays closed: the rule that comes back finds it anew.
    let third = try nights.audit("b", "--rules", nights.folder.path("rules"))
    #expect(third.output.contains("4 findings: 2 new, 2 known, 0 resolved"))
  }

  @Test("each finding tells when it was seen first and how old it is; the trend tells of all runs")
  func age() throws {
    let nights = try Nights()
    try nights.audit("a")
    #expect(try nights.report("<trend").isEmpty)
    #expect(try nights.report("<finding ").allSatisfy { !$0.contains("ageDays") })
    try nights.audit("a", "--as-of", "2026-10-13T09:00:00Z")
    #expect(
      try nights.report("<finding ").allSatisfy {
        $0.contains(#"firstSeen="2026-10-01T10:00:00Z""#) && $0.hasSuffix(#" ageDays="11">"#)
      })
    #expect(try nights.folder.text("out/report.html").contains("(11 days ago)"))
    #expect(
      try nights.report("<run ") == [
        #"<run asOf="2026-10-01T10:00:00Z" critical="1" high="0" medium="1" low="0"/>"#,
        #"<run asOf="2026-10-13T09:00:00Z" critical="1" high="0" medium="1" low="0"/>"#,
      ])
    #expect(
      try nights.tool.run("validate", nights.folder.path("out/report.xml")).code == 0)
  }

  @Test("--keep-runs drops older runs and keeps the findings' first sight and what is known")
  func keepRuns() throws {
    let nights = try Nights()
    for _ in 0..<3 { try nights.audit("a") }
    try nights.audit("b", "--keep-runs", "2")
    #expect(try nights.diff("3").code == 0)
    let gone = try nights.diff("2", "4")
    #expect(gone.code == 2)
    #expect(gone.errors.contains("run 2 is not kept; kept are 3 to 4"))
    let next = try nights.audit("b", "--keep-runs", "1", "--as-of", "2026-10-09T10:00:00Z")
    #expect(next.output.contains("2 findings: 0 new, 2 known, 0 resolved"))
    #expect(
      try nights.report("<finding ").allSatisfy {
        $0.contains(#"firstSeen="2026-10-01T10:00:00Z""#) && $0.contains(#"ageDays="8""#)
      })
    #expect(try nights.diff().errors.contains("1 is kept in it"))
    #expect(try nights.audit("b").output.contains("2 findings: 0 new, 2 known, 0 resolved"))
    let wrong = try nights.audit("b", "--keep-runs", "0")
    #expect(wrong.code == 2)
    #expect(wrong.errors.contains("'0' is no number of runs for --keep-runs"))
  }

  @Test("partial runs don't push out the run that the next one compares with")
  func keepBaseline() throws {
    let nights = try Nights()
    try nights.folder.write(
      "a/mail.ndjson", #"{"id":"m","at":"2026-10-01T08:00:00Z","to":"a@b.c"}"#)
    try nights.audit("a")
    for _ in 0..<3 { try nights.audit("b", "--keep-runs", "1") }
    let result = try nights.audit("b", "--keep-runs", "1")
    #expect(result.output.contains("2 findings: 0 new, 2 known, 0 resolved"))
    #expect(result.output.contains("Partial"))
    #expect(try nights.diff("1").code == 0)
  }

  @Test("fingerprints stay when the export is reordered, reformatted and cut in other files")
  func fingerprints() throws {
    let folder = try TemporaryFolder()
    let input = "data/samples/demo/input"
    for file in Project.files(in: input) {
      let text = try Project.text(input + "/" + file)
      if file == "ledger.csv" {
        let lines = Self.objects(ofCSV: text)
        try folder.write("again/ledger/b.ndjson", lines.prefix(700).joined())
        try folder.write("again/ledger/a.ndjson", lines.dropFirst(700).joined())
      } else if file.hasSuffix(".ndjson") {
        let lines = text.split(separator: "\n").reversed().joined(separator: "\r\n")
        try folder.write("again/" + file.replacingOccurrences(of: ".nd", with: "-x.nd"), lines)
      } else {
        try folder.write("again/" + file, text)
      }
    }
    let tool = Tool()
    for (export, output) in [(Project.folder + "/" + input, "one"), (folder.path("again"), "two")] {
      _ = try tool.run("audit", export, "--output", folder.path(output), "--format", "json")
    }
    let pattern = try Regex("\"fingerprint\":\"[0-9a-f]{16}\"")
    func fingerprints(_ name: String) throws -> [String] {
      let text = try folder.text(name)
      return text.matches(of: pattern).map { String(text[$0.range]) }
    }
    #expect(try fingerprints("one/findings.json").count == 6)
    #expect(try fingerprints("two/findings.json") == fingerprints("one/findings.json"))
    #expect(try folder.text("two/findings.json") != folder.text("one/findings.json"))
  }

  /// Rows of a plain CSV as objects, a line each, rows and columns backwards.
  private static func objects(ofCSV text: String) -> [String] {
    let rows = text.split(separator: "\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false)
    }
    return rows.dropFirst().reversed().map { row in
      let members = zip(rows[0], row).map { name, value in
        "\"\(name)\" : " + (value.isEmpty ? "null" : "\"\(value)\"")
      }
      return "{ " + members.reversed().joined(separator: " , ") + " }\n"
    }
  }
}
