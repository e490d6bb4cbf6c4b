import Foundation
import TestSupport
import Testing

@Suite struct WaiverTests {
  @Test("a waived finding is shown with its severity and does not count")
  func waived() throws {
    let nights = try Nights()
    #expect(try nights.audit("a").code == 1)
    let told = try nights.waive(
      Nights.empty, "--reason", "an old debt", "--until", "2026-12-31", "--by", "QA",
      "--ticket", "APP-7")
    let path = nights.folder.path("etc/siwa-audit.waivers.json")
    #expect(
      told
        == Tool.Result(
          output: """
            \(path): added a waiver until 2026-12-31
            ledger.spend-while-empty adjustment 3
            Usage 3 of 1.00 was charged to u1, whose balance was -1.00 when the operation began \
            at 2026-10-01T09:59:00Z.

            """, errors: "", code: 0))
    #expect(
      try nights.folder.text("etc/siwa-audit.waivers.json") == """
        {
          "waivers": [
            {
              "fingerprint": "d42f76c83cc3ad43",
              "rule": "ledger.spend-while-empty",
              "reason": "an old debt",
              "until": "2026-12-31",
              "by": "QA",
              "ticket": "APP-7"
            }
          ]
        }

        """)

    let result = try nights.audit("b", "--format", "xml,html,csv,json")
    #expect(result.code == 0)
    #expect(
      nights.lines(result, "app: ")
        == [
          "app: PASS as of 2026-10-02T08:00:00Z, 2 findings: 0 new, 2 known, 1 waived, 0 resolved"
        ])
    #expect(
      nights.lines(result, "Wai")
        == [
          "Waived     1, without them 0 critical, 0 high, 1 medium, 0 low; FAIL if no waiver counted"
        ]
    )
    #expect(
      try nights.report("<finding ").map { $0.split(separator: " ")[1...4].joined(separator: " ") }
        == [
          #"rule="ledger.spend-while-empty" severity="critical" state="known" disposition="waived""#,
          #"rule="ledger.negative-balance" severity="medium" state="known" disposition="open""#,
        ])
    let summary = try nights.report("<summary ")[0]
    #expect(summary.hasPrefix(#"<summary result="pass" findings="2" critical="1" high="0""#))
    #expect(summary.contains(#"waived="1""#))
    #expect(
      summary.hasSuffix(
        #"resultWithoutWaivers="fail" open="1" openCritical="0" openHigh="0" openMedium="1" openLow="0"/>"#
      ))
    #expect(
      try nights.report("<waiver ") == [
        #"<waiver state="active" findings="1" until="2026-12-31" fingerprint="d42f76c83cc3ad43" "#
          + #"rule="ledger.spend-while-empty" by="QA" ticket="APP-7" reason="an old debt"/>"#
      ])
    #expect(
      try nights.tool.run("validate", nights.folder.path("out/report.xml")).output.hasSuffix(
        "valid\n"))
    let page = try nights.folder.text("out/report.html")
    #expect(page.contains("<dt>Waived until</dt><dd>2026-12-31: an old debt</dd>"))
    #expect(page.contains("If no waiver counted, the audit would fail."))
    #expect(try nights.folder.text("out/findings.json").contains(#""disposition":"waived""#))
    #expect(try nights.folder.text("out/findings.csv").contains(",known,waived,d42f76c83cc3ad43,"))
  }

  @Test("a new finding that is waived mails nobody; without the waiver it does")
  func quiet() throws {
    let nights = try Nights()
    try nights.write(
      waivers: """
        [{"rule": "ledger.spend-while-empty", "subject": "3", "reason": "r", "until": "2026-10-02"}]
        """)
    let quiet = try nights.audit("a", "--quiet", "--fail-on", "new:high")
    #expect(quiet == Tool.Result(output: "", errors: "", code: 0))
    let other = try nights.tool.run(
      "audit", nights.folder.path("a"), "--output", nights.folder.path("other"), "--quiet",
      "--fail-on", "new:high")
    #expect(other.code == 1)
  }

  @Test("a waiver counts to the end of its day, as the audit's time says, and is then reported")
  func expiry() throws {
    let nights = try Nights()
    try nights.write(
      waivers: #"[{"fingerprint": "\#(Nights.empty)", "reason": "r", "until": "2026-10-20"}]"#)
    #expect(try nights.audit("a", "--as-of", "2026-10-05T23:59:59Z").code == 0)
    #expect(try nights.report("<waiver ")[0].contains(#"state="active""#))
    // Within 14 days.
    let soon = try nights.audit("a", "--as-of", "2026-10-07T00:00:00Z")
    #expect(soon.code == 0)
    #expect(
      nights.lines(soon, "Waiver ") == ["Waiver     d42f76c83cc3ad43 ends on 2026-10-20"])
    #expect(try nights.audit("a", "--as-of", "2026-10-20T23:59:59Z").code == 0)
    let late = try nights.audit("a", "--as-of", "2026-10-21T00:00:00Z")
    #expect(late.code == 1)
    #expect(
      nights.lines(late, "Waiver ")
        == ["Waiver     d42f76c83cc3ad43 expired on 2026-10-20, no longer counts"])
    #expect(try nights.report("<finding ").allSatisfy { $0.contains(#"disposition="open""#) })
    #expect(try nights.report("<waiver ")[0].contains(#"state="expired" findings="1""#))
  }

  @Test("a waiver that fits nothing is reported, unless its rule was not evaluated")
  func unused() throws {
    let nights = try Nights()
    try nights.write(
      waivers: """
        {"waivers": [
          {"fingerprint": "00000000000000aa", "reason": "r", "until": "2027-01-01"},
          {"rule": "mail.bounced-hard", "subject": "x", "reason": "r", "until": "2027-01-01"},
          {"rule": "deletion.missing-revoke", "subject": "u1", "reason": "r", "until": "2027-01-01"},
          {"fingerprint": "\(Nights.empty)", "subject": "4", "reason": "r", "until": "2027-01-01"}
        ]}
        """)
    let result = try nights.audit("a")
    #expect(result.code == 1)
    #expect(
      nights.lines(result, "Waiver ") == [
        "Waiver     00000000000000aa is unused: it fits no finding",
        "Waiver     mail.bounced-hard x is unused: it fits no finding; and 1 more like it",
      ])
    #expect(
      try nights.report("<waiver ").map { $0.split(separator: " ")[1] } == [
        #"state="unused""#, #"state="unused""#, #"state="not-checked""#, #"state="unused""#,
      ])
  }

  /// A file and the error it must give.
  static let broken: [(String, String)] = [
    (
      "{\"waivers\": [\n{\"reason\": \"r\",}]}",
      "2: error: '}' stands where a name in quotes is due"
    ),
    (
      "[\n\n{\"reason\": \"r\", \"until\": \"2027-01-01\"}]",
      "3: error: 'waivers[1]' must have a 'fingerprint', or a 'rule' and a 'subject'"
    ),
    (
      "[{\"rule\": \"a.b\", \"reason\": \"r\", \"until\": \"2027-01-01\"}]",
      "1: error: 'waivers[1]' must have a 'fingerprint', or a 'rule' and a 'subject'"
    ),
    (
      "[{\"fingerprint\": \"d42f76c83cc3ad43\",\n\"until\": \"2027-01-01\"}]",
      "1: error: 'waivers[1]' must have a 'reason'"
    ),
    (
      "[{\"fingerprint\": \"d42f76c83cc3ad43\",\n\"reason\": \" \", \"until\": \"2027-01-01\"}]",
      "2: error: 'waivers[1].reason' is empty"
    ),
    (
      "[{\"fingerprint\": \"d42f76c83cc3ad43\",\n\"reason\": \"r\"}]",
      "1: error: 'waivers[1]' must have an 'until', a date such as \"2026-12-31\""
    ),
    (
      "[{\"fingerprint\": \"d42f76c83cc3ad43\",\n\"reason\": \"r\",\n\"until\": \"2026-02-29\"}]",
      "3: error: 'waivers[1].until' must be a date such as \"2026-12-31\""
    ),
    (
      "[{\"fingerprint\": \"d42f\", \"reason\": \"r\", \"until\": \"2027-01-01\"}]",
      "1: error: 'waivers[1].fingerprint' must be the 16 digits that a report shows"
    ),
    (
      "[{\"fingerprint\": 12, \"reason\": \"r\", \"until\": \"2027-01-01\"}]",
      "1: error: 'waivers[1].fingerprint' must be text in quotes"
    ),
    (
      "[{\"fingerprint\": \"d42f76c83cc3ad43\",\n\"reson\": \"r\", \"until\": \"2027-01-01\"}]",
      "2: error: the key 'waivers[1].reson' is not known; did you mean 'reason'?"
    ),
    ("[\n\"d42f76c83cc3ad43\"]", "1: error: 'waivers[1]' must be an object, { … }"),
    ("{\"waiver\": []}", "1: error: the key 'waiver' is not known; did you mean 'waivers'?"),
    ("7", "1: error: 'waivers' must be a list, [{ … }, { … }]"),
    ("", "1: error: the text ends where a value is due"),
  ]

  @Test("an entry that can't be understood is an error with its place", arguments: broken)
  func understood(_ fault: (text: String, error: String)) throws {
    let nights = try Nights()
    try nights.write(waivers: fault.text)
    let result = try nights.audit("a")
    let path = nights.folder.path("etc/siwa-audit.waivers.json")
    #expect(
      result == Tool.Result(output: "", errors: "siwa-audit: \(path):\(fault.error)\n", code: 2))
    #expect(!FileManager.default.fileExists(atPath: nights.folder.path("out/siwa-audit.sqlite")))
  }

  @Test("waive refuses what could never count, and leaves the file as it was")
  func refusals() throws {
    let nights = try Nights()
    try nights.audit("a")
    let before = #"[{"fingerprint": "\#(Nights.empty)", "reason": "r", "until": "2026-10-20"}]"#
    try nights.write(waivers: before)
    let refusals: [([String], String)] = [
      ([Nights.negative, "--until", "2027-01-01"], "a waiver needs --reason TEXT"),
      ([Nights.negative, "--reason", "r"], "a waiver needs --until DATE"),
      ([Nights.negative, "--reason", " ", "--until", "2027-01-01"], "--reason is empty"),
      ([Nights.negative, "--reason", "r", "--until", "2026-11-31"], "'2026-11-31' is no date"),
      (
        [Nights.negative, "--reason", "r", "--until", "2026-09-30"],
        "--until 2026-09-30 is before the time of the last audit, 2026-10-01T10:00:00Z"
      ),
      (["165a", "--reason", "r", "--until", "2027-01-01"], "'165a' is no fingerprint"),
      (
        ["165a148648a772a4", "--reason", "r", "--until", "2027-01-01"],
        "no run found anything with the fingerprint 165a148648a772a4"
      ),
    ]
    for (arguments, error) in refusals {
      let result = try nights.tool.run(
        ["waive"] + arguments + [
          "--output", nights.folder.path("out"), "--config",
          nights.folder.path("etc/siwa-audit.json"),
        ])
      #expect(result.code == 2)
      #expect(result.errors.contains(error), "\(result.errors)")
      #expect(result.output == "")
    }
    #expect(try nights.folder.text("etc/siwa-audit.waivers.json") == before)
    // The date of the last audit is in time, whatever the clock says.
    let last = try nights.waive(Nights.negative, "--reason", "r", "--until", "2026-10-01")
    #expect(last.code == 0)
  }

  @Test("a second waiver of a finding takes the first one's place; entries keep one order")
  func replaced() throws {
    let nights = try Nights()
    try nights.audit("a")
    let path = nights.folder.path("etc/siwa-audit.waivers.json")
    _ = try nights.waive(Nights.empty, "--reason", "one", "--until", "2026-12-01")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    _ = try nights.waive(Nights.negative, "--reason", "two", "--until", "2026-12-02")
    let third = try nights.waive(Nights.empty, "--reason", "three \"\\\n", "--until", "2026-12-03")
    #expect(third.output.hasPrefix("\(path): changed a waiver until 2026-12-03\n"))
    #expect(
      try nights.folder.text("etc/siwa-audit.waivers.json") == #"""
        {
          "waivers": [
            {
              "fingerprint": "165a148648a772a3",
              "rule": "ledger.negative-balance",
              "reason": "two",
              "until": "2026-12-02"
            },
            {
              "fingerprint": "d42f76c83cc3ad43",
              "rule": "ledger.spend-while-empty",
              "reason": "three \"\\\n",
              "until": "2026-12-03"
            }
          ]
        }

        """#)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o640)
  }

  @Test("without a configuration, waivers lie at the top of the export")
  func insideExport() throws {
    let nights = try Nights()
    let options = ["--output", nights.folder.path("out")]
    _ = try nights.tool.run(["audit", nights.folder.path("a")] + options)
    let waive = ["waive", Nights.empty, "--reason", "r", "--until", "2026-12-01"] + options
    let nowhere = try nights.tool.run(waive)
    #expect(nowhere.code == 2)
    #expect(nowhere.errors.contains("name the EXPORT that holds it"))
    let told = try nights.tool.run(waive + [nights.folder.path("a")])
    let path = nights.folder.path("a/siwa-audit.waivers.json")
    #expect(told.output.hasPrefix("\(path): added"))
    let result = try nights.tool.run(["audit", nights.folder.path("a")] + options)
    #expect(result.code == 0)
    #expect(!result.output.contains("not recognised"))
  }

  @Test("waivers that lie elsewhere than beside the named configuration are refused, not ignored")
  func elsewhere() throws {
    let nights = try Nights()
    try nights.folder.write("a/siwa-audit.waivers.json", "[]")
    let result = try nights.audit("a")
    #expect(result.code == 2)
    #expect(
      result.errors.contains(
        "waivers belong beside the configuration: move them to "
          + nights.folder.path("etc/siwa-audit.waivers.json")))
  }

  @Test("waive without a database says what to do")
  func noDatabase() throws {
    let nights = try Nights()
    let result = try nights.waive(Nights.empty, "--reason", "r", "--until", "2026-12-01")
    #expect(result.code == 4)
    #expect(result.errors.contains("run an audit first"))
    #expect(!FileManager.default.fileExists(atPath: nights.folder.path("out")))
  }

  @Test("a story shows who accepts a finding until when, and that a waiver has expired")
  func story() throws {
    let nights = try Nights()
    _ = try nights.audit("a")
    _ = try nights.waive(
      Nights.empty, "--reason", "an old <debt>", "--until", "2026-10-02", "--by", "QA",
      "--ticket", "APP-7")
    func tell() throws -> Tool.Result {
      try nights.tool.run(
        "investigate", "u1", "--output", nights.folder.path("out"), "--format", "html,xml,text")
    }
    // What the audit was not given, the story does not know.
    #expect(try !tell().output.contains("waive"))
    _ = try nights.audit("b")
    let output = try tell().output
    #expect(output.contains(": 2 open findings, 1 waived\n"), "\(output)")
    #expect(
      output.contains(
        """
          waived critical ledger.spend-while-empty: Usage 3 of 1.00 was charged to u1, whose \
        balance was -1.00 when the operation began at 2026-10-01T09:59:00Z.
            waived by QA until 2026-10-02 (APP-7): an old <debt>

        """), "\(output)")
    let text = try nights.folder.text("out/investigation.txt")
    #expect(
      text.contains("\n    ^ waived critical ledger.spend-while-empty: Usage 3 of 1.00"), "\(text)")
    #expect(text.contains("\n      waived by QA until 2026-10-02 (APP-7): an old <debt>\n"))
    let xml = try nights.folder.text("out/investigation.xml")
    #expect(xml.contains(#" open="2" resolved="0" waived="1" worst="critical""#))
    #expect(xml.contains(#" disposition="waived" fingerprint="d42f76c83cc3ad43""#))
    #expect(
      xml.contains(
        #"<waiver expired="false" until="2026-10-02" by="QA" ticket="APP-7" "#
          + #"reason="an old &lt;debt&gt;"/></problem>"#))
    let path = nights.folder.path("out/investigation.xml")
    #expect(try nights.tool.run("validate", path).output.hasSuffix("valid\n"))
    let page = try nights.folder.text("out/investigation.html")
    let waived = "Waived by QA until 2026-10-02 (APP-7): an old &lt;debt&gt;"
    // On the first screen, at the event and in the list of findings.
    #expect(page.components(separatedBy: waived).count == 4)
    #expect(page.contains("2 findings, 1 waived"))

    _ = try nights.audit("b", "--as-of", "2026-10-03T00:00:00Z")
    let later = try tell().output
    #expect(later.contains(": 2 open findings\n"), "\(later)")
    #expect(
      later.contains(
        "\n    waiver by QA expired on 2026-10-02, no longer counts (APP-7): an old <debt>\n"))
    #expect(try nights.folder.text("out/investigation.xml").contains(#"<waiver expired="true""#))
    #expect(
      try nights.folder.text("out/investigation.html").contains(
        "The waiver by QA expired on 2026-10-02 and no longer counts (APP-7): an old &lt;debt"))
  }
}
