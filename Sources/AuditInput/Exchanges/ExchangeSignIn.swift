internal import AuditModel

/// What the two ways to sign in tell: a session, and the identity token that was presented.
enum ExchangeSignIn {
  static func tell(
    _ parts: ExchangeParts, into collector: inout FieldCollector, check: SignatureCheck
  ) throws(ShapeError) {
    if let token = ExchangeToken(parts.request["identityToken"]), let jws = token.jws {
      for name in ["iss", "aud", "sub", "nonce", "email"] {
        try collector.take(name, token.text(name))
      }
      for name in ["iat", "exp"] { try collector.take(name, token.time(name)) }
      for name in ["kid", "alg"] { try collector.take(name, token.header(name)) }
      try collector.take("emailVerified", token.bool("email_verified"))
      try collector.take("isPrivateEmail", token.bool("is_private_email"))
      collector.set(check.verdict(signIn: jws))
    }
    try collector.take("rawNonce", parts.request["rawNonce", "nonce"])
    if parts.request.isThere {
      let isNamed = ExchangeBody.holdsText(parts.request["fullName"])
      try collector.take("fullNameReceived", .bool(isNamed))
    }
    guard parts.isSuccess else {
      try collector.take("error", parts.response.error)
      return
    }
    try tellSession(parts.response, into: &collector, caller: parts.caller)
  }

  /// Says what a login of the platform's own brought; one that the link flow began opens no session.
  static func tellCallback(
    _ parts: ExchangeParts, _ data: ExchangeBody, into collector: inout FieldCollector
  ) throws(ShapeError) -> ExchangeKind {
    if parts.target.query["link"] == .string("1") || parts.target.holds("speed-link") {
      return .linkCallback
    }
    try tellSession(data, into: &collector, caller: parts.caller)
    guard collector.value("accountId") != nil else { return .platform }
    if !["", "http"].contains(parts.target.scheme) {
      collector.set("redirectScheme", parts.target.scheme)
    }
    return .callback
  }

  private static func tellSession(
    _ body: ExchangeBody, into collector: inout FieldCollector, caller: JSONValue?
  ) throws(ShapeError) {
    let user = body.nested("user")
    try collector.take("accountId", user["id"], body["userId"], caller)
    for name in ["appUserUUID", "role", "isNewAccount", "isLocalUser"] {
      try collector.take(name, body[name], user[name])
    }
    try collector.take("linkSuggestion", suggestion(body["linkSuggestion"]))
    if ExchangeBody.holdsText(user["name"]) { collector.set("name", "present") }
    if let token = ExchangeToken(body["token", "accessToken"]) {
      collector.set("tokenId", token.hash)
      try collector.take("expiresAt", token.time("exp"))
    }
  }

  /// That there is a suggestion; what it suggests may name a person.
  private static func suggestion(_ value: JSONValue?) -> JSONValue? {
    switch value {
    case .bool(true)?: .string("present")
    case .string?, .number?: value
    case .object(let members)?: members.isEmpty ? nil : .string("present")
    case .array(let elements)?: elements.isEmpty ? nil : .string("present")
    case .bool?, .null?, nil: nil
    }
  }
}
