-- Every new account exchanges its authorization code.
--
-- Apple gives a code with each authorization. Exchanged within five minutes it yields the refresh
-- token, and that is what can be revoked when the account is deleted. Without it the app stays in
-- the person's list of apps for good, and the deletion is incomplete.
--
-- @severity medium
-- @needs    platform:direct complete:applecalls applecalls.grantType
--           applecalls.userId|applecalls.sub sessions sessions.isNewAccount
--           sessions.method|accounts.method
-- @uses     accounts deletions
-- @subject  user
-- @source   Apple, "Handling account deletions and revoking tokens for Sign in with Apple"
--           | https://developer.apple.com/documentation/technotes/tn3194-handling-account-deletions-and-revoking-tokens-for-sign-in-with-apple
-- @message  {subject} is a new Apple account of {at}, and no authorization code of it was ever
--           exchanged: no token is there to revoke when the account is deleted.
-- @fix      Send the credential's authorizationCode to the backend with every sign-in, exchange it
--           at once at Apple's token endpoint, and store the refresh token encrypted beside the
--           sub. For the accounts that exist, do it with their next sign-in, or ask for a new
--           authorization when the deletion starts.

WITH exchange AS MATERIALIZED (
  SELECT user, sub
  FROM applecall
  WHERE endpoint = 'token'
    AND (grant_type = 'authorization_code' OR (grant_type IS NULL AND code_hash IS NOT NULL))
    AND status BETWEEN 200 AND 299
  UNION ALL
  SELECT user, apple_sub
  FROM deletion
  WHERE token_exchanged_at IS NOT NULL AND token_exchange_status BETWEEN 200 AND 299)
SELECT
  u.id AS subject,
  u.id AS user,
  min(s.at) AS at,
  json_group_array(json_array('sessions', s.row)) AS evidence
FROM setting, session_full AS s
JOIN user AS u ON u.user = s.user
WHERE s.is_new_account = 1
  AND s.method = 'apple'
  AND s.at + 3600000000 <= setting.as_of
  AND s.user NOT IN (SELECT user FROM exchange WHERE user IS NOT NULL)
  AND coalesce(
    s.apple_sub NOT IN (SELECT sub FROM exchange WHERE sub IS NOT NULL), 1)
GROUP BY s.user
ORDER BY subject;

/* @fires no code was exchanged
config {"app":{"platform":"direct"},"export":{"complete":["applecalls"]}}
asof 2026-10-01T09:00:00Z
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1","isNewAccount":true}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u2","method":"apple","isNewAccount":true}
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","grantType":"authorization_code","userId":"u9","sub":"a9","status":200}
applecalls {"id":"c2","at":"2026-10-01T08:00:00Z","endpoint":"token","grantType":"authorization_code","status":200}
deletions {"id":"d1","userId":"u8","requestedAt":"2026-10-01T08:00:00Z","tokenExchangedAt":"2026-10-01T08:00:00Z","tokenExchangeStatus":200}
@finds u1 u2
@message u1 is a new Apple account of 2026-10-01T08:00:00Z, and no authorization code of it was ever exchanged: no token is there to revoke when the account is deleted.
*/

/* @fires the exchange failed, or the call was another one
config {"app":{"platform":"direct"},"export":{"complete":["applecalls"]}}
asof 2026-11-01T00:00:00Z
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1","isNewAccount":true}
applecalls {"id":"c1","at":"2026-10-01T08:00:01Z","endpoint":"token","grantType":"authorization_code","userId":"u1","sub":"a1","status":400}
applecalls {"id":"c2","at":"2026-10-01T08:00:01Z","endpoint":"token","grantType":"authorization_code","userId":"u1","sub":"a1","status":300}
applecalls {"id":"c3","at":"2026-10-01T08:00:01Z","endpoint":"token","grantType":"refresh_token","codeHash":"c","userId":"u1","sub":"a1","status":200}
applecalls {"id":"c4","at":"2026-10-01T08:00:01Z","endpoint":"token","userId":"u1","sub":"a1","status":200}
applecalls {"id":"c5","at":"2026-10-01T08:00:01Z","endpoint":"revoke","grantType":"authorization_code","userId":"u1","sub":"a1","status":200}
applecalls {"id":"c6","at":"2026-10-01T08:00:01Z","endpoint":"token","grantType":"authorization_code","userId":"u1","sub":"a1","status":199}
@finds u1
*/

