-- The balance of a deleted local account doesn't move any more.
--
-- Money that is booked to an account that is gone belongs to nobody: a purchase that is credited
-- there is lost to the person who paid, and a usage there is paid by you.
--
-- @severity critical
-- @needs    ledger deletions.completedAt|deletions.dataDeletedAt|deletions.unlinkedAt
--           deletions.accountKind|sessions.isLocalUser
-- @uses     sessions
-- @subject  user
-- @source   Platform, "Sign in with Apple", section on account deletion
-- @message  {rows} booked to the local account of {subject} after it was deleted at {gone_at},
--           the last at {last_at}{doubt}.
-- @fix      Refuse bookings for accounts that are gone (end their sessions, stop their jobs); give
--           money back that a person paid.

WITH late AS (
  SELECT
    gone.user, gone.deletion_row, max(gone.at) AS gone_at, ledger.row, ledger.at, ledger.amount,
    ledger.kind <> 'usage' OR ledger.is_start_known AS is_sure
  FROM setting, gone
  JOIN deletion_fact ON deletion_fact.deletion_row = gone.deletion_row
  JOIN account_ledger ON account_ledger.user = gone.user
  JOIN movement AS ledger ON ledger.row = account_ledger.row
  WHERE deletion_fact.is_local_account = 1
    AND ledger.applied = 1
    AND ledger.kind <> 'forfeit'
    AND ledger.at > gone.at + setting.skew
    AND NOT (ledger.kind = 'usage' AND ledger.is_start_known AND ledger.began_at <= gone.at)
  GROUP BY gone.user, ledger.row
  ORDER BY gone.user, ledger.at, ledger.adjustment_id)
SELECT
  user.id AS subject,
  user.id AS user,
  min(late.at) AS at,
  iif(max(late.is_sure), 'critical', 'medium') AS severity,
  sum(abs(late.amount) / 100000000) * 100000000 + sum(abs(late.amount) % 100000000) AS exposure,
  min(late.gone_at) AS gone_at,
  max(late.at) AS last_at,
  count(*) || iif(count(*) = 1, ' row was', ' rows were') AS rows,
  iif(max(late.is_sure), '', ' (these operations may have begun before: startedAt isn''t exported)')
    AS doubt,
  json_array(
    json_group_array(json_array('deletions', late.deletion_row)),
    json_group_array(json_array('ledger', late.row))) AS evidence
FROM late
JOIN user ON user.user = late.user
GROUP BY late.user
ORDER BY subject;

/* @fires a purchase and a refused gift, and only the purchase was applied
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z","accountKind":"local"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:02:01Z","userId":"u1","kind":"purchase","amount":"1.00","startedAt":null}
ledger {"adjustmentId":"2","at":"2026-10-02T08:02:01Z","userId":"u1","kind":"gift","amount":"9.00","applied":false}
@finds u1
@severity critical
@message 1 row was booked to the local account of u1 after it was deleted at 2026-10-01T08:01:00Z, the last at 2026-10-01T08:02:01Z.
*/

/* @fires an operation that began after the deletion
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z","accountKind":"local"}
ledger {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"1.00","startedAt":"2026-10-01T08:01:01Z"}
@finds u1
@severity critical
*/

/* @fires an operation without a start began when it was booked
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z","accountKind":"local"}
ledger {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"1.00","startedAt":null}
@finds u1
@severity critical
*/

/* @fires starts of operations aren't exported, so it is only likely
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z","accountKind":"local"}
ledger {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"1.00"}
ledger {"adjustmentId":"2","at":"2026-10-01T10:00:00Z","userId":"u1","kind":"usage","amount":"1.00"}
@finds u1
@severity medium
@message 2 rows were booked to the local account of u1 after it was deleted at 2026-10-01T08:01:00Z, the last at 2026-10-01T10:00:00Z (these operations may have begun before: startedAt isn't exported).
*/

/* @fires a row that isn't a usage makes it sure
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z","accountKind":"local"}
ledger {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"1.00"}
ledger {"adjustmentId":"2","at":"2026-10-01T10:00:00Z","userId":"u1","kind":"reversal","amount":"1.00"}
@finds u1
@severity critical
*/

/* @fires the account was local by its last session before
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z"}
sessions {"id":"s1","at":"2026-09-01T08:00:00Z","userId":"u1","isLocalUser":true}
ledger {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"gift","amount":"1.00"}
@finds u1
*/

/* @quiet what is left is forfeited
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z","accountKind":"local"}
ledger {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"forfeit","amount":"1.00"}
*/

/* @quiet an operation that began before the deletion
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z","accountKind":"local"}
ledger {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"1.00","startedAt":"2026-10-01T08:01:00Z"}
*/

/* @quiet within the skew, and before
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z","accountKind":"local"}
ledger {"adjustmentId":"1","at":"2026-10-01T07:00:00Z","userId":"u1","kind":"gift","amount":"1.00"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:02:00Z","userId":"u1","kind":"gift","amount":"1.00"}
*/

/* @quiet a regular Speed account, and one of which it isn't known
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z","accountKind":"speed"}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z"}
ledger {"adjustmentId":"1","at":"2026-10-05T08:02:00Z","userId":"u1","kind":"gift","amount":"1.00"}
ledger {"adjustmentId":"2","at":"2026-10-05T08:02:00Z","userId":"u2","kind":"gift","amount":"1.00"}
*/

/* @notevaluated the kind of account can't be known
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z"}
ledger {"adjustmentId":"1","at":"2026-10-05T08:02:00Z","userId":"u1","kind":"gift","amount":"1.00"}
*/
