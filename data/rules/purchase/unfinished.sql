-- A credited purchase is finished.
--
-- An unfinished transaction comes back at every launch, and after a change of account it comes
-- back to somebody else.
--
-- @severity medium
-- @needs    purchases ledger.transactionId|ledger.idempotencyKey purchases.finishedAt
-- @subject  transaction
-- @source   Apple In-App Purchases, "Apply a top-up"
-- @message  Transaction {subject} was credited at {at} and is not finished {waited_span} later.
-- @fix      Finish the transaction in the app once the credit was answered, and again at the next
--           launch where that failed.

SELECT
  p.transaction_id AS subject,
  u.id AS user,
  p.credit_at AS at,
  NULL AS exposure,
  setting.as_of - p.credit_at AS waited_span,
  json_array(json_array('purchases', p.row), json_array('ledger', p.credit_row)) AS evidence
FROM setting, credited AS p
JOIN user AS u ON u.user = p.credit_user
WHERE p.finished_at IS NULL
  AND p.credit_at + setting.purchase_settlement <= setting.as_of
ORDER BY subject;

/* @fires at the end of the settlement
asof 2026-10-02T08:00:10Z
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","finishedAt":null}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
@finds 1
@message Transaction 1 was credited at 2026-10-01T08:00:10Z and is not finished 1 day later.
*/

/* @quiet before that
asof 2026-10-02T08:00:09Z
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","finishedAt":null}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
*/

/* @quiet finished, or not credited
asof 2026-11-30T00:00:00Z
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","finishedAt":"2026-11-01T08:00:00Z"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
purchases {"transactionId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
*/

/* @notevaluated not exported
asof 2026-11-30T00:00:00Z
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
*/
