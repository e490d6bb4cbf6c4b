internal import AuditModel

/// Takes a record of the notification log apart, whatever form the notification has in it.
///
/// Forms: a Sign in with Apple or App Store JWS under `payload` or `signedPayload`, or the fields
/// of the decoded payload; the source is told by the shape of what is inside. Names may have any
/// spelling, and what is an object on the wire may be its JSON text.
package enum NotificationShape {
  /// Takes one record of the log apart.
  ///
  /// - Parameters:
  ///   - record: An object, or a bare JWS.
  ///   - check: Checks what is signed, where the log does not say what came of that.
  /// - Returns: A stored record for each event; the second and later have `#2`, `#3` behind their
  ///   id.
  /// - Throws: For a JWS or JSON text that can't be opened, and where the source can't be told.
  package static func shape(
    _ record: JSONValue, check: SignatureCheck = SignatureCheck()
  ) throws(ShapeError) -> ShapedRecord {
    var parts = NotificationParts()
    switch record {
    case .object(let members):
      parts.log = SpelledObject(members)
      try parts.findPayload()
      parts.unknownFields = members.map(\.name).filter { !isKnownName($0) }
    case .string(let text): try parts.open(text, field: "payload")
    case .null, .bool, .number, .array: throw ShapeError(field: nil, reason: "it is no object")
    }
    let source = try source(of: parts)
    var shaped = ShapedRecord(unknownFields: parts.unknownFields)
    let bodies: [FieldCollector]
    switch source {
    case "siwa": bodies = try SignInNotification.fields(of: parts)
    default: bodies = [try StoreNotification.fields(of: &parts)]
    }
    shaped.signed = parts.signed
    var log = try logFields(of: parts)
    if log.value("signature") == nil,
      let verdict = verdict(on: parts, isSignIn: source == "siwa", check)
    {
      log.set(verdict)
    }
    let id = try id(of: parts, bodies: bodies)
    for (index, body) in bodies.enumerated() {
      var collector = FieldCollector()
      collector.set("id", index == 0 ? id : "\(id)#\(index + 1)")
      try collector.take(
        "receivedAt", parts.log["receivedAt"], parts.payload["iat"], parts.payload["signedDate"])
      var fields = collector.fields
      if collector.value("receivedAt") == nil, let time = body.value("eventTime") {
        fields.append(RawField("receivedAt", time))
      }
      fields.append(RawField("source", .text(Array(source.utf8))))
      shaped.records.append(fields + body.fields + log.fields)
      shaped.knownFields.formUnion(collector.knownFields.union(body.knownFields))
      shaped.knownFields.formUnion(log.knownFields.union(["source", "receivedAt"]))
    }
    return shaped
  }

  /// What the log says beside the payload.
  private static func logFields(of parts: NotificationParts) throws(ShapeError) -> FieldCollector {
    var log = FieldCollector()
    try log.take("signature", parts.log["signature"])
    for name in ["processedAt", "action", "result", "attempt"] {
      try log.take(name, parts.log[name])
    }
    return log
  }

  /// The verdict on all that is signed in a notification; nil where nothing is.
  private static func verdict(
    on parts: NotificationParts, isSignIn: Bool, _ check: SignatureCheck
  ) -> SignatureVerdict? {
    var verdict = SignatureVerdict.unchecked(.onlyInner)
    var inner = parts.signed[...]
    if parts.isSigned, let outer = inner.popFirst() {
      verdict = isSignIn ? check.verdict(signIn: outer) : check.verdict(appStore: outer)
      if parts.hasUnreadableInner { verdict = verdict.joined(with: .invalid(.innerNotJWS)) }
    } else if inner.isEmpty {
      return nil
    }
    for jws in inner { verdict = verdict.joined(with: check.verdict(appStore: jws)) }
    return verdict
  }

  private static func source(of parts: NotificationParts) throws(ShapeError) -> String {
    let payload = parts.payload
    if payload.has("notificationType", "notificationUUID") { return "appstore" }
    if payload.has("events", "iss", "jti") { return "siwa" }
    if case .string(let given)? = parts.log["source"] { return given }
    if payload.has("sub", "eventTime") { return "siwa" }
    throw ShapeError(
      field: "source", reason: "it is neither a Sign in with Apple nor an App Store notification")
  }

  /// `jti` or `notificationUUID`; without them a hash of what Apple sent, the same in each repeat.
  private static func id(
    of parts: NotificationParts, bodies: [FieldCollector]
  ) throws(ShapeError) -> String {
    var own = FieldCollector()
    try own.take("id", parts.payload["jti"], parts.payload["notificationUUID"])
    if !parts.isSigned { try own.take("id", parts.log["id"]) }
    switch own.value("id") {
    case .text(let text), .number(let text): return String(decoding: text, as: UTF8.self)
    case .bool: throw ShapeError(field: "id", reason: "a boolean stands where text belongs")
    case .null, nil: break
    }
    if let outer = parts.signed.first, parts.isSigned {
      return Digest.sha256Hex(outer.signedText)
    }
    var text: [UInt8] = []
    for field in bodies.flatMap(\.fields) {
      text += Array(field.name.utf8) + [0] + field.value.bytes + [0]
    }
    return Digest.sha256Hex(text)
  }

  private static let payloadNames = [
    "payload", "signedPayload", "events", "jti", "iat", "exp", "notificationType",
    "notificationUUID", "version", "signedDate", "data", "summary", "externalPurchaseToken",
    "appData",
  ]

  private static let knownNames = Set(
    (payloadNames + Stream.notifications.definition.fields.map(\.name)).map(SpelledObject.plain))

  private static func isKnownName(_ name: String) -> Bool {
    knownNames.contains(SpelledObject.plain(name))
  }
}

extension RawValue {
  /// The value as text, the same for a number and its digits in quotes.
  fileprivate var bytes: [UInt8] {
    switch self {
    case .null: []
    case .bool(let bool): Array((bool ? "true" : "false").utf8)
    case .number(let text), .text(let text): text
    }
  }
}
