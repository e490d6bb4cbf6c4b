extension StreamDefinition {
  static let ledger = StreamDefinition(
    .ledger, table: "ledger", identity: ["adjustmentId"], immutable: true,
    [
      Field("adjustmentId", .text, required: true),
      Field("at", .time, required: true),
      Field("userId", .user, required: true),
      Field(
        "kind",
        .word(["purchase", "gift", "merge-in", "usage", "merge-out", "forfeit", "reversal"]),
        required: true),
      // Decimals as written, kept only where there are more than eight.
      Field(
        "amount", .amount, required: true,
        extra: [Column(name: "amount_decimals", storage: .integer)]),
      Field("balanceAfter", .amount),
      Field("idempotencyKey", .text),
      Field("applied", .bool, absentMeans: .integer(1)),
      Field("status", .integer),
      Field("payer", .word(["local", "linked"]), absentMeans: .text("local")),
      Field("operationId", .text),
      Field("startedAt", .time),
      Field("ownerFunds", .amount),
      Field("grantSpendable", .amount),
      Field("transactionId", .text),
      Field("productId", .text, aliases: ["metadata.productId"]),
      Field("source", .text, aliases: ["metadata.source"]),
      Field("movedFrom", .user),
    ])

  static let balances = StreamDefinition(
    .balances, table: "balance", identity: ["userId", "at"],
    [
      Field("userId", .user, required: true),
      Field("at", .time, required: true),
      Field("localBalance", .amount, aliases: ["localBalance.amount"]),
      Field("grantSpendable", .amount, aliases: ["grant.spendableAmount"]),
    ])

  static let purchases = StreamDefinition(
    .purchases, table: "purchase", identity: ["transactionId"],
    [
      Field("transactionId", .text, required: true),
      Field("at", .time, required: true, aliases: ["purchaseDate"]),
      Field("userId", .user),
      Field("productId", .text, required: true),
      Field("bundleId", .text),
      Field("appAccountToken", .token),
      Field("environment", .text),
      Field("state", .prose),
      Field("originalTransactionId", .text),
      Field("quantity", .integer, absentMeans: .integer(1)),
      Field("verifiedAt", .time),
      Field("creditedAt", .time),
      Field("finishedAt", .time),
      Field("revocationDate", .time),
      Field("revocationReason", .prose),
      Field("revocationPercentage", .integer),
      Field("offerType", .text),
      // Why the computed one is not valid.
      Field(
        "signature", .text, extra: [Column(name: "signature_reason", storage: .text)]),
    ])
}
