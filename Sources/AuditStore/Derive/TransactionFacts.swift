/// What the ledger books for Apple's transactions, and whose UUIDs its purchases may carry.
///
/// Comes after the odd rows of the ledger, which are the only ones it reads.
enum TransactionFacts {
  static let sql = """
    INSERT INTO transaction_row
    SELECT DISTINCT m.tx, m.row
    FROM odd_ledger AS o
    CROSS JOIN movement AS m ON m.row = o.row
    WHERE o.oddity IN ('purchase', 'reversal') AND m.tx IS NOT NULL
    ORDER BY m.tx, m.row;

    INSERT INTO credited_uuid
    SELECT user, app_user_uuid
    FROM session_full
    WHERE app_user_uuid IS NOT NULL AND user IN (SELECT user FROM credit)
    UNION
    SELECT user, app_user_uuid
    FROM account
    WHERE app_user_uuid IS NOT NULL AND user IN (SELECT user FROM credit);
    """
}
