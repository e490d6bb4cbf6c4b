-- A session belongs to the person whose token was accepted.
--
-- The sub of Apple's token says who signed in. A session under another sub opens somebody else's
-- account: the backend took the user from what the app sent, or from an address, not from the
-- token it had checked.
--
-- @severity critical
-- @needs    attempts.sessionId attempts.sub sessions sessions.appleSub|accounts.appleSub
-- @uses     accounts links
-- @subject  session
-- @source   Apple, "Verifying a user"
--           | https://developer.apple.com/documentation/signinwithapple/verifying-a-user
-- @message  The token accepted at {at} is of the Apple sub {token_sub}, but the session it opened
--           for {user} is of {session_sub}.
-- @fix      Look the account up by the sub of the token that was just verified, in the same
--           request, and write that sub to the session. Never take a user id, a sub or an address
--           from the body of the request. End the sessions named here.

SELECT
  n.id AS subject,
  u.id AS user,
  min(n.attempt_at) AS at,
  n.sub AS token_sub,
  s.apple_sub AS session_sub,
  json_array(
    json_array('sessions', n.session_row),
    json_group_array(json_array('attempts', n.attempt_row))) AS evidence
FROM named_session AS n
CROSS JOIN subject_session AS s ON s.row = n.session_row
JOIN user AS u ON u.user = n.user
WHERE n.outcome = 'accepted'
  AND n.sub <> s.apple_sub
GROUP BY n.session_row
ORDER BY subject;

/* @fires the token is another person's
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
attempts {"id":"t1","at":"2026-10-01T08:00:00Z","outcome":"accepted","sessionId":"s1","sub":"a2"}
@finds s1
@message The token accepted at 2026-10-01T08:00:00Z is of the Apple sub a2, but the session it opened for u1 is of a1.
*/

/* @fires once, of two tokens the first that differs is told
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
attempts {"id":"t1","at":"2026-10-01T07:59:58Z","outcome":"accepted","sessionId":"s1","sub":"a1"}
attempts {"id":"t3","at":"2026-10-01T08:00:02Z","outcome":"accepted","sessionId":"s1","sub":"a3"}
attempts {"id":"t2","at":"2026-10-01T08:00:00Z","outcome":"accepted","sessionId":"s1","sub":"a2"}
@finds s1
@message The token accepted at 2026-10-01T08:00:00Z is of the Apple sub a2, but the session it opened for u1 is of a1.
*/

/* @fires upper case is another sub
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"A1"}
attempts {"id":"t1","at":"2026-10-01T08:00:00Z","outcome":"accepted","sessionId":"s1","sub":"a1"}
@finds s1
*/

/* @fires the sub is known from the users table, since a team transfer or without one
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple"}
accounts {"userId":"u1","appleSub":"a1"}
attempts {"id":"t1","at":"2026-10-01T08:00:00Z","outcome":"accepted","sessionId":"s1","sub":"a2"}
config {"app":{"teamTransferAt":"2026-10-01T08:00:00Z"}}
@finds s1
*/

/* @quiet the same sub, and a token that was refused
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
attempts {"id":"t1","at":"2026-10-01T08:00:00Z","outcome":"accepted","sessionId":"s1","sub":"a1"}
attempts {"id":"t2","at":"2026-10-01T08:00:00Z","outcome":"rejected","sessionId":"s1","sub":"a2"}
*/

/* @quiet one of the two is absent
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u2","method":"apple"}
attempts {"id":"t1","at":"2026-10-01T08:00:00Z","outcome":"accepted","sessionId":"s1"}
attempts {"id":"t2","at":"2026-10-01T08:00:00Z","outcome":"accepted","sessionId":"s2","sub":"a2"}
*/

/* @quiet a token of another session, or of none
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u2","method":"apple","appleSub":"a2"}
attempts {"id":"t1","at":"2026-10-01T08:00:00Z","outcome":"accepted","sessionId":"s2","sub":"a2"}
attempts {"id":"t2","at":"2026-10-01T08:00:00Z","outcome":"accepted","sub":"a2","userId":"u1"}
attempts {"id":"t3","at":"2026-10-01T08:00:00Z","outcome":"accepted","sub":"a3","sessionId":"s3"}
*/

/* @quiet before a team transfer, today's sub in the users table is not that of the session
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple"}
accounts {"userId":"u1","appleSub":"a2"}
attempts {"id":"t1","at":"2026-10-01T08:00:00Z","outcome":"accepted","sessionId":"s1","sub":"a1"}
config {"app":{"teamTransferAt":"2026-10-01T08:00:01Z"}}
*/

/* @quiet the sub in the users table may be that of an account merged into this one
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u2","method":"apple"}
accounts {"userId":"u2","appleSub":"a1"}
links {"id":"l1","at":"2026-10-02T08:00:00Z","localUserId":"u1","speedUserId":"u2","keep":"speed","status":200}
attempts {"id":"t1","at":"2026-10-01T08:00:00Z","outcome":"accepted","sessionId":"s1","sub":"a2"}
*/

/* @notevaluated attempts don't name their sessions
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
attempts {"id":"t1","at":"2026-10-01T08:00:00Z","outcome":"accepted","sub":"a2"}
*/
