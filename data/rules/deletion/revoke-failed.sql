-- A revoke that was tried succeeded.
--
-- A refused revoke leaves the person's consent standing although the account is gone: the app
-- stays in the list "Apps using Apple ID", and a token that was stolen goes on working.
--
-- @severity high
-- @needs    deletions.completedAt|deletions.dataDeletedAt|deletions.unlinkedAt
--           platform:direct|deletions.unlinkStatus
--           platform:speed|deletions.revokeStatus|applecalls
-- @uses     applecalls sessions
-- @subject  deletion
-- @source   Apple, "Revoke tokens"
--           | https://developer.apple.com/documentation/signinwithapplerestapi/revoke-tokens
-- @message  The account of {user} was deleted at {gone_at}; its revoke was refused (status
--           {last_status} at {tried_at}), and none succeeded.
-- @fix      Repeat the call: read the error in the answer (a wrong client secret and a token that
--           is used up are the usual causes), and keep the token until the answer is 200.

WITH
  step AS MATERIALIZED (SELECT * FROM deletion_revoke),
  tried AS (
    SELECT
      deletion_row,
      status,
      max(at) AS at,
      json_group_array(json_array(stream, row)) AS evidence
    FROM (SELECT * FROM step ORDER BY deletion_row, at, status)
    WHERE stream = 'applecalls' OR row = deletion_row
    GROUP BY deletion_row)
SELECT
  deletion.id AS subject,
  user.id AS user,
  gone.at AS at,
  gone.at AS gone_at,
  tried.at AS tried_at,
  tried.status AS last_status,
  json_array(json_array('deletions', deletion.row), json(tried.evidence)) AS evidence
FROM gone
JOIN tried ON tried.deletion_row = gone.deletion_row
JOIN deletion ON deletion.row = gone.deletion_row
JOIN user ON user.user = gone.user
WHERE gone.deletion_row NOT IN (
  SELECT deletion_row FROM step WHERE status BETWEEN 200 AND 299)
ORDER BY subject;

/* @fires platform speed: the unlink call was refused
config {"app":{"platform":"speed"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":"2026-10-01T08:01:00Z","unlinkedAt":"2026-10-01T08:02:00Z","unlinkStatus":500}
@finds d1
@message The account of u1 was deleted at 2026-10-01T08:01:00Z; its revoke was refused (status 500 at 2026-10-01T08:02:00Z), and none succeeded.
*/

/* @fires own backend: the deletion's own revoke was refused
config {"app":{"platform":"direct"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z","revokeStatus":400}
@finds d1
*/

/* @fires own backend: two calls for the user and the sub, both refused
config {"app":{"platform":"direct"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","appleSub":"a1","completedAt":"2026-10-01T08:01:00Z"}
applecalls {"id":"c1","at":"2026-10-01T08:00:30Z","endpoint":"revoke","userId":"u1","status":400}
applecalls {"id":"c2","at":"2026-10-01T08:00:40Z","endpoint":"revoke","sub":"a1","status":503}
@finds d1
@message The account of u1 was deleted at 2026-10-01T08:01:00Z; its revoke was refused (status 503 at 2026-10-01T08:00:40Z), and none succeeded.
*/

/* @fires by the revoke's clock it was tried before it was asked for
config {"app":{"platform":"direct"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z","revokedAt":"2026-10-01T07:59:50Z","revokeStatus":400}
@finds d1
*/

/* @fires the revoke that succeeded was before this deletion was asked for
config {"app":{"platform":"direct"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z","revokedAt":"2026-10-01T08:00:50Z","revokeStatus":299}
deletions {"id":"d2","userId":"u1","requestedAt":"2026-10-09T08:00:00Z","completedAt":"2026-10-09T08:01:00Z","revokedAt":"2026-10-09T08:00:50Z","revokeStatus":300}
@finds d2
*/

/* @quiet platform speed: the unlink call succeeded
config {"app":{"platform":"speed"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":"2026-10-01T08:01:00Z","unlinkedAt":"2026-10-01T08:02:00Z","unlinkStatus":204}
*/

/* @quiet a later call for the sub succeeded
config {"app":{"platform":"direct"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","appleSub":"a1","completedAt":"2026-10-01T08:01:00Z","revokedAt":"2026-10-01T08:00:50Z","revokeStatus":400}
applecalls {"id":"c1","at":"2026-10-02T08:00:00Z","endpoint":"revoke","sub":"a1","status":200}
*/

/* @quiet a later deletion of the same user revoked
config {"app":{"platform":"direct"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z","revokedAt":"2026-10-01T08:00:50Z","revokeStatus":400}
deletions {"id":"d2","userId":"u1","requestedAt":"2026-10-09T08:00:00Z","completedAt":"2026-10-09T08:01:00Z","revokedAt":"2026-10-09T08:00:50Z","revokeStatus":200}
*/

/* @quiet the answer isn't recorded
config {"app":{"platform":"speed"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":"2026-10-01T08:01:00Z","unlinkedAt":"2026-10-01T08:02:00Z","unlinkStatus":null}
*/

/* @quiet own backend: the platform's unlink step is no revoke
config {"app":{"platform":"direct"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":"2026-10-01T08:01:00Z","unlinkedAt":"2026-10-01T08:02:00Z","unlinkStatus":500,"revokeStatus":null}
*/

/* @quiet the deletion is still open
config {"app":{"platform":"direct"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":null,"revokedAt":"2026-10-01T08:00:50Z","revokeStatus":400}
*/

/* @notevaluated platform speed: the answer isn't exported
config {"app":{"platform":"speed"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":"2026-10-01T08:01:00Z","unlinkedAt":"2026-10-01T08:02:00Z"}
*/
