internal import AuditModel

/// Takes a raw HTTP exchange with the platform or Apple apart into the stored form.
///
/// Tokens are decoded here and replaced by their hashes at once; neither they nor the path and the
/// bodies are kept. What the stored exchange becomes in other streams is for derivation to say,
/// since that may depend on exchanges that are read later.
package enum ExchangeShape {
  /// Takes one exchange apart.
  ///
  /// - Parameters:
  ///   - record: An object whose bodies may be objects, JSON texts or forms.
  ///   - check: Checks the identity token of a sign-in.
  /// - Returns: One stored record.
  /// - Throws: For fields of a wrong form, and bodies that start like JSON and are none.
  package static func shape(
    _ record: JSONValue, check: SignatureCheck = SignatureCheck()
  ) throws(ShapeError) -> ShapedRecord {
    guard case .object(let members) = record else {
      throw ShapeError(field: nil, reason: "it is no object")
    }
    let parts = try ExchangeParts(members)
    var shaped = ShapedRecord()
    var collector = FieldCollector()
    try collector.take("id", parts.record["id"])
    try collector.take("at", parts.record["at"])
    try collector.take("status", .number(String(parts.status)))
    try collector.take("userId", parts.caller)
    let kind = try tell(parts, into: &collector, check: check)
    collector.set("kind", kind.rawValue)
    shaped.records = [collector.fields]
    shaped.exchangeKind = kind
    for member in members {
      let name = SpelledObject.plain(member.name)
      if let known = ExchangeParts.names.first(where: { SpelledObject.plain($0) == name }) {
        shaped.knownFields.insert(known)
      } else {
        shaped.unknownFields.append(member.name)
      }
    }
    return shaped
  }

  /// Reads what the exchange tells, and says what it is about.
  private static func tell(
    _ parts: ExchangeParts, into collector: inout FieldCollector, check: SignatureCheck
  ) throws(ShapeError) -> ExchangeKind {
    let target = parts.target
    switch parts.method {
    case "POST" where target.ends(with: "api", "platform", "auth", "apple-native"):
      try ExchangeSignIn.tell(parts, into: &collector, check: check)
      return .signIn
    case "POST" where target.ends(with: "api", "platform", "auth", "link"):
      return try ExchangeLink.tell(parts, into: &collector) ? .link : .platform
    case "DELETE" where target.ends(with: "api", "platform", "auth", "me"):
      return parts.caller == nil ? .platform : .unlink
    case "POST" where target.ends(with: "users", "*", "local-balance", "adjustments"):
      return try ExchangeMoney.tellAdjustment(parts, into: &collector) ? .adjustment : .platform
    case "GET" where target.ends(with: "resources", "grants", "self", "token"):
      return try ExchangeMoney.tellReading(parts, into: &collector) ? .reading : .platform
    case "POST" where ExchangeAppleCall.isApples(target, "token"):
      try ExchangeAppleCall.tell(parts, into: &collector)
      return .token
    case "POST" where ExchangeAppleCall.isApples(target, "revoke"):
      try ExchangeAppleCall.tell(parts, into: &collector)
      return .revoke
    default: break
    }
    if let data = try parts.callbackData() {
      return try ExchangeSignIn.tellCallback(parts, data, into: &collector)
    }
    return target.segments.starts(with: ["api", "platform"]) ? .platform : .other
  }
}
