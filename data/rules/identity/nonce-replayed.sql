-- A nonce is accepted once.
--
-- A nonce belongs to one sign-in. When two were let in with the same one, a token was presented
-- again, by the app or by somebody who caught it, and the backend did not notice.
--
-- @severity high
-- @needs    attempts.nonce
-- @subject  nonce
-- @source   Apple, "Verifying a user"
--           | https://developer.apple.com/documentation/signinwithapple/verifying-a-user
-- @message  {count} sign-ins were accepted with one nonce, the first at {first_at} and the last
--           at {at}.
-- @fix      Keep each nonce until its token has expired and refuse it the second time; make a new
--           one for each request.

SELECT
  nonce AS subject,
  max(at) AS at,
  min(at) AS first_at,
  count(*) AS count,
  json_group_array(json_array('attempts', row)) AS evidence
FROM (
  SELECT nonce, at, row
  FROM attempt
  WHERE outcome = 'accepted'
    AND nonce IN (
      SELECT nonce FROM attempt WHERE outcome = 'accepted' GROUP BY nonce HAVING count(*) > 1)
  ORDER BY at, id)
GROUP BY nonce
HAVING count(*) > 1
ORDER BY subject;

/* @fires accepted twice
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","nonce":"n1"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted","nonce":"n1"}
@finds n1
@message 2 sign-ins were accepted with one nonce, the first at 2026-10-01T08:00:00Z and the last at 2026-10-01T08:00:00Z.
*/

/* @quiet the repeat was refused, others have another nonce or none
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","nonce":"n1"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"rejected","nonce":"n1"}
attempts {"id":"a3","at":"2026-10-01T08:00:00Z","outcome":"accepted","nonce":"n2"}
attempts {"id":"a4","at":"2026-10-01T08:00:00Z","outcome":"accepted"}
attempts {"id":"a5","at":"2026-10-01T08:00:00Z","outcome":"accepted"}
*/

/* @notevaluated the nonce isn't exported
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted"}
*/
