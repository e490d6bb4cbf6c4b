-- No more is taken back than was credited.
--
-- Somebody lost money that was theirs: a refund was booked twice, or one that never was.
--
-- @severity high
-- @needs    ledger.transactionId|ledger.idempotencyKey purchases|notifications
-- @uses     purchases notifications
-- @subject  transaction
-- @source   Apple, "Handling refund notifications" |
--           https://developer.apple.com/documentation/storekit/handling-refund-notifications
-- @message  {reversed_amount} was taken back from {user} for transaction {subject}, of
--           {credited_amount} credited{reason}.
-- @fix      Give back what was taken too much, and book a reversal once for each refund.

WITH
  taken AS (
    SELECT tx, user, min(at) AS at, sum(amount) AS reversed,
      json_group_array(json_array('ledger', row)) AS evidence,
      (SELECT coalesce(sum(amount), 0) FROM credit WHERE credit.tx = reversal.tx) AS credited
    FROM reversal
    GROUP BY tx),
  judged AS (
    SELECT *, tx NOT IN (SELECT tx FROM refund) AS is_unasked
    FROM taken)
SELECT
  j.tx AS subject,
  u.id AS user,
  j.at,
  iif(j.is_unasked, j.reversed, j.reversed - j.credited) AS exposure,
  j.reversed AS reversed_amount,
  j.credited AS credited_amount,
  iif(j.is_unasked, ', and no refund of it is known', '') AS reason,
  j.evidence
FROM judged AS j
JOIN user AS u ON u.user = j.user
WHERE j.reversed > j.credited OR j.is_unasked
ORDER BY subject;

/* @fires twice
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
notifications {"id":"n1","source":"appstore","type":"REFUND","transactionId":"1","receivedAt":"2026-10-02T08:00:00Z"}
ledger {"adjustmentId":"2","at":"2026-10-02T09:00:00Z","userId":"u1","kind":"reversal","amount":"0.85","idempotencyKey":"r1","transactionId":"1"}
ledger {"adjustmentId":"3","at":"2026-10-02T09:00:00Z","userId":"u1","kind":"reversal","amount":"0.00000001","idempotencyKey":"r1","transactionId":"1"}
@finds 1
@message 0.85000001 was taken back from u1 for transaction 1, of 0.85 credited.
*/

/* @fires no refund was known
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
ledger {"adjustmentId":"2","at":"2026-10-02T09:00:00Z","userId":"u1","kind":"reversal","amount":"0.85","idempotencyKey":"r1","transactionId":"1"}
@finds 1
*/

/* @quiet once for a refund
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
notifications {"id":"n1","source":"appstore","type":"REFUND","transactionId":"1","receivedAt":"2026-10-02T08:00:00Z"}
ledger {"adjustmentId":"2","at":"2026-10-02T09:00:00Z","userId":"u1","kind":"reversal","amount":"0.85","idempotencyKey":"r1","transactionId":"1"}
*/

/* @quiet revoked by date, or by state
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"revoked"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
ledger {"adjustmentId":"2","at":"2026-10-02T09:00:00Z","userId":"u1","kind":"reversal","amount":"0.85","idempotencyKey":"r1","transactionId":"1"}
*/

/* @quiet not applied
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
ledger {"adjustmentId":"2","at":"2026-10-02T09:00:00Z","userId":"u1","kind":"reversal","amount":"0.85","idempotencyKey":"r1","transactionId":"1","applied":false}
*/

/* @notevaluated neither purchases nor notifications
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
ledger {"adjustmentId":"2","at":"2026-10-02T09:00:00Z","userId":"u1","kind":"reversal","amount":"0.85","idempotencyKey":"r1","transactionId":"1"}
*/
