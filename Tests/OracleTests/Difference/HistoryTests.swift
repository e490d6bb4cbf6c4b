import Testing

/// The generator and the shrinker themselves: a comparison that compares nothing proves nothing.
@Suite("Generated histories")
struct HistoryTests {
  @Test("make every rule fire somewhere, and stay quiet somewhere")
  func everyRuleFires() throws {
    var coverage = Coverage()
    let total: UInt64 = 250
    for source in HistorySource.allCases {
      for seed in 0..<total {
        let history = source.history(seed: seed)
        let verdict = Oracle.judge(
          try OracleLoader.load(history.nights),
          try OracleConfiguration(text: history.configuration))
        coverage.count(verdict)
      }
    }
    print("the oracle (fired/evaluated): \(coverage.description)")
    #expect(HistoryTests.rules.filter { (coverage.fired[$0] ?? 0) < 5 } == [])
    #expect(coverage.fired.keys.filter { !HistoryTests.rules.contains($0) } == [])
    #expect(coverage.fired.filter { $0.value == 2 * Int(total) }.isEmpty)
  }

  @Test("are the same for the same seed")
  func areDeterministic() {
    let first = HistoryGenerator.history(seed: 7).description
    #expect(first == HistoryGenerator.history(seed: 7).description)
    #expect(first != HistoryGenerator.history(seed: 8).description)
  }

  @Test("shrink to the records that matter")
  func shrink() throws {
    func spends(_ history: History) -> Bool {
      guard let records = try? OracleLoader.load(history.nights),
        let configuration = try? OracleConfiguration(text: history.configuration)
      else { return false }
      return Oracle.judge(records, configuration).findings.contains {
        $0.rule == "ledger.owner-funds-empty"
      }
    }
    let history = try #require(
      (0..<200).lazy.map { HistoryGenerator.history(seed: $0) }.first(where: spends))
    let small = Shrinker(isStill: spends).shrunk(history)
    #expect(small.nights.flatMap { $0 }.flatMap(\.lines).count == 1)
  }

  static let rules =
    [
      "link.orphaned-rows", "link.unreachable-account-used", "link.identifiers-changed",
      "link.rows-left-behind", "link.previous-session-used", "link.merge-without-identifiers",
      "link.balance-not-merged", "link.ledger-after-merge", "link.unfinished-purchases",
      "link.conflict-not-raised", "link.conflict-unresolved", "link.already-linked",
      "link.not-confirmed", "link.retry-other-token", "link.session-dropped",
      "link.caller-not-local", "ledger.negative-balance", "ledger.spend-while-empty",
      "ledger.balance-mismatch", "ledger.nonzero-opening", "ledger.merge-without-link",
      "ledger.conflict-refused", "ledger.refused-while-funded", "ledger.grant-without-link",
      "ledger.duplicate-credit", "ledger.conflict-accepted", "ledger.malformed-amount",
      "ledger.duplicate-adjustment", "ledger.missing-key", "ledger.key-not-transaction",
      "ledger.credit-without-purchase", "ledger.unpermitted-fallback", "ledger.owner-funds-empty",
      "ledger.reading-differs", "ledger.unknown-user", "deletion.missing-revoke",
      "deletion.revoke-failed", "deletion.data-remains", "deletion.out-of-order",
      "deletion.stalled", "deletion.not-in-app", "deletion.by-consent-revoked",
      "deletion.session-survives", "deletion.account-resurrected", "deletion.ledger-after",
      "deletion.loss-not-disclosed", "deletion.unconfirmed", "deletion.blocked-by-apple",
      "deletion.subscription-notice-missing", "deletion.stale-code", "deletion.code-reused",
      "deletion.wrong-apple-account", "apple.invalid-client", "apple.invalid-grant",
      "apple.validated-too-often", "secret.too-long", "secret.unknown-key",
      "secret.expired-in-use", "secret.wrong-subject", "secret.wrong-issuer",
      "secret.wrong-audience", "secret.wrong-algorithm", "app.login-services", "app.no-deletion",
      "app.wildcard-bundle-id", "app.expo-sign-in-disabled", "app.unregistered-bundle-id",
      "app.unregistered-scheme", "privacy.raw-token", "identity.email-as-key",
    ] + OracleNeeds.signInRules
}
