/// What the rules of the areas link, ledger, deletion, apple and secret need.
///
/// Left out are rules of which several fields each show a part, so that the contract doesn't say
/// which of them must be known.
extension OracleNeeds {
  static let links: [String: [Need]] = [
    "link.orphaned-rows": [.field("links.speedUserId"), .stream("rows")],
    "link.unreachable-account-used": [
      .field("links.speedUserId"), .anyStream(["sessions", "ledger"]),
    ],
    "link.identifiers-changed": [.known(["links.newUserId", "links.newAppUserUUID"])],
    "link.rows-left-behind": [.stream("links"), .stream("rows")],
    "link.previous-session-used": [.stream("links"), .stream("sessions")],
    "link.merge-without-identifiers": [.known(["links.newUserId", "links.newAppUserUUID"])],
    "link.ledger-after-merge": [.stream("links"), .stream("ledger")],
    "link.unfinished-purchases": [.stream("links"), .field("purchases.finishedAt")],
    "link.conflict-not-raised": [
      .field("links.speedUserId"), .anyStream(["sessions", "rows", "ledger"]),
    ],
    "link.conflict-unresolved": [.field("links.error")],
    "link.already-linked": [.field("links.speedUserId")],
    "link.not-confirmed": [.field("links.confirmedAt")],
    "link.retry-other-token": [.field("links.speedTokenId")],
    "link.caller-not-local": [.stream("links"), .field("sessions.isLocalUser")],
  ]

  static let ledger: [String: [Need]] = [
    "ledger.balance-mismatch": [.field("ledger.balanceAfter")],
    "ledger.merge-without-link": [.stream("ledger"), .stream("links")],
    "ledger.conflict-refused": [.field("ledger.status"), .field("ledger.idempotencyKey")],
    "ledger.grant-without-link": [
      .field("balances.grantSpendable"), .field("sessions.isLocalUser"),
    ],
    "ledger.duplicate-credit": [.field("ledger.idempotencyKey")],
    "ledger.conflict-accepted": [.field("ledger.idempotencyKey")],
    "ledger.malformed-amount": [.stream("ledger")],
    "ledger.duplicate-adjustment": [.stream("ledger")],
    "ledger.missing-key": [.field("ledger.idempotencyKey")],
    "ledger.key-not-transaction": [
      .field("ledger.transactionId"), .field("ledger.idempotencyKey"),
    ],
    "ledger.credit-without-purchase": [
      .stream("purchases"), .known(["ledger.transactionId", "ledger.idempotencyKey"]),
    ],
    "ledger.unpermitted-fallback": [.field("ledger.payer")],
    "ledger.owner-funds-empty": [.field("ledger.ownerFunds")],
    "ledger.reading-differs": [.field("balances.localBalance"), .stream("ledger")],
    "ledger.unknown-user": [.stream("ledger"), .complete("sessions")],
  ]

  /// "`completedAt`, else `dataDeletedAt`, else `unlinkedAt` with a 2xx status."
  private static let completion = Need.known([
    "deletions.completedAt", "deletions.dataDeletedAt", "deletions.unlinkedAt",
  ])

  static let deletions: [String: [Need]] = [
    "deletion.data-remains": [completion, .stream("rows")],
    "deletion.not-in-app": [.field("deletions.channel")],
    "deletion.by-consent-revoked": [
      .field("deletions.channel"), .stream("notifications"),
      .known(["deletions.appleSub", "sessions.appleSub", "accounts.appleSub"]),
    ],
    "deletion.session-survives": [completion, .field("sessions.lastUsedAt")],
    "deletion.loss-not-disclosed": [.field("deletions.lossDisclosed"), .stream("ledger")],
    "deletion.unconfirmed": [completion, .field("deletions.confirmedAt")],
    "deletion.blocked-by-apple": [
      .known(["deletions.tokenExchangeStatus", "deletions.revokeStatus"]),
      .field("deletions.dataDeletedAt"),
    ],
    "deletion.subscription-notice-missing": [.field("deletions.hasActiveSubscription")],
    "deletion.code-reused": [.known(["deletions.codeHash", "applecalls.codeHash"])],
    "deletion.wrong-apple-account": [
      .field("deletions.idTokenSub"), .field("deletions.appleSub"),
      .known(["deletions.dataDeletedAt", "deletions.completedAt"]),
    ],
  ]

  static let calls: [String: [Need]] = [
    "apple.invalid-client": [.field("applecalls.error")],
    "apple.invalid-grant": [.field("applecalls.error")],
    "apple.validated-too-often": [.field("applecalls.grantType")],
    "secret.too-long": [.field("applecalls.secretExp")],
    "secret.unknown-key": [.field("applecalls.secretKid"), .given(.keys)],
    "secret.expired-in-use": [.field("applecalls.secretExp")],
    "secret.wrong-subject": [.field("applecalls.secretSub"), .given(.clients)],
    "secret.wrong-issuer": [.field("applecalls.secretIss"), .given(.team)],
    "secret.wrong-audience": [.field("applecalls.secretAud")],
    "secret.wrong-algorithm": [.field("applecalls.secretAlg")],
  ]
}
