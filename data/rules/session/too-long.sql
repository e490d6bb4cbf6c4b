-- A session ends when its lifetime is over.
--
-- A session that lives longer than agreed leaves more time to whoever stole it, and accounts that
-- were revoked or deleted stay open for as long.
--
-- @severity high
-- @needs    sessions.expiresAt config:policy.sessionLifetime
-- @subject  session
-- @source   Sign in with Apple (platform page), "Sessions"
-- @message  The session of {user} lasts {lifetime_span}; the agreed lifetime is {allowed_span}.
-- @fix      Issue sessions with the agreed lifetime, or set policy.sessionLifetime to what was
--           agreed.

SELECT
  session.id AS subject,
  user.id AS user,
  session.at AS at,
  session.expires_at - session.at AS lifetime_span,
  setting.session_lifetime AS allowed_span,
  json_array(json_array('sessions', session.row)) AS evidence
FROM setting, session
JOIN user ON user.user = session.user
WHERE session.expires_at - session.at > setting.session_lifetime + setting.skew
ORDER BY subject;

/* @fires just longer than the skew allows
config {"policy":{"sessionLifetime":"1d"}}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","expiresAt":"2026-10-02T08:01:01Z"}
sessions {"id":"s0","at":"2026-10-01T08:00:00Z","userId":"u1","expiresAt":"2026-10-04T08:00:00Z"}
@finds s0 s1
@message The session of u1 lasts 3 days; the agreed lifetime is 1 day.
*/

/* @fires seven days are the default on platform speed
config {"app":{"platform":"speed"}}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","expiresAt":"2026-10-08T08:01:01Z"}
@finds s1
*/

/* @quiet within the skew, and one that doesn't tell
config {"policy":{"sessionLifetime":"1d"}}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","expiresAt":"2026-10-02T08:01:00Z"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u1"}
*/

/* @notevaluated platform direct without a lifetime
config {"app":{"platform":"direct"}}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","expiresAt":"2027-10-08T08:01:01Z"}
*/
