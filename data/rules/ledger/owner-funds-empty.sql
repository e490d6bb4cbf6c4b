-- No operation is charged to a local balance while the owner's funds are empty.
--
-- The local balance is a promise; the owner of the app pays the platform from funds of his own.
-- Where these are at zero or below, the operation runs on credit, and the platform may stop the app
-- at any time.
--
-- @severity high
-- @needs    ledger.ownerFunds
-- @subject  adjustment
-- @source   Sign in with Apple, on what pays for an operation
-- @message  Usage {subject} of {cost_amount} of {user} at {at} was to be paid from the local
--           balance while the owner's funds were {funds_amount}.
-- @fix      Fill up the funds, and set an alarm well above zero. Let your backend refuse operations
--           while the funds are empty.

SELECT
  l.adjustment_id AS subject,
  u.id AS user,
  min(l.at) AS at,
  l.amount AS exposure,
  l.amount AS cost_amount,
  l.owner_funds AS funds_amount,
  json_group_array(json_array('ledger', l.row)) AS evidence
FROM odd_ledger AS o
JOIN movement AS l
  ON l.row = o.row
JOIN user AS u
  ON u.user = l.user
WHERE o.oddity = 'owner-funds'
  AND l.kind = 'usage'
  AND l.payer = 'local'
  AND l.owner_funds <= 0
GROUP BY l.adjustment_id
ORDER BY subject;

/* @fires the funds are at zero
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"usage","amount":"1","ownerFunds":"0"}
@finds 1
@message Usage 1 of 1.00 of u1 at 2026-10-01T08:00:00Z was to be paid from the local balance while the owner's funds were 0.00.
*/
/* @fires the funds are below zero, the payer is named
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"usage","amount":"1","ownerFunds":"-5","payer":"local"}
@finds 1
*/
/* @quiet there are funds
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"usage","amount":"1","ownerFunds":"0.00000001"}
*/
/* @quiet the funds are not known for this row
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"usage","amount":"1","ownerFunds":null}
*/
/* @quiet the linked account pays
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"usage","amount":"1","ownerFunds":"0","payer":"linked"}
*/
/* @quiet no usage
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1","ownerFunds":"0"}
*/
/* @notevaluated the owner's funds are not exported
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"usage","amount":"1"}
*/
