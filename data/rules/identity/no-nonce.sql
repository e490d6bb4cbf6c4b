-- Every sign-in is tied to its request by a nonce.
--
-- The app makes a random nonce, Apple puts its hash into the token, and the backend compares the
-- two. Without it a token that was caught once can be presented again by somebody else.
--
-- @severity critical
-- @needs    attempts.nonce attempts.rawNonce|attempts.rawNonceSHA256
-- @subject  attempt
-- @source   Apple, "Verifying a user"
--           | https://developer.apple.com/documentation/signinwithapple/verifying-a-user
-- @message  The token that was accepted at {at} can't be tied to its request: {missing}.
-- @fix      In the app, set the request's nonce to the lower-case hexadecimal SHA-256 of a fresh
--           random value and send the raw value to the backend with the token. In the backend,
--           refuse a token where either is missing, and record the hash of the raw value.

SELECT
  attempt.id AS subject,
  user.id AS user,
  attempt.at AS at,
  CASE
    WHEN attempt.nonce IS NOT NULL THEN 'no raw nonce is recorded with it'
    WHEN coalesce(attempt.raw_nonce_sha256, attempt.raw_nonce_length) IS NULL
      THEN 'it has no nonce, and no raw nonce is recorded with it'
    ELSE 'it has no nonce, although the app sent a raw one'
  END AS missing,
  json_array(json_array('attempts', attempt.row)) AS evidence
FROM setting, attempt
LEFT JOIN user ON user.user = attempt.user
WHERE attempt.outcome = 'accepted'
  AND (
    attempt.nonce IS NULL
    OR coalesce(attempt.raw_nonce_sha256, attempt.raw_nonce_length) IS NULL)
  AND (
    coalesce(attempt.iss, attempt.aud, attempt.sub, attempt.alg, attempt.nonce) IS NOT NULL
    OR attempt.row > 0)
ORDER BY subject;

/* @fires no claim, no raw nonce, and neither
accounts {"userId":"u1"}
accounts {"userId":"u2"}
accounts {"userId":"u3"}
attempts {"id":"a1","userId":"u1","at":"2026-10-01T08:00:00Z","outcome":"accepted","rawNonceSHA256":"0000000000000000000000000000000000000000000000000000000000000000"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted","nonce":"0000000000000000000000000000000000000000000000000000000000000000"}
attempts {"id":"a3","at":"2026-10-01T08:00:00Z","outcome":"accepted"}
@finds a1 a2 a3
@message The token that was accepted at 2026-10-01T08:00:00Z can't be tied to its request: it has no nonce, although the app sent a raw one.
*/

/* @fires no raw nonce
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","nonce":"0000000000000000000000000000000000000000000000000000000000000000","rawNonce":null}
@finds a1
@message The token that was accepted at 2026-10-01T08:00:00Z can't be tied to its request: no raw nonce is recorded with it.
*/

/* @fires neither
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","nonce":null,"rawNonce":null}
@finds a1
@message The token that was accepted at 2026-10-01T08:00:00Z can't be tied to its request: it has no nonce, and no raw nonce is recorded with it.
*/

/* @fires the token of an exchange has no nonce
exchanges {"id":"x1","at":"2026-10-01T08:00:00Z","method":"POST","path":"/api/platform/auth/apple-native","status":200,"request":{"identityToken":"eyJhbGciOiJSUzI1NiIsImtpZCI6ImsifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwic3ViIjoiYTEifQ.c2ln","rawNonce":"0123456789abcdef0123456789abcdef"},"response":{"user":{"id":"u1"}}}
@finds x1
*/

/* @quiet both are there, one of them by its hash, and one that was refused
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","nonce":"0000000000000000000000000000000000000000000000000000000000000000","rawNonceSHA256":"0000000000000000000000000000000000000000000000000000000000000000"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted","nonce":"0000000000000000000000000000000000000000000000000000000000000000","rawNonce":"0123456789abcdef0123456789abcdef"}
attempts {"id":"a3","at":"2026-10-01T08:00:00Z","outcome":"rejected"}
*/

/* @quiet the log doesn't hold the token of an exchange
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"rejected","nonce":null,"rawNonce":null}
exchanges {"id":"x1","at":"2026-10-01T08:00:00Z","method":"POST","path":"/api/platform/auth/apple-native","status":200,"request":{"rawNonce":"0123456789abcdef0123456789abcdef"},"response":{"user":{"id":"u1"}}}
*/

/* @notevaluated the raw nonce isn't exported
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","nonce":"0000000000000000000000000000000000000000000000000000000000000000"}
*/
