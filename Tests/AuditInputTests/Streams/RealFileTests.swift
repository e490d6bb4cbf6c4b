import Testing

@testable import AuditInput

// Files of others that are no part of the project; their values were read off by another program.
@Suite("Real files", .enabled(if: realData != nil, "\(noRealData)"))
struct RealFileTests {
  private func notification(_ path: String) throws -> ShapedRecord {
    try NotificationShape.shape(try json(try realFile(path)))
  }

  private func bareFile(_ path: String) throws -> JSONValue {
    .string(try realFile(appleResources + path).split(separator: "\n").joined())
  }

  @Test("A genuine consent-revoked notification")
  func consentRevoked() throws {
    let claims =
      "id=S25cB0PbHs6y97gYYmgydQ receivedAt=#1657617092 source=siwa type=consent-revoked"
      + " eventTime=#1657617063012 iss=https://appleid.apple.com aud=jp.yauth.signin.app"
      + " sub=000768.6166f031167141e695698239959f591a.1521"
    let body = try notification("extracted/nov_consent_revoked.body.json")
    #expect(written(body) == claims + " signature=unchecked")
    #expect(body.signed.first?.header["kid"] == .string("fh6Bs8C"))
    #expect(body.signed.first?.signature.count == 256)
    #expect(written(try notification("extracted/nov_consent_revoked.claims.json")) == claims)
  }

