-- No data of a deleted account remains.
--
-- @fails    deletion.data-remains
-- @needs    deletions rows
-- @source   Apple, "Offering account deletion in your app"
--           | https://developer.apple.com/support/offering-account-deletion-in-your-app
-- @evidence Deletions completed before a snapshot of your tables: {passed} of {completed}; tables
--           read: {tables}.
-- @do       Delete a test account, then export `rows` of every table that has a user id.

SELECT
  count(*) FILTER (WHERE gone.at < (SELECT max(at) FROM snapshot)) AS passed,
  count(*) AS completed,
  (SELECT count(*) FROM snapshot) AS tables
FROM gone;

/* @pass a snapshot after the deletion
config {"export":{"exportedAt":"2026-11-01T00:00:00Z"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:00:05Z"}
rows {"table":"chats","rowId":"1","userId":"u2","createdAt":"2026-10-01T07:00:00Z"}
@evidence Deletions completed before a snapshot of your tables: 1 of 1; tables read: 1.
*/

/* @fail a row is left
config {"export":{"exportedAt":"2026-11-01T00:00:00Z"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:00:05Z"}
rows {"table":"chats","rowId":"1","userId":"u1","createdAt":"2026-10-01T07:00:00Z"}
*/

/* @nottested the snapshot is older than the deletion
config {"export":{"exportedAt":"2026-10-01T08:00:00Z"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:00:05Z"}
rows {"table":"chats","rowId":"1","userId":"u2","createdAt":"2026-10-01T07:00:00Z"}
*/
