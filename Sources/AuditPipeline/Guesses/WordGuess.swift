internal import AuditModel

/// What the words that a backend writes mean in the contract's.
enum WordGuess {
  private static let meanings: [String: [String: String]] = [
    "kind": [
      "purchase":
        "purchase topup credit deposit buy bought iap recharge refill inapppurchase creditpurchase",
      "gift": "bonus promo grant welcome reward promotion gratis free signupbonus",
      "usage": "debit spend spent charge consume consumption use used deduct deduction burn",
      "reversal": "refund chargeback reverse reversed refunded clawback",
      "forfeit": "expire expired lapse", "merge-in": "mergein transferin",
      "merge-out": "mergeout transferout",
    ],
    "outcome": [
      "accepted": "accept success succeeded ok true t 1 yes valid pass passed verified",
      "rejected": "reject failure failed fail error false f 0 no invalid denied refused",
    ],
    "keep": ["speed": "remote platform", "local": "app device"],
    "endpoint": [
      "token": "authtoken /auth/token https://appleid.apple.com/auth/token exchange",
      "revoke": "authrevoke /auth/revoke https://appleid.apple.com/auth/revoke revocation",
    ],
    "payer": ["local": "self own", "linked": "other"],
  ]
  private static let methods: [String: String] = [
    "apple": "apple apple.com appleid siwa signinwithapple oauthapple",
    "google": "google google.com googleoauth2", "password": "password",
  ]

  /// The translation of a column's values for a field, or nil where the field takes any text.
  ///
  /// - Returns: Words to translate, and those that mean nothing known.
  static func translate(
    _ values: [String], for field: Field
  ) -> (words: [(from: String, to: String)], unknown: [String])? {
    if field.name == "method" {
      return (values.compactMap { value in word(value, methods).map { (value, $0) } }, [])
    }
    guard case .word(let known) = field.type else { return nil }
    var words: [(from: String, to: String)] = []
    var unknown: [String] = []
    for value in values where !known.contains(value) {
      if let own = known.first(where: { FieldSynonyms.plain($0) == FieldSynonyms.plain(value) }) {
        words.append((value, own))
      } else if let meant = word(value, meanings[field.name] ?? [:]), known.contains(meant) {
        words.append((value, meant))
      } else {
        unknown.append(value)
      }
    }
    return (words, unknown)
  }

  /// Nil where the word means nothing known, or is the contract's own.
  private static func word(_ value: String, _ meanings: [String: String]) -> String? {
    let plain = FieldSynonyms.plain(value)
    let meant = meanings.first { meant, others in
      FieldSynonyms.plain(meant) == plain || others.split(separator: " ").contains { $0 == plain }
    }
    return meant.flatMap { $0.key == value ? nil : $0.key }
  }
}
