-- Apple accepts the codes and tokens that you send.
--
-- invalid_grant means that the code or refresh token is used up, too old, revoked, or was issued
-- to another client id. Now and then that is a person who withdrew consent; often it is a code
-- that was exchanged twice or too late.
--
-- @severity medium
-- @needs    applecalls.error
-- @subject  applecall
-- @source   Apple, "Generate and validate tokens"
--           | https://developer.apple.com/documentation/signinwithapplerestapi/generate-and-validate-tokens
-- @message  Apple refused the {what} of the call to /auth/{endpoint}[ for {user}] at {at}
--           (invalid_grant).
-- @fix      Exchange a code once, within five minutes, with the client id it was issued to; where a
--           refresh token is refused, end the person's sessions and ask for a new sign-in.

SELECT
  call.id AS subject,
  user.id AS user,
  call.at AS at,
  call.endpoint AS endpoint,
  CASE call.grant_type
    WHEN 'authorization_code' THEN 'authorization code'
    WHEN 'refresh_token' THEN 'refresh token'
    ELSE 'code or token'
  END AS what,
  json_array(json_array('applecalls', call.row)) AS evidence
FROM applecall AS call
LEFT JOIN user ON user.user = call.user
WHERE call.error = 'invalid_grant'
ORDER BY subject;

/* @fires a code was refused, and the token that it would have given
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":400,"error":"invalid_grant","grantType":"authorization_code","userId":"u1"}
applecalls {"id":"c2","at":"2026-10-01T08:00:00Z","endpoint":"revoke","status":400,"error":"invalid_grant"}
@finds c1 c2
@message Apple refused the authorization code of the call to /auth/token for u1 at 2026-10-01T08:00:00Z (invalid_grant).
*/

/* @fires a refresh token was refused
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":400,"error":"invalid_grant","grantType":"refresh_token"}
@finds c1
@message Apple refused the refresh token of the call to /auth/token at 2026-10-01T08:00:00Z (invalid_grant).
*/

/* @fires a call whose grant isn't recorded
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"revoke","status":400,"error":"invalid_grant"}
@finds c1
@message Apple refused the code or token of the call to /auth/revoke at 2026-10-01T08:00:00Z (invalid_grant).
*/

/* @quiet a call that succeeded, and one that failed for another reason
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":200}
applecalls {"id":"c2","at":"2026-10-01T08:00:00Z","endpoint":"token","status":400,"error":"invalid_client"}
*/

/* @notevaluated errors aren't exported
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","status":400}
*/
