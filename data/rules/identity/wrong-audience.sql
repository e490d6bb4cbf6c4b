-- An accepted identity token was made for this app.
--
-- The aud claim names the app that the token was made for. Whoever runs another app can take the
-- tokens of its users and sign in to yours as them, unless yours checks it.
--
-- @severity critical
-- @needs    attempts.aud config:app.bundleIds|config:app.servicesIds
-- @subject  attempt
-- @source   Apple, "Verifying a user"
--           | https://developer.apple.com/documentation/signinwithapple/verifying-a-user
-- @message  The token that was accepted at {at} was made for {audience}, which is neither a
--           bundle id nor a services id of the app.
-- @fix      Refuse an identity token whose aud is not one of your client ids, letter for letter.
--           If the id is yours, add it to app.bundleIds or app.servicesIds.

SELECT
  attempt.id AS subject,
  user.id AS user,
  attempt.at AS at,
  attempt.aud AS audience,
  json_array(json_array('attempts', attempt.row)) AS evidence
FROM setting, attempt
LEFT JOIN user ON user.user = attempt.user
WHERE attempt.outcome = 'accepted'
  AND attempt.aud NOT IN (
    SELECT value FROM setting_list WHERE name IN ('bundleIds', 'servicesIds'))
ORDER BY subject;

/* @fires another app's token, and the right id in other case
config {"app":{"bundleIds":["com.example.app"],"servicesIds":["com.example.web"]}}
accounts {"userId":"u1"}
accounts {"userId":"u2"}
accounts {"userId":"u3"}
attempts {"id":"a1","userId":"u1","at":"2026-10-01T08:00:00Z","outcome":"accepted","aud":"com.example.other"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted","aud":"com.example.App"}
@finds a1 a2
@message The token that was accepted at 2026-10-01T08:00:00Z was made for com.example.other, which is neither a bundle id nor a services id of the app.
*/

/* @quiet the bundle id, the services id, a token without aud, and one that was refused
config {"app":{"bundleIds":["com.example.app"],"servicesIds":["com.example.web"]}}
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","aud":"com.example.app"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted","aud":"com.example.web"}
attempts {"id":"a3","at":"2026-10-01T08:00:00Z","outcome":"accepted"}
attempts {"id":"a4","at":"2026-10-01T08:00:00Z","outcome":"rejected","aud":"com.example.other"}
*/

/* @notevaluated the app's ids aren't configured
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","aud":"com.example.other"}
*/
