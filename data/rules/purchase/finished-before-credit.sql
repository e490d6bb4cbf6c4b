-- A purchase is credited before it is finished.
--
-- StoreKit delivers a purchase again until it is finished. Finished first, it is lost for good
-- when the credit fails: the person paid and gets nothing.
--
-- @severity high
-- @needs    purchases ledger.transactionId|ledger.idempotencyKey purchases.finishedAt
-- @subject  transaction
-- @source   Apple In-App Purchases, "Apply a top-up"
-- @message  Transaction {subject} was finished at {finished_at}, {early_span} before its credit.
-- @fix      Finish a transaction only after the credit was answered.

SELECT
  p.transaction_id AS subject,
  u.id AS user,
  p.credit_at AS at,
  p.credit AS exposure,
  p.finished_at,
  p.credit_at - p.finished_at AS early_span,
  json_array(json_array('purchases', p.row), json_array('ledger', p.credit_row)) AS evidence
FROM setting, credited AS p
JOIN user AS u ON u.user = p.credit_user
WHERE p.finished_at < p.credit_at - setting.skew
ORDER BY subject;

/* @fires more than the skew before
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","finishedAt":"2026-10-01T07:59:09Z"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
@finds 1
@message Transaction 1 was finished at 2026-10-01T07:59:09Z, 1 minute 1 second before its credit.
*/

/* @quiet within the skew, and never
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","finishedAt":"2026-10-01T07:59:10Z"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
purchases {"transactionId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k","transactionId":"2"}
*/
