-- A verified purchase is credited.
--
-- The person has paid and got nothing. Each such purchase is a refund or a complaint to come.
--
-- @severity critical
-- @needs    purchases ledger.transactionId|ledger.idempotencyKey
-- @uses     notifications
-- @subject  transaction
-- @source   General practice
-- @message  Transaction {subject} of {product_id} was bought at {at} and is not credited
--           {waited_span} later.
-- @fix      Credit it now with the key apple-transaction:<transactionId>, and find out why it was
--           not.

SELECT
  p.transaction_id AS subject,
  u.id AS user,
  p.at AS at,
  f.amount * p.quantity AS exposure,
  p.product_id,
  setting.as_of - p.at AS waited_span,
  json_array(json_array('purchases', p.row)) AS evidence
FROM setting, purchase AS p
LEFT JOIN user AS u ON u.user = p.user
LEFT JOIN product AS f ON f.product_id = p.product_id
WHERE coalesce(p.state, 'verified') = 'verified'
  AND p.at + setting.purchase_settlement <= setting.as_of
  AND NOT EXISTS (SELECT 1 FROM first_credit WHERE first_credit.purchase_row = p.row)
  AND p.transaction_id NOT IN (SELECT tx FROM refund)
  AND coalesce(p.environment = setting.environment, 1)
  AND (f.amount IS NOT NULL OR NOT EXISTS (SELECT 1 FROM product))
  AND (p.at >= setting.oldest_ledger_at
    OR EXISTS (SELECT 1 FROM setting_list WHERE name = 'complete' AND value = 'ledger'))
ORDER BY subject;

/* @fires at the end of the settlement
asof 2026-10-02T08:00:00Z
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
ledger {"adjustmentId":"1","at":"2026-09-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k"}
@finds 1
@message Transaction 1 of small was bought at 2026-10-01T08:00:00Z and is not credited 1 day later.
*/

/* @fires no state, and a credit that was not applied
asof 2026-11-30T00:00:00Z
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":null}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1","applied":false}
@finds 1
*/

/* @fires older than the ledger, which is complete
asof 2026-11-30T00:00:00Z
config {"export":{"complete":["ledger"]}}
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k"}
@finds 1
*/

/* @quiet credited
asof 2026-11-30T00:00:00Z
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
ledger {"adjustmentId":"1","at":"2026-09-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
*/

/* @quiet before the end of the settlement
asof 2026-10-02T07:59:59Z
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
ledger {"adjustmentId":"1","at":"2026-09-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k"}
*/

/* @quiet not verified
asof 2026-11-30T00:00:00Z
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"pending"}
ledger {"adjustmentId":"1","at":"2026-09-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k"}
*/

/* @quiet refunded
asof 2026-11-30T00:00:00Z
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
notifications {"id":"n1","source":"appstore","type":"REFUND","transactionId":"1","receivedAt":"2026-10-02T08:00:00Z"}
ledger {"adjustmentId":"1","at":"2026-09-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k"}
*/

/* @quiet revoked
asof 2026-11-30T00:00:00Z
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","revocationDate":"2026-10-02T08:00:00Z"}
ledger {"adjustmentId":"1","at":"2026-09-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k"}
*/

/* @quiet another environment
asof 2026-11-30T00:00:00Z
config {"app":{"bundleIds":["b"],"environment":"Production"},"products":{"small":"0.85"}}
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","environment":"Sandbox"}
ledger {"adjustmentId":"1","at":"2026-09-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k"}
*/

/* @quiet an unknown product
asof 2026-11-30T00:00:00Z
config {"app":{"bundleIds":["b"],"environment":"Production"},"products":{"small":"0.85"}}
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"x","state":"verified"}
ledger {"adjustmentId":"1","at":"2026-09-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k"}
*/

/* @quiet older than the ledger
asof 2026-11-30T00:00:00Z
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k"}
*/
