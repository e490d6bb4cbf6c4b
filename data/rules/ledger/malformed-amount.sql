-- Amounts are above zero and have eight decimals at most.
--
-- The direction of a movement is in its kind. A negative amount turns it round, a top-up of zero
-- tells the user about money that never comes, and digits beyond the eighth are cut off, so that
-- your sums and the platform's drift apart.
--
-- @severity high
-- @needs    ledger
-- @subject  adjustment
-- @source   Apple In-App Purchases, "Apply a top-up"
-- @message  Row {subject} ({entry} for {user}) at {at} has the amount {written_amount}, which is
--           {fault}.
-- @fix      Calculate with whole units of 0.00000001, never with floating point, and check the
--           amount before it is sent.

SELECT
  l.adjustment_id AS subject,
  u.id AS user,
  min(l.at) AS at,
  nullif(abs(l.amount), 0) AS exposure,
  l.kind AS entry,
  l.amount AS written_amount,
  CASE
    WHEN l.amount < 0 THEN 'negative'
    WHEN l.amount_decimals > 8 THEN 'what is left of ' || l.amount_decimals || ' decimals'
    ELSE 'zero'
  END AS fault,
  json_group_array(json_array('ledger', l.row)) AS evidence
FROM odd_ledger AS o
JOIN movement AS l
  ON l.row = o.row
JOIN user AS u
  ON u.user = l.user
WHERE o.oddity = 'amount'
  AND (
    l.amount < 0
    OR (l.kind IN ('purchase', 'gift') AND (l.amount = 0 OR l.amount_decimals > 8)))
  AND (l.applied = 1 OR coalesce(l.status NOT BETWEEN 400 AND 499, 1))
GROUP BY l.adjustment_id
ORDER BY subject;

/* @fires a purchase of nothing
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"0.00"}
@finds 1
@message Row 1 (purchase for u1) at 2026-10-01T08:00:00Z has the amount 0.00, which is zero.
*/
/* @fires a gift that takes
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"-1"}
@finds 1
@message Row 1 (gift for u1) at 2026-10-01T08:00:00Z has the amount -1.00, which is negative.
*/
/* @fires nine decimals, even zeros
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"0.123456789"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1.000000000"}
@finds 1 2
*/
/* @fires any other kind with a negative amount
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"usage","amount":"-1"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"reversal","amount":"-0.00000001"}
@finds 1 2
*/
/* @fires it was not applied, and nobody refused it
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"0","applied":false,"status":200}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"0","applied":false}
@finds 1 2
*/
/* @quiet amounts as they should be
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"0.00000001"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1.12345678"}
*/
/* @quiet a usage of nothing, or of many decimals
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"usage","amount":"0"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"usage","amount":"0.123456789"}
*/
/* @quiet the platform refused it
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"0","applied":false,"status":400}
*/
