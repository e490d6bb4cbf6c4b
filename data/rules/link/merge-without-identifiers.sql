-- A merge tells the user id and the UUID that hold from now on.
--
-- After a link with keep: speed the client has to go on with the survivor's user id, and pass the
-- survivor's UUID as appAccountToken in every purchase. A backend that does not keep both from the
-- answer goes on with identifiers of an account that is gone.
--
-- @severity high
-- @needs    links.newUserId|links.newAppUserUUID
-- @subject  link
-- @source   Sign in with Apple, on what a link returns
-- @message  Link {subject} merged account {user} at {at}, but there is no {missing} in it.
-- @fix      Store newUserId and newAppUserUUID from the answer, and adopt both before the next
--           request. If the platform did not send them, ask for a new session at once.

WITH known_field AS (
  SELECT
    max(field = 'newUserId') AS has_user,
    max(field = 'newAppUserUUID') AS has_uuid
  FROM known
  WHERE stream = 'links'
),
merged AS (
  SELECT
    l.*,
    k.has_user AND l.new_user IS NULL AS lacks_user,
    k.has_uuid AND l.new_app_user_uuid IS NULL AS lacks_uuid
  FROM linked AS l
  JOIN known_field AS k
  WHERE l.keep = 'speed'
    AND (l.row > 0 OR coalesce(l.previous_user, l.new_user, l.new_app_user_uuid) IS NOT NULL)
)
SELECT
  m.id AS subject,
  u.id AS user,
  m.at,
  CASE
    WHEN m.lacks_user AND m.lacks_uuid THEN 'newUserId and no newAppUserUUID'
    WHEN m.lacks_user THEN 'newUserId'
    ELSE 'newAppUserUUID'
  END AS missing,
  json_array(json_array('links', m.row)) AS evidence
FROM merged AS m
JOIN user AS u
  ON u.user = coalesce(m.previous_user, m.local_user)
WHERE m.lacks_user
  OR m.lacks_uuid
ORDER BY subject;

/* @fires the new user id is missing
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200,"newUserId":null,"newAppUserUUID":"00000000-0000-4000-8000-000000000001"}
@finds lnk_1
@message Link lnk_1 merged account usr_1 at 2026-10-01T08:00:00Z, but there is no newUserId in it.
*/
/* @fires the new UUID is missing
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200,"newUserId":"spd_1","newAppUserUUID":""}
@finds lnk_1
@message Link lnk_1 merged account usr_1 at 2026-10-01T08:00:00Z, but there is no newAppUserUUID in it.
*/
/* @fires both are missing, other links have them
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
links {"id":"lnk_2","at":"2026-10-01T09:00:00Z","localUserId":"usr_2","speedUserId":"spd_2","keep":"speed","status":200,"newUserId":"spd_2","newAppUserUUID":"00000000-0000-4000-8000-000000000002"}
@finds lnk_1
@message Link lnk_1 merged account usr_1 at 2026-10-01T08:00:00Z, but there is no newUserId and no newAppUserUUID in it.
*/
/* @quiet both are there
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200,"newUserId":"spd_1","newAppUserUUID":"00000000-0000-4000-8000-000000000001"}
*/
/* @quiet the UUID is not exported at all
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200,"newUserId":"spd_1"}
*/
/* @quiet the user id is not exported at all
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200,"newAppUserUUID":"00000000-0000-4000-8000-000000000001"}
*/
/* @quiet a link without a merge needs neither
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200,"newUserId":null,"newAppUserUUID":null}
links {"id":"lnk_2","at":"2026-10-01T08:00:00Z","localUserId":"usr_2","speedUserId":"spd_2","status":200}
*/
/* @quiet the merge was refused
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":409,"newUserId":null}
*/
/* @quiet the log of the exchange doesn't hold the answer
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","status":409,"newUserId":null,"newAppUserUUID":null}
exchanges {"id":"x1","at":"2026-10-01T08:00:00Z","method":"POST","path":"/api/platform/auth/link","status":200,"userId":"usr_1","request":{"speedToken":"t","keep":"speed"}}
*/
/* @fires the answer of the exchange lacks both
exchanges {"id":"x1","at":"2026-10-01T08:00:00Z","method":"POST","path":"/api/platform/auth/link","status":200,"userId":"usr_1","request":{"speedToken":"t","keep":"speed"},"response":{"previousUserId":"usr_1"}}
@finds x1
*/
/* @notevaluated neither field is exported
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
*/
