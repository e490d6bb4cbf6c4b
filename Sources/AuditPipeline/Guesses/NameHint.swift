internal import AuditModel

/// The streams that the name of a file, a folder or a table speaks of without being named so.
enum NameHint {
  private static let words: [(AuditModel.Stream, [String])] = [
    (.accounts, ["users", "user", "accounts", "account", "profiles", "members", "customers"]),
    (.sessions, ["sessions", "session", "logins", "login", "signins", "refreshtokens"]),
    (.attempts, ["attempts", "loginattempts", "signinattempts", "verifications", "authlog"]),
    (
      .ledger,
      [
        "ledger", "credits", "credit", "transactions", "movements", "adjustments", "balancechanges",
        "wallettransactions", "credittransactions", "bookings",
      ]
    ),
    (
      .purchases,
      ["purchases", "purchase", "orders", "iap", "receipts", "payments", "transactions"]
    ),
    (
      .deletions,
      [
        "deletions", "deletion", "deletionrequests", "deleterequests", "accountdeletions",
        "erasures",
      ]
    ),
    (.mail, ["mail", "mails", "emails", "email", "emaillog", "maillog", "outbox"]),
    (.balances, ["balances", "balance", "wallets"]),
    (.links, ["links", "linkrequests", "accountlinks"]),
    (.applecalls, ["applecalls", "applerequests"]),
    (
      .exchanges,
      ["exchanges", "http", "httplog", "requests", "gateway", "apilog", "accesslog", "proxy"]
    ),
  ]

  /// All streams that some word of the name, or two that follow each other, may mean.
  static func streams(of name: String) -> Set<AuditModel.Stream> {
    let parts = name.utf8.split { byte in
      let lower = byte | 0x20
      return !(lower >= 0x61 && lower <= 0x7A)
    }.map { String(decoding: $0.map { $0 | 0x20 }, as: UTF8.self) }
    var found = Set(parts)
    for (first, second) in zip(parts, parts.dropFirst()) { found.insert(first + second) }
    return Set(words.filter { !found.isDisjoint(with: $0.1) }.map(\.0))
  }
}
