-- An authorization code is exchanged once.
--
-- Apple takes a code once; the second exchange is refused with invalid_grant. A code that comes
-- back later was stored, logged or sent twice, and whoever holds it first gets the tokens.
--
-- @severity high
-- @needs    deletions.codeHash|applecalls.codeHash
-- @uses     deletions applecalls
-- @subject  code
-- @source   Apple, "Generate and validate tokens"
--           | https://developer.apple.com/documentation/signinwithapplerestapi/generate-and-validate-tokens
-- @message  One authorization code was exchanged {count} times, first at {first_at} and last at
--           {last_at}{answers}.
-- @fix      Exchange a code in one place, store the refresh token instead of the code, and don't
--           repeat an exchange whose answer got lost: ask for a new code.

WITH
  exchange AS (
    SELECT code_hash AS code, token_exchanged_at AS at, 'deletions' AS stream, row, id, 0 AS is_good
    FROM deletion
    WHERE code_hash IS NOT NULL AND token_exchanged_at IS NOT NULL
    UNION ALL
    SELECT code_hash, at, 'applecalls', row, id, status BETWEEN 200 AND 299
    FROM applecall
    WHERE code_hash IS NOT NULL
      AND endpoint = 'token'
      AND coalesce(grant_type, 'authorization_code') = 'authorization_code'),
  spaced AS (
    SELECT *, at - lag(at) OVER (PARTITION BY code ORDER BY at, stream, id) AS gap
    FROM exchange
    WHERE code IN (SELECT code FROM exchange GROUP BY code HAVING count(*) > 1)
    ORDER BY code, at, stream, id)
SELECT
  code AS subject,
  min(at) AS at,
  count(*) AS count,
  min(at) AS first_at,
  max(at) AS last_at,
  iif(sum(is_good) > 1, ', and Apple took it ' || sum(is_good) || ' times', '') AS answers,
  json_group_array(json_array(stream, row)) AS evidence
FROM spaced, setting
GROUP BY code
HAVING max(gap > skew) = 1 OR sum(is_good) > 1
ORDER BY subject;

/* @fires two exchanges more than the skew apart
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","grantType":"authorization_code","status":200,"codeHash":"h1"}
applecalls {"id":"c2","at":"2026-10-01T08:01:01Z","endpoint":"token","grantType":"authorization_code","status":400,"codeHash":"h1"}
@finds h1
@message One authorization code was exchanged 2 times, first at 2026-10-01T08:00:00Z and last at 2026-10-01T08:01:01Z.
*/

/* @fires a deletion exchanges the code of the sign-in, and two deletions share one
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","codeHash":"h1","tokenExchangedAt":"2026-10-01T08:00:30Z"}
applecalls {"id":"c1","at":"2026-09-01T08:00:00Z","endpoint":"token","status":200,"codeHash":"h1"}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-01T08:00:00Z","codeHash":"h2","tokenExchangedAt":"2026-10-01T08:00:30Z"}
deletions {"id":"d3","userId":"u2","requestedAt":"2026-10-02T08:00:00Z","codeHash":"h2","tokenExchangedAt":"2026-10-02T08:00:30Z"}
@finds h1 h2
*/

/* @fires Apple took one code twice within the skew
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","grantType":"authorization_code","status":200,"codeHash":"h1"}
applecalls {"id":"c2","at":"2026-10-01T08:00:01Z","endpoint":"token","grantType":"authorization_code","status":299,"codeHash":"h1"}
@finds h1
@message One authorization code was exchanged 2 times, first at 2026-10-01T08:00:00Z and last at 2026-10-01T08:00:01Z, and Apple took it 2 times.
*/

/* @quiet the deletion's exchange and the call are one
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","codeHash":"h1","tokenExchangedAt":"2026-10-01T08:00:30Z","tokenExchangeStatus":200}
applecalls {"id":"c1","at":"2026-10-01T08:01:30Z","endpoint":"token","grantType":"authorization_code","status":200,"codeHash":"h1"}
*/

/* @quiet a call that got no answer is repeated at once, in steps no longer than the skew
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","grantType":"authorization_code","status":503,"codeHash":"h1"}
applecalls {"id":"c2","at":"2026-10-01T08:01:00Z","endpoint":"token","grantType":"authorization_code","status":503,"codeHash":"h1"}
applecalls {"id":"c3","at":"2026-10-01T08:02:00Z","endpoint":"token","grantType":"authorization_code","status":200,"codeHash":"h1"}
*/

/* @quiet other codes, and calls that exchange no code
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","grantType":"authorization_code","status":200,"codeHash":"h1"}
applecalls {"id":"c2","at":"2026-10-02T08:00:00Z","endpoint":"token","grantType":"authorization_code","status":200,"codeHash":"h2"}
applecalls {"id":"c3","at":"2026-10-03T08:00:00Z","endpoint":"token","grantType":"refresh_token","status":200,"codeHash":"h1"}
applecalls {"id":"c4","at":"2026-10-03T08:00:00Z","endpoint":"revoke","status":200,"codeHash":"h1"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-09T08:00:00Z","codeHash":"h1"}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-01T08:00:00Z","tokenExchangedAt":"2026-10-01T08:06:00Z"}
deletions {"id":"d3","userId":"u3","requestedAt":"2026-10-09T08:00:00Z","tokenExchangedAt":"2026-10-09T08:06:00Z"}
*/

/* @notevaluated codes aren't exported
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","grantType":"authorization_code","status":200}
*/
