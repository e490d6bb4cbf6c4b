/// The records of an export as the contract names them; times in microseconds, amounts in 1e-8.

struct SessionRecord {
  var id: String
  var at: Int64
  var userId: String
  var appUserUUID: String?
  var method: String?
  var isNewAccount: Bool?
  var isLocalUser: Bool?
  var lastUsedAt: Int64?
  var endedAt: Int64?
  var endReason: String?
  var appleSub: String?
  var tokenId: String?
  var linkSuggestion: String?
  var expiresAt: Int64?
  var hasName = false
  var fullNameReceived: Bool?
  var redirectScheme: String?
}

struct AccountRecord {
  var userId: String
  var appleSub: String?
  var createdAt: Int64?
  var method: String?
  var isLocalUser: Bool?
  var appUserUUID: String?
  var hasName = false
}

struct LinkRecord {
  var id: String
  var at: Int64
  var localUserId: String
  var speedUserId: String?
  var keep: String?
  var status: Int64
  var error: String?
  var previousUserId: String?
  var newUserId: String?
  var newAppUserUUID: String?
  var speedTokenId: String?
  var confirmedAt: Int64?
}

/// Two records with equal values here are one record read twice.
struct LedgerRecord: Hashable {
  var adjustmentId: String
  var at: Int64
  var userId: String
  var kind: String
  var amount: Int64
  /// Decimals as written, only where there are more than eight.
  var excessDecimals: Int?
  var balanceAfter: Int64?
  var idempotencyKey: String?
  var applied: Bool
  var status: Int64?
  var payer: String
  var operationId: String?
  var startedAt: Int64?
  var ownerFunds: Int64?
  var grantSpendable: Int64?
  var transactionId: String?
  var productId: String?
  var source: String?
  var movedFrom: String?
}

struct BalanceRecord {
  var userId: String
  var at: Int64
  var localBalance: Int64?
  var grantSpendable: Int64?
}

struct PurchaseRecord {
  var transactionId: String
  var at: Int64
  var userId: String?
  var appAccountToken: String?
  var state: String?
  var creditedAt: Int64?
  var finishedAt: Int64?
  var productId: String?
  var bundleId: String?
  var environment: String?
  var quantity: Int64
  var revocationDate: Int64?
  var revocationPercentage: Int64?
  var offerType: String?
  var signature: String?
}

struct NotificationRecord {
  var id: String
  var receivedAt: Int64?
  var type: String?
  var sub: String?
  var eventTime: Int64?
  var processedAt: Int64?
  var source: Source
  var iss: String?
  var aud: String?
  var email: String?
  var transactionId: String?
  var bundleId: String?
  var environment: String?
  var signature: String?
  var action: String?

  enum Source { case siwa, appstore }
}

struct AttemptRecord {
  var id: String
  var at: Int64
  var isAccepted: Bool
  var reason: String?
  var userId: String?
  var sessionId: String?
  var iss: String?
  var aud: String?
  var sub: String?
  var iat: Int64?
  var exp: Int64?
  var kid: String?
  var alg: String?
  var nonce: String?
  var rawNonce: String?
  var rawNonceSHA256: String?
  var email: String?
  var signature: String?
  var clientError: String?
}

struct MailRecord {
  var id: String
  var at: Int64
  var to: String
  var userId: String?
  var status: String?
}

struct DeletionRecord {
  var id: String
  var userId: String
  var requestedAt: Int64
  var channel: String?
  var accountKind: String?
  var appleSub: String?
  var lossDisclosed: Bool?
  var hasActiveSubscription: Bool?
  var subscriptionNoticeShown: Bool?
  var confirmedAt: Int64?
  var dataDeletedAt: Int64?
  var unlinkedAt: Int64?
  var unlinkStatus: Int64?
  var codeIssuedAt: Int64?
  var codeHash: String?
  var tokenExchangedAt: Int64?
  var tokenExchangeStatus: Int64?
  var idTokenSub: String?
  var revokedAt: Int64?
  var revokeStatus: Int64?
  var completedAt: Int64?
}

struct AppleCallRecord {
  var id: String
  var at: Int64
  var endpoint: String
  var userId: String?
  var sub: String?
  var grantType: String?
  var status: Int64
  var error: String?
  var codeHash: String?
  var codeIssuedAt: Int64?
  var secretKid: String?
  var secretIss: String?
  var secretIat: Int64?
  var secretExp: Int64?
  var secretAud: String?
  var secretSub: String?
  var secretAlg: String?
}

struct RowRecord {
  var table: String
  var rowId: String
  var userId: String
  var createdAt: Int64?
  var updatedAt: Int64?
}

/// Everything the audit holds after all nights.
struct OracleRecords {
  var sessions: [SessionRecord] = []
  var accounts: [AccountRecord] = []
  var links: [LinkRecord] = []
  var ledger: [LedgerRecord] = []
  /// The text of each ledger record, as it was first read.
  var ledgerText: [LedgerRecord: String] = [:]
  var balances: [BalanceRecord] = []
  var purchases: [PurchaseRecord] = []
  var notifications: [NotificationRecord] = []
  var attempts: [AttemptRecord] = []
  var mail: [MailRecord] = []
  var deletions: [DeletionRecord] = []
  var applecalls: [AppleCallRecord] = []
  var rows: [RowRecord] = []
  /// Streams of which a file was read, each with the normalized names of its fields.
  var known: [String: Set<String>] = [:]
  /// Whether sessions tell names themselves; else only accounts do, of those that are still there.
  var isNameInSessions = false
  /// The key ids of `app/jwks.json`, nil where there is none.
  var keyIds: Set<String>?
  /// What Expo's `app/app.json` says, nil where there is none.
  var expo: PlainJSON?
  /// Fields whose value is a secret, as `path#field`.
  var secretPlaces: Set<String> = []

  func isExported(_ stream: String) -> Bool { known[stream] != nil }

  func isKnown(_ stream: String, _ field: String) -> Bool {
    known[stream]?.contains(FieldNames.normalized(field)) ?? false
  }
}
