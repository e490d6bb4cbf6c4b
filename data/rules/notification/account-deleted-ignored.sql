-- A deleted Apple account ends in a deletion here.
--
-- The person has deleted the Apple account and can never sign in again: nobody can reach the data
-- any more, and nobody can ask for its deletion.
--
-- @severity high
-- @needs    notifications.sub deletions sessions sessions.appleSub|accounts.appleSub
-- @uses     links accounts
-- @subject  user
-- @source   Apple, "Processing changes for Sign in with Apple accounts" |
--           https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
-- @message  The Apple account of {subject} was deleted at {at}, and by {due_at} the account here
--           was not.
-- @fix      Delete the account, and start a deletion from every such notification.

WITH latest AS (
  SELECT w.t, w.row, s.user, s.row AS session_row, max(s.at) AS signed_at
  FROM withdrawal AS w
  JOIN sub_session AS a ON a.apple_sub = w.sub
  JOIN session_full AS s ON s.row = a.row
  WHERE w.type = 'account-deleted' AND s.at < w.t
  GROUP BY w.row),
merged AS MATERIALIZED (SELECT p, min(at) AS at FROM merge GROUP BY p)
SELECT
  u.id AS subject,
  u.id AS user,
  min(l.t) AS at,
  l.t + setting.deletion_deadline AS due_at,
  json_group_array(
    json_array(json_array('notifications', l.row), json_array('sessions', l.session_row)))
    AS evidence
FROM setting, latest AS l
JOIN user AS u ON u.user = l.user
LEFT JOIN merged AS m ON m.p = l.user AND m.at < l.t
WHERE l.t + setting.deletion_deadline < setting.as_of
  AND NOT EXISTS (
    SELECT 1
    FROM gone
    WHERE (gone.user = l.user
        OR gone.user IN (SELECT c.s FROM merge_closure AS c WHERE c.p = l.user))
      AND gone.at >= l.signed_at
      AND gone.at <= l.t + setting.deletion_deadline)
  AND m.p IS NULL
GROUP BY l.user
ORDER BY subject;

/* @fires no deletion
asof 2026-10-31T08:00:01Z
notifications {"id":"n1","source":"siwa","type":"account-deleted","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"u1","appleSub":"a1"}
deletions {"id":"d1","userId":"u2","requestedAt":"2026-10-01T08:30:00Z","completedAt":"2026-10-01T09:00:00Z"}
@finds u1
@message The Apple account of u1 was deleted at 2026-10-01T08:00:00Z, and by 2026-10-31T08:00:00Z the account here was not.
*/

/* @fires deleted too late, or asked only
asof 2026-11-30T00:00:00Z
notifications {"id":"n1","source":"siwa","type":"account-deleted","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"u1","appleSub":"a1"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:30:00Z","completedAt":"2026-10-31T08:00:01Z"}
@finds u1
*/

/* @quiet deleted in time
asof 2026-11-30T00:00:00Z
notifications {"id":"n1","source":"siwa","type":"account-deleted","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"u1","appleSub":"a1"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:30:00Z","completedAt":"2026-10-31T08:00:00Z"}
*/

/* @quiet deleted before
asof 2026-11-30T00:00:00Z
notifications {"id":"n1","source":"siwa","type":"account-deleted","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"u1","appleSub":"a1"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-09-30T08:30:00Z","completedAt":"2026-09-30T09:00:00Z"}
*/

/* @quiet merged before
asof 2026-11-30T00:00:00Z
notifications {"id":"n1","source":"siwa","type":"account-deleted","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"u1","appleSub":"a1"}
links {"id":"l1","at":"2026-10-01T07:00:00Z","localUserId":"u1","speedUserId":"u2","keep":"speed","status":200}
deletions {"id":"d1","userId":"u3","requestedAt":"2026-10-01T08:30:00Z"}
*/

/* @quiet merged after it, and the account that survived was deleted in time
asof 2026-11-30T00:00:00Z
notifications {"id":"n1","source":"siwa","type":"account-deleted","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"u1","appleSub":"a1"}
links {"id":"l1","at":"2026-10-02T07:00:00Z","localUserId":"u1","speedUserId":"u2","keep":"speed","status":200}
deletions {"id":"d1","userId":"u2","requestedAt":"2026-10-03T08:30:00Z","completedAt":"2026-10-03T09:00:00Z"}
*/

/* @quiet the deadline is not over
asof 2026-10-31T08:00:00Z
notifications {"id":"n1","source":"siwa","type":"account-deleted","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"u1","appleSub":"a1"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:30:00Z"}
*/

/* @quiet consent was withdrawn only, or nobody has the sub
asof 2026-11-30T00:00:00Z
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
notifications {"id":"n2","source":"siwa","type":"account-deleted","sub":"a2","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"u1","appleSub":"a1"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:30:00Z"}
*/

/* @notevaluated deletions are not exported
asof 2026-11-30T00:00:00Z
notifications {"id":"n1","source":"siwa","type":"account-deleted","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"u1","appleSub":"a1"}
*/
/* @notevaluated sessions are not exported, so no sub has a user
asof 2026-11-30T00:00:00Z
notifications {"id":"n1","source":"siwa","type":"account-deleted","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
accounts {"userId":"u1","appleSub":"a1"}
deletions {"id":"d1","userId":"u3","requestedAt":"2026-09-21T14:00:00Z"}
*/
