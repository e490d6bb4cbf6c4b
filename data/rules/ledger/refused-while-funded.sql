-- No operation is refused for money while there is money.
--
-- An operation may start while the local balance and the owner's funds are both above zero. Where
-- it was refused all the same, a user who had paid was turned away: the backend asks the wrong
-- account, or keeps an old answer.
--
-- @severity medium
-- @needs    ledger.ownerFunds ledger.status ledger.startedAt
--           ledger.balanceAfter|sessions.isNewAccount|deletions
-- @uses     sessions
-- @subject  adjustment
-- @source   Sign in with Apple, on asking for the balance before an operation
-- @message  Usage {subject} of {cost_amount} of {user} was refused with {status} at {at}, although
--           the balance was {balance_amount} and the owner's funds {funds_amount}.
-- @fix      Ask for the balance of the right account just before the operation, and refuse only
--           what the platform refuses.

SELECT
  l.adjustment_id AS subject,
  u.id AS user,
  min(l.at) AS at,
  l.amount AS cost_amount,
  l.status,
  c.start_balance AS balance_amount,
  l.owner_funds AS funds_amount,
  json_group_array(json_array(json_array('ledger', c.previous_row), json_array('ledger', l.row)))
    AS evidence
FROM chain AS c
JOIN movement AS l
  ON l.row = c.row
JOIN user AS u
  ON u.user = c.owner
WHERE l.kind = 'usage'
  AND l.payer = 'local'
  AND l.applied = 0
  AND l.status BETWEEN 400 AND 499
  AND l.is_start_known
  AND c.start_balance > 0
  AND l.owner_funds > 0
GROUP BY l.adjustment_id
ORDER BY subject;

/* @fires both had money
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","applied":false,"status":402,"ownerFunds":"10","startedAt":null}
@finds 2
@message Usage 2 of 0.50 of u1 was refused with 402 at 2026-10-01T09:00:00Z, although the balance was 1.00 and the owner's funds 10.00.
*/
/* @fires the balance was there when the operation began
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"0.00000001"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.00000001","balanceAfter":"0","startedAt":"2026-10-01T08:50:00Z"}
ledger {"adjustmentId":"3","at":"2026-10-01T09:10:00Z","userId":"u1","kind":"usage","amount":"0.5","applied":false,"status":403,"ownerFunds":"0.00000001","startedAt":"2026-10-01T08:55:00Z"}
@finds 3
*/
/* @quiet the balance was empty
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"usage","amount":"1","balanceAfter":"0"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","applied":false,"status":402,"ownerFunds":"10","startedAt":null}
*/
/* @quiet the owner's funds were empty
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","applied":false,"status":402,"ownerFunds":"0","startedAt":null}
*/
/* @quiet either is not known
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","applied":false,"status":402}
ledger {"adjustmentId":"3","at":"2026-10-01T09:00:00Z","userId":"u2","kind":"usage","amount":"0.5","applied":false,"status":402,"ownerFunds":"10","startedAt":null}
*/
/* @quiet it was applied
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","status":402,"ownerFunds":"10","startedAt":null}
*/
/* @quiet the platform failed, it did not refuse
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","applied":false,"status":500,"ownerFunds":"10","startedAt":null}
ledger {"adjustmentId":"3","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","applied":false,"status":200,"ownerFunds":"10","startedAt":null}
*/
/* @quiet the linked account was to pay, or it was no usage
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","applied":false,"status":402,"ownerFunds":"10","payer":"linked","startedAt":null}
ledger {"adjustmentId":"3","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"gift","amount":"0.5","applied":false,"status":402,"ownerFunds":"10","startedAt":null}
*/
/* @quiet only the refused row itself tells the balance
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","applied":false,"status":402,"ownerFunds":"10","balanceAfter":"3","startedAt":null}
*/
/* @notevaluated it is not known when operations began
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","applied":false,"status":402,"ownerFunds":"10"}
*/
