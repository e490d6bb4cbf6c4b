-- Repeat authorization works.
--
-- @fails    identity.split-account
-- @needs    sessions.method sessions.name sessions.fullNameReceived
-- @source   Apple, "Verifying a user"
--           | https://developer.apple.com/documentation/signinwithapple/verifying-a-user
-- @evidence People with a name stored at first who signed in again without one: {passed}.
-- @do       Sign out and in again with the same Apple ID, and export both sessions with
--           `fullNameReceived`.

WITH
  apple_session AS MATERIALIZED (
    SELECT user, at, name, full_name_received FROM session_full WHERE method = 'apple'),
  first_session AS MATERIALIZED (
    SELECT user, min(at) AS at, name FROM apple_session GROUP BY user)
SELECT count(DISTINCT later.user) AS passed
FROM apple_session AS later
CROSS JOIN first_session AS f ON f.user = later.user
WHERE f.name = 1
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
