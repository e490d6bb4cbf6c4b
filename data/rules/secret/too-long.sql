-- A client secret lives no longer than Apple allows.
--
-- The client secret is a JWT that your backend signs to prove to Apple who is calling. Apple
-- refuses one that expires more than six months (15777000 seconds) after it was issued or used,
-- and every secret that lives long is a key that a thief can use for long.
--
-- @severity high
-- @needs    applecalls.secretExp
-- @subject  secret
-- @source   Apple, "Creating a client secret"
--           | https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
-- @message  The client secret {subject} is valid for {lifetime_span}, until {expires_at}; at most
--           {allowed_span} are allowed ({calls} used it).
-- @fix      Sign a new client secret with a short life (minutes, made for each call, is simplest;
--           at most 15777000 seconds) and stop using this one.

SELECT
  secret AS subject,
  min(at) AS at,
  max(max(secret_exp - coalesce(secret_iat, at), secret_exp - at)) AS lifetime_span,
  max(secret_exp) AS expires_at,
  secret_lifetime AS allowed_span,
  count(*) || iif(count(*) = 1, ' call', ' calls') AS calls,
  json_group_array(json_array('applecalls', row)) AS evidence
FROM (
  SELECT secret_use.*, setting.*
  FROM secret_use, setting
  WHERE secret_exp - secret_iat > secret_lifetime OR secret_exp - at > secret_lifetime
  ORDER BY at, id)
GROUP BY secret
ORDER BY subject;

/* @fires it expires more than six months after it was issued
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"secretKid":"K1","secretIat":"2026-03-01T00:00:00Z","secretExp":"2026-11-01T00:00:00Z"}
applecalls {"id":"c2","at":"2026-10-02T08:00:00Z","endpoint":"token","status":200,"secretKid":"K1","secretIat":"2026-03-01T00:00:00Z","secretExp":"2026-11-01T00:00:00Z"}
@finds K1@1772323200
@message The client secret K1@1772323200 is valid for 245 days, until 2026-11-01T00:00:00Z; at most 182 days 14 hours are allowed (2 calls used it).
*/

/* @fires it has no time of issue and expires more than six months after a call
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"secretKid":"K1","secretExp":"2027-06-01T00:00:00Z"}
@finds K1@
*/

/* @fires it claims to be issued in the future, so that the two times lie close together
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"revoke","status":200,"secretKid":"K1","secretIat":"2027-05-01T00:00:00Z","secretExp":"2027-06-01T00:00:00Z"}
@finds K1@1809129600
*/

/* @fires the owner allows less than Apple does
config {"policy":{"clientSecretLifetime":"1h"}}
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"secretIat":"2026-10-01T08:00:00Z","secretExp":"2026-10-01T09:00:01Z"}
@finds @1790841600
*/

/* @quiet it lives exactly as long as Apple allows
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"secretKid":"K1","secretIat":1790841600,"secretExp":1806618600}
*/

/* @quiet a call without a known secret
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"secretKid":"K1","secretExp":null}
*/

/* @notevaluated the expiry isn't exported
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"secretKid":"K1"}
*/
