-- Every top-up carries a key.
--
-- The key makes a second try harmless. Without it, a timeout and a retry credit the user twice, and
-- nobody can tell afterwards whether two rows were meant.
--
-- @severity high
-- @needs    ledger.idempotencyKey
-- @subject  adjustment
-- @source   Apple In-App Purchases, "Apply a top-up"
-- @message  Row {subject} credited {credit_amount} to {user} ({entry}) at {at} without an
--           idempotencyKey.
-- @fix      Send a key with every purchase and gift: apple-transaction:<transactionId> for
--           purchases, an id that you keep for gifts.

SELECT
  l.adjustment_id AS subject,
  u.id AS user,
  min(l.at) AS at,
  l.amount AS exposure,
  l.amount AS credit_amount,
  l.kind AS entry,
  json_group_array(json_array('ledger', l.row)) AS evidence
FROM odd_ledger AS o
JOIN movement AS l
  ON l.row = o.row
JOIN user AS u
  ON u.user = l.user
WHERE o.oddity = 'keyless'
  AND l.kind IN ('purchase', 'gift')
  AND l.applied = 1
  AND l.idempotency_key IS NULL
GROUP BY l.adjustment_id
ORDER BY subject;

/* @fires a purchase without a key
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1","idempotencyKey":null}
@finds 1
@message Row 1 credited 1.00 to u1 (purchase) at 2026-10-01T08:00:00Z without an idempotencyKey.
*/
/* @fires a gift without a key, another row has one
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","idempotencyKey":"k1"}
@finds 1
*/
/* @fires an empty key is none
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","idempotencyKey":""}
@finds 1
*/
/* @quiet they have keys
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","idempotencyKey":"k1"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1","idempotencyKey":"k2"}
*/
/* @quiet it was not applied
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","applied":false,"idempotencyKey":null}
*/
/* @quiet other kinds need none
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"usage","amount":"1","idempotencyKey":null}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"reversal","amount":"1"}
ledger {"adjustmentId":"3","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"merge-in","amount":"1"}
*/
/* @notevaluated keys are not exported
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1"}
*/
