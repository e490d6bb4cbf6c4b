-- Your own data is deleted before the account is unlinked from the platform.
--
-- After the unlink call the platform no longer tells you whose data it is. If your own deletion
-- then fails, the data stays behind and nobody can ask for it again.
--
-- @severity high
-- @needs    platform:speed deletions.dataDeletedAt deletions.unlinkedAt|deletions.unlinkStatus
-- @subject  deletion
-- @source   Platform, "Sign in with Apple", section on account deletion
-- @message  The account of {user} was unlinked[ at {unlinked_at}][, {early_span} before its
--           data was deleted]{never}.
-- @fix      Delete your own data first, then call DELETE /api/platform/auth/me; repeat the call
--           if it fails.

SELECT
  deletion.id AS subject,
  user.id AS user,
  coalesce(deletion.unlinked_at, deletion.requested_at) AS at,
  deletion.unlinked_at AS unlinked_at,
  deletion.data_deleted_at - deletion.unlinked_at AS early_span,
  iif(deletion.data_deleted_at IS NULL, ', and nothing shows that its data was deleted', '')
    AS never,
  json_array(json_array('deletions', deletion.row)) AS evidence
FROM setting, told_deletion AS deletion
JOIN user ON user.user = deletion.user
WHERE setting.platform = 'speed'
  AND CASE
    WHEN deletion.unlink_status IS NOT NULL THEN deletion.unlink_status BETWEEN 200 AND 299
    ELSE deletion.unlinked_at IS NOT NULL
  END
  AND (deletion.data_deleted_at IS NULL
    OR deletion.unlinked_at < deletion.data_deleted_at - setting.skew)
ORDER BY subject;

/* @fires it was unlinked more than the skew before its data went
config {"app":{"platform":"speed"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","unlinkedAt":"2026-10-01T08:01:00Z","unlinkStatus":204,"dataDeletedAt":"2026-10-01T08:02:01Z"}
@finds d1
@message The account of u1 was unlinked at 2026-10-01T08:01:00Z, 1 minute 1 second before its data was deleted.
*/

/* @fires the answer of the unlink call isn't recorded
config {"app":{"platform":"speed"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","unlinkedAt":"2026-10-01T08:01:00Z","dataDeletedAt":"2026-10-01T09:00:00Z"}
@finds d1
*/

/* @fires it was unlinked and the data never deleted
config {"app":{"platform":"speed"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","unlinkedAt":"2026-10-01T08:01:00Z","unlinkStatus":200,"dataDeletedAt":null}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-01T08:00:00Z","unlinkStatus":299}
@finds d1 d2
@message The account of u1 was unlinked at 2026-10-01T08:01:00Z, and nothing shows that its data was deleted.
*/

/* @quiet own data first, then the call
config {"app":{"platform":"speed"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":"2026-10-01T08:01:00Z","unlinkedAt":"2026-10-01T08:02:00Z","unlinkStatus":200}
*/

/* @quiet the two times lie within the skew
config {"app":{"platform":"speed"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":"2026-10-01T08:02:00Z","unlinkedAt":"2026-10-01T08:01:00Z","unlinkStatus":200}
*/

/* @quiet the call was refused, so the account isn't unlinked
config {"app":{"platform":"speed"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":"2026-10-01T09:00:00Z","unlinkedAt":"2026-10-01T08:01:00Z","unlinkStatus":500}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-01T08:00:00Z","unlinkedAt":"2026-10-01T08:01:00Z","unlinkStatus":404}
*/

/* @quiet neither step was done
config {"app":{"platform":"speed"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":null,"unlinkedAt":null}
*/

/* @quiet an exchange shows the unlink call and can't show your own steps
config {"app":{"platform":"speed"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":"2026-10-01T08:01:00Z"}
exchanges {"id":"x1","at":"2026-10-05T08:00:00Z","method":"DELETE","path":"/api/platform/auth/me","status":200,"userId":"u2"}
*/

/* @notevaluated own backend: there is no order to keep
config {"app":{"platform":"direct"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":"2026-10-01T09:00:00Z","unlinkedAt":"2026-10-01T08:01:00Z","unlinkStatus":200}
*/

/* @notevaluated the deletion of your own data isn't exported
config {"app":{"platform":"speed"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","unlinkedAt":"2026-10-01T08:01:00Z","unlinkStatus":200}
*/
