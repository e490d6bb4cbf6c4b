internal import AuditInput
internal import AuditModel

/// What links, deletions and sessions say of accounts, written as facts and kept for the ledger.
struct AccountFacts {
  let merges: MergeGraph
  /// D of each account, ascending.
  let completions: [Int64: [Int64]]
  /// Sessions that show an account as new, by account, ascending.
  let newSessions: [Int64: [Int64]]

  init(
    _ connection: Connection, configuration: Configuration, ledger: LedgerTable
  ) throws(StoreError) {
    merges = try MergeGraph(connection)
    try merges.write(connection)
    try connection.execute(Self.links)
    try connection.execute("INSERT INTO gone SELECT * FROM completion ORDER BY user, at")
    if try connection.integer("SELECT EXISTS (SELECT 1 FROM account)") == 1 {
      try connection.execute(Self.fills)
    }
    try connection.execute(Self.records)

    var completions: [Int64: [Int64]] = [:]
    for (user, at) in try connection.pairs("SELECT user, at FROM gone ORDER BY at") {
      completions[user, default: []].append(at)
    }
    self.completions = completions

    // Without the whole ledger, an account that is older than its oldest row may have older rows.
    let isComplete = configuration.export.complete.contains(.ledger)
    let oldest = isComplete ? Int64.min : ledger.oldestAt ?? Int64.max
    let statement = try connection.prepare(
      """
      SELECT user, at, row
      FROM session
      WHERE is_new_account = 1 AND at >= ?
      ORDER BY at, id
      """)
    statement.bind(1, oldest)
    let account = try FactWriter(connection, into: "new_account", columnCount: 3)
    var newSessions: [Int64: [Int64]] = [:]
    while try statement.step() {
      let user = statement.integer(0)
      let at = statement.integer(1)
      if newSessions[user] == nil { try account.write(user, at, statement.integer(2)) }
      newSessions[user, default: []].append(at)
    }
    self.newSessions = newSessions
  }

  private static let links = """
    INSERT INTO touched_account
    SELECT local_user FROM link
    UNION SELECT speed_user FROM link WHERE speed_user IS NOT NULL
    UNION SELECT previous_user FROM link WHERE previous_user IS NOT NULL
    UNION SELECT new_user FROM link WHERE new_user IS NOT NULL
    UNION SELECT user FROM deletion;

    INSERT INTO account_link
    SELECT local_user, at, row FROM linked
    UNION SELECT speed_user, at, row FROM linked WHERE speed_user IS NOT NULL
    UNION SELECT p, at, link_row FROM merge
    UNION SELECT s, at, link_row FROM merge WHERE s IS NOT NULL;
    """

  /// An account holds today's state, so its isLocalUser says nothing of a session before a link.
  private static let fills = """
    INSERT INTO session_fill
    SELECT *
    FROM (
      SELECT
        s.row,
        iif(s.app_user_uuid IS NULL, a.app_user_uuid, NULL) AS app_user_uuid,
        iif(s.method IS NULL, a.method, NULL) AS method,
        iif(
          s.is_local_user IS NULL
          AND NOT EXISTS (SELECT 1 FROM account_link AS l WHERE l.user = s.user AND l.at > s.at),
          a.is_local_user, NULL) AS is_local_user,
        iif(s.apple_sub IS NULL, a.apple_sub, NULL) AS apple_sub,
        iif(s.name IS NULL, a.name, NULL) AS name
      FROM session AS s
      CROSS JOIN account AS a ON a.user = s.user)
    WHERE coalesce(app_user_uuid, method, is_local_user, apple_sub, name) IS NOT NULL;
    """

  private static let records = """
    INSERT INTO account_session
    SELECT user, row FROM session WHERE user IN (SELECT user FROM touched_account)
    ORDER BY user, row;

    INSERT INTO account_row
    SELECT user, row FROM app_row WHERE user IN (SELECT user FROM touched_account)
    ORDER BY user, row;

    INSERT INTO account_uuid
    SELECT s.app_user_uuid, s.user
    FROM account_session AS a
    JOIN session_full AS s ON s.row = a.row
    WHERE s.app_user_uuid IS NOT NULL
    UNION
    SELECT app_user_uuid, user
    FROM account
    WHERE app_user_uuid IS NOT NULL AND user IN (SELECT user FROM touched_account);

    INSERT INTO account_purchase
    SELECT user, row FROM purchase WHERE user IN (SELECT user FROM touched_account)
    UNION
    SELECT u.user, p.row
    FROM purchase AS p
    CROSS JOIN account_uuid AS u ON u.uuid = p.app_account_token;

    INSERT INTO sub_session
    SELECT apple_sub, row
    FROM session_full
    WHERE apple_sub IN (
      SELECT apple_sub FROM deletion WHERE apple_sub IS NOT NULL
      UNION
      SELECT sub FROM notification WHERE sub IS NOT NULL
      UNION
      SELECT s.apple_sub
      FROM deletion AS d
      JOIN account_session AS a ON a.user = d.user
      JOIN session_full AS s ON s.row = a.row
      WHERE d.apple_sub IS NULL AND s.apple_sub IS NOT NULL)
    ORDER BY apple_sub, row;
    """
}
