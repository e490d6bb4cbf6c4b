-- Only a local account calls the link.
--
-- The link joins a local account with a Speed account. A caller that is a Speed account already, or
-- linked already, must not be offered it: the app shows the link where it makes no sense, or works
-- with the wrong user id.
--
-- @severity medium
-- @needs    links sessions.isLocalUser
-- @uses     deletions
-- @subject  link
-- @source   Sign in with Apple, on when to offer the link
-- @message  Link {subject} at {at} was called for {user}, whose latest session before it
--           ({session}, {session_at}) was not that of a local account.
-- @fix      Offer the link only while isLocalUser of the session is true, and refuse it in your
--           backend otherwise.

WITH caller AS (
  SELECT
    l.*,
    (
      SELECT s.row
      FROM account_session AS a
      JOIN session AS s
        ON s.row = a.row
      WHERE a.user = l.local_user
        AND s.at < l.at
      ORDER BY s.at DESC, s.id DESC
      LIMIT 1) AS session_row
  FROM linked AS l
)
SELECT
  c.id AS subject,
  u.id AS user,
  c.at,
  s.id AS session,
  s.at AS session_at,
  json_array(json_array('sessions', s.row), json_array('links', c.row)) AS evidence
FROM caller AS c
JOIN session AS s
  ON s.row = c.session_row
JOIN user AS u
  ON u.user = c.local_user
WHERE s.is_local_user = 0
  AND c.row NOT IN (SELECT link_row FROM relink)
ORDER BY subject;

/* @fires the caller's session is that of a Speed account
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"spd_1","speedUserId":"spd_2","status":200}
sessions {"id":"s0","at":"2026-09-29T07:00:00Z","userId":"spd_1","isLocalUser":true}
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"spd_1","isLocalUser":false}
@finds lnk_1
@message Link lnk_1 at 2026-10-01T08:00:00Z was called for spd_1, whose latest session before it (s1, 2026-10-01T07:00:00Z) was not that of a local account.
*/
/* @fires the account is linked already, to the same Speed account
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
links {"id":"lnk_2","at":"2026-10-03T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"usr_1","isLocalUser":true}
sessions {"id":"s2","at":"2026-10-02T07:00:00Z","userId":"usr_1","isLocalUser":false}
@finds lnk_2
*/
/* @quiet the latest session is that of a local account
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
sessions {"id":"s0","at":"2026-09-29T07:00:00Z","userId":"usr_1","isLocalUser":false}
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"usr_1","isLocalUser":true}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"usr_1","isLocalUser":false}
sessions {"id":"s3","at":"2026-10-01T07:30:00Z","userId":"spd_1","isLocalUser":false}
*/
/* @quiet the latest session doesn't say it
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
sessions {"id":"s0","at":"2026-09-29T07:00:00Z","userId":"usr_1","isLocalUser":false}
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"usr_1"}
*/
/* @quiet there is no session before it
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
sessions {"id":"s1","at":"2026-10-01T09:00:00Z","userId":"usr_1","isLocalUser":false}
*/
/* @quiet link.already-linked says it: the account was linked to another Speed account before
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
links {"id":"lnk_2","at":"2026-10-03T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_2","status":200}
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"usr_1","isLocalUser":true}
sessions {"id":"s2","at":"2026-10-02T07:00:00Z","userId":"usr_1","isLocalUser":false}
*/
/* @quiet the users table shows today's state, not that before the link
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"usr_1"}
accounts {"userId":"usr_1","isLocalUser":false}
*/
/* @quiet the platform refused
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"spd_1","speedUserId":"spd_2","status":403}
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"spd_1","isLocalUser":false}
*/
