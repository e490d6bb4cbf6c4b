-- Apple's identity token is not the session.
--
-- The identity token proves a sign-in once. A session that ends in the very second in which the
-- token does is most likely the token itself, sent along with each request: it can't be ended
-- before its time, and whoever reads it anywhere is signed in.
--
-- @severity medium
-- @needs    sessions.expiresAt attempts.exp attempts.sessionId
-- @subject  session
-- @source   Apple, "Verifying a user"
--           | https://developer.apple.com/documentation/signinwithapple/verifying-a-user
-- @message  The session of {user} expires at {expires_at}, the second in which the identity token
--           of attempt {attempt} does: Apple's token seems to be used as the session.
-- @fix      Verify the identity token once, then issue a session of your own with a lifetime of
--           your own, which your server can end. Never accept the identity token in place of it.

SELECT
  s.id AS subject,
  user.id AS user,
  min(s.at) AS at,
  s.expires_at,
  min(s.attempt) AS attempt,
  json_array(
    json_array('sessions', s.session_row),
    json_group_array(json_array('attempts', s.attempt_row))) AS evidence
FROM named_session AS s
JOIN user ON user.user = s.user
WHERE s.expires_at / 1000000 = s.exp / 1000000
GROUP BY s.session_row
ORDER BY subject;

/* @fires the session ends with the token
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","sessionId":"s1","exp":"2026-10-02T08:00:00Z"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted","sessionId":"s2","exp":1790000000}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","expiresAt":"2026-10-02T08:00:00.9Z"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u2","expiresAt":1790000000000}
@finds s1 s2
@message The session of u1 expires at 2026-10-02T08:00:00.9Z, the second in which the identity token of attempt a1 does: Apple's token seems to be used as the session.
*/

/* @fires once for a session that two attempts name
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted","sessionId":"s1","exp":"2026-10-02T08:00:00Z"}
attempts {"id":"a1","at":"2026-10-01T08:00:01Z","outcome":"accepted","sessionId":"s1","exp":"2026-10-02T08:00:00Z"}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","expiresAt":"2026-10-02T08:00:00Z"}
@finds s1
*/

/* @quiet another second, another session's token, and neither known
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","sessionId":"s1","exp":"2026-10-02T08:00:00Z"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted","sessionId":"s2"}
attempts {"id":"a3","at":"2026-10-01T08:00:00Z","outcome":"accepted","sessionId":"s3","exp":"2026-10-02T08:00:00Z"}
attempts {"id":"a4","at":"2026-10-01T08:00:00Z","outcome":"accepted","sessionId":"s9","exp":"2026-10-02T08:00:00Z"}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","expiresAt":"2026-10-02T08:00:01Z"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u1","expiresAt":"2026-10-02T08:00:00Z"}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u1"}
*/

/* @notevaluated which session a token led to isn't exported
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","exp":"2026-10-02T08:00:00Z"}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","expiresAt":"2026-10-02T08:00:00Z"}
*/
