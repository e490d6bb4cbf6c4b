/// What calls of Apple's token endpoints tell.
enum ExchangeAppleCall {
  /// Whether a target is Apple's; a path without a host is, where it is the whole path.
  static func isApples(_ target: ExchangeTarget, _ endpoint: String) -> Bool {
    guard target.segments.count == 2, target.ends(with: "auth", endpoint) else { return false }
    return target.host.isEmpty || ["appleid.apple.com", "account.apple.com"].contains(target.host)
  }

  static func tell(
    _ parts: ExchangeParts, into collector: inout FieldCollector
  ) throws(ShapeError) {
    try collector.take("grantType", parts.request["grantType"])
    try collector.take("tokenTypeHint", parts.request["tokenTypeHint"])
    try collector.take("error", parts.response.error)
    if let code = ExchangeToken(parts.request["code"]) { collector.set("codeHash", code.hash) }
    if let secret = ExchangeToken(parts.request["clientSecret"]) {
      for name in ["iss", "aud", "sub"] { try collector.take(name, secret.text(name)) }
      for name in ["iat", "exp"] { try collector.take(name, secret.time(name)) }
      for name in ["kid", "alg"] { try collector.take(name, secret.header(name)) }
    }
    let token = ExchangeToken(parts.response["idToken"])
    try collector.take("idTokenSub", token?.text("sub"))
  }
}
