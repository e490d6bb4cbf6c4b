import AuditModel
import Testing

@testable import AuditInput

private func read(_ text: String) throws(InputError) -> Configuration {
  try ConfigurationReader.read(text: Array(text.utf8), path: "siwa-audit.json")
}

private func message(_ text: String) -> String {
  do throws(InputError) {
    _ = try read(text)
    return "no error"
  } catch {
    return error.description
  }
}

@Suite("The configuration")
struct ConfigurationReaderTests {
  @Test("The contract's example sets every key")
  func readsTheExample() throws {
    let configuration = try read(
      """
      {
        name: "example",                      // which data set this is
        app: { appId: "123", teamId: "ABCDE12345", keyIds: ["KEY1234567"],
               bundleIds: ["com.example.app"], servicesIds: [],
               urlSchemes: ["exampleapp"], platform: "speed",
               environment: "Production", loginMethods: ["apple", "speed"],
               ownLoginMethods: ["password", "email", "phone", "passkey"],
               equivalentLogins: ["apple"], loginExemption: null, deletionInApp: null,
               teamTransferAt: null },
        export: { from: "2026-10-01T00:00:00Z", to: "2026-11-01T00:00:00Z",
                  exportedAt: "2026-11-01T02:00:00Z", complete: ["sessions", "purchases"] },
        products: { "com.example.credits.small": "0.85000000" },
        policy: { sessionLifetime: "7d", clockSkew: "60s", authorizationCodeLifetime: "5m",
                  clientSecretLifetime: "15777000s", revocationGrace: "1h",
                  notificationGrace: "1h", purchaseSettlement: "1d", deletionDeadline: "30d",
                  issuers: ["https://appleid.apple.com"], maxRejectRatio: 0.05, failOn: "high",
                  retention: "90d" },
        severity: { "session.too-long": "low" },
        off: { "identity.weak-nonce": "nonces come from the SDK" },
        checklist: { "3": { answer: "pass", by: "QA", on: "2026-10-30", until: "2027-01-30" } },
        mapping: { }
      }
      """)
    var expected = Configuration()
    expected.name = "example"
    expected.app.appId = "123"
    expected.app.teamId = "ABCDE12345"
    expected.app.keyIds = ["KEY1234567"]
    expected.app.bundleIds = ["com.example.app"]
    expected.app.servicesIds = []
    expected.app.urlSchemes = ["exampleapp"]
    expected.app.platform = .speed
    expected.app.environment = "Production"
    expected.app.loginMethods = ["apple", "speed"]
    expected.app.ownLoginMethods = ["password", "email", "phone", "passkey"]
    expected.app.equivalentLogins = ["apple"]
    expected.export.from = 1_790_812_800_000_000
    expected.export.to = 1_793_491_200_000_000
    expected.export.exportedAt = 1_793_498_400_000_000
    expected.export.complete = [.sessions, .purchases]
    expected.products = ["com.example.credits.small": 85_000_000]
    expected.policy.sessionLifetime = 7 * 86_400_000_000
    expected.severity = ["session.too-long": .low]
    expected.off = ["identity.weak-nonce": "nonces come from the SDK"]
    expected.checklist = [
      "3": .init(answer: "pass", by: "QA", on: "2026-10-30", until: "2027-01-30")
    ]
    #expect(configuration == expected)
  }

