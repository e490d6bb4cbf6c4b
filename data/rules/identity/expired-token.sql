-- An identity token is accepted only until it expires.
--
-- A token's exp says how long it may be used; Apple gives it between minutes and a day. A backend
-- that takes expired ones lets a token that was stolen or logged long ago open the account for
-- ever.
--
-- @severity critical
-- @needs    attempts.exp
-- @subject  attempt
-- @source   Apple, "Verifying a user"
--           | https://developer.apple.com/documentation/signinwithapple/verifying-a-user
-- @message  The token that was accepted at {at} had expired at {expiry_at}.
-- @fix      Refuse an identity token when its exp is in the past, allowing at most a minute for
--           clocks that differ.

SELECT
  attempt.id AS subject,
  user.id AS user,
  attempt.at AS at,
  attempt.exp AS expiry_at,
  json_array(json_array('attempts', attempt.row)) AS evidence
FROM setting, attempt
LEFT JOIN user ON user.user = attempt.user
WHERE attempt.outcome = 'accepted'
  AND attempt.at > attempt.exp + setting.skew
ORDER BY subject;

/* @fires just later than the skew allows
accounts {"userId":"u1"}
accounts {"userId":"u2"}
accounts {"userId":"u3"}
attempts {"id":"a1","userId":"u1","at":"2026-10-01T08:00:00Z","outcome":"accepted","exp":"2026-10-01T07:58:59Z"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted","exp":"2026-10-01T07:58:59Z"}
@finds a1 a2
@message The token that was accepted at 2026-10-01T08:00:00Z had expired at 2026-10-01T07:58:59Z.
*/

/* @quiet within the skew, a token without exp, and one that was refused
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","exp":"2026-10-01T07:59:00Z"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted"}
attempts {"id":"a3","at":"2026-10-01T08:00:00Z","outcome":"rejected","exp":"2026-10-01T07:00:00Z"}
*/

/* @notevaluated the expiry isn't exported
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted"}
*/
