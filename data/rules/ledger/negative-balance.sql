-- How often and how far balances go below zero is known.
--
-- The platform asks only whether a balance is above zero before an operation starts, and books the
-- cost when it ends. A balance may therefore end below zero. That is documented and no fault, but
-- it is money that somebody else has paid, so it is worth watching.
--
-- @severity medium
-- @needs    ledger ledger.balanceAfter|sessions.isNewAccount|deletions
-- @uses     sessions
-- @subject  adjustment
-- @source   Sign in with Apple, on what an operation may cost the local balance
-- @message  Row {subject} ({entry} of {cost_amount}) took the balance of {user} from
--           {before_amount} to {after_amount} at {at}. It went as low as {lowest_amount} and
--           stayed below zero for {lasted_span}, {ending}.
-- @fix      Nothing has to be undone. If the depth is too much for you, let expensive operations
--           start only while the balance covers what they usually cost.

WITH crossing AS (
  SELECT l.adjustment_id, l.row, l.at, l.kind, l.amount, c.owner, c.before, c.after,
    c.previous_row, d.lowest, d.end_row, d.end_at
  FROM dip AS d
  JOIN chain AS c
    ON c.row = d.row
  JOIN movement AS l
    ON l.row = d.row
  WHERE l.applied = 1
    AND c.before >= 0
    AND c.after < 0
)
SELECT
  c.adjustment_id AS subject,
  u.id AS user,
  c.at,
  -min(c.lowest) AS exposure,
  c.kind AS entry,
  c.amount AS cost_amount,
  c.before AS before_amount,
  c.after AS after_amount,
  c.lowest AS lowest_amount,
  max(coalesce(c.end_at, (SELECT as_of FROM setting)) - c.at, 0) AS lasted_span,
  CASE
    WHEN c.end_row IS NOT NULL THEN 'until row ' || e.adjustment_id
    WHEN c.end_at IS NOT NULL THEN 'until the account was deleted'
    ELSE 'and had not come back by then'
  END AS ending,
  json_array(
    json_array('ledger', c.previous_row),
    json_array('ledger', c.row),
    json_array('ledger', c.end_row)) AS evidence
FROM crossing AS c
JOIN user AS u
  ON u.user = c.owner
LEFT JOIN ledger AS e
  ON e.row = c.end_row
GROUP BY c.adjustment_id
ORDER BY subject;

/* @fires a usage took the balance below zero, a purchase brought it back
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"1.5","balanceAfter":"-0.5"}
ledger {"adjustmentId":"3","at":"2026-10-01T10:00:00Z","userId":"u1","kind":"usage","amount":"0.25","balanceAfter":"-0.75"}
ledger {"adjustmentId":"4","at":"2026-10-01T12:00:00Z","userId":"u1","kind":"purchase","amount":"5","balanceAfter":"4.25"}
@finds 2
@message Row 2 (usage of 1.50) took the balance of u1 from 1.00 to -0.50 at 2026-10-01T09:00:00Z. It went as low as -0.75 and stayed below zero for 3 hours, until row 4.
*/
/* @fires once for each time the balance goes below zero
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"1.5","balanceAfter":"-0.5"}
ledger {"adjustmentId":"3","at":"2026-10-01T10:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"0.5"}
ledger {"adjustmentId":"4","at":"2026-10-01T11:00:00Z","userId":"u1","kind":"usage","amount":"1","balanceAfter":"-0.5"}
asof 2026-10-03T11:00:00Z
@finds 2 4
*/
/* @fires it is still below zero at the end
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"1.5","balanceAfter":"-0.5"}
asof 2026-10-03T09:00:00Z
@finds 2
@message Row 2 (usage of 1.50) took the balance of u1 from 1.00 to -0.50 at 2026-10-01T09:00:00Z. It went as low as -0.50 and stayed below zero for 2 days, and had not come back by then.
*/
/* @fires the account was deleted while the balance was below zero
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"1.5","balanceAfter":"-0.5"}
deletions {"id":"del_1","userId":"u1","requestedAt":"2026-10-01T09:30:00Z","completedAt":"2026-10-01T10:00:00Z"}
asof 2026-10-03T09:00:00Z
@finds 2
@message Row 2 (usage of 1.50) took the balance of u1 from 1.00 to -0.50 at 2026-10-01T09:00:00Z. It went as low as -0.50 and stayed below zero for 1 hour, until the account was deleted.
*/
/* @fires from exactly zero, the balances summed up where they aren't given
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"usage","amount":"1","balanceAfter":"0"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.00000001"}
@finds 2
*/
/* @fires the first row of an account whose balance after it is given
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"usage","amount":"1","balanceAfter":"-0.25"}
@finds 1
*/
/* @quiet the balance ends at zero
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"1","balanceAfter":"0"}
*/
/* @quiet the row was not applied
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"1.5","applied":false,"balanceAfter":"-0.5"}
*/
/* @quiet it was below zero before
ledger {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"1.5","balanceAfter":"-2"}
*/
/* @quiet the linked account paid
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"1.5","payer":"linked","balanceAfter":"1"}
*/
/* @quiet the balance before is not known
ledger {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"1.5"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u2","kind":"gift","amount":"1.5","balanceAfter":"1.5"}
*/
