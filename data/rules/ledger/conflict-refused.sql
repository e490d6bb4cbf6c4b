-- A key is used for one adjustment only.
--
-- The platform refuses a key that it has seen with other values, and answers 409. Nothing was
-- booked twice, but your backend tried: it makes keys that are not unique, or sends an old key with
-- new values.
--
-- @severity low
-- @needs    ledger.status ledger.idempotencyKey
-- @subject  key
-- @source   Apple In-App Purchases, "Apply a top-up"
-- @message  The platform refused the key {subject} with 409: {rows}, the first
--           ({adjustment}, {entry} of {refused_amount} for {user}) at {at}.
-- @fix      Make the key from what is booked, such as the transaction, and from nothing that can
--           come again. Keep the values with the key, and send them unchanged when you try again.

SELECT
  l.idempotency_key AS subject,
  u.id AS user,
  min(l.at) AS at,
  count(*) || iif(count(*) = 1, ' row', ' rows') AS rows,
  l.adjustment_id AS adjustment,
  l.kind AS entry,
  l.amount AS refused_amount,
  json_group_array(json_array('ledger', l.row)) AS evidence
FROM (
  SELECT m.*
  FROM odd_ledger AS o
  JOIN movement AS m
    ON m.row = o.row
  WHERE o.oddity = 'refused'
    AND m.status = 409
    AND m.idempotency_key IS NOT NULL
  ORDER BY m.at, m.adjustment_id) AS l
JOIN user AS u
  ON u.user = l.user
GROUP BY l.idempotency_key
ORDER BY subject;

/* @fires the platform refused the key
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","applied":false,"status":409,"idempotencyKey":"k1"}
@finds k1
@message The platform refused the key k1 with 409: 1 row, the first (1, gift of 1.00 for u1) at 2026-10-01T08:00:00Z.
*/
/* @fires once for a key that was tried again and again
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","status":200,"idempotencyKey":"k1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u2","kind":"gift","amount":"1","applied":false,"status":409,"idempotencyKey":"k1"}
ledger {"adjustmentId":"3","at":"2026-10-01T08:30:00Z","userId":"u3","kind":"gift","amount":"2","applied":false,"status":409,"idempotencyKey":"k1"}
@finds k1
@message The platform refused the key k1 with 409: 2 rows, the first (3, gift of 2.00 for u3) at 2026-10-01T08:30:00Z.
*/
/* @quiet another answer
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","applied":false,"status":402,"idempotencyKey":"k1"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","status":200,"idempotencyKey":"k1"}
*/
/* @quiet a row without a key
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","applied":false,"status":409,"idempotencyKey":null}
*/
/* @notevaluated the platform's answers are not exported
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","applied":false,"idempotencyKey":"k1"}
*/
