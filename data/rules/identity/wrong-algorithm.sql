-- An accepted identity token is signed with RS256.
--
-- Apple signs identity tokens with RS256. A backend that lets the token choose can be given
-- "none", or HS256 with the public key as the secret, and anybody signs in as anybody.
--
-- @severity critical
-- @needs    attempts.alg
-- @subject  attempt
-- @source   Apple, "Verifying a user"
--           | https://developer.apple.com/documentation/signinwithapple/verifying-a-user
-- @message  The token that was accepted at {at} says that it is signed with {algorithm} instead
--           of RS256.
-- @fix      Fix the algorithm in the code that verifies the token, and never take it from the
--           token's header.

SELECT
  attempt.id AS subject,
  user.id AS user,
  attempt.at AS at,
  attempt.alg AS algorithm,
  json_array(json_array('attempts', attempt.row)) AS evidence
FROM setting, attempt
LEFT JOIN user ON user.user = attempt.user
WHERE attempt.outcome = 'accepted'
  AND attempt.alg <> 'RS256'
ORDER BY subject;

/* @fires none, HS256, and other case
accounts {"userId":"u1"}
accounts {"userId":"u2"}
accounts {"userId":"u3"}
attempts {"id":"a1","userId":"u1","at":"2026-10-01T08:00:00Z","outcome":"accepted","alg":"none"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted","alg":"HS256"}
attempts {"id":"a3","at":"2026-10-01T08:00:00Z","outcome":"accepted","alg":"rs256"}
@finds a1 a2 a3
@message The token that was accepted at 2026-10-01T08:00:00Z says that it is signed with none instead of RS256.
*/

/* @quiet RS256, a token without alg, and one that was refused
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","alg":"RS256"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted"}
attempts {"id":"a3","at":"2026-10-01T08:00:00Z","outcome":"rejected","alg":"none"}
*/

/* @notevaluated the algorithm isn't exported
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted"}
*/
