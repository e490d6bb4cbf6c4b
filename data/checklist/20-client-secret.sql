-- The client secret is good for 14 more days.
--
-- @fails    secret.*
-- @needs    applecalls.secretExp
-- @source   Apple, "Creating a client secret"
--           | https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
-- @evidence Calls whose secret is known: {calls}.[ The newest secret expires at {newest_at}.]
-- @do       Make a new client secret, call Apple's endpoint with it, and export `applecalls` with
--           `secretExp`.

SELECT
  count(secret_exp) AS calls,
  max(secret_exp) AS newest_at,
  coalesce(max(secret_exp) > max(as_of) + 14 * 86400000000, 0) AS passed
FROM setting, applecall;

/* @pass three months
applecalls {"id":"c1","at":"2026-10-05T08:00:00Z","endpoint":"token","status":200,"secretKid":"K1","secretIat":"2026-10-01T00:00:00Z","secretExp":"2027-01-01T00:00:00Z"}
@evidence Calls whose secret is known: 1. The newest secret expires at 2027-01-01T00:00:00Z.
*/

/* @nottested ten days
applecalls {"id":"c1","at":"2026-10-05T08:00:00Z","endpoint":"token","status":200,"secretKid":"K1","secretIat":"2026-10-01T00:00:00Z","secretExp":"2026-10-15T00:00:00Z"}
*/

/* @fail too long
applecalls {"id":"c1","at":"2026-10-05T08:00:00Z","endpoint":"token","status":200,"secretKid":"K1","secretIat":"2026-10-01T00:00:00Z","secretExp":"2027-10-01T00:00:00Z"}
*/
