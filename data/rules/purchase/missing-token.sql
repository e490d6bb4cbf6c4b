-- A credited purchase carries the account's token.
--
-- appAccountToken ties a purchase to the account that made it. Without it a purchase that comes
-- back later may be credited to whoever is signed in.
--
-- @severity medium
-- @needs    purchases ledger.transactionId|ledger.idempotencyKey purchases.appAccountToken
-- @subject  transaction
-- @source   Apple In-App Purchases, "Apply a top-up"
-- @message  Transaction {subject} credited {credit_amount} to {user} at {at} without an
--           appAccountToken.
-- @fix      Set appAccountToken to the account's UUID in every purchase.

SELECT
  p.transaction_id AS subject,
  u.id AS user,
  p.credit_at AS at,
  p.credit AS exposure,
  p.credit AS credit_amount,
  json_array(json_array('purchases', p.row), json_array('ledger', p.credit_row)) AS evidence
FROM setting, credited AS p
JOIN user AS u ON u.user = p.credit_user
WHERE p.app_account_token IS NULL
  AND p.offer_type IS NULL
ORDER BY subject;

/* @fires none
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","appAccountToken":""}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
@finds 1
@message Transaction 1 credited 0.85 to u1 at 2026-10-01T08:00:10Z without an appAccountToken.
*/

/* @quiet an offer code, and a token
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","appAccountToken":null,"offerType":"3"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
purchases {"transactionId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","appAccountToken":"00000000-0000-4000-8000-000000000001"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k","transactionId":"2"}
*/

/* @quiet not credited
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","appAccountToken":null}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1","applied":false}
*/

/* @notevaluated not exported
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
*/
