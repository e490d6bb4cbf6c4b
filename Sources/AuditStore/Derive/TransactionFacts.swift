internal import AuditInput

/// What the ledger books for Apple's transactions, and whose UUIDs its purchases may carry.
///
/// Candidates are the rows of a transaction that a purchase or a notification names, or more than
/// one row of the ledger, and all reversals: nothing can be said of the others.
struct TransactionFacts {
  let connection: Connection
  let ledger: LedgerTable
  /// Hashes of the transaction ids of the purchases, and of the notifications.
  private let purchases: Set<UInt64>
  private let notified: Set<UInt64>
  private let hasPurchaseFile: Bool

  init(_ connection: Connection, ledger: LedgerTable) throws(StoreError) {
    self.connection = connection
    self.ledger = ledger
    purchases = try Self.hashes(connection, of: "purchase")
    notified = try Self.hashes(connection, of: "notification")
    hasPurchaseFile =
      try connection.integer("SELECT EXISTS (SELECT 1 FROM known WHERE stream = 'purchases')") == 1
  }

  /// The indices of purchases of whose transaction no purchase is known; none without purchases.
  func unpurchased() -> [Int] {
    guard hasPurchaseFile else { return [] }
    return ledger.transactions.filter { entry in
      ledger.rows[entry.index].marks.contains(.purchase) && !purchases.contains(entry.hash)
    }.map(\.index)
  }

  /// Writes the facts, after moved rows were found.
  func write(allCandidates: Bool) throws(StoreError) {
    let insert = try connection.prepare(
      "INSERT OR IGNORE INTO transaction_row SELECT tx, row FROM movement WHERE row = ? AND tx <> ''"
    )
    let repeated = Set(RepeatedHashes.indices(ledger.transactions.map(\.hash)))
    for (position, entry) in ledger.transactions.enumerated() {
      guard
        allCandidates || repeated.contains(position) || purchases.contains(entry.hash)
          || notified.contains(entry.hash)
          || ledger.rows[entry.index].marks.contains(.reversal)
      else { continue }
      insert.bind(1, ledger.rows[entry.index].row)
      try insert.run()
    }
    try connection.execute(Self.firstCredits)
    try connection.execute(Self.uuids)
  }

  private static func hashes(
    _ connection: Connection, of table: String
  ) throws(StoreError) -> Set<UInt64> {
    var hashes: Set<UInt64> = []
    let statement = try connection.prepare(
      "SELECT transaction_id FROM \(table) WHERE transaction_id IS NOT NULL")
    while try statement.step() { hashes.insert(NaturalKeyHash.nonZero(of: statement.textBytes(0))) }
    return hashes
  }

  // Credits of one moment are in the order of a chain, whatever order the files had.
  private static let firstCredits = """
    INSERT INTO first_credit
    SELECT purchase_row, credit_row
    FROM (
      SELECT p.row AS purchase_row, c.row AS credit_row,
        row_number() OVER (PARTITION BY p.row ORDER BY c.at, c.turn, c.amount, c.row) AS place
      FROM purchase AS p
      CROSS JOIN credit AS c ON c.tx = p.transaction_id)
    WHERE place = 1;
    """

  private static let uuids = """
    INSERT INTO credited_uuid
    WITH payer AS (
      SELECT DISTINCT credit_user FROM credited WHERE app_account_token IS NOT NULL)
    SELECT user, app_user_uuid
    FROM session_full
    WHERE app_user_uuid IS NOT NULL AND user IN (SELECT credit_user FROM payer)
    UNION
    SELECT user, app_user_uuid
    FROM account
    WHERE app_user_uuid IS NOT NULL AND user IN (SELECT credit_user FROM payer);
    """
}
