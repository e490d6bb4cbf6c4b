-- Nothing of an account is older than the account.
--
-- The sign-in with isNewAccount true made the account. A session, a row or money from before it
-- means that the account was there already and was taken for new, or that a user id was given to a
-- second person, who now sees what the first one left.
--
-- @severity high
-- @needs    sessions.isNewAccount
-- @uses     rows ledger deletions links
-- @subject  user
-- @source   Sign in with Apple (platform page), "Sessions"
-- @message  The sign-in of {user} at {new_at} made the account, but {count} of its records (sessions,
--           ledger rows or rows of your database) are older, the first of {at}.
-- @fix      Find the account by its user id before you make one, never give a user id to anybody
--           again, and set isNewAccount only in the code that inserts the account.

WITH born AS MATERIALIZED (
  SELECT user, min(at) AS at, row FROM session WHERE is_new_account = 1 GROUP BY user)
SELECT
  user.id AS subject,
  user.id AS user,
  min(early.at) AS at,
  born.at AS new_at,
  count(*) AS count,
  json_array(
    json_array('sessions', born.row),
    json_group_array(json_array(early.stream, early.row))) AS evidence
FROM setting, (SELECT * FROM early_record ORDER BY at, stream, row) AS early
JOIN born ON born.user = early.user
JOIN user ON user.user = early.user
WHERE early.at < born.at - setting.skew
  AND early.may_be_moved = 0
  AND NOT EXISTS (
    SELECT 1
    FROM gone
    WHERE gone.user = early.user AND gone.at BETWEEN early.at AND born.at)
GROUP BY early.user
ORDER BY subject;

/* @fires a session, a ledger row and a row of the database, each just older than the skew allows
sessions {"id":"s0","at":"2026-10-01T07:58:59Z","userId":"u1"}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","isNewAccount":true}
ledger {"adjustmentId":"1","at":"2026-10-01T07:58:59Z","userId":"u2","kind":"gift","amount":"1"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u2","isNewAccount":true}
rows {"table":"notes","rowId":"1","userId":"u3","createdAt":"2026-10-01T07:58:59Z"}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u3","isNewAccount":true}
@finds u1 u2 u3
@message The sign-in of u1 at 2026-10-01T08:00:00Z made the account, but 1 of its records (sessions, ledger rows or rows of your database) are older, the first of 2026-10-01T07:58:59Z.
*/

/* @fires once for many records, the first of them told, and what moved nothing counts too
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u1","isNewAccount":true}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","isNewAccount":true}
sessions {"id":"s0","at":"2026-09-29T08:00:00Z","userId":"u1","isNewAccount":false}
ledger {"adjustmentId":"1","at":"2026-09-28T08:00:00Z","userId":"u1","kind":"usage","amount":"1","applied":false}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"gift","amount":"1"}
rows {"table":"notes","rowId":"1","userId":"u1","createdAt":"2026-09-30T08:00:00Z"}
@finds u1
@message The sign-in of u1 at 2026-10-01T08:00:00Z made the account, but 3 of its records (sessions, ledger rows or rows of your database) are older, the first of 2026-09-28T08:00:00Z.
*/

/* @fires the one early row of many
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","isNewAccount":true}
ledger {"adjustmentId":"1","at":"2026-10-02T08:00:00Z","userId":"u1","kind":"gift","amount":"1"}
ledger {"adjustmentId":"2","at":"2026-10-03T08:00:00Z","userId":"u1","kind":"gift","amount":"1"}
ledger {"adjustmentId":"3","at":"2026-09-30T08:00:00Z","userId":"u1","kind":"gift","amount":"1"}
rows {"table":"notes","rowId":"1","userId":"u1","createdAt":"2026-10-02T08:00:00Z"}
@finds u1
@message The sign-in of u1 at 2026-10-01T08:00:00Z made the account, but 1 of its records (sessions, ledger rows or rows of your database) are older, the first of 2026-09-30T08:00:00Z.
*/

/* @fires the deletion came before the records, after the account, of another one, or not to its end
rows {"table":"notes","rowId":"1","userId":"u1","createdAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-10-03T08:00:00Z","userId":"u1","isNewAccount":true}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T07:00:00Z","completedAt":"2026-10-01T07:59:59Z"}
deletions {"id":"d2","userId":"u1","requestedAt":"2026-10-02T07:00:00Z"}
deletions {"id":"d3","userId":"u1","requestedAt":"2026-10-02T07:00:00Z","completedAt":"2026-10-03T08:00:01Z"}
deletions {"id":"d4","userId":"u2","requestedAt":"2026-10-02T07:00:00Z","completedAt":"2026-10-02T08:00:00Z"}
@finds u1
*/

