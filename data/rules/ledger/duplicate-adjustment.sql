-- An adjustment never changes.
--
-- The ledger is a list that only grows. One adjustmentId with other values in a later export means
-- that a row was rewritten, or that two rows got one id; either way balances can't be trusted.
--
-- @severity critical
-- @needs    ledger
-- @uses     links
-- @subject  adjustment
-- @source   General practice: a ledger is only ever added to
-- @message  Adjustment {subject} of {user} ({entry} of {first_amount} at {first_at}) was read
--           {count} times with different values.
-- @fix      Compare the records with the platform's list. Correct a booking by another row, never
--           by changing the first one.

SELECT
  l.adjustment_id AS subject,
  u.id AS user,
  max(l.at) AS at,
  count(*) AS count,
  l.first_kind AS entry,
  l.first_amount,
  l.first_at,
  json_group_array(json_array('ledger', l.row)) AS evidence
FROM (
  SELECT
    m.*,
    first_value(m.kind) OVER w AS first_kind,
    first_value(m.amount) OVER w AS first_amount,
    first_value(m.at) OVER w AS first_at
  FROM repeated_adjustment AS r
  JOIN movement AS m
    ON m.row = r.row
    AND m.adjustment_id = r.adjustment_id
  WINDOW w AS (PARTITION BY m.adjustment_id ORDER BY m.at, m.row)
  ORDER BY m.at, m.row) AS l
JOIN user AS u
  ON u.user = l.user
GROUP BY l.adjustment_id
HAVING count(*) > 1
ORDER BY subject;

/* @fires another amount
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"2"}
@finds 1
@message Adjustment 1 of u1 (gift of 1.00 at 2026-10-01T08:00:00Z) was read 2 times with different values.
*/
/* @fires another time, the next night
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1"}
--- next export
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:01Z","userId":"u1","kind":"gift","amount":"1"}
@finds 1
*/
/* @fires another user, without a merge
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u2","kind":"gift","amount":"1"}
@finds 1
*/
/* @fires another balance
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"2"}
@finds 1
*/
/* @fires moved by a merge, and changed
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"gift","amount":"1"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"spd_1","kind":"gift","amount":"2"}
@finds 1
*/
/* @fires one changed, another only moved
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"gift","amount":"1"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"spd_1","kind":"gift","amount":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"gift","amount":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"gift","amount":"2"}
@finds 2
*/
/* @quiet the same values read again, in another form
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","status":200}
--- next export
ledger {"adjustmentId":1,"at":1790841600,"user_id":"u1","kind":"gift","amount":1.00,"status":"200","applied":true,"payer":"local"}
*/
/* @quiet moved by a merge
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"gift","amount":"1"}
--- next export
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"spd_1","kind":"gift","amount":"1"}
*/
/* @quiet moved by a merge, which the row says itself
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"gift","amount":"1"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"spd_1","kind":"gift","amount":"1","movedFrom":"usr_1"}
*/
/* @quiet two adjustments with the same values
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1"}
ledger {"adjustmentId":"01","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1"}
*/
