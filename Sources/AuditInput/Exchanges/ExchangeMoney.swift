/// What calls about the app-local balance tell.
enum ExchangeMoney {
  /// False where nothing was booked, or nobody can say what.
  static func tellAdjustment(
    _ parts: ExchangeParts, into collector: inout FieldCollector
  ) throws(ShapeError) -> Bool {
    guard parts.isSuccess || parts.status == 409, let user = parts.target.segments.dropLast(2).last
    else { return false }
    let inner = parts.response.nested("adjustment")
    let bodies = [parts.request, inner, parts.response]
    let answers = [inner, parts.response]
    guard let kind = first(bodies, "kind"), let amount = first(bodies, "amount") else {
      return false
    }
    collector.set("accountId", user)
    try collector.take("movement", kind)
    try collector.take("amount", amount)
    try collector.take("adjustmentId", first(answers, "adjustmentId") ?? first(answers, "id"))
    try collector.take("balanceAfter", first(answers, "balanceAfter") ?? balance(parts.response))
    try collector.take("applied", first(answers, "applied"))
    try collector.take("error", parts.response.error)
    for name in [
      "idempotencyKey", "payer", "operationId", "startedAt", "ownerFunds", "grantSpendable",
    ] {
      try collector.take(name, first(bodies, name))
    }
    let all = bodies + bodies.map { $0.nested("metadata") }
    for name in ["transactionId", "productId", "source"] {
      try collector.take(name, first(all, name))
    }
    return true
  }

  /// False where no balance is read, or nobody can say whose.
  static func tellReading(
    _ parts: ExchangeParts, into collector: inout FieldCollector
  ) throws(ShapeError) -> Bool {
    guard parts.isSuccess else { return false }
    let answer = parts.response
    try collector.take(
      "accountId", parts.caller, answer["userId"], answer.nested("user")["id"])
    try collector.take("balanceAfter", balance(answer))
    try collector.take(
      "grantSpendable", answer["grantSpendable"], answer.nested("grant")["spendableAmount"])
    return collector.value("accountId") != nil
      && (collector.value("balanceAfter") ?? collector.value("grantSpendable")) != nil
  }

  /// `localBalance`, or its `amount`.
  private static func balance(_ answer: ExchangeBody) -> JSONValue? {
    let nested = answer.nested("localBalance")
    return nested.isThere ? nested["amount"] : answer["localBalance"]
  }

  private static func first(_ bodies: [ExchangeBody], _ name: String) -> JSONValue? {
    for body in bodies {
      if let value = body[name] { return value }
    }
    return nil
  }
}
