/// "A rule whose streams are missing, whose needed fields aren't known, or whose configuration is
/// absent, is **not evaluated**": what each rule needs, read from its own words.
struct OracleNeeds {
  let words: OracleWords

  enum Need {
    case stream(String)
    case anyStream([String])
    /// `stream.field`, any of them.
    case known([String])
    case complete(String)
    case given(Setting)
    case direct
    case keySet

    static func field(_ name: String) -> Need { .known([name]) }
  }

  enum Setting { case clients, keys, team, bundles, schemes, environment, products, lifetime }

  func judge(into report: inout OracleReport) {
    var missing: Set<String> = []
    for (rule, needs) in OracleNeeds.all where !needs.allSatisfy(isMet) { missing.insert(rule) }
    let configuration = words.configuration
    // app.login-services: "With `app.loginExemption` set …: not evaluated".
    let showsMethods = words.records.isKnown("sessions", "method")
    if configuration.loginExemption != nil || (!showsMethods && configuration.loginMethods == nil) {
      missing.insert("app.login-services")
    }
    // app.no-deletion: "Fewer users or days: not evaluated".
    if configuration.deletionInApp == nil {
      if !AppOracle(words: words).isObserved { missing.insert("app.no-deletion") }
      // Where no deletion was exported at all, nothing says that there is none in the app.
      if !words.records.isExported("deletions") { report.leaveEvaluationOpen("app.no-deletion") }
    }
    openly(&report)
    report.dropNotEvaluated(missing)
  }

  /// Where the contract doesn't say whether a rule is evaluated.
  private func openly(_ report: inout OracleReport) {
    let records = words.records
    func open(_ rules: String..., when holds: Bool) {
      if holds { rules.forEach { report.leaveEvaluationOpen($0) } }
    }
    // "unchecked: not evaluated": with a signature that nobody looked at as with none.
    func isChecked(_ signature: String?) -> Bool { signature == "valid" || signature == "invalid" }
    open(
      "identity.bad-signature", when: !records.attempts.contains { isChecked($0.signature) })
    open("purchase.bad-signature", when: !records.purchases.contains { isChecked($0.signature) })
    open(
      "notification.bad-signature",
      when: !records.notifications.contains { isChecked($0.signature) })
    // Which of the two must be known isn't said; one that is known and empty says half of it.
    open(
      "identity.refused-without-reason",
      when: records.isKnown("attempts", "reason") != records.isKnown("attempts", "clientError"))
    // Two credits of one transaction show without the purchase; two keys don't without keys.
    open(
      "purchase.credited-twice",
      when: !records.isExported("purchases") || !records.isKnown("ledger", "idempotencyKey"))
    // "that session was ended, or a deletion …": either may be enough to judge by.
    open(
      "notification.stale-applied",
      when: !records.isKnown("sessions", "endedAt") || !records.isExported("deletions"))
    // Excluded: without sessions the sub's user can't be known, but the product evaluates the rule
    // where accounts know the sub.
    open("notification.account-deleted-ignored", when: !records.isExported("sessions"))
    // A refund shows in any of these.
    let showsRefunds =
      ["revocationDate", "state"].contains { records.isKnown("purchases", $0) }
      || records.isExported("notifications")
    open("purchase.refund-kept", "purchase.over-reversed", when: !showsRefunds)
    // What accounts fill in may make a field of sessions known.
    for (field, rules) in OracleNeeds.filled
    where !records.isKnown("sessions", field) && records.isKnown("accounts", field) {
      rules.forEach { report.leaveEvaluationOpen($0) }
    }
  }

  private static let filled: [String: [String]] = [
    "method": all.filter { $0.value.contains { $0.names("sessions.method") } }.map(\.key)
      + ["app.login-services"],
    "isLocalUser": all.filter { $0.value.contains { $0.names("sessions.isLocalUser") } }.map(\.key),
  ]

