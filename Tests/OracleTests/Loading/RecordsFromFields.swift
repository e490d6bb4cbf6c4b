extension SessionRecord {
  init(_ fields: FieldReader) throws {
    id = try fields.needed("id")
    at = try fields.neededTime("at")
    userId = try fields.needed("userId")
    appUserUUID = fields.uuid("appUserUUID")
    method = fields.text("method")
    isNewAccount = fields.bool("isNewAccount")
    isLocalUser = fields.bool("isLocalUser")
    lastUsedAt = fields.time("lastUsedAt")
    endedAt = fields.time("endedAt")
    endReason = fields.text("endReason")
    appleSub = fields.text("appleSub")
    tokenId = fields.text("tokenId")
    linkSuggestion = fields.text("linkSuggestion")
    expiresAt = fields.time("expiresAt")
    hasName = fields.text("name") != nil
    fullNameReceived = fields.bool("fullNameReceived")
    redirectScheme = fields.text("redirectScheme")
  }
}

extension AccountRecord {
  init(_ fields: FieldReader) throws {
    userId = try fields.needed("userId")
    appleSub = fields.text("appleSub")
    createdAt = fields.time("createdAt")
    method = fields.text("method")
    isLocalUser = fields.bool("isLocalUser")
    appUserUUID = fields.uuid("appUserUUID")
    hasName = fields.text("name") != nil
  }
}

extension LinkRecord {
  init(_ fields: FieldReader) throws {
    id = try fields.needed("id")
    at = try fields.neededTime("at")
    localUserId = try fields.needed("localUserId")
    speedUserId = fields.text("speedUserId")
    keep = fields.text("keep")
    guard let answer = fields.integer("status") else { throw FieldReader.Missing(field: "status") }
    status = answer
    error = fields.text("error")
    previousUserId = fields.text("previousUserId")
    newUserId = fields.text("newUserId")
    newAppUserUUID = fields.uuid("newAppUserUUID")
    speedTokenId = fields.text("speedTokenId")
    confirmedAt = fields.time("confirmedAt")
  }
}

extension LedgerRecord {
  init(_ fields: FieldReader) throws {
    adjustmentId = try fields.needed("adjustmentId")
    at = try fields.neededTime("at")
    userId = try fields.needed("userId")
    kind = try fields.needed("kind")
    guard let read = PlainValues.amount(try fields.needed("amount")) else {
      throw FieldReader.Missing(field: "amount")
    }
    amount = read.units
    excessDecimals = read.decimals > 8 ? read.decimals : nil
    balanceAfter = fields.amount("balanceAfter")
    idempotencyKey = fields.text("idempotencyKey")
    applied = fields.bool("applied") ?? true
    status = fields.integer("status")
    payer = fields.text("payer") ?? "local"
    operationId = fields.text("operationId")
    startedAt = fields.time("startedAt")
    ownerFunds = fields.amount("ownerFunds")
    grantSpendable = fields.amount("grantSpendable")
    transactionId = fields.text("transactionId")
    productId = fields.text("productId")
    source = fields.text("source")
    movedFrom = fields.text("movedFrom")
  }
}

extension BalanceRecord {
  init(_ fields: FieldReader) throws {
    userId = try fields.needed("userId")
    at = try fields.neededTime("at")
    localBalance = fields.amount("localBalance")
    grantSpendable = fields.amount("grantSpendable")
  }
}

extension PurchaseRecord {
  init(_ fields: FieldReader) throws {
    transactionId = try fields.needed("transactionId")
    at = try fields.neededTime("at")
    userId = fields.text("userId")
    appAccountToken = fields.uuid("appAccountToken")
    state = fields.text("state")
    creditedAt = fields.time("creditedAt")
    finishedAt = fields.time("finishedAt")
    productId = fields.text("productId")
    bundleId = fields.text("bundleId")
    environment = fields.text("environment")
    quantity = fields.integer("quantity") ?? 1
    revocationDate = fields.time("revocationDate")
    revocationPercentage = fields.integer("revocationPercentage")
    offerType = fields.text("offerType")
    signature = fields.text("signature")
  }
}

