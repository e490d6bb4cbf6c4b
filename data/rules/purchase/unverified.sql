-- Only verified purchases are credited.
--
-- A pending purchase may never be paid, and a failed one never was. What was credited for it is
-- spent before anybody notices.
--
-- @severity critical
-- @needs    purchases ledger.transactionId|ledger.idempotencyKey purchases.state
-- @subject  transaction
-- @source   Apple In-App Purchases, "Apply a top-up"
-- @message  Transaction {subject}, which is {state}, credited {credit_amount} to {user} at {at}.
-- @fix      Credit only after Apple's signature was verified and the purchase is complete.

SELECT
  p.transaction_id AS subject,
  u.id AS user,
  p.credit_at AS at,
  p.credit AS exposure,
  p.credit AS credit_amount,
  p.state,
  json_array(json_array('purchases', p.row), json_array('ledger', p.credit_row)) AS evidence
FROM setting, credited AS p
JOIN user AS u ON u.user = p.credit_user
WHERE p.state IN ('pending', 'failed')
ORDER BY subject;

/* @fires pending, and failed
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"pending"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
purchases {"transactionId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"failed"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k","transactionId":"2"}
@finds 1 2
@message Transaction 1, which is pending, credited 0.85 to u1 at 2026-10-01T08:00:10Z.
*/

/* @quiet verified, revoked, or not told
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
purchases {"transactionId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":null}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k","transactionId":"2"}
*/

/* @quiet not credited
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"pending"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1","transactionId":"3"}
*/
