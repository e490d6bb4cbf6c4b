-- A link without a merge leaves the user id and the UUID of the caller as they are.
--
-- Where the local account stays, everything that is keyed by its user id or its appUserUUID has to
-- stay valid: your rows, the balance, the appAccountToken of running purchases. An answer with
-- other identifiers cuts the user off from all of it.
--
-- @severity critical
-- @needs    links.newUserId|links.newAppUserUUID
-- @uses     sessions accounts
-- @subject  link
-- @source   Sign in with Apple, on what a link returns
-- @message  Link {subject} kept account {user}, but its answer at {at} changed {what} from {old_id}
--           to {new_id}.
-- @fix      Don't adopt the new identifiers for this account. Ask the platform which of the two is
--           right before the user pays again.

WITH kept AS (
  SELECT
    l.*,
    (
      SELECT s.row
      FROM account_session AS a
      JOIN session_full AS s
        ON s.row = a.row
      WHERE a.user = l.local_user
        AND s.at < l.at
        AND s.app_user_uuid IS NOT NULL
      ORDER BY s.at DESC, s.id DESC
      LIMIT 1) AS session_row
  FROM linked AS l
  WHERE l.keep IS NULL
    OR l.keep = 'local'
)
SELECT
  k.id AS subject,
  u.id AS user,
  k.at,
  CASE WHEN k.new_user <> k.local_user THEN 'the user id' ELSE 'the UUID' END AS what,
  CASE WHEN k.new_user <> k.local_user THEN u.id
    ELSE coalesce(s.app_user_uuid, c.app_user_uuid) END AS old_id,
  CASE WHEN k.new_user <> k.local_user THEN n.id ELSE k.new_app_user_uuid END AS new_id,
  json_array(json_array('sessions', k.session_row), json_array('links', k.row)) AS evidence
FROM kept AS k
JOIN user AS u
  ON u.user = k.local_user
LEFT JOIN user AS n
  ON n.user = k.new_user
LEFT JOIN session_full AS s
  ON s.row = k.session_row
LEFT JOIN account AS c
  ON c.user = k.local_user
WHERE k.new_user <> k.local_user
  OR k.new_app_user_uuid <> coalesce(s.app_user_uuid, c.app_user_uuid)
ORDER BY subject;

/* @fires the local account stays under another user id
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200,"newUserId":"spd_1"}
@finds lnk_1
@message Link lnk_1 kept account usr_1, but its answer at 2026-10-01T08:00:00Z changed the user id from usr_1 to spd_1.
*/
/* @fires a link without a choice returns another user id
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200,"newUserId":"spd_1"}
@finds lnk_1
*/
/* @fires the UUID differs from that of the latest session before the link
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200,"newUserId":"usr_1","newAppUserUUID":"00000000-0000-4000-8000-000000000002"}
sessions {"id":"s0","at":"2026-09-29T08:00:00Z","userId":"usr_1","appUserUUID":"00000000-0000-4000-8000-000000000002"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"usr_1","appUserUUID":"00000000-0000-4000-8000-000000000001"}
sessions {"id":"s2","at":"2026-09-30T09:00:00Z","userId":"usr_1"}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"usr_1","appUserUUID":"00000000-0000-4000-8000-000000000002"}
@finds lnk_1
@message Link lnk_1 kept account usr_1, but its answer at 2026-10-01T08:00:00Z changed the UUID from 00000000-0000-4000-8000-000000000001 to 00000000-0000-4000-8000-000000000002.
*/
/* @fires the UUID differs from that of the users table
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200,"newAppUserUUID":"00000000-0000-4000-8000-000000000002"}
accounts {"userId":"usr_1","appUserUUID":"00000000-0000-4000-8000-000000000001"}
@finds lnk_1
*/
/* @quiet both are as before, written in capital letters
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200,"newUserId":"usr_1","newAppUserUUID":"00000000-0000-4000-8000-00000000000A"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"usr_1","appUserUUID":"00000000-0000-4000-8000-00000000000a"}
sessions {"id":"s2","at":"2026-09-30T09:00:00Z","userId":"spd_1","appUserUUID":"00000000-0000-4000-8000-00000000000b"}
*/
/* @quiet the answer has neither
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200,"newUserId":null}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"usr_1","appUserUUID":"00000000-0000-4000-8000-000000000001"}
*/
/* @quiet no UUID of the account is known
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200,"newUserId":"usr_1","newAppUserUUID":"00000000-0000-4000-8000-000000000002"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"usr_1"}
*/
/* @quiet a merge gives new identifiers
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200,"newUserId":"spd_1","newAppUserUUID":"00000000-0000-4000-8000-000000000002"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"usr_1","appUserUUID":"00000000-0000-4000-8000-000000000001"}
*/
/* @quiet the link was refused
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409,"newUserId":"spd_1"}
*/