  @Test("Every key is optional, and null is the same as no key")
  func everyKeyIsOptional() throws {
    #expect(try read("{}") == Configuration())
    #expect(
      try read("\u{FEFF}// nothing\n{ app: {}, policy: { failOn: null }, off: null }")
        == Configuration())
  }

  @Test("Every key that defaults to something can be given another value")
  func overridesDefaults() throws {
    let configuration = try read(
      """
      { app: { platform: "direct", loginExemption: "enterprise", deletionInApp: true,
               teamTransferAt: 1790841600 },
        export: { complete: ["ledger", "app", "exchanges"] }, products: { a: 1.5, b: "0" },
        policy: { sessionLifetime: "2w", clockSkew: "0s", authorizationCodeLifetime: "1m",
                  clientSecretLifetime: "2h", revocationGrace: "3h", notificationGrace: "4h",
                  purchaseSettlement: "5h", deletionDeadline: "6h", issuers: ["a"],
                  maxRejectRatio: 1, failOn: "low", retention: "7h" } }
      """)
    var expected = Configuration()
    expected.app.platform = .direct
    expected.app.loginExemption = "enterprise"
    expected.app.deletionInApp = true
    expected.app.teamTransferAt = 1_790_841_600_000_000
    expected.export.complete = [.ledger, .exchanges]
    expected.products = ["a": 150_000_000, "b": 0]
    let hour: Int64 = 3_600_000_000
    expected.policy.sessionLifetime = 14 * 24 * hour
    expected.policy.clockSkew = 0
    expected.policy.authorizationCodeLifetime = 60_000_000
    expected.policy.clientSecretLifetime = 2 * hour
    expected.policy.revocationGrace = 3 * hour
    expected.policy.notificationGrace = 4 * hour
    expected.policy.purchaseSettlement = 5 * hour
    expected.policy.deletionDeadline = 6 * hour
    expected.policy.issuers = ["a"]
    expected.policy.maxRejectRatio = 1
    expected.policy.failOn = .low
    expected.policy.retention = 7 * hour
    #expect(configuration == expected)
  }

  @Test(
    "An unknown key names itself and the nearest known one",
    arguments: [
      ("{ nam: 'x' }", "1: error: the key 'nam' is not known; did you mean 'name'?"),
      (
        "{\n policy: {\n clokSkew: '60s' } }",
        "3: error: the key 'policy.clokSkew' is not known; did you mean 'policy.clockSkew'?"
      ),
      (
        "{ app: { bundleIDs: [] } }",
        "1: error: the key 'app.bundleIDs' is not known; did you mean 'app.bundleIds'?"
      ),
      (
        "{ bundleIds: [] }",
        "1: error: the key 'bundleIds' is not known; did you mean 'app.bundleIds'?"
      ),
      (
        "{ export: { form: 1 } }",
        "1: error: the key 'export.form' is not known; did you mean 'export.from'?"
      ),
      (
        "{ checklist: { '3': { anwser: 'pass' } } }",
        "1: error: the key 'checklist.3.anwser' is not known; did you mean 'checklist.3.answer'?"
      ),
      (
        "{ checklist: { '26': { answer: 'pass' } } }",
        "1: error: the key 'checklist.26' is not known; items are numbered 1 to 25"
      ),
      (
        "{ checklist: { '03': { answer: 'pass' } } }",
        "1: error: the key 'checklist.03' is not known; items are numbered 1 to 25"
      ),
      ("{ 'na\\nme': 1 }", "1: error: the key 'na\\u{a}me' is not known; did you mean 'name'?"),
    ])
  func namesUnknownKeys(text: String, expected: String) {
    #expect(message(text) == "siwa-audit.json:" + expected)
  }

  @Test(
    "A wrong value names its key and what is due",
    arguments: [
      ("[]", "1: error: the configuration must be an object, { … }"),
      ("{ name: 1 }", "1: error: 'name' must be text in quotes"),
      ("{\napp: 1 }", "2: error: 'app' must be an object, { … }"),
      ("{ app: { appId: 123 } }", "1: error: 'app.appId' must be text in quotes"),
      (
        "{ app: { keyIds: 'a' } }",
        "1: error: 'app.keyIds' must be a list of texts, [\"…\", \"…\"]"
      ),
      (
        "{ app: { keyIds: [1] } }",
        "1: error: 'app.keyIds' must be a list of texts, [\"…\", \"…\"]"
      ),
      ("{ app: { deletionInApp: 'yes' } }", "1: error: 'app.deletionInApp' must be true or false"),
      (
        "{ app: { platform: 'sped' } }",
        "1: error: 'sped' is not known for 'app.platform'; did you mean 'speed'?"
          + " Known are speed, direct"
      ),
      (
        "{ app: { urlSchemes: ['a', 'exampleapp://'] } }",
        "1: error: a scheme of 'app.urlSchemes' is written without '://': 'exampleapp',"
          + " not 'exampleapp://'"
      ),
      (
        "{ app: { teamTransferAt: '2026-10-01' } }",
        "1: error: 'app.teamTransferAt' must be a time such as \"2026-10-01T00:00:00Z\""
      ),
      (
        "{ export: { complete: ['session'] } }",
        "1: error: 'session' is not known for 'export.complete'; did you mean 'sessions'?"
          + " Known are sessions, attempts, accounts, links, ledger, balances, purchases,"
          + " notifications, deletions, applecalls, mail, rows, exchanges, app"
      ),
      (
        "{ products: { a: '-1' } }",
        "1: error: 'products.a' must be an amount such as \"0.85\", with at most eight decimals"
      ),
      (
        "{ products: { a: '0.123456789' } }",
        "1: error: 'products.a' must be an amount such as \"0.85\", with at most eight decimals"
      ),
      (
        "{ policy: { clockSkew: 60 } }",
        "1: error: 'policy.clockSkew' must be a span such as"
          + " \"60s\", \"5m\", \"1h\", \"7d\" or \"2w\""
      ),
      (
        "{ policy: { maxRejectRatio: 5 } }",
        "1: error: 'policy.maxRejectRatio' must be a number from 0 to 1"
      ),
      (
        "{ policy: { failOn: 'hi' } }",
        "1: error: 'hi' is not known for 'policy.failOn'; did you mean 'high'?"
          + " Known are low, medium, high, critical"
      ),
      (
        "{ severity: { 'a.b': 'off' } }",
        "1: error: 'off' is not known for 'severity.a.b'; did you mean 'low'?"
          + " Known are low, medium, high, critical"
      ),
      ("{ off: { 'a.b': true } }", "1: error: 'off.a.b' must be text in quotes"),
      (
        "{ checklist: { '3': { answer: 'ok' } } }",
        "1: error: 'ok' is not known for 'checklist.3.answer'; did you mean 'pass'?"
          + " Known are pass, fail"
      ),
      (
        "{ checklist: { '3': { by: 'QA' } } }",
        "1: error: 'checklist.3' must have an 'answer', \"pass\" or \"fail\""
      ),
      (
        "{ checklist: { '3': { answer: 'pass', on: '2026-02-30' } } }",
        "1: error: 'checklist.3.on' must be a date such as \"2026-10-30\""
      ),
      (
        "{ mapping: { 'a.csv': {} } }",
        "1: error: 'mapping.a.csv' must have a 'stream', such as \"sessions\""
      ),
      ("{ mapping: [] }", "1: error: 'mapping' must be an object, { … }"),
      ("{ name: 'a',\n name: 'b' }", "2: error: the name 'name' occurs twice"),
      ("{ name: 'a'", "1: error: the text ends where a ',' or '}' is due"),
    ])
  func namesWrongValues(text: String, expected: String) {
    #expect(message(text) == "siwa-audit.json:" + expected)
  }

  @Test("A span is digits and one unit")
  func readsSpans() {
    #expect(DurationText.microseconds("15777000s") == 15_777_000_000_000)
    #expect(DurationText.microseconds("5m") == 300_000_000)
    #expect(DurationText.microseconds("1h") == 3_600_000_000)
    #expect(DurationText.microseconds("7d") == 604_800_000_000)
    #expect(DurationText.microseconds("2w") == 1_209_600_000_000)
    for text in ["", "s", "7", "1h30m", "-1s", "1.5h", " 1s", "1 s", "1S", "1ms", "1y"] {
      #expect(DurationText.microseconds(text) == nil, "\(text)")
    }
    #expect(DurationText.microseconds("999999999999w") == nil)
    #expect(DurationText.microseconds("99999999999999999999s") == nil)
  }
}
