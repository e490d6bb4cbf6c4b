extension StreamDefinition {
  /// The stored form of a raw exchange: what it tells, without its tokens, path and bodies.
  ///
  /// Derivation takes it apart into the records of the other streams, because some of them depend
  /// on others that may come in a later file. `userId` is the caller, `accountId` the account that
  /// the exchange is about; `claims` are those of the identity token, or of the client secret where
  /// Apple was called.
  static let exchanges = StreamDefinition(
    .exchanges, table: "exchange", identity: ["id"],
    [
      Field("id", .text, required: true),
      Field("at", .time, required: true),
      Field("kind", .word(ExchangeKind.words), required: true),
      Field("status", .integer, required: true),
      Field("userId", .user),
      Field("accountId", .user),
      Field("error", .prose),
      // The hash of the session's token, or of the speedToken.
      Field("tokenId", .text),
      // A session.
      Field("appUserUUID", .uuid),
      Field("role", .prose),
      Field("isNewAccount", .bool),
      Field("isLocalUser", .bool),
      Field("linkSuggestion", .prose),
      Field("expiresAt", .time),
      Field("name", .presence),
      Field("fullNameReceived", .bool),
      Field("redirectScheme", .text),
      // Claims.
      Field("iss", .text),
      Field("aud", .text),
      Field("sub", .text),
      Field("iat", .time),
      Field("exp", .time),
      Field("kid", .text),
      Field("alg", .text),
      Field("nonce", .text),
      Field(
        "rawNonce", .rawNonce,
        extra: [Column(name: "nonce_form", storage: .text)]),
      Field("email", .email),
      Field("emailVerified", .bool),
      Field("isPrivateEmail", .bool),
      Field(
        "signature", .text, extra: [Column(name: "signature_reason", storage: .text)]),
      // A link.
      Field("speedUserId", .user),
      Field("keep", .word(["speed", "local"])),
      Field("previousUserId", .user),
      Field("newUserId", .user),
      Field("newAppUserUUID", .uuid),
      // A movement of the balance, or a reading of it.
      Field("adjustmentId", .text),
      Field(
        "movement",
        .word(["purchase", "gift", "merge-in", "usage", "merge-out", "forfeit", "reversal"])),
      Field("amount", .amount, extra: [Column(name: "amount_decimals", storage: .integer)]),
      Field("balanceAfter", .amount),
      Field("idempotencyKey", .text),
      Field("applied", .bool),
      Field("payer", .word(["local", "linked"])),
      Field("operationId", .text),
      Field("startedAt", .time),
      Field("ownerFunds", .amount),
      Field("grantSpendable", .amount),
      Field("transactionId", .text),
      Field("productId", .text),
      Field("source", .text),
      // A call of Apple's endpoints.
      Field("grantType", .prose),
      Field("codeHash", .text),
      Field("tokenTypeHint", .prose),
      Field("idTokenSub", .text),
    ])
}