extension NotificationRecord {
  init(_ fields: FieldReader) throws {
    let events = try fields.text("events").map {
      FieldReader(try PlainJSON($0), stream: "notifications")
    }
    func event(_ name: String) -> String? { events?.text(name) ?? fields.text("events." + name) }
    // What a payload without an id or a type is called is no matter of these tests.
    id = try fields.text("jti") ?? fields.needed("notificationUUID")
    type = try event("type") ?? fields.needed("notificationType")
    if type == "account-delete" { type = "account-deleted" }
    sub = event("sub")
    eventTime = event("event_time").flatMap(PlainValues.time)
    receivedAt =
      fields.time("receivedAt") ?? fields.time("iat") ?? fields.time("signedDate") ?? eventTime
    processedAt = fields.time("processedAt")
    source = fields.names.contains("notificationtype") ? .appstore : .siwa
    iss = fields.text("iss")
    aud = fields.text("aud")
    email = event("email")?.lowercased()
    transactionId = fields.text("transactionId")
    bundleId = fields.text("bundleId")
    environment = fields.text("environment")
    signature = fields.text("signature")
    action = fields.text("action")
    if source == .appstore { eventTime = fields.time("signedDate") }
  }
}

extension DeletionRecord {
  init(_ fields: FieldReader) throws {
    id = try fields.needed("id")
    userId = try fields.needed("userId")
    requestedAt = try fields.neededTime("requestedAt")
    channel = fields.text("channel")
    accountKind = fields.text("accountKind")
    appleSub = fields.text("appleSub")
    lossDisclosed = fields.bool("lossDisclosed")
    hasActiveSubscription = fields.bool("hasActiveSubscription")
    subscriptionNoticeShown = fields.bool("subscriptionNoticeShown")
    confirmedAt = fields.time("confirmedAt")
    dataDeletedAt = fields.time("dataDeletedAt")
    unlinkedAt = fields.time("unlinkedAt")
    unlinkStatus = fields.integer("unlinkStatus")
    codeIssuedAt = fields.time("codeIssuedAt")
    codeHash = fields.text("codeHash")
    tokenExchangedAt = fields.time("tokenExchangedAt")
    tokenExchangeStatus = fields.integer("tokenExchangeStatus")
    idTokenSub = fields.text("idTokenSub")
    revokedAt = fields.time("revokedAt")
    revokeStatus = fields.integer("revokeStatus")
    completedAt = fields.time("completedAt")
  }
}

extension AppleCallRecord {
  init(_ fields: FieldReader) throws {
    id = try fields.needed("id")
    at = try fields.neededTime("at")
    endpoint = try fields.needed("endpoint")
    userId = fields.text("userId")
    sub = fields.text("sub")
    grantType = fields.text("grantType")
    guard let answer = fields.integer("status") else { throw FieldReader.Missing(field: "status") }
    status = answer
    error = fields.text("error")
    codeHash = fields.text("codeHash")
    codeIssuedAt = fields.time("codeIssuedAt")
    secretKid = fields.text("secretKid")
    secretIss = fields.text("secretIss")
    secretIat = fields.time("secretIat")
    secretExp = fields.time("secretExp")
    secretAud = fields.text("secretAud")
    secretSub = fields.text("secretSub")
    secretAlg = fields.text("secretAlg")
  }
}

extension AttemptRecord {
  init(_ fields: FieldReader) throws {
    id = try fields.needed("id")
    at = try fields.neededTime("at")
    isAccepted = try fields.needed("outcome") == "accepted"
    reason = fields.text("reason")
    userId = fields.text("userId")
    sessionId = fields.text("sessionId")
    iss = fields.text("iss")
    aud = fields.text("aud")
    sub = fields.text("sub")
    iat = fields.time("iat")
    exp = fields.time("exp")
    kid = fields.text("kid")
    alg = fields.text("alg")
    nonce = fields.text("nonce")
    rawNonce = fields.text("rawNonce")
    rawNonceSHA256 = fields.text("rawNonceSHA256")
    email = fields.text("email")
    signature = fields.text("signature")
    clientError = fields.text("clientError")
  }
}

extension MailRecord {
  init(_ fields: FieldReader) throws {
    id = try fields.needed("id")
    at = try fields.neededTime("at")
    to = try fields.needed("to").lowercased()
    userId = fields.text("userId")
    status = fields.text("status")
  }
}

extension RowRecord {
  init(_ fields: FieldReader) throws {
    table = try fields.needed("table")
    rowId = try fields.needed("rowId")
    userId = try fields.needed("userId")
    createdAt = fields.time("createdAt")
    updatedAt = fields.time("updatedAt")
  }
}
