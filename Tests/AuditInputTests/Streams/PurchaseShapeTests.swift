import Testing

@testable import AuditInput

private func shape(_ text: String) throws -> ShapedRecord {
  try PurchaseShape.shape(try json(text))
}

@Suite("Purchases")
struct PurchaseShapeTests {
  private let token = jws(
    #"{"transactionId":"2","originalTransactionId":"1","bundleId":"b","productId":"p","#
      + #""purchaseDate":1698148900000,"quantity":3,"appAccountToken":"T","environment":"Sandbox","#
      + #""revocationDate":1698148950000.5,"revocationReason":1,"revocationPercentage":50000,"#
      + #""offerType":2,"price":10990,"userId":"not ours","state":"not ours"}"#)

  @Test("A bare JWS is a purchase")
  func readsBareJWS() throws {
    let shaped = try shape("\"\(token)\"")
    #expect(
      written(shaped)
        == "transactionId=2 at=#1698148900000 productId=p bundleId=b appAccountToken=T"
        + " environment=Sandbox originalTransactionId=1 quantity=#3"
        + " revocationDate=#1698148950000.5 revocationReason=#1 revocationPercentage=#50000"
        + " offerType=#2 signature=unchecked")
    #expect(shaped.signed.count == 1)
    #expect(!shaped.knownFields.contains("userId"))
    #expect(!shaped.knownFields.contains("state"))
  }

  @Test("The JWS fills what the record lacks, and only that")
  func fillsAbsentFields() throws {
    let shaped = try shape(
      #"{"signed_transaction":"\#(token)","userId":"u","product_id":"mine","quantity":null,"#
        + #""appAccountToken":"","purchase-date":"2026-10-01T08:00:00Z","signature":"valid","#
        + #""creditedAt":null,"note":1}"#)
    #expect(
      written(shaped)
        == "transactionId=2 at=2026-10-01T08:00:00Z userId=u productId=mine bundleId=b"
        + " appAccountToken=T environment=Sandbox originalTransactionId=1 quantity=#3"
        + " revocationDate=#1698148950000.5 revocationReason=#1 revocationPercentage=#50000"
        + " offerType=#2 signature=valid")
    #expect(shaped.knownFields.contains("creditedAt"))
    #expect(!shaped.knownFields.contains("finishedAt"))
    #expect(shaped.unknownFields == ["note"])
  }

  @Test("A record without a JWS is read as it is")
  func readsPlainRecords() throws {
    let shaped = try shape(#"{"transactionId":2,"at":1,"purchaseDate":5,"signedTransaction":null}"#)
    #expect(written(shaped) == "transactionId=#2 at=#1")
    #expect(shaped.knownFields == ["transactionId", "at"])
    #expect(shaped.signed == [])
  }

  @Test("What can't be taken apart is refused with the field to blame")
  func refuses() {
    let table: [(String, ShapeError)] = [
      ("1", .init(field: nil, reason: "it is no object")),
      (
        "\"x\"",
        .init(
          field: "signedTransaction", reason: "it is no JWS: it has not three parts")
      ),
      (
        #"{"signedTransaction":1}"#,
        .init(
          field: "signedTransaction", reason: "it is neither a JWS nor an object")
      ),
      (
        #"{"productId":{}}"#,
        .init(
          field: "productId", reason: "an object stands where a value belongs")
      ),
      (
        #"{"transactionId":[1]}"#,
        .init(
          field: "transactionId", reason: "a list stands where a value belongs")
      ),
    ]
    for (text, error) in table { #expect(throws: error) { try shape(text) } }
  }
}
