-- A client secret is signed with one of your keys.
--
-- The kid names the key that signed the secret. A kid that is none of yours is a key that you
-- have forgotten, that belongs to another team, or that somebody else made; Apple refuses a
-- secret whose key was revoked.
--
-- @severity medium
-- @needs    applecalls.secretKid config:app.keyIds
-- @subject  secret
-- @source   Apple, "Creating a client secret"
--           | https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
-- @message  {calls} used a client secret signed with the key {kid}, which is none of the
--           configured ones (first at {at}).
-- @fix      Sign with a key of your team, revoke what nobody knows, and list the keys in use as
--           app.keyIds.

SELECT
  secret AS subject,
  min(at) AS at,
  secret_kid AS kid,
  count(*) || iif(count(*) = 1, ' call', ' calls') AS calls,
  json_group_array(json_array('applecalls', row)) AS evidence
FROM (
  SELECT secret_use.*, setting.*
  FROM secret_use, setting
  WHERE secret_kid NOT IN (SELECT value FROM setting_list WHERE name = 'keyIds')
  ORDER BY at, id)
GROUP BY secret
ORDER BY subject;

/* @fires two calls with a key that isn't listed
config {"app":{"keyIds":["K1"]}}
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"secretKid":"K2","secretIat":1790841600}
applecalls {"id":"c2","at":"2026-10-01T07:00:00Z","endpoint":"revoke","status":200,"secretKid":"K2","secretIat":1790841600}
applecalls {"id":"c3","at":"2026-10-01T07:00:00Z","endpoint":"token","status":200,"secretKid":"k1"}
@finds K2@1790841600 k1@
@message 2 calls used a client secret signed with the key K2, which is none of the configured ones (first at 2026-10-01T07:00:00Z).
*/

/* @fires one call
config {"app":{"keyIds":["K2"]}}
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"secretKid":"K1","secretIat":null}
@finds K1@
@message 1 call used a client secret signed with the key K1, which is none of the configured ones (first at 2026-10-01T08:00:00Z).
*/

/* @quiet a listed key, and a call whose key isn't recorded
config {"app":{"keyIds":["K1","K2"]}}
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"secretKid":"K2"}
applecalls {"id":"c2","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200}
*/

/* @notevaluated the keys aren't configured
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"secretKid":"K2"}
*/
