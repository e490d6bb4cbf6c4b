-- Who is linked is not local any more.
--
-- isLocalUser true means an account without a link. After the link it must be false, or the app
-- offers the link again, hides what the link gives, and deletes the account as a local one.
--
-- @severity medium
-- @needs    links sessions.isLocalUser
-- @uses     deletions accounts
-- @subject  session
-- @source   Sign in with Apple (platform page), "Sessions"
-- @message  The session of {user} at {at} says that the user is local, although link {link} was
--           made at {linked_at}.
-- @fix      Take isLocalUser from the platform's newest answer at each sign-in and after each link,
--           and don't carry it over from an older session.

WITH bound AS (
  SELECT link_row, id, l AS user, at FROM kept_local
  UNION ALL
  SELECT link_row, id, l, at FROM plain_link
  UNION ALL
  SELECT link_row, id, s, at FROM merge)
SELECT
  s.id AS subject,
  user.id AS user,
  s.at AS at,
  bound.id AS link,
  max(bound.at) AS linked_at,
  json_array(
    json_array('sessions', s.row),
    json_group_array(json_array('links', bound.link_row))) AS evidence
FROM bound
JOIN account_session AS a ON a.user = bound.user
JOIN session_full AS s ON s.row = a.row
JOIN user ON user.user = s.user
WHERE s.is_local_user = 1
  AND s.at > bound.at
  AND NOT EXISTS (
    SELECT 1
    FROM gone
    WHERE gone.user = bound.user AND gone.at BETWEEN bound.at AND s.at)
GROUP BY s.row
ORDER BY subject;

/* @fires after a link without a choice, one that kept the local account, and a merge
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
sessions {"id":"s1","at":"2026-10-01T08:00:01Z","userId":"usr_1","isLocalUser":true}
links {"id":"lnk_2","at":"2026-10-01T08:00:00Z","localUserId":"usr_2","speedUserId":"spd_2","keep":"local","status":200}
sessions {"id":"s2","at":"2026-10-05T08:00:00Z","userId":"usr_2","isLocalUser":true}
links {"id":"lnk_3","at":"2026-10-01T08:00:00Z","localUserId":"usr_3","speedUserId":"spd_3","keep":"speed","status":200}
sessions {"id":"s3","at":"2026-10-05T08:00:00Z","userId":"spd_3","isLocalUser":true}
@finds s1 s2 s3
@message The session of usr_1 at 2026-10-01T08:00:01Z says that the user is local, although link lnk_1 was made at 2026-10-01T08:00:00Z.
*/

/* @fires the survivor is the user whom the answer names, and the latest link is told
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_0","newUserId":"spd_1","keep":"speed","status":200}
links {"id":"lnk_2","at":"2026-10-02T08:00:00Z","localUserId":"usr_2","speedUserId":"spd_1","keep":"speed","status":200}
sessions {"id":"s1","at":"2026-10-03T08:00:00Z","userId":"spd_1","isLocalUser":true}
@finds s1
@message The session of spd_1 at 2026-10-03T08:00:00Z says that the user is local, although link lnk_2 was made at 2026-10-02T08:00:00Z.
*/

/* @fires the users table says so where the session doesn't
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
sessions {"id":"s1","at":"2026-10-02T08:00:00Z","userId":"usr_1"}
accounts {"userId":"usr_1","isLocalUser":true}
@finds s1
*/

/* @fires a deletion before the link, after the session, of another account, or not complete changes nothing
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
sessions {"id":"s1","at":"2026-10-05T08:00:00Z","userId":"usr_1","isLocalUser":true}
deletions {"id":"d1","userId":"usr_1","requestedAt":"2026-10-01T07:00:00Z","completedAt":"2026-10-01T07:59:59Z"}
deletions {"id":"d2","userId":"usr_1","requestedAt":"2026-10-03T07:00:00Z","completedAt":"2026-10-05T08:00:01Z"}
deletions {"id":"d3","userId":"usr_1","requestedAt":"2026-10-03T07:00:00Z"}
deletions {"id":"d4","userId":"spd_1","requestedAt":"2026-10-03T07:00:00Z","completedAt":"2026-10-03T08:00:00Z"}
@finds s1
*/

/* @quiet not local or not known afterwards, and local before and in the moment of the link
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"usr_1","isLocalUser":true}
sessions {"id":"s2","at":"2026-10-01T08:00:05Z","userId":"usr_1","isLocalUser":false}
sessions {"id":"s3","at":"2026-10-01T08:00:06Z","userId":"usr_1"}
*/

/* @quiet the link was refused, and accounts that the link didn't bind
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409}
links {"id":"lnk_2","at":"2026-10-01T08:00:00Z","localUserId":"usr_2","speedUserId":"spd_2","keep":"speed","status":200}
links {"id":"lnk_3","at":"2026-10-01T08:00:00Z","localUserId":"usr_3","speedUserId":"spd_3","keep":"local","status":200}
sessions {"id":"s1","at":"2026-10-02T08:00:00Z","userId":"usr_1","isLocalUser":true}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"usr_2","isLocalUser":true}
sessions {"id":"s3","at":"2026-10-02T08:00:00Z","userId":"spd_3","isLocalUser":true}
sessions {"id":"s4","at":"2026-10-02T08:00:00Z","userId":"usr_4","isLocalUser":true}
*/

/* @quiet the account was deleted in between, in the same moment too
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
deletions {"id":"d1","userId":"usr_1","requestedAt":"2026-10-02T07:00:00Z","completedAt":"2026-10-02T08:00:00Z"}
sessions {"id":"s1","at":"2026-10-02T08:00:00Z","userId":"usr_1","isLocalUser":true}
links {"id":"lnk_2","at":"2026-10-01T08:00:00Z","localUserId":"usr_2","speedUserId":"spd_2","status":200}
deletions {"id":"d2","userId":"usr_2","requestedAt":"2026-10-01T07:00:00Z","completedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"usr_2","isLocalUser":true}
*/

/* @notevaluated whether users are local isn't exported
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
sessions {"id":"s1","at":"2026-10-02T08:00:00Z","userId":"usr_1"}
*/
