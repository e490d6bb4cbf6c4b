-- A balance that is read back is the balance that the ledger gives.
--
-- The platform's own answer is the last word. Where it differs from what your ledger adds up to, a
-- movement is missing on one of the two sides.
--
-- @severity high
-- @needs    balances.localBalance ledger ledger.balanceAfter|sessions.isNewAccount|deletions
-- @uses     sessions links deletions
-- @subject  user
-- @source   Apple In-App Purchases, on reading the balance
-- @message  The balance of {subject} was read as {read_amount} at {at}, but the ledger gives
--           {expected_amount}. Readings that differ: {count}.
-- @fix      Look for the movement that only one side has, between the last reading that agreed and
--           the first that did not.

SELECT
  u.id AS subject,
  u.id AS user,
  min(b.at) AS at,
  abs(b.local_balance - b.expected) AS exposure,
  b.local_balance AS read_amount,
  b.expected AS expected_amount,
  count(*) AS count,
  json_group_array(json_array(json_array('ledger', b.chain_row), json_array('balances', b.row)))
    AS evidence
FROM (
  SELECT b.*, r.expected, r.chain_row
  FROM reading AS r
  JOIN balance AS b
    ON b.row = r.balance_row
  WHERE b.local_balance <> r.expected
    AND r.is_near = 0
    AND r.has_row_before = 1
  ORDER BY b.at) AS b
JOIN user AS u
  ON u.user = b.user
GROUP BY b.user
ORDER BY subject;

/* @fires the reading is higher
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
balances {"userId":"u1","at":"2026-10-01T09:00:00Z","localBalance":"1.00000001"}
balances {"userId":"u1","at":"2026-10-01T10:00:00Z","localBalance":"2"}
balances {"userId":"u1","at":"2026-10-01T11:00:00Z","localBalance":"1"}
@finds u1
@message The balance of u1 was read as 1.00000001 at 2026-10-01T09:00:00Z, but the ledger gives 1.00. Readings that differ: 2.
*/
/* @fires the reading is lower, the balance is summed up
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:30:00Z","userId":"u1","kind":"gift","amount":"1"}
balances {"userId":"u1","at":"2026-10-01T09:00:00Z","localBalance":{"amount":"1"}}
@finds u1
*/
/* @fires just outside the clock skew
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
balances {"userId":"u1","at":"2026-10-01T08:01:01Z","localBalance":"0"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:02:02Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"2"}
@finds u1
*/
/* @quiet they agree
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"usage","amount":"1","balanceAfter":"-1"}
balances {"userId":"u1","at":"2026-10-01T09:00:00Z","localBalance":"-1.0"}
*/
/* @quiet a row just before or just after the reading
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
balances {"userId":"u1","at":"2026-10-01T08:01:00Z","localBalance":"0"}
balances {"userId":"u1","at":"2026-10-01T08:59:00Z","localBalance":"2"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"2"}
*/
/* @quiet no ledger row before it
balances {"userId":"u1","at":"2026-10-01T07:00:00Z","localBalance":"5"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
balances {"userId":"u2","at":"2026-10-01T09:00:00Z","localBalance":"5"}
*/
/* @quiet the balance is not known
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:00Z","userId":"u2","kind":"gift","amount":"1","balanceAfter":"1"}
balances {"userId":"u1","at":"2026-10-01T09:00:00Z","localBalance":"5"}
*/
/* @quiet the account was deleted between, so its balance is gone
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
deletions {"id":"del_1","userId":"u1","requestedAt":"2026-10-02T08:00:00Z","completedAt":"2026-10-02T08:01:00Z"}
balances {"userId":"u1","at":"2026-10-03T09:00:00Z","localBalance":"0"}
*/
