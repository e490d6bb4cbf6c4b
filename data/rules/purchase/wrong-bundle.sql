-- A credited purchase was made in this app.
--
-- A purchase of another app is genuine, signed by Apple, and paid you nothing. Everybody who has
-- one can bring it here.
--
-- @severity critical
-- @needs    purchases ledger.transactionId|ledger.idempotencyKey purchases.bundleId
--           config:app.bundleIds
-- @subject  transaction
-- @source   Apple In-App Purchases, "Apply a top-up"
-- @message  Transaction {subject} of {bundle_id} credited {credit_amount} to {user} at {at}.
-- @fix      Compare the bundle id with your own before crediting, and take this credit back.

SELECT
  p.transaction_id AS subject,
  u.id AS user,
  p.credit_at AS at,
  p.credit AS exposure,
  p.credit AS credit_amount,
  p.bundle_id,
  json_array(json_array('purchases', p.row), json_array('ledger', p.credit_row)) AS evidence
FROM setting, credited AS p
JOIN user AS u ON u.user = p.credit_user
WHERE p.bundle_id NOT IN (SELECT value FROM setting_list WHERE name = 'bundleIds')
ORDER BY subject;

/* @fires another app
config {"app":{"bundleIds":["b"],"environment":"Production"},"products":{"small":"0.85"}}
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","bundleId":"B"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
@finds 1
@message Transaction 1 of B credited 0.85 to u1 at 2026-10-01T08:00:10Z.
*/

/* @quiet this app, or not told
config {"app":{"bundleIds":["b"],"environment":"Production"},"products":{"small":"0.85"}}
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","bundleId":"b"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
purchases {"transactionId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k","transactionId":"2"}
*/

/* @quiet not credited
config {"app":{"bundleIds":["b"],"environment":"Production"},"products":{"small":"0.85"}}
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","bundleId":"x"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"gift","amount":"0.85","idempotencyKey":"apple-transaction:1"}
*/
