-- A client secret is issued by your team.
--
-- The iss of the secret must be your ten-character team id; Apple looks up the key by it. With
-- any other the calls are refused, and a secret of another team is one that somebody else made.
--
-- @severity high
-- @needs    applecalls.secretIss config:app.teamId
-- @subject  secret
-- @source   Apple, "Creating a client secret"
--           | https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
-- @message  {calls} used a client secret issued by {issuer} instead of the team {team} (first at
--           {at}).
-- @fix      Put your team id into iss (App Store Connect shows it under Membership).

SELECT
  secret AS subject,
  min(at) AS at,
  min(secret_iss) AS issuer,
  team_id AS team,
  count(*) || iif(count(*) = 1, ' call', ' calls') AS calls,
  json_group_array(json_array('applecalls', row)) AS evidence
FROM (
  SELECT secret_use.*, setting.*
  FROM secret_use, setting
  WHERE secret_iss <> team_id
  ORDER BY at, id)
GROUP BY secret
ORDER BY subject;

/* @fires another team
config {"app":{"teamId":"ABCDE12345"}}
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":400,"secretKid":"K1","secretIss":"com.example.app"}
@finds K1@
@message 1 call used a client secret issued by com.example.app instead of the team ABCDE12345 (first at 2026-10-01T08:00:00Z).
*/

/* @fires two calls with one secret
config {"app":{"teamId":"ABCDE12345"}}
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":400,"secretKid":"K1","secretIss":"abcde12345"}
applecalls {"id":"c2","at":"2026-10-01T08:00:00Z","endpoint":"token","status":400,"secretKid":"K1","secretIss":"abcde12345"}
@finds K1@
@message 2 calls used a client secret issued by abcde12345 instead of the team ABCDE12345 (first at 2026-10-01T08:00:00Z).
*/

/* @quiet the team, and a call that doesn't tell
config {"app":{"teamId":"ABCDE12345"}}
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"secretKid":"K1","secretIss":"ABCDE12345"}
applecalls {"id":"c2","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"secretKid":"K1"}
*/

/* @notevaluated the team isn't configured
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200,"secretKid":"K1","secretIss":"ABCDE12345"}
*/
