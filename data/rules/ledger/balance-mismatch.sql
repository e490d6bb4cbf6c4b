-- Each balance is the balance before it and what the row moved.
--
-- The platform returns the balance after every movement. Where it differs from the balance before
-- plus the movement, money appeared or vanished without a row: a booking is missing, was booked
-- twice, or the balance was changed by hand.
--
-- @severity critical
-- @needs    ledger.balanceAfter
-- @uses     sessions links deletions
-- @subject  adjustment
-- @source   Apple In-App Purchases, on what an adjustment returns
-- @message  After row {subject} ({entry} of {moved_amount}) at {at}, the balance of {user} was
--           {after_amount}, but {before_amount} before it and this row make {expected_amount}:
--           {mismatch_amount} has no row.
-- @fix      Look for the missing or doubled row just before this one, in the platform's
--           list of adjustments and in your own.

SELECT
  l.adjustment_id AS subject,
  u.id AS user,
  l.at,
  max(abs(c.mismatch)) AS exposure,
  l.kind AS entry,
  l.amount AS moved_amount,
  c.balance_after AS after_amount,
  c.before AS before_amount,
  c.before + c.delta AS expected_amount,
  c.mismatch AS mismatch_amount,
  json_group_array(json_array(json_array('ledger', c.previous_row), json_array('ledger', l.row)))
    AS evidence
FROM chain AS c
JOIN movement AS l
  ON l.row = c.row
JOIN user AS u
  ON u.user = c.owner
WHERE c.balance_after <> c.before + c.delta
  AND c.mismatch <> 0
  AND c.is_first = 0
  AND c.is_undoing = 0
GROUP BY l.adjustment_id
ORDER BY subject;

/* @fires the balance is higher than it can be
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.25","balanceAfter":"1.75"}
@finds 2
@message After row 2 (usage of 0.25) at 2026-10-01T09:00:00Z, the balance of u1 was 1.75, but 1.00 before it and this row make 0.75: 1.00 has no row.
*/
/* @fires the balance is lower by one unit, the row before it has no balance of its own
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"gift","amount":"1"}
ledger {"adjustmentId":"3","at":"2026-10-01T10:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"2.99999999"}
@finds 3
*/
/* @fires a row that was not applied moved the balance
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"gift","amount":"1","applied":false,"balanceAfter":"2"}
@finds 2
*/
/* @fires the linked account paid, and the local balance moved
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"1","payer":"linked","balanceAfter":"0"}
@finds 2
*/
/* @fires on both breaks where the second undoes another amount
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"5"}
ledger {"adjustmentId":"3","at":"2026-10-01T10:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"4"}
@finds 2 3
*/
/* @fires once where the next row exactly undoes the break
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"5"}
ledger {"adjustmentId":"3","at":"2026-10-01T10:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"3"}
ledger {"adjustmentId":"4","at":"2026-10-01T11:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"4"}
@finds 2
*/
/* @fires again on the same break after it was undone
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"5"}
ledger {"adjustmentId":"3","at":"2026-10-01T10:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"3"}
ledger {"adjustmentId":"4","at":"2026-10-01T11:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"7"}
@finds 2 4
*/
/* @fires rows come in any order, numbers by their value
ledger {"adjustmentId":"10","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"9"}
ledger {"adjustmentId":"9","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
@finds 10
*/
/* @quiet every balance follows
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"2","balanceAfter":"-1"}
ledger {"adjustmentId":"3","at":"2026-10-01T10:00:00Z","userId":"u1","kind":"usage","amount":"2","applied":false,"status":402,"balanceAfter":"-1"}
ledger {"adjustmentId":"4","at":"2026-10-01T11:00:00Z","userId":"u1","kind":"usage","amount":"2","payer":"linked","balanceAfter":"-1"}
ledger {"adjustmentId":"5","at":"2026-10-01T12:00:00Z","userId":"u1","kind":"purchase","amount":"-3","balanceAfter":"-4"}
*/
/* @quiet the first row says what was there before it
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"7"}
*/
/* @quiet the first row after a deletion
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
deletions {"id":"del_1","userId":"u1","requestedAt":"2026-10-02T08:00:00Z","completedAt":"2026-10-02T08:01:00Z"}
ledger {"adjustmentId":"2","at":"2026-10-03T09:00:00Z","userId":"u1","kind":"gift","amount":"2","balanceAfter":"2"}
*/
/* @quiet two chains that a merge may have mixed
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"spd_1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"spd_1","kind":"gift","amount":"1","balanceAfter":"9"}
ledger {"adjustmentId":"3","at":"2026-10-02T08:00:01Z","userId":"spd_1","kind":"merge-in","amount":"1","balanceAfter":"10"}
*/
/* @quiet the history of the account that was merged away, moved to the survivor
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"spd_1","movedFrom":"usr_1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"spd_1","kind":"gift","amount":"5","balanceAfter":"5"}
ledger {"adjustmentId":"3","at":"2026-10-02T08:00:01Z","userId":"spd_1","movedFrom":"usr_1","kind":"merge-out","amount":"1","balanceAfter":"0"}
ledger {"adjustmentId":"4","at":"2026-10-02T08:00:01Z","userId":"spd_1","kind":"merge-in","amount":"1","balanceAfter":"6"}
*/
/* @quiet the owner booked a reversal beside the platform's ledger
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"reversal","amount":"1","balanceAfter":"0"}
ledger {"adjustmentId":"3","at":"2026-10-01T10:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"2"}
config {"app":{"platform":"speed"}}
*/
/* @notevaluated no balances are exported
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1"}
*/
