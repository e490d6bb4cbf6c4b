-- Repeat authorization works.
--
-- @fails    identity.split-account
-- @needs    sessions.method sessions.name sessions.fullNameReceived
-- @source   Apple, "Verifying a user"
--           | https://developer.apple.com/documentation/signinwithapple/verifying-a-user
-- @evidence People with a name stored at first who signed in again without one: {passed}.
-- @do       Sign out and in again with the same Apple ID, and export both sessions with
--           `fullNameReceived`.

WITH first_session AS (
  SELECT user, min(at) AS at, name
  FROM session_full
  WHERE method = 'apple'
  GROUP BY user)
SELECT count(DISTINCT later.user) AS passed
FROM first_session AS f
JOIN session_full AS later ON later.user = f.user
WHERE f.name = 1
  AND later.method = 'apple'
  AND later.at > f.at
  AND later.full_name_received IS NOT 1;

/* @pass again without a name
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","name":"Ann","fullNameReceived":true}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u1","method":"apple","name":"Ann","fullNameReceived":false}
*/

/* @nottested once only, with a name again, or nothing stored at first
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","name":"Ann","fullNameReceived":true}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u2","method":"apple","name":"Bob","fullNameReceived":true}
sessions {"id":"s3","at":"2026-10-02T08:00:00Z","userId":"u2","method":"apple","name":"Bob","fullNameReceived":true}
sessions {"id":"s4","at":"2026-10-01T08:00:00Z","userId":"u3","method":"apple","fullNameReceived":false}
sessions {"id":"s5","at":"2026-10-02T08:00:00Z","userId":"u3","method":"apple","fullNameReceived":false}
*/
