internal import AuditModel

/// Takes a purchase apart whose fields, or some of them, stand in a transaction signed by Apple.
package enum PurchaseShape {
  private static let tokenNames = ["signedTransaction", "signedTransactionInfo"]

  /// One stored record: the record's own fields, and from the JWS those it lacks.
  ///
  /// - Parameters:
  ///   - record: An object, with `signedTransaction` or without, or a bare JWS.
  ///   - check: Checks what is signed, where the record does not say what came of that.
  /// - Returns: The fields under their contract names; Apple's `purchaseDate` is `at`.
  /// - Throws: For a JWS that can't be opened, and objects and lists where a value belongs.
  package static func shape(
    _ record: JSONValue, check: SignatureCheck = SignatureCheck()
  ) throws(ShapeError) -> ShapedRecord {
    var shaped = ShapedRecord()
    var own = SpelledObject()
    var transaction = SpelledObject()
    switch record {
    case .object(let members):
      own = SpelledObject(members)
      shaped.unknownFields = members.map(\.name).filter { !isKnownName($0) }
      for name in tokenNames {
        guard let value = try own[name]?.unpacked(field: name) else { continue }
        transaction = try open(value, field: name, signed: &shaped.signed)
        break
      }
    case .string:
      transaction = try open(record, field: "signedTransaction", signed: &shaped.signed)
    case .null, .bool, .number, .array: throw ShapeError(field: nil, reason: "it is no object")
    }
    var collector = FieldCollector()
    for field in Stream.purchases.definition.fields where field.name != "signature" {
      let names = [field.name] + field.aliases
      for name in names where collector.value(field.name) == nil {
        try collector.take(field.name, own[name])
      }
      for name in names where collector.value(field.name) == nil && field.isApples {
        try collector.take(field.name, transaction[name])
      }
    }
    try collector.take("signature", own["signature"])
    if collector.value("signature") == nil, let jws = shaped.signed.first {
      collector.set(check.verdict(appStore: jws))
    }
    shaped.records = [collector.fields]
    shaped.knownFields = collector.knownFields
    return shaped
  }

  private static func open(
    _ value: JSONValue, field: String, signed: inout [JWS]
  ) throws(ShapeError) -> SpelledObject {
    switch value {
    case .object(let members): return SpelledObject(members)
    case .string(let text):
      let jws: JWS
      do throws(JWSError) {
        jws = try JWS(Array(text.utf8))
      } catch {
        throw ShapeError(field: field, reason: error.reason)
      }
      signed.append(jws)
      guard case .object(let members) = jws.payload else { return SpelledObject() }
      return SpelledObject(members)
    case .null, .bool, .number, .array:
      throw ShapeError(field: field, reason: "it is neither a JWS nor an object")
    }
  }

  private static let knownNames = Set(
    (tokenNames + Stream.purchases.definition.fields.flatMap { [$0.name] + $0.aliases })
      .map(SpelledObject.plain))

  private static func isKnownName(_ name: String) -> Bool {
    knownNames.contains(SpelledObject.plain(name))
  }
}

extension Field {
  /// Whether Apple's transactions carry it; the others are the app's own, whatever a JWS holds.
  fileprivate var isApples: Bool {
    [
      "transactionId", "at", "productId", "bundleId", "appAccountToken", "environment",
      "originalTransactionId", "quantity", "revocationDate", "revocationReason",
      "revocationPercentage", "offerType",
    ].contains(name)
  }
}
