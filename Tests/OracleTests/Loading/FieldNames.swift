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
  ]

  /// The stream that a file's name begins with.
  static func stream(ofFile name: String) -> String {
    let base = name.split(separator: "/").last.map(String.init) ?? name
    return String(base.prefix { $0 != "." && $0 != "-" && $0 != "_" }).lowercased()
  }
}
