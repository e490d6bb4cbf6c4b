-- A key is applied once.
--
-- The key of an adjustment makes a second try harmless: the platform answers it without booking
-- again. Where one key moved the balance more than once, the safeguard failed, and the same thing
-- was credited or charged twice.
--
-- @severity critical
-- @needs    ledger.idempotencyKey
-- @uses     links
-- @subject  key
-- @source   Apple In-App Purchases, "Apply a top-up"
-- @message  The key {subject} was applied {count} times ({entry} of {each_amount} for {user}), the
--           second time at {at}. Too much in all: {excess_amount}.
-- @fix      Take back what was booked too often. Send every repeat with the same key and the same
--           values, and don't count its answer as a new booking.

WITH applied AS (
  SELECT *
  FROM keyed_movement
  ORDER BY at, turn, row
),
repeated AS (
  SELECT
    idempotency_key,
    user,
    kind,
    amount,
    count(*) AS count,
    json_group_array(at) ->> 1 AS at,
    json_group_array(json_array('ledger', row)) AS evidence
  FROM applied
  GROUP BY idempotency_key, person, kind, amount
  HAVING count(*) > 1
)
SELECT
  r.idempotency_key AS subject,
  u.id AS user,
  min(r.at) AS at,
  sum((r.count - 1) * abs(r.amount)) AS exposure,
  sum(r.count) AS count,
  r.kind AS entry,
  r.amount AS each_amount,
  sum((r.count - 1) * abs(r.amount)) AS excess_amount,
  json_group_array(json(r.evidence)) AS evidence
FROM repeated AS r
JOIN user AS u
  ON u.user = r.user
GROUP BY r.idempotency_key
ORDER BY subject;

/* @fires the same purchase twice
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:05Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
@finds apple-transaction:1
@message The key apple-transaction:1 was applied 2 times (purchase of 0.85 for u1), the second time at 2026-10-01T08:00:05Z. Too much in all: 0.85.
*/
/* @fires three times, amounts written in other ways
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","idempotencyKey":"k1"}
ledger {"adjustmentId":"2","at":"2026-10-02T08:00:00Z","userId":"u1","kind":"gift","amount":1.0,"idempotencyKey":"k1"}
ledger {"adjustmentId":"3","at":"2026-10-03T08:00:00Z","userId":"u1","kind":"gift","amount":"1.00000000","idempotencyKey":"k1"}
@finds k1
@message The key k1 was applied 3 times (gift of 1.00 for u1), the second time at 2026-10-02T08:00:00Z. Too much in all: 2.00.
*/
/* @fires a usage too
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"usage","amount":"1","idempotencyKey":"k1"}
ledger {"adjustmentId":"2","at":"2026-10-02T08:00:00Z","userId":"u1","kind":"usage","amount":"1","idempotencyKey":"k1"}
@finds k1
*/
/* @fires before and after a merge, which made one user of two
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"purchase","amount":"1","idempotencyKey":"k1"}
ledger {"adjustmentId":"2","at":"2026-10-03T08:00:00Z","userId":"spd_1","kind":"purchase","amount":"1","idempotencyKey":"k1"}
@finds k1
*/
/* @quiet the repeat moved nothing
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k1"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:05Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k1","applied":false}
*/
/* @quiet other keys, and rows without one
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k1"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:05Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"K1"}
ledger {"adjustmentId":"3","at":"2026-10-01T08:00:05Z","userId":"u1","kind":"purchase","amount":"0.85"}
ledger {"adjustmentId":"4","at":"2026-10-01T08:00:05Z","userId":"u1","kind":"purchase","amount":"0.85"}
*/
/* @quiet another user, kind or amount: ledger.conflict-accepted says it
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k1"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:05Z","userId":"u2","kind":"purchase","amount":"0.85","idempotencyKey":"k1"}
ledger {"adjustmentId":"3","at":"2026-10-01T08:00:05Z","userId":"u1","kind":"gift","amount":"0.85","idempotencyKey":"k1"}
ledger {"adjustmentId":"4","at":"2026-10-01T08:00:05Z","userId":"u1","kind":"purchase","amount":"0.86","idempotencyKey":"k1"}
*/
/* @quiet the same row read again the next night
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k1"}
--- next export
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00+00:00","userId":"u1","kind":"purchase","amount":0.850,"idempotencyKey":"k1","productId":null}
*/
/* @quiet the same row, moved by a merge
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"purchase","amount":"1","idempotencyKey":"k1"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"spd_1","kind":"purchase","amount":"1","idempotencyKey":"k1"}
*/
/* @notevaluated keys are not exported
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"0.85"}
*/
