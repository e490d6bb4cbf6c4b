/// The small audit of `Fixture`, whole.
enum ReportXMLGolden {
  static let text = #"""
    <?xml version="1.0" encoding="UTF-8"?>
    <report xmlns="urn:siwa-audit:report:1" version="1" tool="siwa-audit" \#
    toolVersion="1.0.0" asOf="2026-10-02T08:00:00Z" name="example" failOn="high" \#
    partial="false" definitions="d1">
      <app id="123" platform="speed"><bundleId>com.example.app</bundleId></app>
      <inputs rejected="1">
        <file path="ledger.ndjson" stream="ledger" \#
    sha256="aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" bytes="1234" \#
    records="4" rejected="1" skipped="false" stored="3" repeated="0" leftOut="0" \#
    outcome="read"><unknownField>memo</unknownField></file>
        <file path="notes.txt" sha256="" bytes="0" records="0" rejected="0" skipped="false" \#
    stored="0" repeated="0" leftOut="0" outcome="not-recognised" reason="no stream is named \#
    so"/>
        <rejected file="ledger.ndjson" line="4" field="amount" reason="the field 'amount' \#
    is missing"/>
      </inputs>
      <summary result="fail" findings="1" critical="1" high="0" medium="0" low="0" new="1" \#
    waived="0" resolved="2" rules="5" evaluated="2" notEvaluated="2" errors="1"/>
      <suggestions>
        <suggestion export="attempts.ndjson" rules="1"/>
      </suggestions>
      <rules>
        <rule id="ledger.key-applied-twice" severity="critical" result="fail" findings="1" \#
    exposure="1.25000000" new="1">
          <title>The platform credits a purchase once.</title><why>A key that is applied \#
    twice gives the money twice.</why><fix>Send one idempotency key a \#
    transaction.</fix><source href="https://example.com/top-up">Apply a top-up</source>
        </rule>
        <rule id="custom.broken" severity="high" result="error" findings="0">
          <title>The platform credits a purchase once.</title><why>A key that is applied \#
    twice gives the money twice.</why><fix>Send one idempotency key a \#
    transaction.</fix><source>Apply a top-up</source><error>no such table: nowhere</error>
        </rule>
        <rule id="identity.no-nonce" severity="high" result="not-evaluated" findings="0">
          <title>The platform credits a purchase once.</title><why>A key that is applied \#
    twice gives the money twice.</why><fix>Send one idempotency key a \#
    transaction.</fix><source href="https://example.com/top-up">Apply a \#
    top-up</source><notEvaluated>Export attempts.ndjson with the field nonce.</notEvaluated>
        </rule>
        <rule id="link.orphaned-rows" severity="medium" result="pass" findings="0" \#
    defaultSeverity="high">
          <title>The platform credits a purchase once.</title><why>A key that is applied \#
    twice gives the money twice.</why><fix>Send one idempotency key a \#
    transaction.</fix><source href="https://example.com/top-up">Apply a top-up</source>
        </rule>
        <rule id="mail.bounced" severity="low" result="off" findings="0">
          <title>The platform credits a purchase once.</title><why>A key that is applied \#
    twice gives the money twice.</why><fix>Send one idempotency key a \#
    transaction.</fix><source href="https://example.com/top-up">Apply a \#
    top-up</source><off>no mail is sent</off>
        </rule>
      </rules>
      <findings>
        <finding rule="ledger.key-applied-twice" severity="critical" state="new" \#
    disposition="open" fingerprint="0a1b2c3d4e5f" at="2026-10-01T08:00:00Z" user="usr_2" \#
    firstSeen="2026-10-01T08:00:00Z" exposure="1.25000000" ageDays="1">
          <subject kind="key" id="k1"/>
          <message>2 rows applied the key k1: 1.00 was credited too much.</message>
          <evidence records="1">
            <record stream="ledger" file="ledger.ndjson" line="3" key="adj_3"><field \#
    name="at">2026-10-01T08:00:00Z</field><field name="amount">1.25000000</field><field \#
    name="kind">purchase</field></record>
          </evidence>
        </finding>
      </findings>
    </report>

    """#
}
