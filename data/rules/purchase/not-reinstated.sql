-- A refund that was undone is credited again.
--
-- Apple took the money again, and the person has lost both: the money and what it bought.
--
-- @severity medium
-- @needs    ledger.transactionId|ledger.idempotencyKey notifications.transactionId
-- @uses     notifications
-- @subject  transaction
-- @source   Apple, "Handling refund notifications" |
--           https://developer.apple.com/documentation/storekit/handling-refund-notifications
-- @message  The refund of transaction {subject} was undone at {at}, and the {lost_amount} taken
--           back from {user} was not credited again.
-- @fix      Credit the amount again under a key of its own, and do so for every REFUND_REVERSED.

WITH undone AS (
  SELECT e.tx, e.t, e.row, r.user, sum(r.amount) AS lost, min(r.at) AS reversed_at,
    json_group_array(json_array('ledger', r.row)) AS evidence
  FROM store_event AS e
  JOIN reversal AS r ON r.tx = e.tx AND r.at <= e.t
  WHERE e.type = 'REFUND_REVERSED'
  GROUP BY e.id, e.tx)
SELECT
  n.tx AS subject,
  u.id AS user,
  min(n.t) AS at,
  n.lost AS exposure,
  n.lost AS lost_amount,
  json_array(json_array('notifications', n.row), json(n.evidence)) AS evidence
FROM setting, undone AS n
JOIN user AS u ON u.user = n.user
WHERE n.t + setting.purchase_settlement <= setting.as_of
  AND n.lost > (
    SELECT coalesce(sum(c.amount), 0)
    FROM credit AS c
    WHERE c.tx = n.tx AND c.at > n.reversed_at AND c.at <= n.t + setting.purchase_settlement)
GROUP BY n.tx
ORDER BY subject;

/* @fires nothing came back
asof 2026-10-04T08:00:00Z
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
ledger {"adjustmentId":"2","at":"2026-10-02T09:00:00Z","userId":"u1","kind":"reversal","amount":"0.85","idempotencyKey":"r1","transactionId":"1"}
notifications {"id":"n1","source":"appstore","type":"REFUND_REVERSED","transactionId":"1","receivedAt":"2026-10-03T08:00:00Z"}
@finds 1
@message The refund of transaction 1 was undone at 2026-10-03T08:00:00Z, and the 0.85 taken back from u1 was not credited again.
*/

/* @fires too late
asof 2026-11-30T00:00:00Z
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
ledger {"adjustmentId":"2","at":"2026-10-02T09:00:00Z","userId":"u1","kind":"reversal","amount":"0.85","idempotencyKey":"r1","transactionId":"1"}
notifications {"id":"n1","source":"appstore","type":"REFUND_REVERSED","transactionId":"1","receivedAt":"2026-10-03T08:00:00Z"}
ledger {"adjustmentId":"3","at":"2026-10-04T08:00:01Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k","transactionId":"1"}
@finds 1
*/

/* @quiet credited in time
asof 2026-11-30T00:00:00Z
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
ledger {"adjustmentId":"2","at":"2026-10-02T09:00:00Z","userId":"u1","kind":"reversal","amount":"0.85","idempotencyKey":"r1","transactionId":"1"}
notifications {"id":"n1","source":"appstore","type":"REFUND_REVERSED","transactionId":"1","receivedAt":"2026-10-03T08:00:00Z"}
ledger {"adjustmentId":"3","at":"2026-10-04T08:00:00Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k","transactionId":"1"}
*/

/* @quiet the settlement is not over
asof 2026-10-04T07:59:59Z
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
ledger {"adjustmentId":"2","at":"2026-10-02T09:00:00Z","userId":"u1","kind":"reversal","amount":"0.85","idempotencyKey":"r1","transactionId":"1"}
notifications {"id":"n1","source":"appstore","type":"REFUND_REVERSED","transactionId":"1","receivedAt":"2026-10-03T08:00:00Z"}
*/

/* @quiet nothing was taken back, or the refund stands
asof 2026-11-30T00:00:00Z
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
notifications {"id":"n1","source":"appstore","type":"REFUND_REVERSED","transactionId":"1","receivedAt":"2026-10-03T08:00:00Z"}
ledger {"adjustmentId":"4","at":"2026-10-02T09:00:00Z","userId":"u1","kind":"reversal","amount":"0.85","idempotencyKey":"r1","transactionId":"2"}
notifications {"id":"n2","source":"appstore","type":"REFUND","transactionId":"2","receivedAt":"2026-10-02T08:00:00Z"}
*/
