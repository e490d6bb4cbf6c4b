-- An account is deleted only after the person confirmed it.
--
-- Deletion can't be undone. A tap by mistake, or a request by somebody who holds the phone for a
-- minute, must not be enough; a second, clear yes is.
--
-- @severity high
-- @needs    deletions.confirmedAt deletions.completedAt|deletions.dataDeletedAt|deletions.unlinkedAt
-- @subject  deletion
-- @source   Apple, "Offering account deletion in your app"
--           | https://developer.apple.com/support/offering-account-deletion-in-your-app
-- @message  The account of {user} was deleted at {gone_at}, {confirmation}.
-- @fix      Ask for a confirmation before any data is deleted, and record when it was given.

SELECT
  deletion.id AS subject,
  user.id AS user,
  gone.at AS at,
  gone.at AS gone_at,
  iif(
    deletion.confirmed_at IS NULL,
    'and no confirmation is recorded',
    'before the person confirmed it') AS confirmation,
  json_array(json_array('deletions', deletion.row)) AS evidence
FROM setting, gone
JOIN told_deletion AS deletion ON deletion.row = gone.deletion_row
JOIN user ON user.user = deletion.user
WHERE deletion.channel IS NOT 'notification'
  AND (deletion.confirmed_at IS NULL
    OR deletion.confirmed_at > deletion.data_deleted_at + setting.skew)
ORDER BY subject;

/* @fires no confirmation
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z","confirmedAt":null}
@finds d1
@message The account of u1 was deleted at 2026-10-01T08:01:00Z, and no confirmation is recorded.
*/

/* @fires the confirmation came after the data was gone
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":"2026-10-01T08:01:00Z","confirmedAt":"2026-10-01T08:02:01Z","channel":"app"}
@finds d1
@message The account of u1 was deleted at 2026-10-01T08:01:00Z, before the person confirmed it.
*/

/* @quiet confirmed, at the latest within the skew
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":"2026-10-01T08:01:00Z","confirmedAt":"2026-10-01T08:00:30Z"}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":"2026-10-01T08:01:00Z","confirmedAt":"2026-10-01T08:02:00Z"}
deletions {"id":"d3","userId":"u3","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z","confirmedAt":"2026-10-01T09:00:00Z"}
*/

/* @quiet Apple told that the account is gone: there is nobody to ask
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":"2026-10-01T08:01:00Z","confirmedAt":null,"channel":"notification"}
*/

/* @quiet the deletion is still open
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":null,"confirmedAt":null}
*/

/* @quiet an exchange shows the deletion and can't show a confirmation
config {"app":{"platform":"speed"}}
deletions {"id":"d1","userId":"u9","requestedAt":"2026-10-01T08:00:00Z","confirmedAt":"2026-10-01T08:00:00Z","completedAt":null}
exchanges {"id":"x1","at":"2026-10-05T08:00:00Z","method":"DELETE","path":"/api/platform/auth/me","status":200,"userId":"u1"}
*/

/* @notevaluated confirmations aren't exported
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z"}
*/
