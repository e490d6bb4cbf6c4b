/// The stored fields of a Sign in with Apple notification.
enum SignInNotification {
  /// One collection for each event, or one without an event where there is none.
  static func fields(of parts: NotificationParts) throws(ShapeError) -> [FieldCollector] {
    var bodies: [FieldCollector] = []
    for event in try events(of: parts) { bodies.append(try body(of: event, parts)) }
    return bodies
  }

  private static func body(
    of event: SpelledObject, _ parts: NotificationParts
  ) throws(ShapeError) -> FieldCollector {
    let payload = parts.payload
    var body = FieldCollector()
    if let type = event["type"] ?? payload["type"] {
      try body.take("type", type == .string("account-delete") ? .string("account-deleted") : type)
    }
    try body.take("eventTime", event["eventTime"], payload["eventTime"])
    try body.take("iss", payload["iss"], parts.log["iss"])
    try body.take("aud", audience(payload["aud"]), parts.log["aud"])
    for name in ["sub", "email", "isPrivateEmail"] {
      try body.take(name, event[name], payload[name])
    }
    return body
  }

  /// A JWT may write its one audience as a list of one.
  private static func audience(_ value: JSONValue?) -> JSONValue? {
    guard case .array(let elements)? = value, elements.count == 1 else { return value }
    return elements.first
  }

  /// On the wire `events` is the text of one object; lists and objects occur in logs.
  private static func events(of parts: NotificationParts) throws(ShapeError) -> [SpelledObject] {
    guard let events = try parts.payload["events"]?.unpacked(field: "events") else {
      return [SpelledObject()]
    }
    let list: [JSONValue]
    switch events {
    case .array(let elements): list = elements
    case .object: list = [events]
    case .null, .bool, .number, .string:
      throw ShapeError(field: "events", reason: "it is neither an object nor a list of objects")
    }
    var objects: [SpelledObject] = []
    for element in list {
      guard case .object(let members)? = try element.unpacked(field: "events") else {
        throw ShapeError(field: "events", reason: "it is neither an object nor a list of objects")
      }
      objects.append(SpelledObject(members))
    }
    return objects.isEmpty ? [SpelledObject()] : objects
  }
}
