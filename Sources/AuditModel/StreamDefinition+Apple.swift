extension StreamDefinition {
  /// The stored form; what stands in an export (a JWS, a decoded payload) is taken apart into it.
  static let notifications = StreamDefinition(
    .notifications, table: "notification", identity: ["id", "receivedAt"],
    [
      Field("id", .text, required: true),
      Field("receivedAt", .time),
      Field("source", .word(["siwa", "appstore"]), required: true),
      Field("type", .text),
      Field("subtype", .text),
      Field("eventTime", .time),
      Field("iss", .text),
      Field("aud", .text),
      Field("sub", .text),
      Field("email", .email),
      Field("isPrivateEmail", .bool),
      Field("transactionId", .text),
      Field("productId", .text),
      Field("bundleId", .text),
      Field("environment", .text),
      // Why the computed one is not valid.
      Field(
        "signature", .text, extra: [Column(name: "signature_reason", storage: .text)]),
      Field("processedAt", .time),
      Field("action", .prose),
      Field("result", .prose),
      Field("attempt", .integer),
    ])

  static let applecalls = StreamDefinition(
    .applecalls, table: "applecall", identity: ["id"],
    [
      Field("id", .text, required: true),
      Field("at", .time, required: true),
      Field("endpoint", .word(["token", "revoke"]), required: true),
      Field("userId", .user),
      Field("sub", .text),
      Field("grantType", .prose),
      Field("status", .integer, required: true),
      Field("error", .prose),
      Field("codeHash", .text),
      Field("codeIssuedAt", .time),
      Field("tokenTypeHint", .prose),
      Field("secretKid", .text),
      Field("secretIss", .text),
      Field("secretIat", .time),
      Field("secretExp", .time),
      Field("secretAud", .text),
      Field("secretSub", .text),
      Field("secretAlg", .text),
    ])

  static let mail = StreamDefinition(
    .mail, table: "mail", identity: ["id"],
    [
      Field("id", .text, required: true),
      Field("at", .time, required: true),
      // The address in lower case, shortened and hashed like every other.
      Field("to", .email, required: true, column: "address"),
      Field("userId", .user),
      Field("status", .prose),
      Field("category", .prose),
    ])
}