  private func isMet(_ need: Need) -> Bool {
    let records = words.records
    let configuration = words.configuration
    switch need {
    case .stream(let stream): return records.isExported(stream)
    case .anyStream(let streams): return streams.contains { records.isExported($0) }
    case .known(let names):
      return names.contains { name in
        let parts = name.split(separator: ".").map(String.init)
        return records.isKnown(parts[0], parts[1])
      }
    case .complete(let stream):
      return configuration.complete.contains(stream) && records.isExported(stream)
    case .given(.clients): return configuration.clientIds != nil
    case .given(.keys): return configuration.keyIds != nil
    case .given(.team): return configuration.teamId != nil
    case .given(.bundles): return configuration.bundleIds != nil
    case .given(.schemes): return configuration.urlSchemes != nil
    case .given(.environment): return configuration.environment != nil
    case .given(.products): return configuration.products != nil
    case .given(.lifetime): return configuration.sessionLifetime != nil || words.platform == .speed
    case .direct: return words.platform == .direct
    case .keySet: return records.keyIds != nil
    }
  }

  private static let raw = Need.known(["attempts.rawNonce", "attempts.rawNonceSHA256"])
  private static let tx = Need.known(["ledger.transactionId", "ledger.idempotencyKey"])
  /// "accounts: its appleSub and appUserUUID count as known."
  private static let uuid = Need.known(["sessions.appUserUUID", "accounts.appUserUUID"])
  private static let event = Need.field("notifications.type")
  private static let credited: [Need] = [.stream("purchases"), tx]

  static let all: [String: [Need]] = identity.merging(sessions) { $1 }
    .merging(purchases) { $1 }.merging(notifications) { $1 }.merging(links) { $1 }
    .merging(ledger) { $1 }.merging(deletions) { $1 }.merging(calls) { $1 }

  /// The rules of the areas identity, session, purchase, notification and mail.
  static let signInRules = [identity, sessions, purchases, notifications].flatMap(\.keys).sorted()

  /// The rules of which it is compared whether they are evaluated.
  static let rules = Set(all.keys).union(["app.login-services", "app.no-deletion"])

  private static let identity: [String: [Need]] = [
    "identity.wrong-issuer": [.field("attempts.iss")],
    "identity.wrong-audience": [.field("attempts.aud"), .given(.clients)],
    "identity.expired-token": [.field("attempts.exp")],
    "identity.issued-in-future": [.field("attempts.iat")],
    "identity.bad-signature": [.field("attempts.signature")],
    "identity.wrong-algorithm": [.field("attempts.alg")],
    "identity.unknown-key": [.field("attempts.kid"), .keySet],
    "identity.no-nonce": [.field("attempts.nonce"), raw],
    "identity.nonce-mismatch": [.field("attempts.nonce"), raw],
    "identity.weak-nonce": [.field("attempts.rawNonce")],
    "identity.nonce-replayed": [.field("attempts.nonce")],
    "identity.code-never-exchanged": [
      .direct, .complete("applecalls"), .field("sessions.isNewAccount"), .field("sessions.method"),
    ],
    "identity.session-without-attempt": [
      .complete("attempts"), .field("attempts.sessionId"), .field("sessions.method"),
    ],
    "identity.session-from-refused": [.field("attempts.sessionId"), .stream("sessions")],
    "identity.linked-without-link": [.field("sessions.method"), .stream("links")],
    "identity.subject-mismatch": [
      .field("attempts.sub"), .field("attempts.sessionId"), .field("sessions.appleSub"),
    ],
    "identity.refused-without-reason": [.field("attempts.reason")],
    "identity.refused-without-email": [.field("attempts.reason"), .field("attempts.email")],
    "identity.stale-keys": [.field("attempts.reason"), .field("attempts.kid"), .keySet],
    "identity.cancel-as-failure": [.field("attempts.clientError")],
    "identity.split-account": [.field("sessions.appleSub"), .field("sessions.method")],
    "identity.shared-account": [.field("sessions.appleSub")],
    "identity.name-lost": [
      .field("sessions.name"), .field("sessions.fullNameReceived"), .field("sessions.method"),
    ],
    "identity.name-not-forwarded": [
      .field("sessions.isNewAccount"), .field("sessions.fullNameReceived"),
      .field("sessions.method"),
    ],
  ]

