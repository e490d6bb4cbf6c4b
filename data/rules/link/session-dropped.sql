-- A link that keeps the local account keeps its sessions too.
--
-- Where the local account stays, user id and sessions stay valid. A backend that ends the session
-- when the user links signs the user out in the middle of what was done, on this device or on
-- others.
--
-- @severity medium
-- @needs    links sessions.endedAt|sessions.endReason
-- @subject  session
-- @source   Sign in with Apple, on what a link returns
-- @message  Session {subject} of {user} was ended by link {link} at {at}, although the link kept
--           the account.
-- @fix      End sessions only after a merge, where the user id changes. After any other link let
--           them run on.

WITH kept AS (
  SELECT link_row, id, l, at
  FROM kept_local
  UNION ALL
  SELECT link_row, id, l, at
  FROM plain_link
)
SELECT
  s.id AS subject,
  u.id AS user,
  max(k.at) AS at,
  k.id AS link,
  json_array(json_array('sessions', s.row), json_array('links', k.link_row)) AS evidence
FROM kept AS k
JOIN account_session AS a
  ON a.user = k.l
JOIN session AS s
  ON s.row = a.row
JOIN user AS u
  ON u.user = s.user
WHERE s.at < k.at
  AND (
    abs(s.ended_at - k.at) <= (SELECT skew FROM setting)
    OR s.end_reason = 'linked')
GROUP BY s.row
ORDER BY subject;

/* @fires the session ended when the account was linked
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"usr_1","endedAt":"2026-10-01T08:01:00Z"}
@finds s1
@message Session s1 of usr_1 was ended by link lnk_1 at 2026-10-01T08:00:00Z, although the link kept the account.
*/
/* @fires it ended just before the link was booked
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"usr_1","endedAt":"2026-10-01T07:59:00Z"}
@finds s1
*/
/* @fires the reason says so
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"usr_1","endReason":"linked"}
sessions {"id":"s2","at":"2026-10-01T06:00:00Z","userId":"usr_1","endedAt":"2026-10-01T10:00:00Z","endReason":"linked"}
@finds s1 s2
*/
/* @quiet it ended before or after the link, for another reason
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"usr_1","endedAt":"2026-10-01T08:01:01Z","endReason":"sign-out"}
sessions {"id":"s2","at":"2026-10-01T07:00:00Z","userId":"usr_1","endedAt":"2026-10-01T07:58:59Z"}
sessions {"id":"s3","at":"2026-10-01T07:00:00Z","userId":"usr_1"}
*/
/* @quiet it was issued by the link or later
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"usr_1","endedAt":"2026-10-01T08:00:30Z","endReason":"linked"}
*/
/* @quiet a merge has to end the sessions
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"usr_1","endedAt":"2026-10-01T08:00:00Z","endReason":"linked"}
*/
/* @quiet it is a session of the account that was given up
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"spd_1","endedAt":"2026-10-01T08:00:00Z"}
*/
/* @quiet the link was refused
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409}
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"usr_1","endedAt":"2026-10-01T08:00:00Z"}
*/
/* @notevaluated it is not known how sessions ended
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"usr_1"}
*/
