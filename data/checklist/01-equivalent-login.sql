-- An equivalent login is offered.
--
-- @fails    app.login-services
-- @needs    sessions sessions.method
-- @source   App Review Guideline 4.8, "Login Services"
--           | https://developer.apple.com/app-store/review/guidelines/#login-services
-- @evidence Sessions by Sign in with Apple: {passed} of {sessions}.[ Login methods seen:
--           {methods}.]
-- @do       Offer Sign in with Apple beside the other logins, sign in with it once and export the
--           session.

SELECT
  count(*) FILTER (WHERE method = 'apple') AS passed,
  count(*) AS sessions,
  (SELECT group_concat(method, ', ') FROM (SELECT method FROM login_method ORDER BY method))
    AS methods
FROM session_full;

/* @pass an Apple session
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u2","method":"google"}
@evidence Sessions by Sign in with Apple: 1 of 2. Login methods seen: apple, google.
*/

/* @pass the users table tells the method
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1"}
accounts {"userId":"u1","method":"apple"}
*/

/* @fail a third-party login and nothing equivalent
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"google"}
*/

/* @nottested nobody used Apple yet
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"password"}
*/

/* @nottested the method is not exported
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1"}
*/
