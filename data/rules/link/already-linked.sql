-- A local account is linked to one Speed account at most.
--
-- A link can't be undone and there is only one. A second link of the same local account to another
-- Speed account means that two people share it, or that the first link was not stored.
--
-- @severity medium
-- @needs    links.speedUserId
-- @uses     deletions
-- @subject  user
-- @source   Sign in with Apple, on what a link is
-- @message  Account {subject} was linked to {other} at {at} (link {link}), although it had been
--           linked to {earlier_other} at {earlier_at} (link {earlier_link}).
-- @fix      Don't offer the link to an account that is linked. Find out who used the account: both
--           links were made with its session.

SELECT
  u.id AS subject,
  u.id AS user,
  min(r.at) AS at,
  r.id AS link,
  x.id AS other,
  r.earlier_at,
  r.earlier_id AS earlier_link,
  e.id AS earlier_other,
  json_group_array(
    json_array(json_array('links', r.earlier_row), json_array('links', r.link_row))) AS evidence
FROM (SELECT * FROM relink ORDER BY at, id, earlier_at, earlier_id) AS r
JOIN user AS u
  ON u.user = r.l
JOIN user AS x
  ON x.user = r.x
JOIN user AS e
  ON e.user = r.earlier_x
GROUP BY r.l
ORDER BY subject;

/* @fires a second link to another account
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
links {"id":"lnk_2","at":"2026-10-03T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_2","status":200}
@finds usr_1
@message Account usr_1 was linked to spd_2 at 2026-10-03T08:00:00Z (link lnk_2), although it had been linked to spd_1 at 2026-10-01T08:00:00Z (link lnk_1).
*/
/* @fires once for three accounts
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
links {"id":"lnk_2","at":"2026-10-03T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_2","status":200}
links {"id":"lnk_3","at":"2026-10-04T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_3","status":200}
@finds usr_1
*/
/* @fires the other account is known from the answers
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":null,"keep":"speed","status":200,"newUserId":"spd_1"}
links {"id":"lnk_2","at":"2026-10-03T08:00:00Z","localUserId":"usr_1","keep":"speed","status":200,"newUserId":"spd_2"}
@finds usr_1
*/
/* @fires the deletion was before both links
deletions {"id":"del_1","userId":"usr_1","requestedAt":"2026-09-02T08:00:00Z","completedAt":"2026-09-02T08:00:01Z"}
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
links {"id":"lnk_2","at":"2026-10-03T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_2","status":200}
@finds usr_1
*/
/* @quiet the same account again
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
links {"id":"lnk_2","at":"2026-10-03T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
*/
/* @quiet the account was deleted between
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
deletions {"id":"del_1","userId":"usr_1","requestedAt":"2026-10-02T08:00:00Z","completedAt":"2026-10-02T08:00:01Z"}
links {"id":"lnk_2","at":"2026-10-03T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_2","status":200}
*/
/* @quiet the account was deleted in the very moment of the second link
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
deletions {"id":"del_1","userId":"usr_1","requestedAt":"2026-10-02T08:00:00Z","completedAt":"2026-10-03T08:00:00Z"}
links {"id":"lnk_2","at":"2026-10-03T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_2","status":200}
*/
/* @quiet one of the two calls failed
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
links {"id":"lnk_2","at":"2026-10-03T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_2","status":409}
links {"id":"lnk_3","at":"2026-10-03T08:00:00Z","localUserId":"usr_2","speedUserId":"spd_2","status":200}
*/
/* @quiet one of the accounts is not known
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":null,"status":200}
links {"id":"lnk_2","at":"2026-10-03T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_2","status":200}
*/
