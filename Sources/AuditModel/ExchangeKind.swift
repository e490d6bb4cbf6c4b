/// What a raw HTTP exchange is about, as far as an audit can use it.
package enum ExchangeKind: String, CaseIterable, Sendable {
  /// The platform's native sign-in with an identity token.
  case signIn = "sign-in"
  /// The platform's own login, coming back to the app.
  case callback
  /// The same, started by the link flow: it opens no session.
  case linkCallback = "link-callback"
  case link
  /// The platform is told that an account leaves the app.
  case unlink
  case adjustment
  case reading
  /// Apple's token endpoint.
  case token
  /// Apple's revoke endpoint.
  case revoke
  /// Any other call of the platform.
  case platform
  case other
}

extension ExchangeKind {
  /// The words of the store.
  static let words = allCases.map(\.rawValue)

  /// Whether the exchange is one with the platform.
  package var isWithPlatform: Bool {
    switch self {
    case .signIn, .callback, .linkCallback, .link, .unlink, .adjustment, .reading, .platform: true
    case .token, .revoke, .other: false
    }
  }

  /// The fields that such an exchange always tells, by the stream it is taken apart into. Every
  /// other field is unknown for its records where they don't have it, not absent.
  package var tells: [Stream: [String]] {
    switch self {
    case .signIn:
      [
        .sessions: Self.sessionFields + ["appleSub", "email", "fullNameReceived"],
        .attempts: [
          "id", "at", "outcome", "reason", "userId", "sessionId", "iss", "aud", "sub", "iat", "exp",
          "kid", "alg", "nonce", "rawNonce", "email", "emailVerified", "isPrivateEmail",
          "signature",
        ],
      ]
    case .callback: [.sessions: Self.sessionFields + ["redirectScheme"]]
    case .link:
      [
        .links: [
          "id", "at", "localUserId", "speedUserId", "keep", "status", "error", "previousUserId",
          "newUserId", "newAppUserUUID", "speedTokenId",
        ]
      ]
    case .unlink: [.deletions: ["id", "userId", "requestedAt", "unlinkedAt", "unlinkStatus"]]
    case .adjustment:
      [
        .ledger: [
          "adjustmentId", "at", "userId", "kind", "amount", "balanceAfter", "idempotencyKey",
          "applied", "status", "transactionId", "productId", "source",
        ]
      ]
    case .reading: [.balances: ["userId", "at", "localBalance", "grantSpendable"]]
    case .token:
      [
        .applecalls: Self.callFields + ["sub", "grantType", "codeHash"],
        .deletions: ["tokenExchangedAt", "tokenExchangeStatus", "codeHash", "idTokenSub"],
      ]
    case .revoke:
      [
        .applecalls: Self.callFields + ["tokenTypeHint"],
        .deletions: ["revokedAt", "revokeStatus"],
      ]
    case .linkCallback, .platform, .other: [:]
    }
  }

  /// The fields that such an exchange may tell beside, known where one of the file does.
  package var mayTell: [Stream: [String]] {
    switch self {
    case .adjustment:
      [.ledger: ["payer", "operationId", "startedAt", "ownerFunds", "grantSpendable"]]
    case .signIn, .callback, .linkCallback, .link, .unlink, .reading, .token, .revoke, .platform,
      .other:
      [:]
    }
  }

  private static let sessionFields = [
    "id", "at", "userId", "appUserUUID", "method", "role", "isNewAccount", "isLocalUser",
    "linkSuggestion", "expiresAt", "name", "tokenId",
  ]

  private static let callFields = [
    "id", "at", "endpoint", "userId", "status", "error", "secretKid", "secretIss", "secretIat",
    "secretExp", "secretAud", "secretSub", "secretAlg",
  ]
}
