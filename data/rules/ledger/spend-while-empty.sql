-- No operation starts while the balance is empty.
--
-- Before every operation the backend has to ask the platform whether the local balance is above
-- zero. An operation that began at zero or below was never paid for, and nothing stops the next one
-- either.
--
-- @severity critical
-- @needs    ledger ledger.balanceAfter|sessions.isNewAccount|deletions
-- @uses     sessions
-- @subject  adjustment
-- @source   Sign in with Apple, on asking for the balance before an operation
-- @message  Usage {subject} of {cost_amount} was charged to {user}, whose balance was
--           {balance_amount} when the operation began at {began_at}.{caution}
-- @fix      Ask for the balance before every operation, and refuse to start while it is zero or
--           less. Keep the start of each operation as startedAt.

SELECT
  l.adjustment_id AS subject,
  u.id AS user,
  l.at,
  CASE WHEN sum(l.is_start_known) > 0 THEN 'critical' ELSE 'medium' END AS severity,
  l.amount AS exposure,
  l.amount AS cost_amount,
  c.start_balance AS balance_amount,
  l.began_at,
  CASE WHEN l.is_start_known THEN ''
    ELSE ' When it really began is not known: it may have been earlier, while there was money.'
  END AS caution,
  json_group_array(json_array(json_array('ledger', c.previous_row), json_array('ledger', l.row)))
    AS evidence
FROM chain AS c
JOIN movement AS l
  ON l.row = c.row
JOIN user AS u
  ON u.user = c.owner
WHERE c.start_balance <= 0
  AND l.kind = 'usage'
  AND l.applied = 1
  AND l.payer = 'local'
GROUP BY l.adjustment_id
ORDER BY subject;

/* @fires the balance was zero when the operation began
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"usage","amount":"1","balanceAfter":"0","startedAt":"2026-10-01T07:59:00Z"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","balanceAfter":"-0.5","startedAt":"2026-10-01T08:59:00Z"}
@finds 2
@severity critical
@message Usage 2 of 0.50 was charged to u1, whose balance was 0.00 when the operation began at 2026-10-01T08:59:00Z.
*/
/* @fires the balance was below zero
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"usage","amount":"1","balanceAfter":"-0.5","startedAt":"2026-10-01T07:59:00Z"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","balanceAfter":"-1","startedAt":"2026-10-01T08:59:00Z"}
@finds 2
*/
/* @fires the money came after the start
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"usage","amount":"1","balanceAfter":"0","startedAt":"2026-10-01T07:59:00Z"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"gift","amount":"5","balanceAfter":"5"}
ledger {"adjustmentId":"3","at":"2026-10-01T09:01:00Z","userId":"u1","kind":"usage","amount":"0.5","balanceAfter":"4.5","startedAt":"2026-10-01T08:59:00Z"}
@finds 3
*/
/* @fires startedAt is exported, and this row has none: it began when it was booked
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"usage","amount":"1","balanceAfter":"0","startedAt":"2026-10-01T07:59:00Z"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","balanceAfter":"-0.5"}
@finds 2
@severity critical
*/
/* @fires a new account has nothing to spend
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1","isNewAccount":true}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"usage","amount":"1","startedAt":"2026-10-01T07:59:00Z"}
config {"export":{"complete":["ledger"]}}
@finds 1
*/
/* @fires with less weight where the start is not known
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"usage","amount":"1","balanceAfter":"0"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","balanceAfter":"-0.5"}
@finds 2
@severity medium
@message Usage 2 of 0.50 was charged to u1, whose balance was 0.00 when the operation began at 2026-10-01T09:00:00Z. When it really began is not known: it may have been earlier, while there was money.
*/
/* @quiet it began while there was money, however deep it went
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:10:00Z","userId":"u1","kind":"usage","amount":"2","balanceAfter":"-1","startedAt":"2026-10-01T09:00:00Z"}
*/
/* @quiet two operations began while there was money, the first one used it up
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:10:00Z","userId":"u1","kind":"usage","amount":"2","balanceAfter":"-1","startedAt":"2026-10-01T09:00:00Z"}
ledger {"adjustmentId":"3","at":"2026-10-01T09:11:00Z","userId":"u1","kind":"usage","amount":"1","balanceAfter":"-2","startedAt":"2026-10-01T09:00:30Z"}
*/
/* @quiet the balance when it began is not known
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"usage","amount":"1","startedAt":"2026-10-01T07:59:00Z"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:00Z","userId":"u2","kind":"gift","amount":"1","balanceAfter":"1"}
*/
/* @quiet it was refused
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"usage","amount":"1","balanceAfter":"0","startedAt":"2026-10-01T07:59:00Z"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","applied":false,"status":402,"startedAt":"2026-10-01T08:59:00Z"}
*/
/* @quiet the linked account paid
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"usage","amount":"1","balanceAfter":"0","startedAt":"2026-10-01T07:59:00Z"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","payer":"linked","startedAt":"2026-10-01T08:59:00Z"}
*/
/* @quiet the balance is empty and something else than usage is booked
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"usage","amount":"1","balanceAfter":"0","startedAt":"2026-10-01T07:59:00Z"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"forfeit","amount":"0","balanceAfter":"0"}
*/
