-- An accepted identity token is signed with a key of Apple's.
--
-- Apple publishes its keys, and each token names the one it is signed with. A token that names none
-- of them can't have been verified with Apple's key: either nobody looked, or your list of keys is
-- not Apple's.
--
-- @severity medium
-- @needs    attempts.kid file:jwks
-- @subject  attempt
-- @source   Apple, "Verifying a user"
--           | https://developer.apple.com/documentation/signinwithapple/verifying-a-user
-- @message  The token that was accepted at {at} names the key {kid}, which is not in the jwks.json
--           of the export.
-- @fix      Verify tokens with the keys of https://appleid.apple.com/auth/keys and refuse a token
--           whose kid is not among them. If Apple has changed its keys since the sign-in, export
--           the app/jwks.json of that time.

SELECT
  attempt.id AS subject,
  user.id AS user,
  attempt.at AS at,
  attempt.kid AS kid,
  json_array(json_array('attempts', attempt.row)) AS evidence
FROM attempt
LEFT JOIN user ON user.user = attempt.user
WHERE attempt.outcome = 'accepted'
  AND attempt.kid IS NOT NULL
  AND attempt.kid NOT IN (SELECT value FROM setting_list WHERE name = 'jwksKids')
ORDER BY subject;

/* @fires a key that Apple doesn't publish, in other letter case too
file app/jwks.json
{"keys":[{"kty":"RSA","kid":"KEY1","use":"sig","alg":"RS256","n":"AQAB","e":"AQAB"}]}
end
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","kid":"KEY9","userId":"u1"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted","kid":"key1","userId":"u2"}
attempts {"id":"a3","at":"2026-10-01T08:00:00Z","outcome":"rejected","kid":"KEY9","userId":"u3"}
attempts {"id":"a4","at":"2026-10-01T08:00:00Z","outcome":"accepted","kid":"KEY8"}
config {"app":{"keyIds":["KEY9"]}}
@finds a1 a2 a4
@message The token that was accepted at 2026-10-01T08:00:00Z names the key KEY9, which is not in the jwks.json of the export.
*/

/* @quiet one of Apple's keys, none named, and a token that was refused
file app/jwks.json
{"keys":[{"kty":"RSA","kid":"KEY1","use":"sig","alg":"RS256","n":"AQAB","e":"AQAB"},{"kty":"RSA","kid":"KEY2","use":"sig","alg":"RS256","n":"AQAB","e":"AQAB"}]}
end
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","kid":"KEY2"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted"}
attempts {"id":"a3","at":"2026-10-01T08:00:00Z","outcome":"rejected","kid":"KEY9"}
*/

/* @quiet none named, where Apple's keys are none
file app/jwks.json
{"keys":[]}
end
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","kid":null}
*/

/* @notevaluated Apple's keys aren't exported
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","kid":"KEY9"}
*/
