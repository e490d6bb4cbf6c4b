-- A deletion that was asked for is finished.
--
-- The person was told that the account goes. A deletion that never ends is a promise broken, and
-- App Review and privacy law both ask that it happens within a time that was told.
--
-- @severity high
-- @needs    deletions.completedAt|deletions.dataDeletedAt|deletions.unlinkedAt
--           deletions.completedAt|deletions.dataDeletedAt|deletions.unlinkStatus
-- @subject  deletion
-- @source   App Review Guideline 5.1.1(v), "Account Sign-In"
--           | https://developer.apple.com/app-store/review/guidelines/#5.1.1v
-- @message  {user} asked for deletion at {requested_at}; {waited_span} later it isn't done
--           ({allowed_span} are allowed).
-- @fix      Look up what the deletion waits for (a job that died, a call that failed), finish it,
--           and let a job repeat open deletions until they are done.

SELECT
  deletion.id AS subject,
  user.id AS user,
  deletion.requested_at AS at,
  deletion.requested_at AS requested_at,
  setting.as_of - deletion.requested_at AS waited_span,
  setting.deletion_deadline AS allowed_span,
  json_array(json_array('deletions', deletion.row)) AS evidence
FROM setting, told_deletion AS deletion
JOIN user ON user.user = deletion.user
LEFT JOIN (
  SELECT user, max(requested_at) AS requested_at FROM gone GROUP BY user
) AS done ON done.user = deletion.user AND done.requested_at > deletion.requested_at
WHERE deletion.requested_at + setting.deletion_deadline < setting.as_of
  AND deletion.row NOT IN (SELECT deletion_row FROM gone)
  AND done.user IS NULL
ORDER BY subject;

/* @fires nothing was done within thirty days
asof 2026-11-01T00:00:00Z
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T00:00:00Z","completedAt":null,"dataDeletedAt":null}
@finds d1
@message u1 asked for deletion at 2026-10-01T00:00:00Z; 31 days later it isn't done (30 days are allowed).
*/

/* @fires the unlink call was refused and nothing else happened
asof 2026-11-01T00:00:00Z
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T00:00:00Z","unlinkedAt":"2026-10-01T00:01:00Z","unlinkStatus":500}
@finds d1
*/

/* @fires an earlier deletion of the user was finished, this one wasn't
asof 2026-11-01T00:00:00Z
deletions {"id":"d1","userId":"u1","requestedAt":"2026-09-01T00:00:00Z","completedAt":"2026-09-01T00:01:00Z"}
deletions {"id":"d2","userId":"u1","requestedAt":"2026-10-01T00:00:00Z"}
deletions {"id":"d3","userId":"u2","requestedAt":"2026-10-05T00:00:00Z","completedAt":"2026-10-05T00:01:00Z"}
@finds d2
*/

/* @fires a later deletion of the user is open too
asof 2026-12-31T00:00:00Z
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T00:00:00Z","completedAt":null}
deletions {"id":"d2","userId":"u1","requestedAt":"2026-10-05T00:00:00Z","completedAt":null}
@finds d1 d2
*/

/* @fires another deletion that was asked for at the same time was finished
asof 2026-12-31T00:00:00Z
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T00:00:00Z"}
deletions {"id":"d2","userId":"u1","requestedAt":"2026-10-01T00:00:00Z","completedAt":"2026-10-05T00:01:00Z"}
@finds d1
*/

/* @quiet the deadline isn't over
asof 2026-10-31T00:00:00Z
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T00:00:00Z","completedAt":null}
*/

/* @quiet a later deletion of the same user was finished
asof 2026-12-31T00:00:00Z
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T00:00:00Z"}
deletions {"id":"d2","userId":"u1","requestedAt":"2026-10-05T00:00:00Z","dataDeletedAt":"2026-10-05T00:01:00Z"}
*/

/* @quiet it was finished, each time by another field
asof 2026-12-31T00:00:00Z
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T00:00:00Z","completedAt":"2026-12-05T00:01:00Z"}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-01T00:00:00Z","dataDeletedAt":"2026-10-05T00:01:00Z"}
deletions {"id":"d3","userId":"u3","requestedAt":"2026-10-01T00:00:00Z","unlinkedAt":"2026-10-05T00:01:00Z","unlinkStatus":204}
*/

/* @quiet an exchange shows only a refused unlink call
asof 2026-12-31T00:00:00Z
config {"app":{"platform":"speed"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T00:00:00Z","completedAt":"2026-10-05T00:01:00Z"}
exchanges {"id":"x1","at":"2026-10-05T08:00:00Z","method":"DELETE","path":"/api/platform/auth/me","status":500,"userId":"u2"}
*/

/* @notevaluated no step of a deletion is exported
asof 2026-12-31T00:00:00Z
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T00:00:00Z"}
*/
