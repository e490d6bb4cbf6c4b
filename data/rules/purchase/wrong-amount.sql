-- A credit is what the product is worth.
--
-- The amount belongs to the product and its quantity, nothing else. Another one is a price list
-- that is out of date, or an amount that the client chose.
--
-- @severity critical
-- @needs    purchases ledger.transactionId|ledger.idempotencyKey config:products
-- @subject  transaction
-- @source   Apple In-App Purchases, "Apply a top-up"
-- @message  Transaction {subject} ({quantity} of {product_id}) credited {credit_amount} to {user}
--           at {at} instead of {right_amount}.
-- @fix      Take the amount from your own list by product id, never from the client, and correct
--           this credit.

SELECT
  p.transaction_id AS subject,
  u.id AS user,
  p.credit_at AS at,
  abs(p.credit - f.amount * p.quantity) AS exposure,
  p.quantity,
  p.product_id,
  p.credit AS credit_amount,
  f.amount * p.quantity AS right_amount,
  json_array(json_array('purchases', p.row), json_array('ledger', p.credit_row)) AS evidence
FROM setting, credited AS p
JOIN product AS f ON f.product_id = p.product_id
JOIN user AS u ON u.user = p.credit_user
WHERE p.credit <> f.amount * p.quantity
ORDER BY subject;

/* @fires too much, by the smallest unit
config {"app":{"bundleIds":["b"],"environment":"Production"},"products":{"small":"0.85"}}
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85000001","idempotencyKey":"apple-transaction:1"}
@finds 1
@message Transaction 1 (1 of small) credited 0.85000001 to u1 at 2026-10-01T08:00:10Z instead of 0.85.
*/

/* @fires the quantity was left out
config {"app":{"bundleIds":["b"],"environment":"Production"},"products":{"small":"0.85"}}
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","quantity":2}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
@finds 1
*/

/* @quiet right, and twice of it
config {"app":{"bundleIds":["b"],"environment":"Production"},"products":{"small":"0.85"}}
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
purchases {"transactionId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","quantity":2}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"1.7","idempotencyKey":"k","transactionId":"2"}
*/

/* @quiet an unknown product
config {"app":{"bundleIds":["b"],"environment":"Production"},"products":{"small":"0.85"}}
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"x","state":"verified"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
*/

/* @fires of two credits in one moment the first of the chain counts, wherever it stands
config {"app":{"bundleIds":["b"],"environment":"Production"},"products":{"small":"0.85"}}
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
ledger {"adjustmentId":"10","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k10","transactionId":"1"}
ledger {"adjustmentId":"9","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.95","idempotencyKey":"k9","transactionId":"1"}
@finds 1
@message Transaction 1 (1 of small) credited 0.95 to u1 at 2026-10-01T08:00:10Z instead of 0.85.
*/
/* @quiet of two credits in one moment the first of the chain is right
config {"app":{"bundleIds":["b"],"environment":"Production"},"products":{"small":"0.85"}}
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
ledger {"adjustmentId":"10","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.95","idempotencyKey":"k10","transactionId":"1"}
ledger {"adjustmentId":"9","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k9","transactionId":"1"}
*/
