/// What a call of the link endpoint tells.
enum ExchangeLink {
  /// False where the caller isn't known, so that nobody can say which account was linked.
  static func tell(
    _ parts: ExchangeParts, into collector: inout FieldCollector
  ) throws(ShapeError) -> Bool {
    guard parts.caller != nil else { return false }
    let answer = parts.response
    try collector.take("keep", parts.request["keep"])
    try collector.take("error", answer.error)
    for name in ["previousUserId", "newUserId", "newAppUserUUID"] {
      try collector.take(name, answer[name])
    }
    if let token = ExchangeToken(parts.request["speedToken"]) {
      collector.set("tokenId", token.hash)
      for claim in ["sub", "userId", "id"] where collector.value("speedUserId") == nil {
        try collector.take("speedUserId", token.text(claim))
      }
    }
    if collector.value("speedUserId") == nil, parts.request["keep"] == .string("speed") {
      try collector.take("speedUserId", answer.nested("user")["id"], answer["userId"])
    }
    return true
  }
}
