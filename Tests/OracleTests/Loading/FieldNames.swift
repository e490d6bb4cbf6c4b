/// `app_user_uuid`, `app-user-uuid` and `appUserUUID` are one name.
enum FieldNames {
  static func normalized(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" && $0 != "-" }
  }

  /// Names under which a field is accepted besides its own, by stream.
  static let aliases: [String: [String: String]] = [
    "ledger": ["metadata.productid": "productid", "metadata.source": "source"],
    "balances": [
      "localbalance.amount": "localbalance", "grant.spendableamount": "grantspendable",
    ],
    "purchases": ["purchasedate": "at"],
    "notifications": ["data.bundleid": "bundleid", "data.environment": "environment"],
  ]

  /// The names as the contract spells them, of fields that a secret is put into.
  static let proper = Dictionary(
    uniqueKeysWithValues: ["tokenId", "reason", "error", "category", "role", "codeHash"].map {
      (normalized($0), $0)
    })

  /// The stream that a file's name begins with.
  static func stream(ofFile name: String) -> String {
    let base = name.split(separator: "/").last.map(String.init) ?? name
    return String(base.prefix { $0 != "." && $0 != "-" && $0 != "_" }).lowercased()
  }
}
