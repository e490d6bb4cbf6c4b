-- A Speed sign-in is not a local account.
--
-- Local accounts exist only in your app; who signs in with Speed has an account of the platform.
-- A session that says both gets the wrong balance, link and deletion.
--
-- @severity medium
-- @needs    sessions.method sessions.isLocalUser
-- @subject  session
-- @source   Sign in with Apple (platform page), "Sessions"
-- @message  The session of {user} at {at} was made by Speed and says that the user is local.
-- @fix      Take isLocalUser from the platform's answer and never carry it over from another
--           session.

SELECT
  session.id AS subject,
  user.id AS user,
  session.at AS at,
  json_array(json_array('sessions', session.row)) AS evidence
FROM setting, session_full AS session
JOIN user ON user.user = session.user
WHERE session.method = 'speed'
  AND session.is_local_user = 1
ORDER BY subject;

/* @fires both at once
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"speed","isLocalUser":true}
@finds s1
@message The session of u1 at 2026-10-01T08:00:00Z was made by Speed and says that the user is local.
*/

/* @quiet a local Apple user, and Speed users that aren't local or don't tell
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","isLocalUser":true}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u1","method":"speed","isLocalUser":false}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u1","method":"speed"}
*/

/* @notevaluated the flag isn't exported
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"speed"}
*/
