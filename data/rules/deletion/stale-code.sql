-- An authorization code is exchanged while it is good.
--
-- Apple's authorization code is good for five minutes and once. A code that is exchanged later is
-- refused, and without its token nothing can be revoked.
--
-- @severity medium
-- @needs    deletions.codeIssuedAt|applecalls.codeIssuedAt deletions.tokenExchangedAt|applecalls
-- @uses     deletions applecalls
-- @subject  deletion
-- @source   Apple, "Generate and validate tokens"
--           | https://developer.apple.com/documentation/signinwithapplerestapi/generate-and-validate-tokens
-- @message  A code[ of {user}] that was issued at {issued_at} was exchanged {age_span} later, at
--           {exchanged_at}; it is good for {allowed_span}.
-- @fix      Send the code to the server at once and exchange it there at once; if that fails, ask
--           the person to sign in again for a new code.

WITH exchange AS (
  SELECT
    'deletion' AS kind, 'deletions' AS stream, id, row, user,
    code_issued_at AS issued_at, token_exchanged_at AS at
  FROM deletion
  UNION ALL
  SELECT 'applecall', 'applecalls', id, row, user, code_issued_at, at
  FROM applecall
  WHERE endpoint = 'token' AND grant_type = 'authorization_code')
SELECT
  exchange.id AS subject,
  exchange.kind AS kind,
  user.id AS user,
  exchange.at AS at,
  exchange.issued_at AS issued_at,
  exchange.at AS exchanged_at,
  exchange.at - exchange.issued_at AS age_span,
  setting.code_lifetime AS allowed_span,
  json_array(json_array(exchange.stream, exchange.row)) AS evidence
FROM setting, exchange
LEFT JOIN user ON user.user = exchange.user
WHERE exchange.at > exchange.issued_at + setting.code_lifetime + setting.skew
ORDER BY subject, kind;

/* @fires a code of a deletion
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","codeIssuedAt":"2026-10-01T08:00:00Z","tokenExchangedAt":"2026-10-01T08:06:01Z"}
@finds d1
@kind deletion
@message A code of u1 that was issued at 2026-10-01T08:00:00Z was exchanged 6 minutes 1 second later, at 2026-10-01T08:06:01Z; it is good for 5 minutes.
*/

/* @fires a code of a sign-in
applecalls {"id":"c1","at":"2026-10-01T09:00:00Z","endpoint":"token","grantType":"authorization_code","status":400,"codeIssuedAt":"2026-10-01T08:00:00Z"}
@finds c1
@kind applecall
@message A code that was issued at 2026-10-01T08:00:00Z was exchanged 1 hour later, at 2026-10-01T09:00:00Z; it is good for 5 minutes.
*/

/* @quiet at the end of five minutes and the skew
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","codeIssuedAt":"2026-10-01T08:00:00Z","tokenExchangedAt":"2026-10-01T08:06:00Z"}
applecalls {"id":"c1","at":"2026-10-01T08:06:00Z","endpoint":"token","grantType":"authorization_code","status":200,"codeIssuedAt":"2026-10-01T08:00:00Z"}
*/

/* @quiet the refresh token of an old code is validated, or revoked
applecalls {"id":"c1","at":"2026-10-05T08:06:00Z","endpoint":"token","grantType":"refresh_token","status":200,"codeIssuedAt":"2026-10-01T08:00:00Z"}
applecalls {"id":"c2","at":"2026-10-05T08:06:00Z","endpoint":"revoke","status":200,"codeIssuedAt":"2026-10-01T08:00:00Z"}
*/

/* @quiet a time is missing
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","codeIssuedAt":"2026-10-01T08:00:00Z"}
deletions {"id":"d2","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","tokenExchangedAt":"2026-10-01T08:06:00Z"}
*/

/* @notevaluated when codes were issued isn't exported
applecalls {"id":"c1","at":"2026-10-01T08:06:00Z","endpoint":"token","grantType":"authorization_code","status":200}
*/
