-- Nothing of a deleted account is left in your database.
--
-- A person who deletes the account is promised that the data goes. Rows that stay behind break
-- that promise (and privacy law), and nobody can see or delete them from the app any more.
--
-- @severity critical
-- @needs    rows deletions.completedAt|deletions.dataDeletedAt|deletions.unlinkedAt
-- @uses     sessions
-- @subject  user
-- @source   App Review Guideline 5.1.1(v), "Account Sign-In"
--           | https://developer.apple.com/app-store/review/guidelines/#5.1.1v
-- @message  The account of {subject} was deleted at {gone_at}, but at {snapshot_at} your database
--           still holds {rows} of it ({tables}).
-- @fix      Delete these rows (rows-to-delete.csv lists them), and let the deletion cover every
--           table that has a user id: a foreign key with ON DELETE CASCADE forgets none.

WITH remaining AS (
  SELECT gone.user, gone.deletion_row, gone.at, app_row.row, app_row.table_name, snapshot.at AS seen
  FROM gone
  JOIN account_row ON account_row.user = gone.user
  JOIN app_row ON app_row.row = account_row.row
  JOIN snapshot ON snapshot.table_name = app_row.table_name AND snapshot.at > gone.at
  WHERE app_row.created_at <= gone.at
    OR (app_row.created_at IS NULL AND NOT EXISTS (
      SELECT 1
      FROM account_session
      JOIN session ON session.row = account_session.row
      WHERE account_session.user = gone.user AND session.at > gone.at))
  ORDER BY gone.user, gone.at, app_row.table_name, app_row.row_id)
SELECT
  user.id AS subject,
  user.id AS user,
  max(remaining.at) AS at,
  max(remaining.at) AS gone_at,
  max(remaining.seen) AS snapshot_at,
  count(DISTINCT remaining.row) || iif(count(DISTINCT remaining.row) = 1, ' row', ' rows') AS rows,
  replace(group_concat(DISTINCT remaining.table_name), ',', ', ') AS tables,
  json_array(
    json_group_array(json_array('deletions', remaining.deletion_row)),
    json_group_array(json_array('rows', remaining.row))) AS evidence
FROM remaining
JOIN user ON user.user = remaining.user
GROUP BY remaining.user
ORDER BY subject;

/* @fires rows that were made before the deletion are still there, in two tables
config {"export":{"exportedAt":"2026-10-02T00:00:00Z"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z"}
rows {"table":"chats","rowId":"1","userId":"u1","createdAt":"2026-09-01T08:00:00Z"}
rows {"table":"files","rowId":"1","userId":"u1","createdAt":"2026-10-01T08:01:00Z"}
@finds u1
@message The account of u1 was deleted at 2026-10-01T08:01:00Z, but at 2026-10-02T00:00:00Z your database still holds 2 rows of it (chats, files).
*/

/* @fires a row without a date, and the person never signed in again
asof 2026-10-02T00:00:00Z
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z"}
rows {"table":"chats","rowId":"1","userId":"u1"}
sessions {"id":"s1","at":"2026-10-01T08:01:00Z","userId":"u1"}
@finds u1
*/

/* @fires an old row although the person came back later
asof 2026-11-01T00:00:00Z
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z"}
rows {"table":"chats","rowId":"1","userId":"u1","createdAt":"2026-09-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-10-09T08:01:00Z","userId":"u1"}
@finds u1
*/

/* @fires deleted twice, and a row without a date is left by the second deletion
asof 2026-11-01T00:00:00Z
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z"}
deletions {"id":"d2","userId":"u1","requestedAt":"2026-10-20T08:00:00Z","completedAt":"2026-10-20T08:01:00Z"}
rows {"table":"chats","rowId":"1","userId":"u1"}
sessions {"id":"s1","at":"2026-10-09T08:01:00Z","userId":"u1"}
@finds u1
*/

/* @quiet rows made after a later sign-in
asof 2026-11-01T00:00:00Z
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z"}
rows {"table":"chats","rowId":"1","userId":"u1","createdAt":"2026-10-09T09:00:00Z"}
rows {"table":"files","rowId":"1","userId":"u1"}
sessions {"id":"s1","at":"2026-10-09T08:01:00Z","userId":"u1"}
*/

/* @quiet the snapshot is older than the deletion
config {"export":{"exportedAt":"2026-10-01T08:01:00Z"}}
asof 2026-11-01T00:00:00Z
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z"}
rows {"table":"chats","rowId":"1","userId":"u1","createdAt":"2026-09-01T08:00:00Z"}
*/

/* @quiet the rows are another user's, and the deletion is still open
asof 2026-11-01T00:00:00Z
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z"}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-01T08:00:00Z"}
rows {"table":"chats","rowId":"1","userId":"u2","createdAt":"2026-09-01T08:00:00Z"}
*/

/* @quiet the next snapshot of the table is clean
config {"export":{"exportedAt":"2026-10-02T00:00:00Z"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z"}
rows {"table":"chats","rowId":"1","userId":"u1","createdAt":"2026-09-01T08:00:00Z"}
--- next export
config {"export":{"exportedAt":"2026-10-03T00:00:00Z"}}
rows {"table":"chats","rowId":"2","userId":"u2","createdAt":"2026-09-01T08:00:00Z"}
*/

/* @notevaluated your tables aren't exported
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z"}
*/
