-- Nobody who is linked is asked to link.
--
-- The platform suggests linking to local accounts only. An app that shows the suggestion to
-- people who have linked leads them into an error, or to a second account.
--
-- @severity low
-- @needs    sessions.linkSuggestion sessions.isLocalUser
-- @subject  session
-- @source   Sign in with Apple (platform page), "Sessions"
-- @message  The session of {user} at {at} suggests linking although the user is not local.
-- @fix      Show the suggestion only when isLocalUser is true, and take both from the same
--           answer.

SELECT
  session.id AS subject,
  user.id AS user,
  session.at AS at,
  json_array(json_array('sessions', session.row)) AS evidence
FROM setting, session_full AS session
JOIN user ON user.user = session.user
WHERE session.link_suggestion IS NOT NULL
  AND session.is_local_user = 0
ORDER BY subject;

/* @fires a suggestion to a linked user
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","linkSuggestion":"speed","isLocalUser":false}
@finds s1
@message The session of u1 at 2026-10-01T08:00:00Z suggests linking although the user is not local.
*/

/* @quiet to a local user, none, and a user of unknown kind
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","linkSuggestion":"speed","isLocalUser":true}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u1","isLocalUser":false}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u1","linkSuggestion":"speed"}
*/

/* @notevaluated whether users are local isn't exported
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","linkSuggestion":"speed"}
*/
