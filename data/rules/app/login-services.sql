-- An app with a third-party login offers an equivalent one.
--
-- An app that signs people in to their main account by a third party must offer another login that
-- takes name and email only, lets the email stay private and doesn't follow people for advertising.
-- Sign in with Apple is one. Exports show which logins were used, not what the app offers, so this
-- is probable, not certain.
--
-- @severity critical
-- @needs    sessions.method|config:app.loginMethods unset:app.loginExemption
-- @subject  app
-- @source   App Review Guideline 4.8, "Login Services"
--           | https://developer.apple.com/app-store/review/guidelines/#login-services
-- @message  Probable: people sign in by {third_parties}, and no equivalent login ({equivalents}) is
--           offered beside it.
-- @fix      Offer Sign in with Apple or another equivalent login wherever the third-party one is
--           offered; or name the one you have in app.equivalentLogins, or the reason for an
--           exemption in app.loginExemption.

WITH
  own AS (
    SELECT value FROM setting_list WHERE name = 'ownLoginMethods'
    UNION ALL
    SELECT value
    FROM json_each('["password","email","phone","passkey"]')
    WHERE NOT EXISTS (SELECT 1 FROM setting_list WHERE name = 'ownLoginMethods')),
  equivalent AS (
    SELECT value FROM setting_list WHERE name = 'equivalentLogins'
    UNION
    SELECT 'apple'),
  offered AS (
    SELECT method, session_row FROM login_method
    UNION ALL
    SELECT value, NULL FROM setting_list WHERE name = 'loginMethods')
SELECT
  app AS subject,
  group_concat(DISTINCT method) AS third_parties,
  (SELECT group_concat(value, ' or ') FROM equivalent) AS equivalents,
  json_group_array(json_array('sessions', session_row)) FILTER (WHERE session_row IS NOT NULL)
    AS evidence
FROM setting, (SELECT * FROM offered ORDER BY method, session_row)
WHERE method NOT IN (SELECT value FROM own)
  AND NOT EXISTS (SELECT 1 FROM offered WHERE method IN (SELECT value FROM equivalent))
GROUP BY app
ORDER BY subject;

/* @fires Google is the only login
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"google"}
@finds app
@message Probable: people sign in by google, and no equivalent login (apple) is offered beside it.
*/

/* @fires the platform's login counts, beside a password
config {"app":{"appId":"123"}}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"speed"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u2","method":"password"}
@finds 123
*/

/* @fires the configuration says so
config {"app":{"loginMethods":["facebook","password"]}}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1"}
@finds app
*/

/* @fires passwords are not among the app's own logins
config {"app":{"ownLoginMethods":["phone"]}}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"password"}
@finds app
*/

/* @fires the users table tells the method
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1"}
accounts {"userId":"u1","method":"google"}
@finds app
*/

/* @quiet Apple is used beside it
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"google"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u2","method":"apple"}
*/

/* @quiet Apple is offered, though nobody used it
config {"app":{"loginMethods":["apple","google"]}}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"google"}
*/

/* @quiet another equivalent login is offered
config {"app":{"equivalentLogins":["privatelogin"]}}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"google"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u2","method":"privatelogin"}
*/

/* @quiet only the app's own logins
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"password"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u2","method":"passkey"}
*/

/* @notevaluated an enterprise app is exempt
config {"app":{"loginExemption":"enterprise"}}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"google"}
*/
