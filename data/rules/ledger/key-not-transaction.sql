-- The key of a purchase holds its transaction.
--
-- Apple delivers one purchase through several ways: the device, a server notification, a restore.
-- Only a key that is made from the transaction id makes them all one booking.
--
-- @severity medium
-- @needs    ledger.idempotencyKey ledger.transactionId
-- @subject  adjustment
-- @source   Apple In-App Purchases, "Apply a top-up"
-- @message  Row {subject} booked transaction {transaction_id} for {user} at {at} under the key
--           {key}, which does not hold the transaction.
-- @fix      Use apple-transaction:<transactionId> as the key of every purchase.

SELECT
  l.adjustment_id AS subject,
  u.id AS user,
  min(l.at) AS at,
  l.transaction_id,
  l.idempotency_key AS key,
  json_group_array(json_array('ledger', l.row)) AS evidence
FROM odd_ledger AS o
JOIN movement AS l
  ON l.row = o.row
JOIN user AS u
  ON u.user = l.user
WHERE o.oddity = 'other-key'
  AND l.kind = 'purchase'
  AND instr(l.idempotency_key, l.transaction_id) = 0
GROUP BY l.adjustment_id
ORDER BY subject;

/* @fires a key of another make
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1","idempotencyKey":"purchase-17","transactionId":"2000000001"}
@finds 1
@message Row 1 booked transaction 2000000001 for u1 at 2026-10-01T08:00:00Z under the key purchase-17, which does not hold the transaction.
*/
/* @fires the key of another transaction
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1","idempotencyKey":"apple-transaction:2000000002","transactionId":"2000000001"}
@finds 1
*/
/* @fires the letters differ in case
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1","idempotencyKey":"tx:ABC","transactionId":"abc","applied":false}
@finds 1
*/
/* @quiet the key holds the transaction
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1","idempotencyKey":"apple-transaction:2000000001","transactionId":2000000001}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1","idempotencyKey":"v2/2000000001/credit","transactionId":"2000000001"}
*/
/* @quiet the transaction or the key is not known
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1","idempotencyKey":"purchase-17"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1","transactionId":"2000000001"}
*/
/* @quiet another kind
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"reversal","amount":"1","idempotencyKey":"refund-1","transactionId":"2000000001"}
*/
/* @notevaluated transactions are not exported
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1","idempotencyKey":"purchase-17"}
*/
