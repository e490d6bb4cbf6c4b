-- Every credit of a purchase has a purchase.
--
-- A credit names the transaction that paid for it. Where your purchases don't hold that
-- transaction, nobody has verified it: it may be made up, or belong to another app.
--
-- @severity critical
-- @needs    ledger.transactionId|ledger.idempotencyKey whole:purchases
-- @subject  adjustment
-- @source   Apple In-App Purchases, "Apply a top-up"
-- @message  Row {subject} credited {credit_amount} to {user} at {at} for transaction {tx}, which is
--           in no purchase.
-- @fix      Ask Apple for the transaction. If Apple doesn't know it, take the credit back; if it
--           does, find out why it was credited without being stored.

SELECT
  l.adjustment_id AS subject,
  u.id AS user,
  min(l.at) AS at,
  l.amount AS exposure,
  l.amount AS credit_amount,
  l.tx,
  json_group_array(json_array('ledger', l.row)) AS evidence
FROM odd_ledger AS o
JOIN movement AS l
  ON l.row = o.row
JOIN user AS u
  ON u.user = l.user
WHERE o.oddity = 'unpurchased'
  AND l.kind = 'purchase'
  AND l.applied = 1
  AND coalesce(l.source, 'apple-iap') = 'apple-iap'
  AND l.tx NOT IN (SELECT transaction_id FROM purchase)
  AND (
    l.at >= (SELECT min(at) FROM purchase)
    OR EXISTS (SELECT 1 FROM setting_list WHERE name = 'complete' AND value = 'purchases'))
GROUP BY l.adjustment_id
ORDER BY subject;

/* @fires the transaction is in no purchase
purchases {"transactionId":"1","at":"2026-09-01T08:00:00Z","productId":"small"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1","transactionId":"2"}
@finds 1
@message Row 1 credited 1.00 to u1 at 2026-10-01T08:00:00Z for transaction 2, which is in no purchase.
*/
/* @fires the transaction is known from the key
purchases {"transactionId":"1","at":"2026-09-01T08:00:00Z","productId":"small"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1","idempotencyKey":"v2/apple-transaction:2"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1","idempotencyKey":"apple-transaction:"}
@finds 1
*/
/* @fires at the time of the oldest purchase
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","productId":"small"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1","transactionId":"2"}
@finds 1
*/
/* @fires the source is Apple
purchases {"transactionId":"1","at":"2026-09-01T08:00:00Z","productId":"small"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1","transactionId":"2","metadata":{"source":"apple-iap"}}
@finds 1
*/
/* @fires earlier than every purchase, and purchases are complete
purchases {"transactionId":"1","at":"2026-11-01T08:00:00Z","productId":"small"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1","transactionId":"2"}
config {"export":{"complete":["purchases"]}}
@finds 1
*/
/* @quiet the purchase is there
purchases {"transactionId":"1","at":"2026-09-01T08:00:00Z","productId":"small"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1","transactionId":"1","idempotencyKey":"apple-transaction:2"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1","idempotencyKey":"apple-transaction:1"}
*/
/* @quiet no transaction is named
purchases {"transactionId":"1","at":"2026-09-01T08:00:00Z","productId":"small"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1","idempotencyKey":"purchase-17"}
*/
/* @quiet earlier than the oldest purchase
purchases {"transactionId":"1","at":"2026-10-01T08:00:01Z","productId":"small"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1","transactionId":"2"}
*/
/* @quiet paid in another way
purchases {"transactionId":"1","at":"2026-09-01T08:00:00Z","productId":"small"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1","transactionId":"2","source":"card"}
*/
/* @quiet it was not applied, or is no purchase
purchases {"transactionId":"1","at":"2026-09-01T08:00:00Z","productId":"small"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1","transactionId":"2","applied":false}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","transactionId":"2"}
*/
/* @notevaluated purchases are not exported
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1","transactionId":"2"}
*/
/* @notevaluated the pages of purchases end too early
file purchases.json
{"signedTransactions":[],"hasMore":true}
end
purchases {"transactionId":"1","at":"2026-09-01T08:00:00Z","productId":"small"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1","transactionId":"2"}
*/
