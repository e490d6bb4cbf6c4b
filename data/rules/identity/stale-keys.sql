-- Nobody is refused because Apple's keys were not fetched again.
--
-- Apple has several keys and changes them without notice. A backend that fetched them once refuses
-- good tokens as soon as Apple signs with another one, and locks everybody out who signs in.
--
-- @severity medium
-- @needs    attempts.reason attempts.kid file:jwks
-- @subject  attempt
-- @source   Apple, "Verifying a user"
--           | https://developer.apple.com/documentation/signinwithapple/verifying-a-user
-- @message  The sign-in at {at} was refused for its key or signature ({reason}), although its key
--           {kid} is one of Apple's.
-- @fix      When a token names a key that you don't have, fetch https://appleid.apple.com/auth/keys
--           again before you refuse it, at most once in a few minutes. Fetch the keys at least once
--           a day anyway.

SELECT
  attempt.id AS subject,
  user.id AS user,
  attempt.at AS at,
  attempt.kid AS kid,
  attempt.reason AS reason,
  json_array(json_array('attempts', attempt.row)) AS evidence
FROM attempt
LEFT JOIN user ON user.user = attempt.user
WHERE attempt.outcome = 'rejected'
  AND attempt.signature IS NOT 'invalid'
  AND attempt.kid IN (SELECT value FROM setting_list WHERE name = 'jwksKids')
  AND (
    ' ' || lower(attempt.reason) || ' ' GLOB '*[^a-z]key[^a-z]*'
    OR ' ' || lower(attempt.reason) || ' ' GLOB '*[^a-z]kid[^a-z]*'
    OR ' ' || lower(attempt.reason) || ' ' GLOB '*[^a-z]signature[^a-z]*')
ORDER BY subject;

/* @fires each of the words, in other spellings
file app/jwks.json
{"keys":[{"kty":"RSA","kid":"KEY1","use":"sig","alg":"RS256","n":"AQAB","e":"AQAB"}]}
end
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"rejected","kid":"KEY1","reason":"unknown key","userId":"u1"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"rejected","kid":"KEY1","reason":"KID_NOT_FOUND","userId":"u2"}
attempts {"id":"a3","at":"2026-10-01T08:00:00Z","outcome":"rejected","kid":"KEY1","reason":"bad-signature","signature":"valid","userId":"u3"}
attempts {"id":"a4","at":"2026-10-01T08:00:00Z","outcome":"rejected","kid":"KEY1","reason":"Signature2","signature":"unchecked"}
@finds a1 a2 a3 a4
@message The sign-in at 2026-10-01T08:00:00Z was refused for its key or signature (unknown key), although its key KEY1 is one of Apple's.
*/

/* @quiet other words, another reason, and none
file app/jwks.json
{"keys":[{"kty":"RSA","kid":"KEY1","use":"sig","alg":"RS256","n":"AQAB","e":"AQAB"}]}
end
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"rejected","kid":"KEY1","reason":"keychain, monkey, keys"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"rejected","kid":"KEY1","reason":"skid kids"}
attempts {"id":"a3","at":"2026-10-01T08:00:00Z","outcome":"rejected","kid":"KEY1","reason":"signatures resignature"}
attempts {"id":"a4","at":"2026-10-01T08:00:00Z","outcome":"rejected","kid":"KEY1","reason":"expired"}
attempts {"id":"a5","at":"2026-10-01T08:00:00Z","outcome":"rejected","kid":"KEY1"}
*/

/* @quiet the signature does not hold, the key isn't Apple's or isn't known, and one that was accepted
file app/jwks.json
{"keys":[{"kty":"RSA","kid":"KEY1","use":"sig","alg":"RS256","n":"AQAB","e":"AQAB"}]}
end
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"rejected","kid":"KEY1","reason":"bad signature","signature":"invalid"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"rejected","kid":"KEY9","reason":"unknown key"}
attempts {"id":"a3","at":"2026-10-01T08:00:00Z","outcome":"rejected","reason":"unknown key"}
attempts {"id":"a4","at":"2026-10-01T08:00:00Z","outcome":"accepted","kid":"KEY1","reason":"key"}
config {"app":{"keyIds":["KEY9"]}}
*/

/* @notevaluated Apple's keys aren't exported
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"rejected","kid":"KEY1","reason":"unknown key"}
*/
