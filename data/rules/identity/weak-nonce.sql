-- A nonce is long enough that nobody guesses it.
--
-- A nonce protects only while it can't be guessed or met twice. With fewer than 32 characters it
-- soon can.
--
-- @severity medium
-- @needs    attempts.rawNonce
-- @subject  attempt
-- @source   Apple, "Verifying a user"
--           | https://developer.apple.com/documentation/signinwithapple/verifying-a-user
-- @message  The sign-in at {at} used a nonce of {count} characters; 32 or more are safe.
-- @fix      Make the raw nonce from 32 or more characters of a secure random source.

SELECT
  attempt.id AS subject,
  user.id AS user,
  attempt.at AS at,
  attempt.raw_nonce_length AS count,
  json_array(json_array('attempts', attempt.row)) AS evidence
FROM setting, attempt
LEFT JOIN user ON user.user = attempt.user
WHERE attempt.outcome = 'accepted'
  AND attempt.raw_nonce_length < 32
ORDER BY subject;

/* @fires 31 characters
accounts {"userId":"u1"}
accounts {"userId":"u2"}
accounts {"userId":"u3"}
attempts {"id":"a1","userId":"u1","at":"2026-10-01T08:00:00Z","outcome":"accepted","rawNonce":"0123456789abcdef0123456789abcde"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted","rawNonce":"0123456789abcdef0123456789abcde"}
@finds a1 a2
@message The sign-in at 2026-10-01T08:00:00Z used a nonce of 31 characters; 32 or more are safe.
*/

/* @quiet 32 characters, none, and one that was refused
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","rawNonce":"0123456789abcdef0123456789abcdef"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted"}
attempts {"id":"a3","at":"2026-10-01T08:00:00Z","outcome":"rejected","rawNonce":"short"}
*/

/* @notevaluated the raw nonce isn't exported
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","rawNonceSHA256":"0000000000000000000000000000000000000000000000000000000000000000"}
*/
