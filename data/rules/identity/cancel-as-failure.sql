-- A person who cancels has not failed to sign in.
--
-- Closing Apple's sheet is a choice. Counted as a failure it shows people an error they did not
-- make, and hides the real failures in the numbers.
--
-- @severity low
-- @needs    attempts.clientError
-- @subject  attempt
-- @source   Apple, "ASAuthorizationError.Code.canceled"
--           | https://developer.apple.com/documentation/authenticationservices/asauthorizationerror-swift.struct/code/canceled
-- @message  The person cancelled at {at} ({error}), which was recorded as a refused sign-in.
-- @fix      Treat the cancel error as no attempt at all: return to the sign-in screen and record
--           nothing.

SELECT
  attempt.id AS subject,
  user.id AS user,
  attempt.at AS at,
  attempt.client_error AS error,
  json_array(json_array('attempts', attempt.row)) AS evidence
FROM setting, attempt
LEFT JOIN user ON user.user = attempt.user
WHERE attempt.outcome = 'rejected'
  AND attempt.client_error IN ('1001', 'canceled', 'ERR_REQUEST_CANCELED')
ORDER BY subject;

/* @fires each of the three spellings
accounts {"userId":"u1"}
accounts {"userId":"u2"}
accounts {"userId":"u3"}
attempts {"id":"a1","userId":"u1","at":"2026-10-01T08:00:00Z","outcome":"rejected","clientError":"1001"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"rejected","clientError":"canceled"}
attempts {"id":"a3","at":"2026-10-01T08:00:00Z","outcome":"rejected","clientError":"ERR_REQUEST_CANCELED"}
@finds a1 a2 a3
@message The person cancelled at 2026-10-01T08:00:00Z (1001), which was recorded as a refused sign-in.
*/

/* @quiet another error, none, and one that was accepted
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"rejected","clientError":"1000"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"rejected"}
attempts {"id":"a3","at":"2026-10-01T08:00:00Z","outcome":"accepted","clientError":"1001"}
*/

/* @notevaluated client errors aren't exported
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"rejected"}
*/
