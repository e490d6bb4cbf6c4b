-- An accepted identity token comes from Apple.
--
-- The iss claim says who made the token. A backend that does not check it accepts tokens that
-- anybody else signed, and so lets strangers into other people's accounts.
--
-- @severity critical
-- @needs    attempts.iss
-- @subject  attempt
-- @source   Apple, "Verifying a user"
--           | https://developer.apple.com/documentation/signinwithapple/verifying-a-user
-- @message  The token that was accepted at {at} was issued by {issuer}, which is none of the
--           issuers that policy.issuers allows.
-- @fix      Refuse an identity token whose iss is not https://appleid.apple.com, compared as a
--           whole and before anything else of the token is used. Where Apple itself uses another
--           name, add it to policy.issuers in siwa-audit.json.

SELECT
  attempt.id AS subject,
  user.id AS user,
  attempt.at AS at,
  attempt.iss AS issuer,
  json_array(json_array('attempts', attempt.row)) AS evidence
FROM setting, attempt
LEFT JOIN user ON user.user = attempt.user
WHERE attempt.outcome = 'accepted'
  AND attempt.iss NOT IN (SELECT value FROM setting_list WHERE name = 'issuers')
ORDER BY subject;

/* @fires another issuer, and one that only begins like Apple's
accounts {"userId":"u1"}
accounts {"userId":"u2"}
accounts {"userId":"u3"}
attempts {"id":"a1","userId":"u1","at":"2026-10-01T08:00:00Z","outcome":"accepted","iss":"https://evil.example"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted","iss":"https://appleid.apple.com.evil.example"}
@finds a1 a2
@message The token that was accepted at 2026-10-01T08:00:00Z was issued by https://evil.example, which is none of the issuers that policy.issuers allows.
*/

/* @fires the configuration names another issuer
config {"policy":{"issuers":["https://test.example"]}}
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","iss":"https://appleid.apple.com"}
@finds a1
*/

/* @quiet Apple, a token without iss, and one that was refused
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","iss":"https://appleid.apple.com"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted"}
attempts {"id":"a3","at":"2026-10-01T08:00:00Z","outcome":"rejected","iss":"https://evil.example"}
*/

/* @notevaluated the issuer isn't exported
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted"}
*/
