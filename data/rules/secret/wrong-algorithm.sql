-- A client secret is signed with ES256.
--
-- Apple's keys for Sign in with Apple are elliptic-curve keys, and only ES256 is accepted.
-- Another algorithm in the header means that a wrong kind of key, or none, signed the secret.
--
-- @severity high
-- @needs    applecalls.secretAlg
-- @subject  secret
-- @source   Apple, "Creating a client secret"
--           | https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
-- @message  {calls} used a client secret signed with {algorithm} instead of ES256 (first at
--           {at}).
-- @fix      Sign with ES256 and the .p8 key that Apple gave you.

SELECT
  secret AS subject,
  min(at) AS at,
  min(secret_alg) AS algorithm,
  count(*) || iif(count(*) = 1, ' call', ' calls') AS calls,
  json_group_array(json_array('applecalls', row)) AS evidence
FROM (
  SELECT secret_use.*, setting.*
  FROM secret_use, setting
  WHERE secret_alg <> 'ES256'
  ORDER BY at, id)
GROUP BY secret
ORDER BY subject;

/* @fires an RSA signature
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":400,"secretKid":"K1","secretAlg":"RS256"}
@finds K1@
@message 1 call used a client secret signed with RS256 instead of ES256 (first at 2026-10-01T08:00:00Z).
*/

/* @fires two calls with one secret
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":400,"secretKid":"K1","secretAlg":"none"}
applecalls {"id":"c2","at":"2026-10-01T08:00:00Z","endpoint":"token","status":400,"secretKid":"K1","secretAlg":"none"}
@finds K1@
@message 2 calls used a client secret signed with none instead of ES256 (first at 2026-10-01T08:00:00Z).
*/

/* @quiet ES256, and a call that doesn't tell
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"secretKid":"K1","secretAlg":"ES256"}
applecalls {"id":"c2","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"secretKid":"K1"}
*/

/* @notevaluated the algorithm isn't exported
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"secretKid":"K1"}
*/
