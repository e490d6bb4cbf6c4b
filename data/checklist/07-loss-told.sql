-- Who deletes an account with a balance is told of its loss.
--
-- @fails    deletion.loss-not-disclosed
-- @needs    ledger deletions.lossDisclosed
-- @source   Platform, "Sign in with Apple", section on account deletion
-- @evidence Deletions with a balance: {funded}; told of the loss: {passed}.
-- @do       Delete a test account that has a balance and export the deletion with
--           `lossDisclosed`.

SELECT
  count(*) FILTER (WHERE deletion.loss_disclosed = 1) AS passed,
  count(*) AS funded
FROM deletion_fact
JOIN deletion ON deletion.row = deletion_fact.deletion_row
WHERE deletion_fact.balance > 0;

/* @pass told
ledger {"adjustmentId":"1","at":"2026-10-01T07:00:00Z","userId":"u1","kind":"gift","amount":"1.00","balanceAfter":"1.00"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","lossDisclosed":true,"completedAt":"2026-10-01T08:00:05Z"}
*/

/* @fail not told
ledger {"adjustmentId":"1","at":"2026-10-01T07:00:00Z","userId":"u1","kind":"gift","amount":"1.00","balanceAfter":"1.00"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","lossDisclosed":false,"completedAt":"2026-10-01T08:00:05Z"}
*/

/* @nottested there was no balance
ledger {"adjustmentId":"1","at":"2026-10-01T07:00:00Z","userId":"u1","kind":"gift","amount":"0","balanceAfter":"0"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","lossDisclosed":true,"completedAt":"2026-10-01T08:00:05Z"}
*/
