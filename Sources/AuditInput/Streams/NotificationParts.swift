/// A notification and the log's record around it, before they are read.
struct NotificationParts {
  /// The record of the log; empty where the record is a bare JWS.
  var log = SpelledObject()
  /// The payload's own fields; the log's where they stand among them.
  var payload = SpelledObject()
  var unknownFields: [String] = []
  /// The payload's own JWS first, then those inside it.
  var signed: [JWS] = []

  /// Whether something that Apple signs on its own, inside the payload, is no JWS.
  var hasUnreadableInner = false

  /// Whether the payload came in a JWS.
  private(set) var isSigned = false

  /// Looks for the payload under its two names, else among the log's own fields.
  mutating func findPayload() throws(ShapeError) {
    payload = log
    for name in ["payload", "signedPayload"] {
      guard let value = try log[name]?.unpacked(field: name) else { continue }
      try open(value, field: name)
      return
    }
  }

  /// Opens a JWS.
  mutating func open(_ text: String, field: String) throws(ShapeError) {
    let jws: JWS
    do throws(JWSError) {
      jws = try JWS(Array(text.utf8))
    } catch {
      throw ShapeError(field: field, reason: error.reason)
    }
    signed.append(jws)
    isSigned = true
    guard case .object(let members) = jws.payload else { return }
    payload = SpelledObject(members)
  }

  /// Opens a JWS, a decoded payload, or a whole body that was kept as one value.
  private mutating func open(_ value: JSONValue, field: String) throws(ShapeError) {
    switch value {
    case .string(let text): try open(text, field: field)
    case .object(let members):
      let inner = SpelledObject(members)
      for name in ["payload", "signedPayload"] {
        guard case .string(let text)? = inner[name], !text.utf8.isEmpty else { continue }
        try open(text, field: field)
        return
      }
      payload = inner
    case .null, .bool, .number, .array:
      throw ShapeError(field: field, reason: "it is neither a JWS nor an object")
    }
  }
}
