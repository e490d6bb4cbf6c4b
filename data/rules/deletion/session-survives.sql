-- Sessions end with the account.
--
-- A session that still works after the deletion reads and writes for an account that doesn't
-- exist: it makes new data nobody owns, and on a phone that was given away it is a way in.
--
-- @severity critical
-- @needs    sessions.lastUsedAt deletions.completedAt|deletions.dataDeletedAt|deletions.unlinkedAt
-- @subject  user
-- @source   Apple, "Offering account deletion in your app"
--           | https://developer.apple.com/support/offering-account-deletion-in-your-app
-- @message  {sessions} of {subject} {was} still used, last at {used_at}, after the account was
--           deleted at {gone_at}.
-- @fix      End all sessions of the account in the same step that deletes it, and let the server
--           look up the session in each call instead of trusting a token until it expires.

WITH used AS (
  SELECT gone.user, gone.deletion_row, gone.at AS gone_at, session.row, session.last_used_at
  FROM setting, gone
  JOIN account_session ON account_session.user = gone.user
  JOIN session ON session.row = account_session.row
  WHERE session.at < gone.at
    AND session.last_used_at > gone.at + setting.skew
  ORDER BY gone.user, gone.at, session.at, session.id)
SELECT
  user.id AS subject,
  user.id AS user,
  max(used.last_used_at) AS at,
  max(used.last_used_at) AS used_at,
  min(used.gone_at) AS gone_at,
  iif(count(DISTINCT used.row) = 1, 'A session', count(DISTINCT used.row) || ' sessions')
    AS sessions,
  iif(count(DISTINCT used.row) = 1, 'was', 'were') AS was,
  json_array(
    json_group_array(json_array('deletions', used.deletion_row)),
    json_group_array(json_array('sessions', used.row))) AS evidence
FROM used
JOIN user ON user.user = used.user
GROUP BY used.user
ORDER BY subject;

/* @fires two sessions from before are used after the deletion
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z"}
sessions {"id":"s1","at":"2026-10-01T08:00:59Z","userId":"u1","lastUsedAt":"2026-10-01T08:02:01Z"}
sessions {"id":"s2","at":"2026-09-01T08:00:00Z","userId":"u1","lastUsedAt":"2026-10-03T08:00:00Z"}
@finds u1
@message 2 sessions of u1 were still used, last at 2026-10-03T08:00:00Z, after the account was deleted at 2026-10-01T08:01:00Z.
*/

/* @fires the second deletion of a user who came back
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z"}
deletions {"id":"d2","userId":"u1","requestedAt":"2026-10-20T08:00:00Z","completedAt":"2026-10-20T08:01:00Z"}
sessions {"id":"s1","at":"2026-10-10T08:00:00Z","userId":"u1","lastUsedAt":"2026-10-21T08:00:00Z"}
@finds u1
@message A session of u1 was still used, last at 2026-10-21T08:00:00Z, after the account was deleted at 2026-10-20T08:01:00Z.
*/

/* @quiet the last use lies within the skew
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z"}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","lastUsedAt":"2026-10-01T08:02:00Z"}
*/

/* @quiet the session was issued after the deletion: the person came back
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z"}
sessions {"id":"s1","at":"2026-10-01T08:01:00Z","userId":"u1","lastUsedAt":"2026-10-03T08:00:00Z"}
*/

/* @quiet another user's session, and an open deletion
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z"}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u2","lastUsedAt":"2026-10-03T08:00:00Z"}
*/

/* @notevaluated the last use isn't exported
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-01T08:01:00Z"}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1"}
*/
