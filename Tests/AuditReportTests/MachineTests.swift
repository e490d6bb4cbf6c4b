import AuditModel
import AuditReport
import Foundation
import Testing

@Suite struct MachineTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
  }

  /// A new finding, a known and a waived one, the last without a record.
  static var findings: Findings {
    Findings([
      Fixture.finding(subject: "k1", message: "2 rows applied <k1> & \"more\"\nover two lines."),
      Fixture.finding(
        state: .known, fingerprint: "1a1b2c3d4e5f", user: nil, subject: "k2",
        message: "2 rows applied the key k2.",
        evidence: [
          Fixture.record(file: "a b/lädger#1.ndjson", line: 9),
          Fixture.record(line: 11, key: "adj_9"),
        ]),
      Fixture.finding(
        disposition: .waived, fingerprint: "2a1b2c3d4e5f", subject: "k3", message: "Waived.",
        evidence: []),
    ])
  }

  private func written(_ body: (AtomicFile) throws -> Void) throws -> String {
    let file = try AtomicFile(replacing: folder.file("out"))
    try body(file)
    try file.commit()
    return try folder.text("out")
  }

  @Test("junit.xml has a suite an area and a case a rule")
  func junit() throws {
    let text = try written {
      try JUnitXML.write(Fixture.audit(findings: 3), findings: Self.findings, to: $0)
    }
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="example" tests="5" failures="1" errors="1" skipped="2">
          <testsuite name="custom" tests="1" failures="0" errors="1" skipped="0" \
        timestamp="2026-10-02T08:00:00" time="0">
            <testcase name="custom.broken" classname="siwa-audit.custom" time="0">\
        <error type="error" message="no such table: nowhere"/></testcase>
          </testsuite>
          <testsuite name="identity" tests="1" failures="0" errors="0" skipped="1" \
        timestamp="2026-10-02T08:00:00" time="0">
            <testcase name="identity.no-nonce" classname="siwa-audit.identity" time="0">\
        <skipped message="not evaluated: Export attempts.ndjson with the field nonce."/></testcase>
          </testsuite>
          <testsuite name="ledger" tests="1" failures="1" errors="0" skipped="0" \
        timestamp="2026-10-02T08:00:00" time="0">
            <testcase name="ledger.key-applied-twice" classname="siwa-audit.ledger" time="0">\
        <failure type="critical" message="2 found: The platform credits a purchase once.">\
        new: 2 rows applied &lt;k1&gt; &amp; "more"\\u{a}over two lines. (ledger.ndjson:3)
        2 rows applied the key k2. (a b/lädger#1.ndjson:9)

        Fix: Send one idempotency key a transaction.</failure></testcase>
          </testsuite>
          <testsuite name="link" tests="1" failures="0" errors="0" skipped="0" \
        timestamp="2026-10-02T08:00:00" time="0">
            <testcase name="link.orphaned-rows" classname="siwa-audit.link" time="0"/>
          </testsuite>
          <testsuite name="mail" tests="1" failures="0" errors="0" skipped="1" \
        timestamp="2026-10-02T08:00:00" time="0">
            <testcase name="mail.bounced" classname="siwa-audit.mail" time="0">\
        <skipped message="off: no mail is sent"/></testcase>
          </testsuite>
        </testsuites>

        """)
  }

  @Test("a rule whose findings are all waived is skipped, and many findings are counted")
  func junitCounts() throws {
    let waived = try written {
      try JUnitXML.write(
        Fixture.audit(), findings: Findings([Fixture.finding(disposition: .waived)]), to: $0)
    }
    #expect(waived.contains("<skipped message=\"waived: 1\"/>"))
    let many = try written {
      try JUnitXML.write(
        Fixture.audit(findings: 25), findings: Findings(count: 25) { _ in Fixture.finding() },
        to: $0)
    }
    #expect(many.contains("\nand 5 more\n"))
  }

  @Test("report.sarif has a result a finding, with its place, its state and its waiver")
  func sarif() throws {
    let text = try written {
      try SARIFReport.write(Fixture.audit(findings: 3), findings: Self.findings, to: $0)
    }
    let log = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(driver["name"] as? String == "siwa-audit")
    #expect(rules.compactMap { $0["id"] as? String }.first == "ledger.key-applied-twice")
    #expect(rules.count == 5)
    let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
    #expect(invocation["executionSuccessful"] as? Bool == false)

    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.compactMap { $0["ruleIndex"] as? Int } == [0, 0, 0])
    #expect(results.compactMap { $0["level"] as? String } == ["error", "error", "error"])
    #expect(
      results.compactMap { $0["baselineState"] as? String } == ["new", "unchanged", "new"])
    #expect(results.map { $0["suppressions"] != nil } == [false, false, true])
    #expect(results.map { $0["locations"] != nil } == [true, true, false])
    #expect(
      text.contains(
        """
        "locations":[{"physicalLocation":{"artifactLocation":\
        {"uri":"a%20b/l%C3%A4dger%231.ndjson"},"region":{"startLine":9}},\
        "message":{"text":"ledger adj_3"}}],"relatedLocations":[{
        """))
  }

  @Test("a SARIF log of many findings is written in pieces and stays whole")
  func sarifPieces() throws {
    let text = try written {
      try SARIFReport.write(
        Fixture.audit(findings: 500), findings: Findings(count: 500) { _ in Fixture.finding() },
        to: $0)
    }
    let log = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let run = (log?["runs"] as? [[String: Any]])?.first
    #expect((run?["results"] as? [Any])?.count == 500)
  }

  @Test("the metrics are gauges in the text format of Prometheus")
  func metrics() throws {
    let text = try written { try MetricsText.write(Fixture.audit(findings: 3), to: $0) }
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(
      lines.joined(separator: "\n") == """
        siwa_audit_pass 0
        siwa_audit_as_of_timestamp_seconds 1790928000
        siwa_audit_partial 0
        siwa_audit_findings{severity="critical"} 3
        siwa_audit_findings{severity="high"} 0
        siwa_audit_findings{severity="medium"} 0
        siwa_audit_findings{severity="low"} 0
        siwa_audit_findings_new 3
        siwa_audit_findings_waived 0
        siwa_audit_findings_resolved 2
        siwa_audit_rules{result="pass"} 1
        siwa_audit_rules{result="fail"} 1
        siwa_audit_rules{result="not-evaluated"} 1
        siwa_audit_rules{result="error"} 1
        siwa_audit_rules{result="off"} 1
        siwa_audit_rule_findings{rule="ledger.key-applied-twice",severity="critical"} 3
        siwa_audit_rule_findings{rule="link.orphaned-rows",severity="medium"} 0
        siwa_audit_records_rejected 1
        """)
    #expect(text.hasPrefix("# HELP siwa_audit_pass "))
  }

  @Test("report.txt tells what fired in lines of at most 78 characters")
  func text() throws {
    let text = try written {
      try TextReport.write(
        Fixture.audit(findings: 3), summary: "SUMMARY\n", findings: Self.findings, to: $0)
    }
    #expect(
      text == """
        SUMMARY

        CRITICAL  ledger.key-applied-twice
        ----------------------------------
        The platform credits a purchase once. A key that is applied twice gives the
        money twice.
          * new: 2 rows applied <k1> & "more"\\u{a}over two lines. (ledger.ndjson:3)
          * 2 rows applied the key k2. (a b/lädger#1.ndjson:9)
            waived: 1
        Fix: Send one idempotency key a transaction.

        """)
  }
}
