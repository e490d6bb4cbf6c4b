-- Who deletes an account is told what balance is lost.
--
-- A balance that was paid for goes with the account. A person who isn't told loses money without
-- having agreed, which ends in refunds and complaints.
--
-- @severity high
-- @needs    ledger deletions.lossDisclosed
-- @subject  deletion
-- @source   Platform, "Sign in with Apple", section on account deletion
-- @message  {user} asked for deletion at {requested_at} with a balance of {balance_amount}, and
--           was not told that it would be lost.
-- @fix      Show the balance before the deletion and ask for a yes; record it as lossDisclosed.

SELECT
  deletion.id AS subject,
  user.id AS user,
  deletion.requested_at AS at,
  fact.balance AS exposure,
  deletion.requested_at AS requested_at,
  fact.balance AS balance_amount,
  json_array(
    json_array('deletions', deletion.row), json_array('ledger', fact.balance_row)) AS evidence
FROM deletion_fact AS fact
JOIN told_deletion AS deletion ON deletion.row = fact.deletion_row
JOIN user ON user.user = deletion.user
WHERE fact.balance > 0
  AND deletion.loss_disclosed IS NOT 1
ORDER BY subject;

/* @fires a balance above zero, and the loss was not shown or nobody knows
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","lossDisclosed":false}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-01T08:00:00Z"}
ledger {"adjustmentId":"1","at":"2026-09-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1.50","balanceAfter":"4.25"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:00Z","userId":"u2","kind":"gift","amount":"1.50","balanceAfter":"0.00000001"}
@finds d1 d2
@message u1 asked for deletion at 2026-10-01T08:00:00Z with a balance of 4.25, and was not told that it would be lost.
*/

/* @quiet the loss was shown
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","lossDisclosed":true}
ledger {"adjustmentId":"1","at":"2026-09-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1.50","balanceAfter":"4.25"}
*/

/* @quiet nothing to lose: zero, below zero, no row, only a later row
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","lossDisclosed":false}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-01T08:00:00Z","lossDisclosed":false}
deletions {"id":"d3","userId":"u3","requestedAt":"2026-10-01T08:00:00Z","lossDisclosed":false}
deletions {"id":"d4","userId":"u4","requestedAt":"2026-10-01T08:00:00Z","lossDisclosed":false}
ledger {"adjustmentId":"1","at":"2026-09-01T08:00:00Z","userId":"u1","kind":"usage","amount":"1.50","balanceAfter":"0"}
ledger {"adjustmentId":"2","at":"2026-09-01T08:00:00Z","userId":"u2","kind":"usage","amount":"1.50","balanceAfter":"-1"}
ledger {"adjustmentId":"4","at":"2026-10-01T08:00:01Z","userId":"u4","kind":"gift","amount":"1.50","balanceAfter":"1.50"}
*/

/* @quiet an exchange shows the deletion and can't show what was told
config {"app":{"platform":"speed"}}
deletions {"id":"d1","userId":"u9","requestedAt":"2026-10-01T08:00:00Z","lossDisclosed":true}
exchanges {"id":"x1","at":"2026-10-05T08:00:00Z","method":"DELETE","path":"/api/platform/auth/me","status":200,"userId":"u1"}
ledger {"adjustmentId":"1","at":"2026-09-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1.50","balanceAfter":"4.25"}
*/

/* @notevaluated whether the loss was shown isn't exported
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z"}
ledger {"adjustmentId":"1","at":"2026-09-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1.50","balanceAfter":"4.25"}
*/
