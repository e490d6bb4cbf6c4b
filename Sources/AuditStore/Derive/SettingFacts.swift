internal import AuditInput
internal import AuditModel

/// Writes the configuration in force where rules can read it, and settles the as-of time.
struct SettingFacts {
  let connection: Connection
  let configuration: Configuration
  let platform: Configuration.App.Platform
  let ledger: LedgerTable

  private static let defaultSessionLifetime: Int64 = 7 * 86_400_000_000

  /// The fields at which something happened; an expiry is none of them.
  private static let happenings: Set<String> = [
    "at", "receivedAt", "processedAt", "requestedAt", "confirmedAt", "dataDeletedAt", "unlinkedAt",
    "revokedAt", "completedAt", "tokenExchangedAt", "lastUsedAt", "endedAt", "creditedAt",
    "finishedAt", "createdAt", "updatedAt",
  ]

  func write(asOf: Int64?) throws(StoreError) -> (asOf: Int64, sessionLifetime: Int64?) {
    let time: Int64
    if let given = asOf ?? configuration.export.exportedAt {
      time = given
    } else {
      time = try newest() ?? 0
    }
    let policy = configuration.policy
    let lifetime =
      policy.sessionLifetime ?? (platform == .speed ? Self.defaultSessionLifetime : nil)
    let statement = try connection.prepare(
      "INSERT INTO setting VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    let app = configuration.app
    statement.bind(1, time)
    statement.bind(2, platform.rawValue)
    statement.bind(3, app.appId ?? "app")
    statement.bind(4, app.teamId)
    statement.bind(5, app.environment)
    statement.bind(6, app.teamTransferAt)
    statement.bind(7, app.loginExemption)
    statement.bind(8, app.deletionInApp.map { $0 ? 1 : 0 } as Int64?)
    statement.bind(9, configuration.export.exportedAt)
    statement.bind(10, ledger.oldestAt)
    statement.bind(11, lifetime)
    statement.bind(12, policy.clockSkew)
    statement.bind(13, policy.authorizationCodeLifetime)
    statement.bind(14, policy.clientSecretLifetime)
    statement.bind(15, policy.revocationGrace)
    statement.bind(16, policy.notificationGrace)
    statement.bind(17, policy.purchaseSettlement)
    statement.bind(18, policy.deletionDeadline)
    try statement.run()
    try writeLists()
    try connection.execute(
      """
      INSERT OR IGNORE INTO setting_list
      SELECT 'jwksKids', value FROM app_fact WHERE name = 'kid'
      """)
    try dateSnapshots(configuration.export.exportedAt ?? time)
    return (time, lifetime)
  }

  private func writeLists() throws(StoreError) {
    let app = configuration.app
    let lists: [(String, [String]?)] = [
      ("bundleIds", app.bundleIds), ("servicesIds", app.servicesIds), ("keyIds", app.keyIds),
      ("urlSchemes", app.urlSchemes), ("issuers", configuration.policy.issuers),
      ("loginMethods", app.loginMethods), ("ownLoginMethods", app.ownLoginMethods),
      ("equivalentLogins", app.equivalentLogins),
      ("complete", configuration.export.complete.map(\.rawValue).sorted()),
    ]
    let item = try connection.prepare("INSERT OR IGNORE INTO setting_list VALUES (?, ?)")
    for (name, values) in lists {
      for value in values ?? [] {
        item.bind(1, name)
        item.bind(2, value)
        try item.run()
      }
    }
    let product = try connection.prepare("INSERT OR IGNORE INTO product VALUES (?, ?)")
    let products = (configuration.products ?? [:]).sorted {
      $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
    }
    for (id, amount) in products {
      product.bind(1, id)
      product.bind(2, amount)
      try product.run()
    }
  }

  /// A snapshot without a time of its own was read tonight.
  private func dateSnapshots(_ time: Int64) throws(StoreError) {
    let update = try connection.prepare("UPDATE row_snapshot SET at = ? WHERE at IS NULL")
    update.bind(1, time)
    try update.run()
  }

  private func newest() throws(StoreError) -> Int64? {
    var newest = ledger.newestAt
    for stream in Stream.allCases where stream != .ledger {
      let definition = stream.definition
      let columns = definition.fields.filter { Self.happenings.contains($0.name) }
        .compactMap { $0.columns.first?.name }
      guard !columns.isEmpty else { continue }
      let maxima = columns.map { "max(\($0))" }.joined(separator: ", ")
      let statement = try connection.prepare("SELECT \(maxima) FROM \(definition.table)")
      guard try statement.step() else { continue }
      for index in columns.indices {
        guard let value = statement.optionalInteger(Int32(index)) else { continue }
        newest = max(newest ?? value, value)
      }
    }
    return newest
  }
}
