-- A session is not used after it ended.
--
-- Who signs out, or is signed out because access was withdrawn, must be out. A session that still
-- works keeps the account open to whoever holds its token.
--
-- @severity critical
-- @needs    sessions.lastUsedAt sessions.endedAt
-- @subject  session
-- @source   General practice
-- @message  The session of {user} was used at {at}, after it had ended at {end_at}.
-- @fix      Check at each request that the session has neither expired nor ended, on the server
--           and not in the app.

SELECT
  session.id AS subject,
  user.id AS user,
  session.last_used_at AS at,
  session.ended_at AS end_at,
  json_array(json_array('sessions', session.row)) AS evidence
FROM setting, session
JOIN user ON user.user = session.user
WHERE session.last_used_at > session.ended_at + setting.skew
ORDER BY subject;

/* @fires just later than the skew allows
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","lastUsedAt":"2026-10-01T10:01:01Z","endedAt":"2026-10-01T10:00:00Z"}
@finds s1
@message The session of u1 was used at 2026-10-01T10:01:01Z, after it had ended at 2026-10-01T10:00:00Z.
*/

/* @quiet within the skew, never used, and without an end
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","lastUsedAt":"2026-10-01T10:01:00Z","endedAt":"2026-10-01T10:00:00Z"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u1","endedAt":"2026-10-01T10:00:00Z"}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u1","lastUsedAt":"2026-10-01T10:01:00Z"}
*/

/* @notevaluated when sessions were used isn't exported
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","endedAt":"2026-10-01T10:00:00Z"}
*/
