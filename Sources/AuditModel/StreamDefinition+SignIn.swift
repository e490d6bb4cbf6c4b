extension StreamDefinition {
  static let sessions = StreamDefinition(
    .sessions, table: "session", identity: ["id"],
    [
      Field("id", .text, required: true),
      Field("at", .time, required: true),
      Field("userId", .user, required: true),
      Field("appUserUUID", .uuid),
      Field("method", .prose),
      Field("role", .prose),
      Field("isNewAccount", .bool),
      Field("isLocalUser", .bool),
      Field("linkSuggestion", .prose),
      Field("expiresAt", .time),
      Field("lastUsedAt", .time),
      Field("endedAt", .time),
      Field("endReason", .prose),
      Field("appleSub", .text),
      Field("email", .email),
      Field("name", .presence),
      Field("fullNameReceived", .bool),
      Field("tokenId", .text),
      Field("redirectScheme", .text),
    ])

  static let attempts = StreamDefinition(
    .attempts, table: "attempt", identity: ["id"],
    [
      Field("id", .text, required: true),
      Field("at", .time, required: true),
      Field("outcome", .word(["accepted", "rejected"]), required: true),
      Field("reason", .prose),
      Field("userId", .user),
      Field("sessionId", .text),
      Field("iss", .text),
      Field("aud", .text),
      Field("sub", .text),
      Field("iat", .time),
      Field("exp", .time),
      Field("kid", .text),
      Field("alg", .text),
      Field("nonce", .text),
      Field("rawNonceSHA256", .text, column: "raw_nonce_sha256"),
      // What the claim looks like beside the raw nonce: `match`, `upper-case`, `base64url`,
      // `base64`, `raw`, `double-hash` or `other`; absent where either is. Of a raw nonce of which
      // only the hash is known, only a usual mistake is told.
      Field(
        "rawNonce", .rawNonce,
        extra: [Column(name: "nonce_form", storage: .text)]),
      Field("email", .email),
      Field("emailVerified", .bool),
      Field("isPrivateEmail", .bool),
      // Why the computed one is not valid.
      Field(
        "signature", .text, extra: [Column(name: "signature_reason", storage: .text)]),
      Field("clientError", .prose),
    ])

  static let accounts = StreamDefinition(
    .accounts, table: "account", identity: ["userId"],
    [
      Field("userId", .user, required: true),
      Field("appleSub", .text),
      Field("email", .email),
      Field("name", .presence),
      Field("createdAt", .time),
      Field("method", .prose),
      Field("isLocalUser", .bool),
      Field("appUserUUID", .uuid),
      Field("deletedAt", .time),
    ])

  static let links = StreamDefinition(
    .links, table: "link", identity: ["id"],
    [
      Field("id", .text, required: true),
      Field("at", .time, required: true),
      Field("localUserId", .user, required: true),
      Field("speedUserId", .user),
      Field("keep", .word(["speed", "local"])),
      Field("status", .integer, required: true),
      Field("error", .prose),
      Field("previousUserId", .user),
      Field("newUserId", .user),
      Field("newAppUserUUID", .uuid),
      Field("speedTokenId", .text),
      Field("confirmedAt", .time),
    ])

  static let deletions = StreamDefinition(
    .deletions, table: "deletion", identity: ["id"],
    [
      Field("id", .text, required: true),
      Field("userId", .user, required: true),
      Field("requestedAt", .time, required: true),
      Field("channel", .prose),
      Field("accountKind", .text),
      Field("appleSub", .text),
      Field("lossDisclosed", .bool),
      Field("hasActiveSubscription", .bool),
      Field("subscriptionNoticeShown", .bool),
      Field("confirmedAt", .time),
      Field("dataDeletedAt", .time),
      Field("unlinkedAt", .time),
      Field("unlinkStatus", .integer),
      Field("codeIssuedAt", .time),
      Field("codeHash", .text),
      Field("tokenExchangedAt", .time),
      Field("tokenExchangeStatus", .integer),
      Field("idTokenSub", .text),
      Field("revokedAt", .time),
      Field("revokeStatus", .integer),
      Field("completedAt", .time),
    ])

  static let rows = StreamDefinition(
    .rows, table: "app_row", identity: ["table", "rowId"],
    [
      Field("table", .text, required: true, column: "table_name"),
      Field("rowId", .text, required: true),
      Field("userId", .user, required: true),
      Field("createdAt", .time),
      Field("updatedAt", .time),
    ])
}
