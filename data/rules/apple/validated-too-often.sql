-- A refresh token is validated at most once a day.
--
-- Apple asks to check a refresh token no more than once in 24 hours; who asks more often may be
-- throttled, and then sign-in fails for everyone. Notifications tell sooner and for nothing when
-- consent was withdrawn.
--
-- @severity low
-- @needs    applecalls.grantType applecalls.sub|applecalls.userId
-- @subject  sub
-- @source   Apple, "Verifying a user"
--           | https://developer.apple.com/documentation/signinwithapple/verifying-a-user
-- @message  The refresh token of {subject}[ (account {account})] was validated {times} less than a day after the time
--           before, the closest {gap_span} apart.
-- @fix      Keep the time of the last validation and skip the next one until a day has passed; end
--           sessions on consent-revoked instead of asking.

WITH
  validation AS (
    SELECT coalesce(sub, (SELECT id FROM user WHERE user.user = applecall.user)) AS subject,
      iif(sub IS NULL, 'user', 'sub') AS kind, row, id, at, user
    FROM applecall
    WHERE endpoint = 'token' AND grant_type = 'refresh_token'
      AND (sub IS NOT NULL OR user IS NOT NULL)),
  spaced AS (
    SELECT
      *,
      at - lag(at) OVER person AS gap,
      lag(row) OVER person AS previous_row
    FROM validation
    WINDOW person AS (PARTITION BY subject, kind ORDER BY at, id)),
  close AS (
    SELECT * FROM spaced WHERE gap < 86400000000 ORDER BY subject, kind, at, id)
SELECT
  close.subject AS subject,
  close.kind AS kind,
  max(user.id) AS user,
  iif(close.kind = 'sub', max(user.id), NULL) AS account,
  min(close.at) AS at,
  iif(count(*) = 1, 'once', count(*) || ' times') AS times,
  min(close.gap) AS gap_span,
  json_group_array(
    json_array(
      json_array('applecalls', close.previous_row),
      json_array('applecalls', close.row))) AS evidence
FROM close
LEFT JOIN user ON user.user = close.user
GROUP BY close.subject, close.kind
ORDER BY subject, kind;

/* @fires a sub is validated three times within a day
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","grantType":"refresh_token","status":200,"sub":"a1","userId":"u1"}
applecalls {"id":"c2","at":"2026-10-01T18:00:00Z","endpoint":"token","grantType":"refresh_token","status":200,"sub":"a1","userId":"u1"}
applecalls {"id":"c3","at":"2026-10-01T20:00:00Z","endpoint":"token","grantType":"refresh_token","status":400,"sub":"a1"}
@finds a1
@kind sub
@message The refresh token of a1 (account u1) was validated 2 times less than a day after the time before, the closest 2 hours apart.
*/

/* @fires a user whose sub isn't recorded, twice and a second less than a day apart
applecalls {"id":"c4","at":"2026-10-01T08:00:00Z","endpoint":"token","grantType":"refresh_token","status":200,"userId":"u2"}
applecalls {"id":"c5","at":"2026-10-02T07:59:59Z","endpoint":"token","grantType":"refresh_token","status":200,"userId":"u2"}
@finds u2
@kind user
@message The refresh token of u2 was validated once less than a day after the time before, the closest 23 hours 59 minutes apart.
*/

/* @quiet once a day, to the second
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","grantType":"refresh_token","status":200,"sub":"a1"}
applecalls {"id":"c2","at":"2026-10-02T08:00:00Z","endpoint":"token","grantType":"refresh_token","status":200,"sub":"a1"}
*/

/* @quiet an exchange, a revoke, another sub, and calls of nobody
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","grantType":"refresh_token","status":200,"sub":"a1","userId":"u1"}
applecalls {"id":"c2","at":"2026-10-01T08:10:00Z","endpoint":"token","grantType":"authorization_code","status":200,"sub":"a1","userId":"u1"}
applecalls {"id":"c3","at":"2026-10-01T08:20:00Z","endpoint":"revoke","status":200,"sub":"a1","userId":"u1","grantType":"refresh_token"}
applecalls {"id":"c4","at":"2026-10-01T08:30:00Z","endpoint":"token","grantType":"refresh_token","status":200,"sub":"a2","userId":"u1"}
applecalls {"id":"c5","at":"2026-10-01T08:40:00Z","endpoint":"token","grantType":"refresh_token","status":200}
applecalls {"id":"c6","at":"2026-10-01T08:50:00Z","endpoint":"token","grantType":"refresh_token","status":200}
*/

/* @notevaluated whose token it was isn't exported
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","grantType":"refresh_token","status":200}
*/
