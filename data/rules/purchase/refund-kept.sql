-- A refund is taken back.
--
-- Apple gave the money back, and the credit is still there to be spent: what it buys is paid by
-- you alone.
--
-- @severity high
-- @needs    purchases ledger.transactionId|ledger.idempotencyKey
--           notifications|purchases.revocationDate|purchases.state
-- @uses     notifications
-- @subject  transaction
-- @source   Apple, "Handling refund notifications" |
--           https://developer.apple.com/documentation/storekit/handling-refund-notifications
-- @message  Transaction {subject} was refunded, and of the {risk_amount} at risk {reversed_amount}
--           was taken back from {user}.
-- @fix      Book a reversal of what was refunded, once for each refund.

WITH
  undone AS MATERIALIZED (
    SELECT tx, max(t) AS at
    FROM store_event
    WHERE type = 'REFUND_REVERSED'
    GROUP BY tx),
  kept AS (
    SELECT p.*, p.credit / 100000 * coalesce(p.revocation_percentage, 100000)
        + p.credit % 100000 * coalesce(p.revocation_percentage, 100000) / 100000 AS risk,
      max(r.t) AS refunded_at, r.stream, r.row AS refund_row, n.at AS undone_at
    FROM credited AS p
    JOIN refund AS r ON r.tx = p.transaction_id
    LEFT JOIN undone AS n ON n.tx = p.transaction_id
    GROUP BY p.row),
  counted AS (
    SELECT k.*,
      (SELECT coalesce(sum(amount), 0) FROM reversal AS r
        WHERE r.tx = k.transaction_id AND r.at > coalesce(k.undone_at, r.at - 1)) AS reversed
    FROM kept AS k)
SELECT
  c.transaction_id AS subject,
  u.id AS user,
  c.refunded_at AS at,
  c.risk AS exposure,
  c.risk AS risk_amount,
  c.reversed AS reversed_amount,
  json_array(json_array('purchases', c.row), json_array('ledger', c.credit_row),
    json_array(c.stream, c.refund_row)) AS evidence
FROM counted AS c
JOIN user AS u ON u.user = c.credit_user
WHERE c.reversed < c.risk
  AND (c.undone_at IS NULL OR c.undone_at <= c.refunded_at)
ORDER BY subject;

/* @fires revoked, told in three ways
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","revocationDate":"2026-10-02T08:00:00Z"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
purchases {"transactionId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"revoked"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:2"}
purchases {"transactionId":"3","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
ledger {"adjustmentId":"3","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:3"}
notifications {"id":"n1","source":"appstore","type":"REVOKE","transactionId":"3","receivedAt":"2026-10-02T08:00:00Z"}
@finds 1 2 3
@message Transaction 1 was refunded, and of the 0.85 at risk 0.00 was taken back from u1.
*/

/* @fires half of it, and less than half was taken back
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","revocationDate":"2026-10-02T08:00:00Z","revocationPercentage":50000}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
ledger {"adjustmentId":"2","at":"2026-10-02T09:00:00Z","userId":"u1","kind":"reversal","amount":"0.42","idempotencyKey":"r1","transactionId":"1"}
@finds 1
*/

/* @fires refunded again after it was undone
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
notifications {"id":"n1","source":"appstore","type":"REFUND","transactionId":"1","receivedAt":"2026-10-02T08:00:00Z"}
ledger {"adjustmentId":"2","at":"2026-10-02T09:00:00Z","userId":"u1","kind":"reversal","amount":"0.85","idempotencyKey":"r1","transactionId":"1"}
notifications {"id":"n2","source":"appstore","type":"REFUND_REVERSED","transactionId":"1","receivedAt":"2026-10-03T08:00:00Z"}
ledger {"adjustmentId":"3","at":"2026-10-03T09:00:00Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k","transactionId":"1"}
notifications {"id":"n3","source":"appstore","type":"REFUND","transactionId":"1","receivedAt":"2026-10-04T08:00:00Z"}
@finds 1
*/

/* @quiet all of it was taken back, and half of a half refund
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
notifications {"id":"n1","source":"appstore","type":"REFUND","transactionId":"1","receivedAt":"2026-10-02T08:00:00Z"}
ledger {"adjustmentId":"2","at":"2026-10-02T09:00:00Z","userId":"u1","kind":"reversal","amount":"0.85","idempotencyKey":"r1","transactionId":"1"}
purchases {"transactionId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","revocationDate":"2026-10-02T08:00:00Z","revocationPercentage":50000}
ledger {"adjustmentId":"3","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:2"}
ledger {"adjustmentId":"4","at":"2026-10-02T09:00:00Z","userId":"u1","kind":"reversal","amount":"0.425","idempotencyKey":"r1","transactionId":"2"}
*/

/* @quiet the refund was undone
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
notifications {"id":"n1","source":"appstore","type":"REFUND","transactionId":"1","receivedAt":"2026-10-02T08:00:00Z"}
notifications {"id":"n2","source":"appstore","type":"REFUND_REVERSED","transactionId":"1","receivedAt":"2026-10-03T08:00:00Z"}
*/

/* @quiet declined, or never credited
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
notifications {"id":"n1","source":"appstore","type":"REFUND_DECLINED","transactionId":"1","receivedAt":"2026-10-02T08:00:00Z"}
purchases {"transactionId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"revoked"}
*/

/* @fires a large amount to the last unit
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"revoked"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"9999999999.87654321","idempotencyKey":"apple-transaction:1"}
ledger {"adjustmentId":"2","at":"2026-10-02T08:00:10Z","userId":"u1","kind":"reversal","amount":"9999999999.87654320","transactionId":"1"}
@finds 1
*/

/* @quiet a large amount all taken back
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"revoked"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"9999999999.87654321","idempotencyKey":"apple-transaction:1"}
ledger {"adjustmentId":"2","at":"2026-10-02T08:00:10Z","userId":"u1","kind":"reversal","amount":"9999999999.87654321","transactionId":"1"}
*/
