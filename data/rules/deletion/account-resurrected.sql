-- A deleted local account doesn't come back to life.
--
-- A local account exists only in your app: when it is deleted it is gone for good, and who signs
-- in again is a new user with a new account. If the old one is found again, its deletion was a
-- deactivation, which Apple says is not enough.
--
-- @severity critical
-- @needs    sessions deletions.completedAt|deletions.dataDeletedAt|deletions.unlinkedAt
--           deletions.accountKind|sessions.isLocalUser
-- @subject  user
-- @source   Apple, "Offering account deletion in your app"
--           | https://developer.apple.com/support/offering-account-deletion-in-your-app
-- @message  The local account of {subject} was deleted at {gone_at}, but the sign-in at {back_at}
--           found it again.
-- @fix      Remove the account's row and its Apple sub at deletion, so that the next sign-in of
--           that sub makes a new account with isNewAccount true.

WITH
  local AS MATERIALIZED (
    SELECT gone.*
    FROM gone
    JOIN deletion_fact ON deletion_fact.deletion_row = gone.deletion_row
    WHERE deletion_fact.is_local_account = 1),
  again AS (
    SELECT local.user, local.deletion_row, local.at AS gone_at, session.row, session.at
    FROM setting, local
    JOIN account_session ON account_session.user = local.user
    JOIN session ON session.row = account_session.row
    WHERE session.at > local.at + setting.skew
    UNION
    SELECT user, deletion_row, gone_at, row, at
    FROM next_of_sub
    WHERE deletion_row IN (SELECT deletion_row FROM local)
      AND is_new_account IS NOT 1
      AND EXISTS (SELECT 1 FROM known WHERE stream = 'sessions' AND field = 'isNewAccount')
    ORDER BY user, gone_at, at, row)
SELECT
  user.id AS subject,
  user.id AS user,
  min(again.at) AS at,
  min(again.at) AS back_at,
  min(again.gone_at) AS gone_at,
  json_array(
    json_group_array(json_array('deletions', again.deletion_row)),
    json_group_array(json_array('sessions', again.row))) AS evidence
FROM again
JOIN user ON user.user = again.user
GROUP BY again.user
ORDER BY subject;

/* @fires the same user id signs in after the deletion
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z","accountKind":"local"}
sessions {"id":"s1","at":"2026-10-01T08:02:01Z","userId":"u1","isNewAccount":true}
@finds u1
@message The local account of u1 was deleted at 2026-10-01T08:01:00Z, but the sign-in at 2026-10-01T08:02:01Z found it again.
*/

/* @fires the next session of its Apple sub isn't a new account's
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z","accountKind":"local","appleSub":"a1"}
sessions {"id":"s1","at":"2026-10-05T08:00:00Z","userId":"u2","appleSub":"a1","isNewAccount":false}
@finds u1
*/

/* @fires the sub is known from the account's sessions, as is that it was local
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z"}
sessions {"id":"s1","at":"2026-09-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1","isNewAccount":true,"isLocalUser":true}
sessions {"id":"s2","at":"2026-10-05T08:00:00Z","userId":"u2","method":"apple","appleSub":"a1"}
@finds u1
*/

/* @quiet a regular Speed account comes back
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z","accountKind":"speed","appleSub":"a1"}
sessions {"id":"s1","at":"2026-10-05T08:00:00Z","userId":"u1","appleSub":"a1","isNewAccount":false}
*/

/* @quiet it isn't known whether the account was local
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z","accountKind":null}
sessions {"id":"s1","at":"2026-10-05T08:00:00Z","userId":"u1","isNewAccount":false}
*/

/* @quiet the sub's next sign-in makes a new account, which then signs in again
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z","accountKind":"local","appleSub":"a1"}
sessions {"id":"s1","at":"2026-10-05T08:00:00Z","userId":"u2","appleSub":"a1","isNewAccount":true}
sessions {"id":"s2","at":"2026-10-06T08:00:00Z","userId":"u2","appleSub":"a1","isNewAccount":false}
*/

/* @quiet a session of the user within the skew, and one of the sub before
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z","accountKind":"local","appleSub":"a1"}
sessions {"id":"s1","at":"2026-10-01T08:02:00Z","userId":"u1","isNewAccount":false}
sessions {"id":"s2","at":"2026-10-01T08:01:00Z","userId":"u1","appleSub":"a1","isNewAccount":false}
*/

/* @quiet whether accounts are new isn't known, and the user id is another
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z","accountKind":"local","appleSub":"a1"}
sessions {"id":"s1","at":"2026-10-05T08:00:00Z","userId":"u2","appleSub":"a1"}
*/

/* @notevaluated sessions aren't exported
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z","accountKind":"local"}
*/
