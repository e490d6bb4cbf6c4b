package import AuditInput

/// Computes the facts that many rules need from the records, once, after all files were read.
///
/// Every table of `derived.sql` is emptied and filled again, in one transaction: the same records
/// give the same facts, in whatever order and over however many nights they were read.
package enum Derivation {
  /// Changes when the same records give other facts than before.
  package static let version = 3

  /// Computes all facts, on a connection that is in no transaction.
  ///
  /// `asOf` is the time the audit speaks for; nil: the export's, else the newest time at which
  /// something happened. `ledger` is the ledger as it was written, where that is the whole of it;
  /// else it is read from the store. With `allCandidates` every record is written into the tables of
  /// candidates, so that a test can show that no finding depends on the choice.
  package static func run(
    on connection: Connection, configuration: Configuration, asOf: Int64?,
    ledger read: consuming LedgerTable? = nil, allCandidates: Bool = false
  ) throws(StoreError) -> DerivedSetting {
    var written = read
    return try connection.transaction { () throws(StoreError) -> DerivedSetting in
      try clear(connection)
      try ExchangeRecords.takeOut(of: connection)
      let addsRows = try ExchangeRecords.putIn(connection)
      let whole = addsRows ? nil : written.take()
      var ledger = if let whole { whole } else { try LedgerTable(connection) }
      let platform = try platform(connection, configuration)
      if platform == .speed { ledger.ignoreReversals() }
      let facts = SettingFacts(
        connection: connection, configuration: configuration, platform: platform,
        ledger: ledger)
      let setting = try facts.write(asOf: asOf)

      let accounts = try AccountFacts(connection, configuration: configuration, ledger: ledger)
      try SessionFacts.write(
        connection, configuration: configuration, ledger: ledger, allCandidates: allCandidates)
      try SubjectFacts.write(connection, allCandidates: allCandidates)
      try AddressKeyFacts.write(connection, allCandidates: allCandidates)
      try RepeatedFacts.write(
        connection, ledger: &ledger, merges: accounts.merges, allCandidates: allCandidates)
      try ledger.writeFilter(connection)
      try IDFilterFacts.write(connection)
      let transactions = try TransactionFacts(connection, ledger: ledger)
      try OddFacts.write(
        connection, ledger: ledger, unpurchased: transactions.unpurchased(),
        allCandidates: allCandidates)
      try transactions.write(allCandidates: allCandidates)

      var chains = try ChainTable(connection, ledger: ledger)
      let events = try ChainEvents(
        connection, chains: chains, accounts: accounts, skew: configuration.policy.clockSkew)
      chains.sweep(events)
      let answers = BalanceFacts(
        connection: connection, events: events, accounts: accounts,
        skew: configuration.policy.clockSkew, allCandidates: allCandidates)
      try answers.write(&chains)
      try ChainFacts.write(connection, chains: chains, allCandidates: allCandidates)
      try PlannerStatistics.write(connection)
      return DerivedSetting(
        asOf: setting.asOf, platform: platform, sessionLifetime: setting.sessionLifetime,
        overflowCount: chains.overflowRows.count)
    }
  }

  private static let tables = [
    "login_method", "session_span",
    "setting", "setting_list", "product", "merge_closure", "merged_account", "touched_account",
    "account_link", "account_uuid", "session_fill", "new_account", "gone", "deletion_fact",
    "account_session", "account_ledger", "account_row", "account_purchase", "sub_session", "chain",
    "overflow", "dip", "moved_row", "repeated_key", "repeated_adjustment", "odd_ledger",
    "merge_balance", "reading", "transaction_row", "first_credit", "credited_uuid",
    "session_attempt", "odd_account", "crossed_session", "lost_name", "nameless_session",
    "address_key", "id_filter", "waiver",
  ]

  static func clear(_ connection: Connection) throws(StoreError) {
    for table in tables { try connection.execute("DELETE FROM \(table)") }
  }

  private static func platform(
    _ connection: Connection, _ configuration: Configuration
  ) throws(StoreError) -> Configuration.App.Platform {
    if let platform = configuration.app.platform { return platform }
    let isSpeed = try connection.integer(
      """
      SELECT
        EXISTS (SELECT 1 FROM link)
        OR EXISTS (
          SELECT 1 FROM deletion WHERE unlinked_at IS NOT NULL OR unlink_status IS NOT NULL)
        OR EXISTS (SELECT 1 FROM exchange WHERE kind NOT IN ('token', 'revoke', 'other'))
      """)
    return isSpeed == 1 ? .speed : .direct
  }
}
