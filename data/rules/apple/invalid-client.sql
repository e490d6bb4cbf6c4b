-- Apple accepts your client secret.
--
-- invalid_client means that Apple doesn't believe who is calling: the client secret has expired,
-- is signed with a wrong key, or names another app. Until that is put right no code can be
-- exchanged and no token revoked.
--
-- @severity high
-- @needs    applecalls.error
-- @subject  applecall
-- @source   Apple, "Creating a client secret"
--           | https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
-- @message  Apple refused the client secret {secret} of the call to /auth/{endpoint}[ for {user}] at
--           {at} (invalid_client).
-- @fix      Check the secret's kid, iss (team id), sub (the app's client id, case counts), aud, exp
--           and its ES256 signature, and the server's clock.

SELECT
  call.id AS subject,
  user.id AS user,
  call.at AS at,
  call.endpoint AS endpoint,
  call.secret AS secret,
  json_array(json_array('applecalls', call.row)) AS evidence
FROM secret_use AS call
LEFT JOIN user ON user.user = call.user
WHERE call.error = 'invalid_client'
ORDER BY subject;

/* @fires a call was refused for its secret
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":400,"error":"invalid_client","userId":"u1","secretKid":"K1","secretIat":1790841600}
@finds c1
@message Apple refused the client secret K1@1790841600 of the call to /auth/token for u1 at 2026-10-01T08:00:00Z (invalid_client).
*/

/* @fires a call of nobody, with a secret that isn't recorded
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"revoke","status":401,"error":"invalid_client"}
@finds c1
@message Apple refused the client secret @ of the call to /auth/revoke at 2026-10-01T08:00:00Z (invalid_client).
*/

/* @quiet a call that succeeded, and one that failed for another reason
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200}
applecalls {"id":"c2","at":"2026-10-01T08:00:00Z","endpoint":"token","status":400,"error":"invalid_grant"}
*/

/* @notevaluated errors aren't exported
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":400}
*/
