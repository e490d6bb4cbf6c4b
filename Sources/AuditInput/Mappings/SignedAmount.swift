/// An amount whose sign says in which direction it moves the balance.
enum SignedAmount {
  private static let adding = ["purchase", "gift", "merge-in"]
  private static let taking = ["usage", "merge-out", "forfeit", "reversal"]

  /// Gives the amount without its sign and the kind that goes with it.
  ///
  /// `merge` becomes `merge-in` or `merge-out`; without a kind it is `purchase` or `usage`.
  ///
  /// - Throws: For a kind that moves the balance the other way.
  static func settle(
    amount: String, kind: String?
  ) throws(ShapeError) -> (amount: String, kind: String?) {
    let isNegative = amount.utf8.first == UInt8(ascii: "-")
    let hasSign = isNegative || amount.utf8.first == UInt8(ascii: "+")
    let size = hasSign ? String(decoding: Array(amount.utf8.dropFirst()), as: UTF8.self) : amount
    let isZero = size.utf8.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
    guard let kind else {
      return (size, isZero ? nil : isNegative ? "usage" : "purchase")
    }
    if kind == "merge" { return (size, isNegative ? "merge-out" : "merge-in") }
    let contradicts = isNegative ? adding.contains(kind) : taking.contains(kind)
    guard isZero || !contradicts else {
      let sign = isNegative ? "below" : "above"
      throw ShapeError(
        field: "amount",
        reason: "the signed amount is \(sign) zero, but the kind '\(kind)' moves the other way")
    }
    return (size, kind)
  }
}
