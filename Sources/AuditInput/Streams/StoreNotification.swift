/// The stored fields of an App Store Server Notification, version 2.
enum StoreNotification {
  /// Collects the fields; `parts` gets what Apple signed inside the payload.
  static func fields(of parts: inout NotificationParts) throws(ShapeError) -> FieldCollector {
    let payload = parts.payload
    let log = parts.log
    let data = try payload.object("data")
    let summary = try payload.object("summary")
    let token = try payload.object("externalPurchaseToken")
    let appData = try payload.object("appData")
    let transaction = try signed("signedTransactionInfo", in: data, "data", &parts)
    _ = try signed("signedRenewalInfo", in: data, "data", &parts)
    _ = try signed("signedAppTransactionInfo", in: appData, "appData", &parts)
    var body = FieldCollector()
    try body.take("type", payload["notificationType"], payload["type"])
    try body.take("subtype", payload["subtype"])
    try body.take("eventTime", payload["signedDate"], payload["eventTime"])
    try body.take("transactionId", transaction?["transactionId"], log["transactionId"])
    try body.take(
      "productId", transaction?["productId"], summary?["productId"], log["productId"])
    try body.take(
      "bundleId", data?["bundleId"], summary?["bundleId"], token?["bundleId"],
      appData?["bundleId"], transaction?["bundleId"], log["bundleId"])
    try body.take(
      "environment", data?["environment"], summary?["environment"], appData?["environment"],
      transaction?["environment"], environment(of: token), log["environment"])
    return body
  }

  /// What Apple signs on its own inside the payload, signed or decoded.
  ///
  /// Text that is no JWS holds nothing: the notification itself stays readable without it.
  private static func signed(
    _ name: String, in object: SpelledObject?, _ objectName: String,
    _ parts: inout NotificationParts
  ) throws(ShapeError) -> SpelledObject? {
    let field = "\(objectName).\(name)"
    guard let value = try object?[name]?.unpacked(field: field) else { return nil }
    switch value {
    case .object(let members): return SpelledObject(members)
    case .string(let text):
      do throws(JWSError) {
        let jws = try JWS(Array(text.utf8))
        parts.signed.append(jws)
        guard case .object(let members) = jws.payload else { return nil }
        return SpelledObject(members)
      } catch {
        parts.hasUnreadableInner = true
        return nil
      }
    case .null, .bool, .number, .array:
      throw ShapeError(field: field, reason: "it is neither a JWS nor an object")
    }
  }

  /// Apple marks the tokens of the sandbox by how their id begins, and no other way.
  private static func environment(of token: SpelledObject?) -> JSONValue? {
    guard case .string(let id)? = token?["externalPurchaseId"] else { return nil }
    return .string(id.utf8.starts(with: "SANDBOX".utf8) ? "Sandbox" : "Production")
  }
}
