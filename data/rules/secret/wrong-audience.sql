-- A client secret is meant for Apple.
--
-- The aud of the secret must be https://appleid.apple.com and nothing else, not even a slash at
-- its end. With any other Apple refuses the calls.
--
-- @severity high
-- @needs    applecalls.secretAud
-- @subject  secret
-- @source   Apple, "Creating a client secret"
--           | https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
-- @message  {calls} used a client secret with the audience {audience} instead of
--           https://appleid.apple.com (first at {at}).
-- @fix      Set aud to exactly https://appleid.apple.com.

SELECT
  secret AS subject,
  min(at) AS at,
  min(secret_aud) AS audience,
  count(*) || iif(count(*) = 1, ' call', ' calls') AS calls,
  json_group_array(json_array('applecalls', row)) AS evidence
FROM (
  SELECT secret_use.*, setting.*
  FROM secret_use, setting
  WHERE secret_aud <> 'https://appleid.apple.com'
  ORDER BY at, id)
GROUP BY secret
ORDER BY subject;

/* @fires a slash too many
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":400,"secretKid":"K1","secretAud":"https://appleid.apple.com/"}
@finds K1@
@message 1 call used a client secret with the audience https://appleid.apple.com/ instead of https://appleid.apple.com (first at 2026-10-01T08:00:00Z).
*/

/* @fires two calls with one secret
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":400,"secretKid":"K1","secretAud":"apple"}
applecalls {"id":"c2","at":"2026-10-01T08:00:00Z","endpoint":"token","status":400,"secretKid":"K1","secretAud":"apple"}
@finds K1@
@message 2 calls used a client secret with the audience apple instead of https://appleid.apple.com (first at 2026-10-01T08:00:00Z).
*/

/* @quiet Apple, and a call that doesn't tell
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"secretKid":"K1","secretAud":"https://appleid.apple.com"}
applecalls {"id":"c2","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"secretKid":"K1"}
*/

/* @notevaluated the audience isn't exported
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"secretKid":"K1"}
*/
