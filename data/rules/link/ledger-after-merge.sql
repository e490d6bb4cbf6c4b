-- After a merge nothing is booked to the account that went.
--
-- A link with keep: speed ends the local account and its balance. A movement that is booked to it
-- later is lost: purchases and gifts don't reach the user, usage is paid by nobody.
--
-- @severity critical
-- @needs    links ledger
-- @subject  user
-- @source   Sign in with Apple, on linking with keep: speed
-- @message  Link {link} merged account {subject} into {survivor} at {linked_at}, but ledger rows
--           were booked to {subject} later: {count}, of {moved_amount} in all, the first at
--           {at}.{caution}
-- @fix      Look up the survivor before each booking, also in queues and in operations that run
--           while the user links. Book to the survivor what was booked to the old account.

WITH used AS (
  SELECT m.p, m.s, m.link_row, m.id AS link, min(m.at) AS linked_at, u.*
  FROM merge AS m
  JOIN account_use AS u
    ON u.user = m.p
    AND u.at > m.at + (SELECT skew FROM setting)
  WHERE u.stream = 'ledger'
    AND u.kind <> 'merge-out'
    AND NOT (u.kind = 'usage' AND u.began_at <= m.at)
  GROUP BY u.row
  ORDER BY u.at, u.id
)
SELECT
  p.id AS subject,
  p.id AS user,
  min(u.at) AS at,
  CASE WHEN sum(u.is_start_known) > 0 THEN 'critical' ELSE 'medium' END AS severity,
  sum(u.amount) AS exposure,
  u.link,
  u.linked_at,
  coalesce(s.id, 'another account') AS survivor,
  count(*) AS count,
  sum(u.amount) AS moved_amount,
  CASE WHEN sum(u.is_start_known) > 0 THEN '' ELSE c.text END AS caution,
  json_group_array(json_array(json_array('links', link_row), json_array('ledger', row)))
    AS evidence
FROM used AS u
JOIN user AS p
  ON p.user = u.p
LEFT JOIN user AS s
  ON s.user = u.s
JOIN caution AS c
GROUP BY u.p
ORDER BY subject;

/* @fires a gift was booked after the merge
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T08:01:01Z","userId":"usr_1","kind":"gift","amount":"1"}
ledger {"adjustmentId":"2","at":"2026-10-02T08:00:00Z","userId":"usr_1","kind":"purchase","amount":"2"}
@finds usr_1
@severity critical
@message Link lnk_1 merged account usr_1 into spd_1 at 2026-10-01T08:00:00Z, but ledger rows were booked to usr_1 later: 2, of 3.00 in all, the first at 2026-10-01T08:01:01Z.
*/
/* @fires an operation began after the merge
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T08:02:00Z","userId":"usr_1","kind":"usage","amount":"1","startedAt":"2026-10-01T08:00:01Z"}
@finds usr_1
@severity critical
@message Link lnk_1 merged account usr_1 into spd_1 at 2026-10-01T08:00:00Z, but ledger rows were booked to usr_1 later: 1, of 1.00 in all, the first at 2026-10-01T08:02:00Z.
*/
/* @fires the survivor is not known
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","keep":"speed","status":299}
ledger {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"usr_1","kind":"gift","amount":"1"}
@finds usr_1
@message Link lnk_1 merged account usr_1 into another account at 2026-10-01T08:00:00Z, but ledger rows were booked to usr_1 later: 1, of 1.00 in all, the first at 2026-10-01T09:00:00Z.
*/
/* @fires with less weight where it is not known when the operation began
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T08:02:00Z","userId":"usr_1","kind":"usage","amount":"1"}
@finds usr_1
@severity medium
@message Link lnk_1 merged account usr_1 into spd_1 at 2026-10-01T08:00:00Z, but ledger rows were booked to usr_1 later: 1, of 1.00 in all, the first at 2026-10-01T08:02:00Z. The ledger does not say when its operations began, so they may have begun earlier than they were booked.
*/
/* @fires it was booked to the old account and moved later
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"spd_1","movedFrom":"usr_1","kind":"gift","amount":"1"}
@finds usr_1
*/
/* @quiet the balance was taken out
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"usr_1","kind":"merge-out","amount":"1"}
*/
/* @quiet the operation began before the merge
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"usr_1","kind":"usage","amount":"1","startedAt":"2026-10-01T08:00:00Z"}
*/
/* @quiet it was booked within the clock skew
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T08:01:00Z","userId":"usr_1","kind":"gift","amount":"1"}
*/
/* @quiet it was not applied
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"usr_1","kind":"gift","amount":"1","applied":false}
*/
/* @quiet only a session: link.previous-session-used says it
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
sessions {"id":"s1","at":"2026-10-01T09:00:00Z","userId":"usr_1"}
ledger {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"usr_9","kind":"gift","amount":"1"}
*/
/* @quiet it was booked to the survivor
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"spd_1","kind":"gift","amount":"1"}
*/
/* @quiet the history moved to the survivor
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-09-30T09:00:00Z","userId":"spd_1","movedFrom":"usr_1","kind":"gift","amount":"1"}
*/
