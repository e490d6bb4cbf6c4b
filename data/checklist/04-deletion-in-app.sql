-- Deletion starts in the app.
--
-- @fails    app.no-deletion deletion.not-in-app
-- @needs    deletions deletions.channel
-- @source   App Review Guideline 5.1.1(v), "Account Sign-In"
--           | https://developer.apple.com/app-store/review/guidelines/#5.1.1v
-- @evidence Completed deletions that began in the app or on the web: {passed} of {completed}.
-- @do       Delete a test account in the app and export the deletion with its channel.

SELECT
  count(*) FILTER (WHERE deletion.channel IN ('app', 'web')) AS passed,
  count(*) AS completed
FROM gone
JOIN deletion ON deletion.row = gone.deletion_row;

/* @pass by the app
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","channel":"app","completedAt":"2026-10-01T08:00:05Z"}
*/

/* @pass by the web
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","channel":"web","dataDeletedAt":"2026-10-01T08:00:05Z"}
*/

/* @nottested it is still open, or came by a notification
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","channel":"app"}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-01T08:00:00Z","channel":"notification","completedAt":"2026-10-01T08:00:05Z"}
*/

/* @fail by mail
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","channel":"email","completedAt":"2026-10-01T08:00:05Z"}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-01T08:00:00Z","channel":"app","completedAt":"2026-10-01T08:00:05Z"}
*/
