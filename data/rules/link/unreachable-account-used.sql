-- An account that a link gave up is not used any more.
--
-- After a link with keep: local, nobody can sign in to the other account. A session of it, or a
-- movement of its balance, means that your backend still works with the old user id. Whatever the
-- user does there is lost.
--
-- @severity critical
-- @needs    links.speedUserId sessions|ledger
-- @uses     sessions ledger deletions
-- @subject  user
-- @source   Sign in with Apple, on linking with keep: local
-- @message  Account {subject} was used after link {link} gave it up at {linked_at}. Sessions:
--           {sessions}, ledger rows: {movements} (of {moved_amount} in all), the first of these at
--           {at}.{caution}
-- @fix      After a link, replace the user id everywhere it is kept: in sessions, in queues, in
--           running operations. Move what was booked in the meantime to the account that stayed.

WITH used AS (
  SELECT k.x, k.link_row, k.id AS link, min(k.at) AS linked_at, u.*
  FROM kept_local AS k
  JOIN account_use AS u
    ON u.user = k.x
    AND u.at > k.at + (SELECT skew FROM setting)
  WHERE u.kind NOT IN ('forfeit', 'merge-out')
    AND NOT (u.kind = 'usage' AND u.began_at <= k.at)
    AND NOT EXISTS (
      SELECT 1
      FROM gone
      WHERE gone.user = k.x
        AND gone.at > k.at
        AND gone.at <= u.at)
  GROUP BY u.stream, u.row
  ORDER BY u.at, u.stream, u.id
)
SELECT
  x.id AS subject,
  x.id AS user,
  min(u.at) AS at,
  CASE WHEN sum(u.is_start_known) > 0 THEN 'critical' ELSE 'medium' END AS severity,
  nullif(sum(u.amount), 0) AS exposure,
  u.link,
  u.linked_at,
  sum(u.stream = 'sessions') AS sessions,
  sum(u.stream = 'ledger') AS movements,
  sum(u.amount) AS moved_amount,
  CASE WHEN sum(u.is_start_known) > 0 THEN '' ELSE c.text END AS caution,
  json_group_array(json_array(json_array('links', link_row), json_array(stream, row))) AS evidence
FROM used AS u
JOIN user AS x
  ON x.user = u.x
JOIN caution AS c
GROUP BY u.x
ORDER BY subject;

/* @fires a session was issued after the link
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
sessions {"id":"s1","at":"2026-10-01T08:01:01Z","userId":"spd_1"}
@finds spd_1
@severity critical
@message Account spd_1 was used after link lnk_1 gave it up at 2026-10-01T08:00:00Z. Sessions: 1, ledger rows: 0 (of 0.00 in all), the first of these at 2026-10-01T08:01:01Z.
*/
/* @fires its balance moved
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"spd_1","kind":"gift","amount":"2.50"}
@finds spd_1
@severity critical
*/
/* @fires an operation began after the link
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"spd_1","kind":"usage","amount":"2.50","startedAt":"2026-10-01T08:00:01Z"}
@finds spd_1
@severity critical
*/
/* @fires with less weight where it is not known when the operation began
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"spd_1","kind":"usage","amount":"2.50"}
@finds spd_1
@severity medium
@message Account spd_1 was used after link lnk_1 gave it up at 2026-10-01T08:00:00Z. Sessions: 0, ledger rows: 1 (of 2.50 in all), the first of these at 2026-10-01T09:00:00Z. The ledger does not say when its operations began, so they may have begun earlier than they were booked.
*/
/* @fires with full weight where something else happened besides
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"spd_1","kind":"usage","amount":"2.50"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:30:00Z","userId":"spd_1","kind":"gift","amount":"1"}
@finds spd_1
@severity critical
*/
/* @fires it was used before it was deleted
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
sessions {"id":"s1","at":"2026-10-01T09:00:00Z","userId":"spd_1"}
deletions {"id":"del_1","userId":"spd_1","requestedAt":"2026-10-02T08:00:00Z","completedAt":"2026-10-02T08:01:00Z"}
@finds spd_1
*/
/* @fires it was deleted before the link only, and another account after it
deletions {"id":"del_1","userId":"spd_1","requestedAt":"2026-10-01T07:00:00Z","completedAt":"2026-10-01T08:00:00Z"}
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
deletions {"id":"del_2","userId":"spd_2","requestedAt":"2026-10-02T08:00:00Z","completedAt":"2026-10-02T08:01:00Z"}
sessions {"id":"s1","at":"2026-10-03T09:00:00Z","userId":"spd_1"}
@finds spd_1
*/
/* @quiet it was deleted later and came back
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
deletions {"id":"del_1","userId":"spd_1","requestedAt":"2026-10-02T08:00:00Z","completedAt":"2026-10-02T08:01:00Z"}
sessions {"id":"s1","at":"2026-10-02T08:01:00Z","userId":"spd_1"}
ledger {"adjustmentId":"2","at":"2026-10-03T09:30:00Z","userId":"spd_1","kind":"gift","amount":"1"}
*/
/* @quiet only what was there before the link, or within the clock skew after it
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
sessions {"id":"s1","at":"2026-10-01T08:01:00Z","userId":"spd_1"}
sessions {"id":"s2","at":"2026-10-01T07:00:00Z","userId":"spd_1"}
ledger {"adjustmentId":"2","at":"2026-10-01T07:30:00Z","userId":"spd_1","kind":"gift","amount":"1"}
*/
/* @quiet the balance was taken out
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"spd_1","kind":"forfeit","amount":"2.50"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"spd_1","kind":"merge-out","amount":"2.50"}
*/
/* @quiet the operation began before the link
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"spd_1","kind":"usage","amount":"2.50","startedAt":"2026-10-01T08:00:00Z"}
*/
/* @quiet the row was not applied
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"spd_1","kind":"gift","amount":"2.50","applied":false}
*/
/* @quiet the account that stayed is used
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
sessions {"id":"s1","at":"2026-10-01T09:00:00Z","userId":"usr_1"}
ledger {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"usr_1","kind":"gift","amount":"2.50"}
*/
