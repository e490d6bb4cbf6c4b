/// A row of the owner's database that a finding says should be gone.
package struct LeftoverRow: Sendable, Equatable {
  package let table: String
  package let rowID: String
  package let userID: String
  /// The rule that found it.
  package let rule: String
}

extension AuditStore {
  /// Hands over the rows that `deletion.data-remains`, `link.rows-left-behind` and
  /// `link.orphaned-rows` found in this run, all of them, by table, row and rule.
  package func forEachRowToDelete(_ body: (LeftoverRow) throws -> Void) throws {
    let query = try connection.prepare(
      """
      SELECT r.table_name, r.row_id, u.id, f.rule
      FROM finding AS f
      JOIN json_each(f.evidence) AS e
      JOIN app_row AS r ON r.row = e.value ->> 1
      JOIN user AS u ON u.user = r.user
      WHERE f.rule IN ('deletion.data-remains', 'link.rows-left-behind', 'link.orphaned-rows')
        AND f.last_run = ?1
        AND f.resolved_run IS NULL
        AND e.value ->> 0 = 'rows'
      ORDER BY r.table_name, r.row_id, f.rule
      """)
    query.bind(1, runNumber)
    while try query.step() {
      try body(
        LeftoverRow(
          table: query.text(0), rowID: query.text(1), userID: query.text(2), rule: query.text(3)))
    }
  }
}
