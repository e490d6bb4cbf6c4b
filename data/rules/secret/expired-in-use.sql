-- A client secret is not used after it has expired.
--
-- Apple refuses calls with an expired secret: codes can't be exchanged and tokens can't be
-- revoked until a new one is signed. A secret that was made once and put into the configuration
-- ends this way after six months.
--
-- @severity critical
-- @needs    applecalls.secretExp
-- @subject  secret
-- @source   Apple, "Creating a client secret"
--           | https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
-- @message  {calls} used the client secret {subject} after it had expired at {expired_at}, the
--           last {late_span} too late.
-- @fix      Sign a new secret, and make one for each call or let a job renew it well before it
--           expires.

SELECT
  secret AS subject,
  min(at) AS at,
  min(secret_exp) AS expired_at,
  max(at - secret_exp) AS late_span,
  count(*) || iif(count(*) = 1, ' call', ' calls') AS calls,
  json_group_array(json_array('applecalls', row)) AS evidence
FROM (
  SELECT secret_use.*, setting.*
  FROM secret_use, setting
  WHERE at > secret_exp + skew
  ORDER BY at, id)
GROUP BY secret
ORDER BY subject;

/* @fires one call after the skew, one a day later
applecalls {"id":"c1","at":"2026-10-01T08:01:01Z","endpoint":"token","status":400,"secretKid":"K1","secretIat":1790000000,"secretExp":"2026-10-01T08:00:00Z"}
applecalls {"id":"c2","at":"2026-10-02T08:00:00Z","endpoint":"revoke","status":400,"secretKid":"K1","secretIat":1790000000,"secretExp":"2026-10-01T08:00:00Z"}
@finds K1@1790000000
@message 2 calls used the client secret K1@1790000000 after it had expired at 2026-10-01T08:00:00Z, the last 1 day too late.
*/

/* @fires one call
applecalls {"id":"c1","at":"2026-10-01T08:02:00Z","endpoint":"token","status":400,"secretExp":"2026-10-01T08:00:00Z"}
@finds @
@message 1 call used the client secret @ after it had expired at 2026-10-01T08:00:00Z, the last 2 minutes too late.
*/

/* @quiet within the skew, and a secret without expiry
applecalls {"id":"c1","at":"2026-10-01T08:01:00Z","endpoint":"token","status":200,"secretKid":"K1","secretExp":"2026-10-01T08:00:00Z"}
applecalls {"id":"c2","at":"2026-10-05T08:01:00Z","endpoint":"token","status":200,"secretKid":"K1"}
*/

/* @notevaluated the expiry isn't exported
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"secretKid":"K1"}
*/
