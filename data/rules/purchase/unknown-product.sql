-- A credited product is one you sell.
--
-- Nobody can say what a product is worth that is in no list: the amount credited for it came from
-- somewhere else, perhaps from the client.
--
-- @severity high
-- @needs    purchases ledger.transactionId|ledger.idempotencyKey config:products
-- @subject  transaction
-- @source   Apple In-App Purchases, "Apply a top-up"
-- @message  Transaction {subject} credited {credit_amount} to {user} at {at} for {product_id},
--           which is not in `products`.
-- @fix      Add the product to `products`, or take the credit back and refuse unknown products.

SELECT
  p.transaction_id AS subject,
  u.id AS user,
  p.credit_at AS at,
  p.credit AS exposure,
  p.credit AS credit_amount,
  p.product_id,
  json_array(json_array('purchases', p.row), json_array('ledger', p.credit_row)) AS evidence
FROM setting, credited AS p
JOIN user AS u ON u.user = p.credit_user
WHERE p.product_id NOT IN (SELECT product_id FROM product)
ORDER BY subject;

/* @fires no such product
config {"app":{"bundleIds":["b"],"environment":"Production"},"products":{"small":"0.85"}}
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"x","state":"verified"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
@finds 1
@message Transaction 1 credited 0.85 to u1 at 2026-10-01T08:00:10Z for x, which is not in `products`.
*/

/* @quiet a known one
config {"app":{"bundleIds":["b"],"environment":"Production"},"products":{"small":"0.85"}}
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
*/

/* @quiet not credited, or not applied
config {"app":{"bundleIds":["b"],"environment":"Production"},"products":{"small":"0.85"}}
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"x","state":"verified"}
purchases {"transactionId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"x","state":"verified"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1","applied":false}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k"}
*/

/* @notevaluated no products are configured
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
*/
