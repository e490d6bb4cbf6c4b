-- A credited purchase was made in the app's environment.
--
-- Purchases in the sandbox cost nothing. Credited in production they are free money for everybody
-- with a test account.
--
-- @severity critical
-- @needs    purchases ledger.transactionId|ledger.idempotencyKey purchases.environment
--           config:app.environment
-- @subject  transaction
-- @source   Apple In-App Purchases, "Apply a top-up"
-- @message  Transaction {subject} of {environment} credited {credit_amount} to {user} at {at}.
-- @fix      Compare the environment before crediting, and take this credit back.

SELECT
  p.transaction_id AS subject,
  u.id AS user,
  p.credit_at AS at,
  p.credit AS exposure,
  p.credit AS credit_amount,
  p.environment,
  json_array(json_array('purchases', p.row), json_array('ledger', p.credit_row)) AS evidence
FROM setting, credited AS p
JOIN user AS u ON u.user = p.credit_user
WHERE p.environment <> setting.environment
ORDER BY subject;

/* @fires the sandbox
config {"app":{"bundleIds":["b"],"environment":"Production"},"products":{"small":"0.85"}}
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","environment":"Sandbox"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
@finds 1
@message Transaction 1 of Sandbox credited 0.85 to u1 at 2026-10-01T08:00:10Z.
*/

/* @quiet the app's, or not told
config {"app":{"bundleIds":["b"],"environment":"Production"},"products":{"small":"0.85"}}
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","environment":"Production"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
purchases {"transactionId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k","transactionId":"2"}
*/

/* @quiet not credited
config {"app":{"bundleIds":["b"],"environment":"Production"},"products":{"small":"0.85"}}
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","environment":"Sandbox"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1","transactionId":"3"}
*/
