/// What raw exchanges tell, as records of the other streams.
///
/// They are put in after all files were read and taken out before the next is, since what an
/// exchange becomes may depend on any other one. Their row numbers are those of their exchanges,
/// negated: so they are the same in every run, and a rule knows by `row < 0` that what an exchange
/// can't carry is unknown for the record, not absent.
enum ExchangeRecords {
  private static let tables = [
    "session", "attempt", "link", "ledger", "balance", "applecall", "deletion",
  ]

  /// Leaves the records as the files told them.
  static func takeOut(of connection: Connection) throws(StoreError) {
    try ExchangeSteps.takeOut(of: connection)
    for table in tables { try connection.execute("DELETE FROM \(table) WHERE row < 0") }
  }

  /// Adds the records of all exchanges, within the transaction of derivation.
  ///
  /// - Returns: Whether there are any.
  static func putIn(_ connection: Connection) throws(StoreError) -> Bool {
    guard try connection.integer("SELECT EXISTS (SELECT 1 FROM exchange)") == 1 else {
      return false
    }
    try connection.execute(signIns)
    try connection.execute(links)
    try connection.execute(adjustments)
    try connection.execute(calls)
    try ExchangeSteps(connection).putIn()
    return true
  }

  /// The login that the link flow began hands its token to a link call, so it opened no session. A
  /// session that a table tells too, by the hash of its token, is that one.
  private static let signIns = """
    \(told)
    INSERT INTO session (
      row, file, line, id, at, user, app_user_uuid, method, role, is_new_account, is_local_user,
      link_suggestion, expires_at, apple_sub, email, email_hash, name, full_name_received,
      token_id, redirect_scheme)
    SELECT
      -row, file, line, id, at, account, app_user_uuid, iif(kind = 'sign-in', 'apple', 'speed'),
      role, is_new_account, is_local_user, link_suggestion, expires_at, sub, email, email_hash,
      name, full_name_received, token_id, redirect_scheme
    FROM exchange
    WHERE account IS NOT NULL
      AND row NOT IN (SELECT row FROM told)
      AND (
        kind = 'sign-in' AND status BETWEEN 200 AND 299
        OR kind = 'callback' AND coalesce(
          token_id NOT IN (
            SELECT token_id FROM exchange WHERE kind = 'link' AND token_id IS NOT NULL), 1));

    \(told)
    INSERT INTO attempt (
      row, file, line, id, at, outcome, reason, user, session_id, iss, aud, sub, iat, exp, kid,
      alg, nonce, raw_nonce_length, nonce_form, email, email_hash, email_verified,
      is_private_email, signature, signature_reason)
    SELECT
      -row, file, line, id, at, iif(status BETWEEN 200 AND 299, 'accepted', 'rejected'), error,
      coalesce(account, user),
      iif(account IS NOT NULL, coalesce((SELECT id FROM told WHERE row = exchange.row), id), NULL),
      iss, aud, sub, iat, exp, kid,
      alg, nonce, raw_nonce_length, nonce_form, email, email_hash, email_verified,
      is_private_email, signature, signature_reason
    FROM exchange
    WHERE kind = 'sign-in';
    """

  private static let told = """
    WITH told AS MATERIALIZED (
      SELECT e.row, min(s.id) AS id
      FROM session AS s
      CROSS JOIN exchange AS e ON e.token_id = s.token_id AND e.account = s.user
      WHERE s.row > 0
      GROUP BY e.row)
    """

  private static let links = """
    INSERT INTO link (
      row, file, line, id, at, local_user, speed_user, keep, status, error, previous_user,
      new_user, new_app_user_uuid, speed_token_id)
    SELECT
      -row, file, line, id, at, user, speed_user, keep, status, error, previous_user, new_user,
      new_app_user_uuid, token_id
    FROM exchange
    WHERE kind = 'link' AND user IS NOT NULL;
    """

  /// A call that is repeated under its key answers with the same adjustment, which is one row; so is
  /// one that a table tells too. A refused call has an id of its own unless it names another.
  private static let adjustments = """
    WITH call AS MATERIALIZED (
      SELECT
        *,
        CASE
          WHEN adjustment_id IS NULL THEN id
          WHEN status = 409 AND EXISTS (
            SELECT 1
            FROM exchange AS booked
            WHERE booked.kind = 'adjustment'
              AND booked.status <> 409
              AND booked.adjustment_id = exchange.adjustment_id) THEN id
          ELSE adjustment_id
        END AS key,
        iif(status = 409, 0, coalesce(applied, 1)) AS moved
      FROM exchange
      WHERE kind = 'adjustment'),
    told AS MATERIALIZED (
      SELECT call.row
      FROM ledger
      CROSS JOIN call ON call.key = ledger.adjustment_id
      WHERE ledger.user = call.account
        AND ledger.kind = call.movement
        AND ledger.amount = call.amount
        AND ledger.applied = call.moved),
    single AS (
      SELECT
        *,
        row_number() OVER (
          PARTITION BY key, account, movement, amount, moved, idempotency_key ORDER BY at, id)
          AS place
      FROM call
      WHERE row NOT IN (SELECT row FROM told))
    INSERT INTO ledger (
      row, file, line, adjustment_id, at, user, kind, amount, amount_decimals, balance_after,
      idempotency_key, applied, status, payer, operation_id, started_at, owner_funds,
      grant_spendable, transaction_id, product_id, source)
    SELECT
      -row, file, line, key, at, account, movement, amount, amount_decimals, balance_after,
      idempotency_key, moved, status, coalesce(payer, 'local'), operation_id, started_at,
      owner_funds, grant_spendable, transaction_id, product_id, source
    FROM single
    WHERE place = 1;

    INSERT INTO balance (row, file, line, user, at, local_balance, grant_spendable)
    SELECT -row, file, line, account, at, balance_after, grant_spendable
    FROM exchange
    WHERE kind = 'reading' AND account IS NOT NULL;
    """

  private static let calls = """
    INSERT INTO applecall (
      row, file, line, id, at, endpoint, user, sub, grant_type, status, error, code_hash,
      token_type_hint, secret_kid, secret_iss, secret_iat, secret_exp, secret_aud, secret_sub,
      secret_alg)
    SELECT
      -row, file, line, id, at, kind, user, id_token_sub, grant_type, status, error, code_hash,
      token_type_hint, kid, iss, iat, exp, aud, sub, alg
    FROM exchange
    WHERE kind IN ('token', 'revoke');
    """
}
