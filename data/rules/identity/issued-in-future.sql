-- An accepted identity token was issued before it was used.
--
-- No token can be used before it is issued. An iat in the future means that the clock of your
-- server is wrong, or that the token is not Apple's.
--
-- @severity high
-- @needs    attempts.iat
-- @subject  attempt
-- @source   Apple, "Verifying a user"
--           | https://developer.apple.com/documentation/signinwithapple/verifying-a-user
-- @message  The token that was accepted at {at} says that it was issued at {issued_at}, which is
--           later.
-- @fix      Refuse an identity token whose iat lies in the future by more than a minute, and keep
--           the server's clock in time.

SELECT
  attempt.id AS subject,
  user.id AS user,
  attempt.at AS at,
  attempt.iat AS issued_at,
  json_array(json_array('attempts', attempt.row)) AS evidence
FROM setting, attempt
LEFT JOIN user ON user.user = attempt.user
WHERE attempt.outcome = 'accepted'
  AND attempt.iat > attempt.at + setting.skew
ORDER BY subject;

/* @fires just later than the skew allows
accounts {"userId":"u1"}
accounts {"userId":"u2"}
accounts {"userId":"u3"}
attempts {"id":"a1","userId":"u1","at":"2026-10-01T08:00:00Z","outcome":"accepted","iat":"2026-10-01T08:01:01Z"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted","iat":"2026-10-01T08:01:01Z"}
@finds a1 a2
@message The token that was accepted at 2026-10-01T08:00:00Z says that it was issued at 2026-10-01T08:01:01Z, which is later.
*/

/* @quiet within the skew, a token without iat, and one that was refused
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","iat":"2026-10-01T08:01:00Z"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted"}
attempts {"id":"a3","at":"2026-10-01T08:00:00Z","outcome":"rejected","iat":"2026-10-01T09:00:00Z"}
*/

/* @notevaluated the time of issue isn't exported
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted"}
*/
