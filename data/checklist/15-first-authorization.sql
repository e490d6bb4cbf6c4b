-- What the first authorization brings is kept.
--
-- @fails    identity.name-lost identity.name-not-forwarded
-- @needs    sessions.method sessions.name
-- @source   Apple, "Verifying a user"
--           | https://developer.apple.com/documentation/signinwithapple/verifying-a-user
-- @evidence People whose first Apple session has a name stored: {passed} of {people}.
-- @do       Sign in with Apple for the first time (remove the app from the Apple ID before),
--           share the name, and export the session with `name` and `fullNameReceived`.

WITH first_session AS (
  SELECT user, min(at) AS at, name
  FROM session_full
  WHERE method = 'apple'
  GROUP BY user)
SELECT
  count(*) FILTER (WHERE name = 1) AS passed,
  count(*) AS people
FROM first_session;

/* @pass a name is stored
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","name":"Ann"}
*/

/* @nottested only a later one has it, or it is no Apple session
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple"}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u1","method":"apple","name":"Ann"}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u2","method":"password","name":"Bob"}
@evidence People whose first Apple session has a name stored: 0 of 1.
*/
