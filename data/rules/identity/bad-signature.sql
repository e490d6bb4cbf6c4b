-- An accepted identity token carries Apple's signature.
--
-- Only the signature shows that a token is Apple's. Without this check anybody can write a token
-- with any sub in it and sign in as that person.
--
-- @severity critical
-- @needs    attempts evidence:checked-attempts
-- @subject  attempt
-- @source   Apple, "Verifying a user"
--           | https://developer.apple.com/documentation/signinwithapple/verifying-a-user
-- @message  The token that was accepted at {at} does not carry a valid signature of
--           Apple{why}.
-- @fix      Verify the signature with the key of https://appleid.apple.com/auth/keys that the
--           token's kid names, before any claim is read, and refuse the token when it does not
--           hold.

SELECT
  attempt.id AS subject,
  user.id AS user,
  attempt.at AS at,
  coalesce(': ' || attempt.signature_reason, '') AS why,
  json_array(json_array('attempts', attempt.row)) AS evidence
FROM setting, attempt
LEFT JOIN user ON user.user = attempt.user
WHERE attempt.outcome = 'accepted'
  AND attempt.signature = 'invalid'
ORDER BY subject;

/* @fires the signature was checked and does not hold
accounts {"userId":"u1"}
accounts {"userId":"u2"}
accounts {"userId":"u3"}
attempts {"id":"a1","userId":"u1","at":"2026-10-01T08:00:00Z","outcome":"accepted","signature":"invalid"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted","signature":"invalid"}
@finds a1 a2
@message The token that was accepted at 2026-10-01T08:00:00Z does not carry a valid signature of Apple.
*/

/* @quiet a valid one, an unchecked one, and one that was refused
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","signature":"valid"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted","signature":"unchecked"}
attempts {"id":"a3","at":"2026-10-01T08:00:00Z","outcome":"rejected","signature":"invalid"}
*/

/* @notevaluated no signature was checked
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","signature":"unchecked"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted"}
*/
