-- A sign-in returns to a URL scheme of the app.
--
-- After the sign-in the session is sent to a URL scheme. One that the app did not register may
-- belong to another app on the phone, which then gets the session.
--
-- @severity high
-- @needs    sessions.redirectScheme config:app.urlSchemes
-- @subject  session
-- @source   Sign in with Apple (platform page), "Sessions"
-- @message  The session of {user} at {at} was sent to the scheme {scheme}, which the app does not
--           register.
-- @fix      Return only to schemes from a fixed list, better to a universal link. If the scheme
--           is yours, add it to app.urlSchemes and to Info.plist.

SELECT
  session.id AS subject,
  user.id AS user,
  session.at AS at,
  session.redirect_scheme AS scheme,
  json_array(json_array('sessions', session.row)) AS evidence
FROM setting, session
JOIN user ON user.user = session.user
WHERE lower(session.redirect_scheme) <> 'https'
  AND lower(session.redirect_scheme) NOT IN (
    SELECT lower(value) FROM setting_list WHERE name = 'urlSchemes')
ORDER BY subject;

/* @fires another scheme
config {"app":{"urlSchemes":["exampleapp"]}}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","redirectScheme":"evilapp"}
@finds s1
@message The session of u1 at 2026-10-01T08:00:00Z was sent to the scheme evilapp, which the app does not register.
*/

/* @quiet the app's scheme in other case, a universal link, and none
config {"app":{"urlSchemes":["exampleapp"]}}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","redirectScheme":"ExampleApp"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u1","redirectScheme":"HTTPS"}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u1"}
*/

/* @notevaluated the schemes aren't configured
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","redirectScheme":"evilapp"}
*/
