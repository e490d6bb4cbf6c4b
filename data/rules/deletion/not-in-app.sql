-- Deletion starts in the app.
--
-- Apple requires that people can start deleting the account inside the app. Asking them to write
-- an email or call support is not enough (but in highly regulated industries), and a common
-- reason for a rejection.
--
-- @severity high
-- @needs    deletions.channel
-- @subject  deletion
-- @source   App Review Guideline 5.1.1(v), "Account Sign-In"
--           | https://developer.apple.com/support/offering-account-deletion-in-your-app
-- @message  {user} had to ask for deletion by {channel} at {requested_at}.
-- @fix      Offer the whole deletion in the app, easy to find in the account settings (a link to
--           the page on the web that does it is fine).

SELECT
  deletion.id AS subject,
  user.id AS user,
  deletion.requested_at AS at,
  deletion.requested_at AS requested_at,
  deletion.channel AS channel,
  json_array(json_array('deletions', deletion.row)) AS evidence
FROM deletion
JOIN user ON user.user = deletion.user
WHERE deletion.channel IN ('email', 'support')
ORDER BY subject;

/* @fires by email and by support
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T00:00:00Z","channel":"email"}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-01T00:00:00Z","channel":"support"}
@finds d1 d2
@message u1 had to ask for deletion by email at 2026-10-01T00:00:00Z.
*/

/* @quiet in the app, on the web, and because Apple told of it
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T00:00:00Z","channel":"app"}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-01T00:00:00Z","channel":"web"}
deletions {"id":"d3","userId":"u3","requestedAt":"2026-10-01T00:00:00Z","channel":"notification"}
deletions {"id":"d4","userId":"u4","requestedAt":"2026-10-01T00:00:00Z"}
*/

/* @notevaluated the channel isn't exported
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T00:00:00Z"}
*/
