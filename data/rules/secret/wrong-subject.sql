-- A client secret names your app.
--
-- The sub of the secret must be the client id that the code was issued to: the bundle id in the
-- app, the services id on the web, letter for letter. With any other Apple answers
-- invalid_client.
--
-- @severity high
-- @needs    applecalls.secretSub config:app.bundleIds|config:app.servicesIds
-- @subject  secret
-- @source   Apple, "Creating a client secret"
--           | https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
-- @message  {calls} used a client secret for {sub}, which is neither a bundle id nor a services
--           id of the app (first at {at}).
-- @fix      Sign the secret with the client id that the code was issued to as sub; case counts.
--           If the id is yours, add it to app.bundleIds or app.servicesIds.

SELECT
  secret AS subject,
  min(at) AS at,
  min(secret_sub) AS sub,
  count(*) || iif(count(*) = 1, ' call', ' calls') AS calls,
  json_group_array(json_array('applecalls', row)) AS evidence
FROM (
  SELECT secret_use.*, setting.*
  FROM secret_use, setting
  WHERE secret_sub NOT IN (
    SELECT value FROM setting_list WHERE name IN ('bundleIds', 'servicesIds'))
  ORDER BY at, id)
GROUP BY secret
ORDER BY subject;

/* @fires another id, and the right one in other case
config {"app":{"bundleIds":["com.example.app"],"servicesIds":["com.example.web"]}}
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":400,"secretKid":"K1","secretSub":"com.example.other"}
applecalls {"id":"c2","at":"2026-10-01T08:00:00Z","endpoint":"token","status":400,"secretKid":"K2","secretSub":"com.example.App"}
@finds K1@ K2@
@message 1 call used a client secret for com.example.other, which is neither a bundle id nor a services id of the app (first at 2026-10-01T08:00:00Z).
*/

/* @fires two calls with one secret
config {"app":{"servicesIds":["com.example.web"]}}
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":400,"secretKid":"K1","secretSub":"x"}
applecalls {"id":"c2","at":"2026-10-01T08:00:00Z","endpoint":"token","status":400,"secretKid":"K1","secretSub":"x"}
@finds K1@
@message 2 calls used a client secret for x, which is neither a bundle id nor a services id of the app (first at 2026-10-01T08:00:00Z).
*/

/* @quiet the bundle id, the services id, and a call that doesn't tell
config {"app":{"bundleIds":["com.example.app"],"servicesIds":["com.example.web"]}}
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"secretKid":"K1","secretSub":"com.example.app"}
applecalls {"id":"c2","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"secretKid":"K1","secretSub":"com.example.web"}
applecalls {"id":"c3","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"secretKid":"K1"}
*/

/* @notevaluated the app's ids aren't configured
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"secretKid":"K1","secretSub":"com.example.other"}
*/
