/// Which login methods the app has, and whether it has been used long and by many.
enum LoginFacts {
  /// Users beyond these need no counting: the rules ask for so many.
  static let userLimit = 100

  /// Writes the facts, after the sessions have been filled from "accounts".
  static func write(_ connection: Connection) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO login_method
      SELECT method, NULL FROM session WHERE method IS NOT NULL
      UNION
      SELECT method, NULL FROM session_fill WHERE method IS NOT NULL;
      UPDATE login_method
      SET session_row = (
        SELECT row FROM session
        WHERE session.method = login_method.method
        ORDER BY row
        LIMIT 1);
      INSERT INTO session_span
      SELECT
        min(at),
        max(at),
        (SELECT count(*) FROM (SELECT DISTINCT user FROM session LIMIT \(userLimit)))
      FROM session;
      """)
  }
}
