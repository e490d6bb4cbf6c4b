-- A token that was refused leads to no session.
--
-- Refusing a token is worth nothing if a session comes out of it all the same: whoever presented
-- the bad token is signed in.
--
-- @severity critical
-- @needs    sessions attempts.sessionId
-- @subject  session
-- @source   Apple, "Verifying a user"
--           | https://developer.apple.com/documentation/signinwithapple/verifying-a-user
-- @message  The session of {user} at {at} came from attempt {attempt}, whose token was
--           refused at {attempt_at}[ ({reason})].
-- @fix      Return from the sign-in as soon as a check fails, and issue the session as the very last
--           step. End this session, and find out who presented the token.

SELECT
  s.id AS subject,
  user.id AS user,
  s.at AS at,
  s.attempt,
  s.reason,
  min(s.attempt_at) AS attempt_at,
  json_array(
    json_array('sessions', s.session_row),
    json_group_array(json_array('attempts', s.attempt_row))) AS evidence
FROM named_session AS s
JOIN user ON user.user = s.user
WHERE s.outcome = 'rejected'
  AND NOT EXISTS (
    SELECT 1
    FROM named_session AS n
    WHERE n.session_row = s.session_row AND n.outcome = 'accepted')
GROUP BY s.session_row
ORDER BY subject;

/* @fires a session that refused attempts name
attempts {"id":"a2","at":"2026-10-01T08:00:01Z","outcome":"rejected","sessionId":"s1"}
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"rejected","sessionId":"s1","reason":"expired"}
sessions {"id":"s1","at":"2026-10-01T08:00:02Z","userId":"u1"}
@finds s1
@message The session of u1 at 2026-10-01T08:00:02Z came from attempt a1, whose token was refused at 2026-10-01T08:00:00Z (expired).
*/

/* @fires without a reason
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"rejected","sessionId":"s1"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted","sessionId":"s2"}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1"}
@finds s1
@message The session of u1 at 2026-10-01T08:00:00Z came from attempt a1, whose token was refused at 2026-10-01T08:00:00Z.
*/

/* @quiet an accepted attempt names it too, the session doesn't exist, and none was named
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"rejected","sessionId":"s1"}
attempts {"id":"a2","at":"2026-10-01T08:00:09Z","outcome":"accepted","sessionId":"s1"}
attempts {"id":"a3","at":"2026-10-01T08:00:00Z","outcome":"rejected","sessionId":"s9"}
attempts {"id":"a4","at":"2026-10-01T08:00:00Z","outcome":"rejected"}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u1"}
*/

/* @notevaluated which session an attempt led to isn't exported
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"rejected"}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1"}
*/
