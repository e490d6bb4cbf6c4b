-- Nobody is refused for want of an email address.
--
-- Accounts without an email address are normal: Apple may leave it out, and some accounts have
-- none. A backend that insists on it locks these people out.
--
-- @severity medium
-- @needs    attempts.reason attempts.email
-- @subject  attempt
-- @source   Apple, "Verifying a user"
--           | https://developer.apple.com/documentation/signinwithapple/verifying-a-user
-- @message  The sign-in at {at} was refused because it has no email address ({reason}).
-- @fix      Use sub as the key of the account and let the email address be absent.

SELECT
  attempt.id AS subject,
  user.id AS user,
  attempt.at AS at,
  attempt.reason AS reason,
  json_array(json_array('attempts', attempt.row)) AS evidence
FROM setting, attempt
LEFT JOIN user ON user.user = attempt.user
WHERE attempt.outcome = 'rejected'
  AND attempt.email IS NULL
  AND ' ' || lower(attempt.reason) || ' ' GLOB '*[^a-z]email[^a-z]*'
  AND (
    coalesce(attempt.iss, attempt.aud, attempt.sub, attempt.alg) IS NOT NULL
    OR attempt.row > 0)
ORDER BY subject;

/* @fires the word in other spellings
accounts {"userId":"u1"}
accounts {"userId":"u2"}
accounts {"userId":"u3"}
attempts {"id":"a1","userId":"u1","at":"2026-10-01T08:00:00Z","outcome":"rejected","reason":"no-email","email":null}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"rejected","reason":"EMAIL_REQUIRED"}
@finds a1 a2
@message The sign-in at 2026-10-01T08:00:00Z was refused because it has no email address (no-email).
*/

/* @fires the token of an exchange has no address
exchanges {"id":"x1","at":"2026-10-01T08:00:00Z","method":"POST","path":"/api/platform/auth/apple-native","status":400,"request":{"identityToken":"eyJhbGciOiJSUzI1NiIsImtpZCI6ImsifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwic3ViIjoiYTEifQ.c2ln"},"response":{"error":"email_required"}}
@finds x1
*/

/* @quiet another word, an address that is there, another reason, none, and one that was accepted
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"rejected","reason":"emails","email":null}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"rejected","reason":"email is blocked","email":"a@example.com"}
attempts {"id":"a3","at":"2026-10-01T08:00:00Z","outcome":"rejected","reason":"expired"}
attempts {"id":"a4","at":"2026-10-01T08:00:00Z","outcome":"rejected"}
attempts {"id":"a5","at":"2026-10-01T08:00:00Z","outcome":"accepted","reason":"email"}
*/

/* @quiet the log doesn't hold the token of an exchange
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","email":"a@example.com"}
exchanges {"id":"x1","at":"2026-10-01T08:00:00Z","method":"POST","path":"/api/platform/auth/apple-native","status":400,"request":{},"response":{"error":"email_required"}}
*/

/* @notevaluated addresses aren't exported
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"rejected","reason":"no email"}
*/
