-- A transaction is credited once.
--
-- Two keys defeat the safeguard that one key gives: the platform takes the second credit for
-- another purchase.
--
-- @severity critical
-- @needs    ledger.transactionId|ledger.idempotencyKey
-- @subject  transaction
-- @source   Apple In-App Purchases, "Apply a top-up"
-- @message  Transaction {subject} was credited twice, under {first_key} and at {at} under
--           {second_key}: {excess_amount} too much.
-- @fix      Make the key from the transaction id alone, in one place, and take the second credit
--           back.

WITH pair AS (
  SELECT
    *,
    lag(row) OVER w AS first_row,
    lag(at) OVER w AS first_at,
    lag(idempotency_key) OVER w AS first_key
  FROM credit
  WHERE tx IN (SELECT tx FROM transaction_row GROUP BY tx HAVING count(*) > 1)
  WINDOW w AS (PARTITION BY tx ORDER BY at, turn, row))
SELECT
  c.tx AS subject,
  u.id AS user,
  min(c.at) AS at,
  sum(c.amount) AS exposure,
  sum(c.amount) AS excess_amount,
  coalesce(c.first_key, 'no key') AS first_key,
  coalesce(c.idempotency_key, 'no key') AS second_key,
  json_group_array(json_array(json_array('ledger', c.first_row), json_array('ledger', c.row)))
    AS evidence
FROM pair AS c
JOIN user AS u ON u.user = c.user
WHERE c.first_row IS NOT NULL
  AND coalesce(c.first_key <> c.idempotency_key, 1)
  AND NOT EXISTS (
    SELECT 1 FROM reversal AS r WHERE r.tx = c.tx AND r.at BETWEEN c.first_at AND c.at)
GROUP BY c.tx
ORDER BY subject;

/* @fires two keys
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k","transactionId":"1"}
@finds 1
@message Transaction 1 was credited twice, under apple-transaction:1 and at 2026-10-01T09:00:00Z under k: 0.85 too much.
*/

/* @quiet one key, or not applied
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
ledger {"adjustmentId":"3","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k","transactionId":"1","applied":false}
*/

/* @quiet taken back between
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
ledger {"adjustmentId":"2","at":"2026-10-02T09:00:00Z","userId":"u1","kind":"reversal","amount":"0.85","idempotencyKey":"r1","transactionId":"1"}
ledger {"adjustmentId":"3","at":"2026-10-03T08:00:00Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k","transactionId":"1"}
*/
