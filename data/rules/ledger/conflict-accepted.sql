-- A key that was applied is never applied with other values.
--
-- A key stands for one booking. Where it moved the balance again for another user, another kind or
-- another amount, the safeguard against double booking failed, and one of the two rows is wrong.
--
-- @severity critical
-- @needs    ledger.idempotencyKey
-- @uses     links
-- @subject  key
-- @source   Apple In-App Purchases, "Apply a top-up"
-- @message  The key {subject} was applied to {user} ({entry} of {first_amount}, row {adjustment}),
--           and again with other values at {at}: {again}, of {other_amount} in all.
-- @fix      Find out which of the rows was meant and take back the others. Make the key from what
--           is booked, so that no two bookings share one.

WITH applied AS (
  SELECT
    *,
    json_array(person, kind, amount) AS form,
    first_value(json_array(person, kind, amount)) OVER (
      PARTITION BY idempotency_key ORDER BY at, turn, row) AS first_form
  FROM keyed_movement
  ORDER BY at, turn, row
),
keyed AS (
  SELECT
    idempotency_key,
    min(row) FILTER (WHERE form = first_form) AS first_row,
    min(at) FILTER (WHERE form <> first_form) AS at,
    group_concat(adjustment_id, ', ') FILTER (WHERE form <> first_form) AS again,
    sum(abs(amount)) FILTER (WHERE form <> first_form) AS other_amount,
    count(DISTINCT form) FILTER (WHERE kind NOT IN ('merge-in', 'merge-out')) AS plain,
    count(DISTINCT form) FILTER (WHERE kind = 'merge-in') AS merge_in,
    count(DISTINCT form) FILTER (WHERE kind = 'merge-out') AS merge_out,
    count(DISTINCT person) = 1 OR count(DISTINCT amount) = 1 AS is_one_merge,
    json_group_array(json_array('ledger', row)) AS evidence
  FROM applied
  GROUP BY idempotency_key
)
SELECT k.idempotency_key AS subject, u.id AS user, k.at, k.other_amount AS exposure,
  l.kind AS entry, l.amount AS first_amount, l.adjustment_id AS adjustment, k.again,
  k.other_amount, k.evidence
FROM keyed AS k
JOIN ledger AS l
  ON l.row = k.first_row
JOIN user AS u
  ON u.user = l.user
WHERE plain + merge_in + merge_out > 1
  AND NOT (plain = 0 AND merge_in = 1 AND merge_out = 1 AND is_one_merge)
ORDER BY subject;

/* @fires another user
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","idempotencyKey":"k1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u2","kind":"gift","amount":"1","idempotencyKey":"k1"}
ledger {"adjustmentId":"3","at":"2026-10-01T10:00:00Z","userId":"u2","kind":"gift","amount":"2","idempotencyKey":"k1"}
@finds k1
@message The key k1 was applied to u1 (gift of 1.00, row 1), and again with other values at 2026-10-01T09:00:00Z: 2, 3, of 3.00 in all.
*/
/* @fires another kind
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","idempotencyKey":"k1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"purchase","amount":"1","idempotencyKey":"k1"}
@finds k1
*/
/* @fires another amount, by one unit
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","idempotencyKey":"k1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"gift","amount":"1.00000001","idempotencyKey":"k1"}
ledger {"adjustmentId":"3","at":"2026-10-01T10:00:00Z","userId":"u1","kind":"gift","amount":"1","idempotencyKey":"k1"}
@finds k1
*/
/* @fires a merge brought two amounts with one key
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-02T08:00:00Z","userId":"usr_1","kind":"merge-out","amount":"1","idempotencyKey":"k1"}
ledger {"adjustmentId":"2","at":"2026-10-02T08:00:00Z","userId":"spd_1","kind":"merge-in","amount":"1","idempotencyKey":"k1"}
ledger {"adjustmentId":"3","at":"2026-10-02T08:00:01Z","userId":"spd_1","kind":"merge-in","amount":"2","idempotencyKey":"k1"}
@finds k1
*/
/* @fires a merge took two amounts with one key
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-02T08:00:00Z","userId":"usr_1","kind":"merge-out","amount":"1","idempotencyKey":"k1"}
ledger {"adjustmentId":"2","at":"2026-10-02T08:00:00Z","userId":"usr_1","kind":"merge-out","amount":"2","idempotencyKey":"k1"}
ledger {"adjustmentId":"3","at":"2026-10-02T08:00:01Z","userId":"spd_1","kind":"merge-in","amount":"2","idempotencyKey":"k1"}
@finds k1
*/
/* @fires a merge and something else
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-02T08:00:00Z","userId":"spd_1","kind":"merge-in","amount":"1","idempotencyKey":"k1"}
ledger {"adjustmentId":"2","at":"2026-10-02T08:00:01Z","userId":"spd_1","kind":"gift","amount":"1","idempotencyKey":"k1"}
@finds k1
*/
/* @fires the merges of two strangers
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
links {"id":"lnk_2","at":"2026-10-02T08:00:00Z","localUserId":"usr_2","speedUserId":"spd_2","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-02T08:00:00Z","userId":"usr_1","kind":"merge-out","amount":"1","idempotencyKey":"k1"}
ledger {"adjustmentId":"2","at":"2026-10-02T08:00:00Z","userId":"spd_2","kind":"merge-in","amount":"2","idempotencyKey":"k1"}
@finds k1
*/
/* @quiet the amounts are equal as numbers
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","idempotencyKey":"k1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"gift","amount":"1.00","idempotencyKey":"k1"}
*/
/* @quiet only one of them was applied
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","idempotencyKey":"k1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u2","kind":"purchase","amount":"2","idempotencyKey":"k1","applied":false,"status":409}
*/
/* @quiet both sides of one merge
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-02T08:00:00Z","userId":"usr_1","kind":"merge-out","amount":"1","idempotencyKey":"k1"}
ledger {"adjustmentId":"2","at":"2026-10-02T08:00:00Z","userId":"spd_1","kind":"merge-in","amount":"1","idempotencyKey":"k1"}
*/
/* @quiet both sides of one merge, though the amounts differ: link.balance-not-merged says it
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-02T08:00:00Z","userId":"usr_1","kind":"merge-out","amount":"1","idempotencyKey":"k1"}
ledger {"adjustmentId":"2","at":"2026-10-02T08:00:00Z","userId":"spd_1","kind":"merge-in","amount":"2","idempotencyKey":"k1"}
*/
/* @quiet a merge made one user of the two
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
links {"id":"lnk_2","at":"2026-10-03T08:00:00Z","localUserId":"spd_1","speedUserId":"spd_2","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"gift","amount":"1","idempotencyKey":"k1"}
ledger {"adjustmentId":"2","at":"2026-10-04T08:00:00Z","userId":"spd_2","kind":"gift","amount":"1","idempotencyKey":"k1"}
*/
/* @notevaluated keys are not exported
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1"}
*/