/* @fires the merge came before the records, and brings no sessions
links {"id":"lnk_1","at":"2026-09-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
rows {"table":"notes","rowId":"1","userId":"spd_1","createdAt":"2026-09-01T08:00:01Z"}
sessions {"id":"s1","at":"2026-10-03T08:00:00Z","userId":"spd_1","isNewAccount":true}
links {"id":"lnk_2","at":"2026-09-01T08:00:00Z","localUserId":"usr_2","speedUserId":"spd_2","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-09-01T08:00:01Z","userId":"spd_2","kind":"gift","amount":"1"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"spd_2","isNewAccount":true}
links {"id":"lnk_3","at":"2026-10-04T08:00:00Z","localUserId":"usr_3","speedUserId":"spd_3","keep":"speed","status":200}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"spd_3"}
sessions {"id":"s4","at":"2026-10-03T08:00:00Z","userId":"spd_3","isNewAccount":true}
rows {"table":"notes","rowId":"2","userId":"usr_3","createdAt":"2026-09-30T08:00:00Z"}
ledger {"adjustmentId":"2","at":"2026-09-30T08:00:00Z","userId":"usr_3","kind":"gift","amount":"1"}
sessions {"id":"s5","at":"2026-10-01T08:00:00Z","userId":"usr_3","isNewAccount":true}
@finds spd_1 spd_2 spd_3 usr_3
*/

/* @quiet within the skew, without a date, without a new account, and of other accounts
rows {"table":"notes","rowId":"1","userId":"u1","createdAt":"2026-10-01T07:59:00Z"}
rows {"table":"notes","rowId":"2","userId":"u1"}
sessions {"id":"s0","at":"2026-10-01T07:59:00Z","userId":"u1","isNewAccount":false}
ledger {"adjustmentId":"1","at":"2026-10-01T07:59:00Z","userId":"u1","kind":"gift","amount":"1"}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","isNewAccount":true}
rows {"table":"notes","rowId":"3","userId":"u2","createdAt":"2026-09-01T08:00:00Z"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u2","isNewAccount":false}
*/

/* @quiet from before a deletion, in the same moment too
rows {"table":"notes","rowId":"1","userId":"u1","createdAt":"2026-09-01T08:00:00Z"}
sessions {"id":"s0","at":"2026-09-01T08:00:00Z","userId":"u1"}
ledger {"adjustmentId":"1","at":"2026-09-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-09-02T07:00:00Z","completedAt":"2026-09-02T08:00:00Z"}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","isNewAccount":true}
rows {"table":"notes","rowId":"2","userId":"u2","createdAt":"2026-09-01T08:00:00Z"}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-09-01T07:00:00Z","completedAt":"2026-09-01T08:00:00Z"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u2","isNewAccount":true}
rows {"table":"notes","rowId":"3","userId":"u3","createdAt":"2026-09-01T08:00:00Z"}
deletions {"id":"d3","userId":"u3","requestedAt":"2026-09-01T07:00:00Z","completedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u3","isNewAccount":true}
*/

/* @quiet ledger rows that a merge moved
ledger {"adjustmentId":"1","at":"2026-09-01T08:00:00Z","userId":"spd_1","movedFrom":"usr_1","kind":"gift","amount":"1"}
ledger {"adjustmentId":"2","at":"2026-09-01T08:00:00Z","userId":"usr_2","kind":"gift","amount":"1"}
ledger {"adjustmentId":"2","at":"2026-09-01T08:00:00Z","userId":"spd_2","kind":"gift","amount":"1"}
ledger {"adjustmentId":"3","at":"2026-09-02T08:00:00Z","userId":"spd_3","kind":"gift","amount":"1"}
ledger {"adjustmentId":"3","at":"2026-09-02T08:00:00Z","userId":"spd_3","movedFrom":"usr_3","kind":"gift","amount":"1"}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"spd_1","isNewAccount":true}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"spd_2","isNewAccount":true}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"spd_3","isNewAccount":true}
links {"id":"lnk_2","at":"2026-10-02T08:00:00Z","localUserId":"usr_2","speedUserId":"spd_2","keep":"speed","status":200}
*/

/* @quiet what a merge may have brought, at once or by way of a third account
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
rows {"table":"notes","rowId":"1","userId":"spd_1","createdAt":"2026-09-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-10-03T08:00:00Z","userId":"spd_1","isNewAccount":true}
ledger {"adjustmentId":"1","at":"2026-10-02T08:00:00Z","userId":"spd_1","kind":"gift","amount":"1"}
rows {"table":"notes","rowId":"2","userId":"spd_1","createdAt":"2026-10-02T08:00:00Z"}
links {"id":"lnk_2","at":"2026-10-04T08:00:00Z","localUserId":"spd_1","speedUserId":"spd_2","keep":"speed","status":200}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:00Z","userId":"spd_2","kind":"gift","amount":"1"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"spd_2","isNewAccount":true}
*/

/* @notevaluated which sessions made an account isn't exported
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1"}
rows {"table":"notes","rowId":"1","userId":"u1","createdAt":"2026-09-01T08:00:00Z"}
*/
