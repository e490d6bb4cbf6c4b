-- Every Apple session comes from an identity token that was accepted.
--
-- A session that no accepted token explains was issued without a check: by another way into the
-- account, by a client that was simply believed, or by somebody who can write sessions.
--
-- @severity critical
-- @needs    sessions.method complete:attempts attempts.sessionId
-- @uses     accounts
-- @subject  session
-- @source   Apple, "Verifying a user"
--           | https://developer.apple.com/documentation/signinwithapple/verifying-a-user
-- @message  The Apple session of {user} at {at} was issued although no accepted identity token names
--           it.
-- @fix      Issue Apple sessions in one place only, after the token was verified, and record the
--           attempt with the id of the session in the same transaction. If this session isn't
--           yours, end it and look for how it was made.

SELECT
  s.id AS subject,
  user.id AS user,
  s.at AS at,
  json_array(json_array('sessions', s.row)) AS evidence
FROM odd_account AS o
JOIN session_full AS s ON s.row = o.row
JOIN user ON user.user = s.user
WHERE o.oddity = 'unexplained'
  AND o.stream = 'sessions'
  AND s.method = 'apple'
  AND NOT EXISTS (
    SELECT 1 FROM named_session AS n WHERE n.session_row = s.row AND n.outcome = 'accepted')
ORDER BY subject;

/* @fires no attempt, one that was refused, one of another session, and one without a session
config {"export":{"complete":["attempts"]}}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple"}
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"rejected","sessionId":"s2"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted","sessionId":"S1"}
attempts {"id":"a3","at":"2026-10-01T08:00:00Z","outcome":"accepted","userId":"u1"}
attempts {"id":"a4","at":"2026-10-01T08:00:00Z","outcome":"accepted","sessionId":"s3"}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple"}
@finds s1 s2
@message The Apple session of u1 at 2026-10-01T08:00:00Z was issued although no accepted identity token names it.
*/

/* @fires the users table says that the session is Apple's
config {"export":{"complete":["attempts"]}}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1"}
accounts {"userId":"u1","method":"apple"}
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","sessionId":null}
@finds s1
*/

/* @quiet an accepted attempt names it, beside a refused one, and sessions that aren't Apple's
config {"export":{"complete":["attempts"]}}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple"}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u1","method":"google"}
sessions {"id":"s4","at":"2026-10-01T08:00:00Z","userId":"u1"}
attempts {"id":"a1","at":"2026-10-01T07:59:59Z","outcome":"accepted","sessionId":"s1"}
attempts {"id":"a2","at":"2026-10-01T07:59:58Z","outcome":"rejected","sessionId":"s2"}
attempts {"id":"a3","at":"2026-10-01T07:59:59Z","outcome":"accepted","sessionId":"s2"}
*/

/* @notevaluated attempts may be missing
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple"}
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","sessionId":"s2"}
*/

/* @notevaluated which session an attempt led to isn't exported
config {"export":{"complete":["attempts"]}}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple"}
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted"}
*/