  private static let sessions: [String: [Need]] = [
    "session.too-long": [.field("sessions.expiresAt"), .given(.lifetime)],
    "session.apple-token-as-session": [
      .field("sessions.expiresAt"), .field("attempts.exp"), .field("attempts.sessionId"),
    ],
    "session.local-flag-on-speed": [.field("sessions.method"), .field("sessions.isLocalUser")],
    "session.suggestion-after-link": [
      .field("sessions.linkSuggestion"), .field("sessions.isLocalUser"),
    ],
    "session.used-after-expiry": [.field("sessions.lastUsedAt"), .field("sessions.expiresAt")],
    "session.used-after-end": [.field("sessions.lastUsedAt"), .field("sessions.endedAt")],
    "session.uuid-changed": [.field("sessions.appUserUUID")],
    "session.uuid-shared": [.field("sessions.appUserUUID")],
    "session.new-account-twice": [.field("sessions.isNewAccount")],
    "session.rows-before-account": [.field("sessions.isNewAccount")],
    "session.local-flag-after-link": [.field("sessions.isLocalUser"), .stream("links")],
    "session.link-token-adopted": [.field("sessions.tokenId"), .field("links.speedTokenId")],
    "session.unregistered-scheme": [.field("sessions.redirectScheme"), .given(.schemes)],
  ]

  private static let purchases: [String: [Need]] = [
    "purchase.not-credited": credited,
    "purchase.credited-twice": [.stream("purchases"), .field("ledger.idempotencyKey")],
    "purchase.finished-before-credit": credited + [.field("purchases.finishedAt")],
    "purchase.unfinished": credited + [.field("purchases.finishedAt")],
    "purchase.token-mismatch": credited + [
      .field("purchases.appAccountToken"), uuid,
    ],
    "purchase.stale-token": [
      .field("purchases.appAccountToken"), uuid, .stream("links"),
    ],
    "purchase.missing-token": credited + [.field("purchases.appAccountToken")],
    "purchase.wrong-amount": credited + [.given(.products)],
    "purchase.unknown-product": credited + [.given(.products)],
    "purchase.wrong-bundle": credited + [.field("purchases.bundleId"), .given(.bundles)],
    "purchase.wrong-environment": credited + [
      .field("purchases.environment"), .given(.environment),
    ],
    "purchase.unverified": credited + [.field("purchases.state")],
    "purchase.refund-kept": credited,
    "purchase.over-reversed": [tx, .anyStream(["purchases", "notifications"])],
    "purchase.not-reinstated": [tx, event, .field("notifications.transactionId")],
    "purchase.bad-signature": credited + [.field("purchases.signature")],
  ]

  private static let notifications: [String: [Need]] = [
    "notification.session-alive": [
      event, .field("notifications.sub"), .field("sessions.appleSub"),
      .field("sessions.lastUsedAt"),
    ],
    "notification.session-not-ended": [
      event, .field("notifications.sub"), .field("sessions.appleSub"),
      .field("sessions.endedAt"), .field("sessions.expiresAt"),
    ],
    "notification.account-deleted-ignored": [
      event, .field("notifications.sub"), .field("sessions.appleSub"), .stream("deletions"),
    ],
    "notification.unprocessed": [.field("notifications.processedAt")],
    "notification.processed-late": [.field("notifications.processedAt")],
    "notification.processed-twice": [.field("notifications.processedAt")],
    "notification.wrong-issuer": [
      .field("notifications.processedAt"), .field("notifications.iss"),
    ],
    "notification.wrong-audience": [
      .field("notifications.processedAt"), .field("notifications.aud"), .given(.clients),
    ],
    "notification.wrong-bundle": [
      .field("notifications.processedAt"), .field("notifications.bundleId"), .given(.bundles),
    ],
    "notification.wrong-environment": [
      .field("notifications.processedAt"), .field("notifications.environment"),
      .given(.environment),
    ],
    "notification.bad-signature": [.field("notifications.processedAt")],
    "notification.unknown-type": [event],
    "notification.stale-applied": [
      event, .field("notifications.sub"), .field("notifications.processedAt"),
      .field("sessions.appleSub"),
    ],
    "notification.unknown-subject": [.field("notifications.sub"), .complete("sessions")],
    "notification.unknown-transaction": [
      .field("notifications.transactionId"), .complete("purchases"),
    ],
    "mail.relay-bounced": [.field("mail.status")],
    "notification.mail-while-disabled": [
      .field("mail.status"), event, .field("notifications.email"),
    ],
  ]
}

extension OracleNeeds.Need {
  fileprivate func names(_ field: String) -> Bool {
    if case .known(let names) = self { return names.contains(field) }
    return false
  }
}
