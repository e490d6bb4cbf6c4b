-- After a merge no session of the account that went is issued or used.
--
-- A link with keep: speed ends the local account. Its old sessions have to be replaced by one of
-- the survivor. An old session that still works shows the user an account that no longer exists,
-- and writes data to it.
--
-- @severity high
-- @needs    links sessions
-- @subject  user
-- @source   Sign in with Apple, on linking with keep: speed
-- @message  Link {link} merged account {subject} into {survivor} at {linked_at}, but sessions of
--           {subject} were issued or used later: {count}, the first of them {session} at {at}.
-- @fix      End every session of the old user id when the link succeeds, and give the client a
--           session of the survivor in the same answer.

WITH used AS (
  SELECT
    m.p,
    m.s,
    m.link_row,
    m.id AS link,
    min(m.at) AS linked_at,
    s.row,
    s.id,
    max(s.at, coalesce(s.last_used_at, s.at)) AS last_at
  FROM merge AS m
  JOIN account_session AS a
    ON a.user = m.p
  JOIN session AS s
    ON s.row = a.row
  WHERE s.at > m.at + (SELECT skew FROM setting)
    OR s.last_used_at > m.at + (SELECT skew FROM setting)
  GROUP BY s.row
  ORDER BY s.at, s.id
)
SELECT
  p.id AS subject,
  p.id AS user,
  min(u.last_at) AS at,
  u.link,
  u.linked_at,
  coalesce(s.id, 'another account') AS survivor,
  count(*) AS count,
  u.id AS session,
  json_group_array(json_array(json_array('links', link_row), json_array('sessions', row)))
    AS evidence
FROM used AS u
JOIN user AS p
  ON p.user = u.p
LEFT JOIN user AS s
  ON s.user = u.s
GROUP BY u.p
ORDER BY subject;

/* @fires an old session was used after the merge
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"usr_1","lastUsedAt":"2026-10-01T08:01:01Z"}
@finds usr_1
@message Link lnk_1 merged account usr_1 into spd_1 at 2026-10-01T08:00:00Z, but sessions of usr_1 were issued or used later: 1, the first of them s1 at 2026-10-01T08:01:01Z.
*/
/* @fires a session was issued after the merge
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
sessions {"id":"s1","at":"2026-10-01T08:01:01Z","userId":"usr_1"}
sessions {"id":"s2","at":"2026-10-02T08:01:01Z","userId":"usr_1","lastUsedAt":"2026-10-04T08:01:01Z"}
@finds usr_1
@message Link lnk_1 merged account usr_1 into spd_1 at 2026-10-01T08:00:00Z, but sessions of usr_1 were issued or used later: 2, the first of them s1 at 2026-10-01T08:01:01Z.
*/
/* @fires the survivor is not known
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","keep":"speed","status":200}
sessions {"id":"s1","at":"2026-10-01T09:00:00Z","userId":"usr_1","lastUsedAt":null}
@finds usr_1
@message Link lnk_1 merged account usr_1 into another account at 2026-10-01T08:00:00Z, but sessions of usr_1 were issued or used later: 1, the first of them s1 at 2026-10-01T09:00:00Z.
*/
/* @quiet old sessions were used until the merge, or within the clock skew after it
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"usr_1","lastUsedAt":"2026-10-01T08:01:00Z"}
sessions {"id":"s2","at":"2026-10-01T08:01:00Z","userId":"usr_1"}
*/
/* @quiet the survivor's sessions are used
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
sessions {"id":"s1","at":"2026-10-01T09:00:00Z","userId":"spd_1","lastUsedAt":"2026-10-03T08:00:00Z"}
*/
/* @quiet the link kept the local account
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
sessions {"id":"s1","at":"2026-10-01T09:00:00Z","userId":"usr_1"}
*/
/* @quiet the merge was refused
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":500}
sessions {"id":"s1","at":"2026-10-01T09:00:00Z","userId":"usr_1"}
*/