/* @fires a deletion's exchange failed, or has no answer or time
config {"app":{"platform":"direct"},"export":{"complete":["applecalls"]}}
asof 2026-11-01T00:00:00Z
applecalls {"id":"c1","at":"2026-10-01T08:00:01Z","endpoint":"revoke","grantType":null,"userId":null,"status":200}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","isNewAccount":true}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-02T08:00:00Z","tokenExchangedAt":"2026-10-02T08:00:01Z","tokenExchangeStatus":400}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u2","method":"apple","isNewAccount":true}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-02T08:00:00Z","tokenExchangedAt":"2026-10-02T08:00:01Z"}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u3","method":"apple","isNewAccount":true}
deletions {"id":"d3","userId":"u3","requestedAt":"2026-10-02T08:00:00Z","tokenExchangeStatus":200}
sessions {"id":"s4","at":"2026-10-01T08:00:00Z","userId":"u4","method":"apple","isNewAccount":true}
deletions {"id":"d4","userId":"u4","requestedAt":"2026-10-02T08:00:00Z","tokenExchangedAt":"2026-10-02T08:00:01Z","tokenExchangeStatus":300}
sessions {"id":"s5","at":"2026-10-01T08:00:00Z","userId":"u5","method":"apple","isNewAccount":true}
deletions {"id":"d5","userId":"u5","requestedAt":"2026-10-02T08:00:00Z","tokenExchangedAt":"2026-10-02T08:00:01Z","tokenExchangeStatus":199}
@finds u1 u2 u3 u4 u5
*/

/* @quiet exchanged by user or by sub, at any time
config {"app":{"platform":"direct"},"export":{"complete":["applecalls"]}}
asof 2026-11-01T00:00:00Z
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","isNewAccount":true}
applecalls {"id":"c1","at":"2026-10-20T08:00:00Z","endpoint":"token","grantType":"authorization_code","userId":"u1","status":200}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u2","method":"apple","appleSub":"a2","isNewAccount":true}
applecalls {"id":"c2","at":"2026-10-01T07:59:00Z","endpoint":"token","grantType":"authorization_code","sub":"a2","status":299}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u3","method":"apple","appleSub":"a3","isNewAccount":true}
applecalls {"id":"c3","at":"2026-10-01T08:00:01Z","endpoint":"token","grantType":"authorization_code","userId":"u3","sub":"a9","status":200}
sessions {"id":"s4","at":"2026-10-01T08:00:00Z","userId":"u4","isNewAccount":true}
accounts {"userId":"u4","method":"apple","appleSub":"a4"}
applecalls {"id":"c4","at":"2026-10-01T08:00:01Z","endpoint":"token","grantType":"authorization_code","sub":"a4","status":200}
sessions {"id":"s5","at":"2026-10-01T08:00:00Z","userId":"u5","method":"apple","isNewAccount":true}
applecalls {"id":"c5","at":"2026-10-01T08:00:01Z","endpoint":"token","codeHash":"c","userId":"u5","status":200}
*/

/* @quiet a deletion exchanged one
config {"app":{"platform":"direct"},"export":{"complete":["applecalls"]}}
asof 2026-11-01T00:00:00Z
applecalls {"id":"c1","at":"2026-10-01T08:00:01Z","endpoint":"revoke","grantType":null,"userId":null,"status":200}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","isNewAccount":true}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-02T08:00:00Z","tokenExchangedAt":"2026-10-02T08:00:01Z","tokenExchangeStatus":200}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u2","method":"apple","appleSub":"a2","isNewAccount":true}
deletions {"id":"d2","userId":"u3","appleSub":"a2","requestedAt":"2026-10-02T08:00:00Z","tokenExchangedAt":"2026-10-02T08:00:01Z","tokenExchangeStatus":299}
*/

/* @quiet younger than an hour, not new, and no Apple sign-in
config {"app":{"platform":"direct"},"export":{"complete":["applecalls"]}}
asof 2026-10-01T09:00:00Z
applecalls {"id":"c1","at":"2026-10-01T08:00:01Z","endpoint":"revoke","grantType":null,"userId":null,"status":200}
sessions {"id":"s1","at":"2026-10-01T08:00:01Z","userId":"u1","method":"apple","isNewAccount":true}
sessions {"id":"s2","at":"2026-10-01T07:00:00Z","userId":"u2","method":"apple","isNewAccount":false}
sessions {"id":"s3","at":"2026-10-01T07:00:00Z","userId":"u3","method":"google","isNewAccount":true}
sessions {"id":"s4","at":"2026-10-01T07:00:00Z","userId":"u4","isNewAccount":true}
sessions {"id":"s5","at":"2026-10-01T07:00:00Z","userId":"u5","method":"apple"}
*/

/* @notevaluated the calls are not complete
config {"app":{"platform":"direct"}}
asof 2026-11-01T00:00:00Z
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","isNewAccount":true}
applecalls {"id":"c1","at":"2026-10-01T08:00:01Z","endpoint":"revoke","grantType":null,"userId":null,"status":200}
*/

/* @notevaluated the platform keeps the tokens
config {"app":{"platform":"speed"},"export":{"complete":["applecalls"]}}
asof 2026-11-01T00:00:00Z
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","isNewAccount":true}
applecalls {"id":"c1","at":"2026-10-01T08:00:01Z","endpoint":"revoke","grantType":null,"userId":null,"status":200}
*/
