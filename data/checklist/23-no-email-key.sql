-- Nobody is keyed by an email address.
--
-- @fails    identity.email-as-key
-- @needs    sessions
-- @source   General practice
-- @evidence Sessions read: {passed}.
-- @do       Export `sessions`.

SELECT count(*) AS passed FROM session;

/* @pass sessions were read
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1"}
*/

/* @nottested only the ledger was read
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1.00"}
*/
