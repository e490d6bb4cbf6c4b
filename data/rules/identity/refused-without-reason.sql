-- A refused sign-in says why.
--
-- Without a reason nobody can tell an attack from a bug or from a person who changed their mind,
-- and a fault of your own stays hidden among them.
--
-- @severity low
-- @needs    attempts.reason
-- @subject  attempt
-- @source   General practice
-- @message  The sign-in at {at} was refused without a reason.
-- @fix      Log why each token was refused: which check failed, or which error the client
--           reported.

SELECT
  attempt.id AS subject,
  user.id AS user,
  attempt.at AS at,
  json_array(json_array('attempts', attempt.row)) AS evidence
FROM setting, attempt
LEFT JOIN user ON user.user = attempt.user
WHERE attempt.outcome = 'rejected'
  AND attempt.reason IS NULL
  AND attempt.client_error IS NULL
  AND attempt.row > 0
ORDER BY subject;

/* @fires neither a reason nor an error
accounts {"userId":"u1"}
accounts {"userId":"u2"}
accounts {"userId":"u3"}
attempts {"id":"a1","userId":"u1","at":"2026-10-01T08:00:00Z","outcome":"rejected","reason":null}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"rejected","reason":null}
@finds a1 a2
@message The sign-in at 2026-10-01T08:00:00Z was refused without a reason.
*/

/* @quiet a reason, an error, and one that was accepted
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"rejected","reason":"expired"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"rejected","clientError":"1000"}
attempts {"id":"a3","at":"2026-10-01T08:00:00Z","outcome":"accepted"}
*/

/* @quiet an exchange can't show what the client reported
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","reason":null}
exchanges {"id":"x1","at":"2026-10-01T08:00:00Z","method":"POST","path":"/api/platform/auth/apple-native","status":400,"request":{}}
*/

/* @notevaluated reasons aren't exported
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"rejected"}
*/