  @Test("The sample of Apple's page, with an object and seconds")
  func accountDeleted() throws {
    #expect(
      written(try notification("extracted/apple_doc_account_deleted.json"))
        == "id=abede...67890 receivedAt=#1508184845 source=siwa type=account-deleted"
        + " eventTime=#1508184845 iss=https://appleid.apple.com aud=com.mytest.app"
        + " sub=820417.faa325acbc78e1be1668ba852d492d8a.0219")
  }

  @Test("The sample of Apple's page that is no JSON is refused with its line")
  func invalidSample() throws {
    let text = try realFile("extracted/apple_doc_email_disabled.INVALID.json")
    #expect(throws: JSONError(line: 11, reason: "'\"' stands where a ',' or '}' is due")) {
      try json(text)
    }
  }

  @Test("The events of a real email-disabled")
  func emailDisabled() throws {
    let events = try realFile("extracted/syncserver_email_disabled.events.json")
    let record = JSONValue.object([
      .init(name: "jti", value: .string("j1"), line: 1),
      .init(name: "events", value: .string(events), line: 1),
    ])
    #expect(
      written(try NotificationShape.shape(record))
        == "id=j1 receivedAt=#1608693364100 source=siwa type=email-disabled"
        + " eventTime=#1608693364100 sub=001667.7f1e9b1f0d41426d8d8616e7d06be6f1.0433"
        + " email=ttckg8zg7s@privaterelay.appleid.com isPrivateEmail=true")
  }

  @Test("A transaction signed by Xcode, with fractions of milliseconds")
  func xcodeTransaction() throws {
    let shaped = try PurchaseShape.shape(try bareFile("xcode/xcode-signed-transaction"))
    #expect(
      written(shaped)
        == "transactionId=0 at=#1697679936049.7297 productId=pass.premium"
        + " bundleId=com.example.naturelab.backyardbirds.example environment=Xcode"
        + " originalTransactionId=0 quantity=#1 offerType=#1 signature=unchecked")
    #expect(shaped.signed.first?.header["kid"] == .string("Apple_Xcode_Key"))
  }

  @Test(
    "Notifications of Apple's own test data",
    arguments: [
      (
        "testNotification",
        "id=9ad56bd2-0bc6-42e0-af24-fd996d87a1e6 receivedAt=#1681314324000 source=appstore"
          + " type=TEST eventTime=#1681314324000 bundleId=com.example environment=Sandbox"
          + " signature=unchecked"
      ),
      (
        "wrongBundleId",
        "id=9ad56bd2-0bc6-42e0-af24-fd996d87a1e6 source=appstore type=TEST"
          + " bundleId=com.example.wrong signature=unchecked"
      ),
      (
        "missingX5CHeaderClaim",
        "id=9ad56bd2-0bc6-42e0-af24-fd996d87a1e6 source=appstore type=TEST"
          + " bundleId=com.example signature=unchecked"
      ),
    ])
  func mockNotifications(name: String, expected: String) throws {
    let token = try bareFile("mock_signed_data/" + name)
    let record = JSONValue.object([.init(name: "signedPayload", value: token, line: 1)])
    #expect(written(try NotificationShape.shape(record)) == expected)
  }

  @Test("A transaction of Apple's own test data lacks nearly everything, an old one is no JWS")
  func mockTransactions() throws {
    let shaped = try PurchaseShape.shape(try bareFile("mock_signed_data/transactionInfo"))
    #expect(written(shaped) == "bundleId=com.example environment=Sandbox signature=unchecked")
    let old = try bareFile("mock_signed_data/legacyTransaction")
    #expect(throws: ShapeError.self) { try PurchaseShape.shape(old) }
  }

  @Test(
    "Decoded notifications of Apple's models",
    arguments: [
      (
        "signedNotification",
        "type=SUBSCRIBED subtype=INITIAL_BUY eventTime=#1698148900000 bundleId=com.example"
          + " environment=LocalTesting"
      ),
      (
        "signedConsumptionRequestNotification",
        "type=CONSUMPTION_REQUEST eventTime=#1698148900000 bundleId=com.example"
          + " environment=LocalTesting"
      ),
      (
        "signedSummaryNotification",
        "type=RENEWAL_EXTENSION subtype=SUMMARY eventTime=#1698148900000"
          + " productId=com.example.product bundleId=com.example environment=LocalTesting"
      ),
      (
        "signedExternalPurchaseTokenNotification",
        "type=EXTERNAL_PURCHASE_TOKEN subtype=UNREPORTED eventTime=#1698148900000"
          + " bundleId=com.example environment=Production"
      ),
      (
        "signedExternalPurchaseTokenSandboxNotification",
        "type=EXTERNAL_PURCHASE_TOKEN subtype=UNREPORTED eventTime=#1698148900000"
          + " bundleId=com.example environment=Sandbox"
      ),
      (
        "signedRescindConsentNotification",
        "type=RESCIND_CONSENT eventTime=#1698148900000 bundleId=com.example"
          + " environment=LocalTesting"
      ),
    ])
  func decodedNotifications(name: String, expected: String) throws {
    let shaped = try notification(appleResources + "models/\(name).json")
    let start =
      "id=002e14d5-51f5-4503-b5a8-c3a1af68eb20 receivedAt=#1698148900000 source=appstore "
    #expect(written(shaped) == start + expected)
    #expect(shaped.unknownFields == [])
  }

  @Test("A decoded transaction of Apple's models, partly refunded")
  func decodedTransaction() throws {
    let text = try realFile(appleResources + "models/signedTransactionWithRevocation.json")
    #expect(
      written(try PurchaseShape.shape(try json(text)))
        == "transactionId=23456 at=#1698148900000 productId=com.example.product"
        + " bundleId=com.example appAccountToken=7e3fb20b-4cdb-47cc-936d-99d65f608138"
        + " environment=LocalTesting originalTransactionId=12345 quantity=#1"
        + " revocationDate=#1698148950000 revocationReason=#1 revocationPercentage=#50000"
        + " offerType=#1")
  }

  @Test("A genuine identity token is a secret, wherever it stands")
  func identityToken() throws {
    let token = try realFile("extracted/nov_identity_token_2019.jwt")
    #expect(SecretDetector.kind(of: Array("token: \(token)".utf8)) == .jwt)
    let body = try json(try realFile("extracted/nov_consent_revoked.body.json"))
    #expect(SecretDetector.leaks(in: body) == [])
    let record = JSONValue.object([.init(name: "raw", value: body, line: 3)])
    #expect(
      SecretDetector.leaks(in: record) == [Leak(line: 1, field: "raw.payload", kind: "jwt")])
  }
}
