-- Linking an account is optional.
--
-- @needs    sessions.isLocalUser
-- @source   App Review Guideline 4.8, "Login Services"
--           | https://developer.apple.com/app-store/review/guidelines/#login-services
-- @evidence Local accounts that used the app unlinked for more than a day: {passed} of
--           {accounts}.
-- @do       Use the app without linking for more than a day and export the sessions; where
--           accounts can not be linked there is nothing to test.

WITH
  local_account AS (SELECT DISTINCT user FROM session_full WHERE is_local_user = 1),
  used AS (
    SELECT user, min(at) AS first_at, max(at) AS last_at
    FROM (
      SELECT user, at FROM session
      UNION ALL
      SELECT user, at FROM ledger WHERE applied = 1)
    WHERE user IN (SELECT user FROM local_account)
    GROUP BY user)
SELECT
  count(*) FILTER (
    WHERE last_at > first_at + 86400000000
      AND user NOT IN (SELECT user FROM account_link)) AS passed,
  count(*) AS accounts,
  count(*) FILTER (WHERE first_at + 86400000000 < as_of) >= 20
    AND NOT max(
      last_at > first_at + 86400000000
      AND user NOT IN (SELECT user FROM account_link)) AS failed
FROM setting, used;

/* @pass a session two days later
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","isLocalUser":true}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u1","isLocalUser":true}
*/

/* @pass a row of the ledger two days later
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","isLocalUser":true}
ledger {"adjustmentId":"1","at":"2026-10-03T08:00:00Z","userId":"u1","kind":"gift","amount":"1.00"}
*/

/* @nottested it was linked, used within a day, or is no local account
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","isLocalUser":true}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u1","isLocalUser":true}
links {"id":"l1","at":"2026-10-02T08:00:00Z","localUserId":"u1","speedUserId":"x1","status":200}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u2","isLocalUser":true}
sessions {"id":"s4","at":"2026-10-02T08:00:00Z","userId":"u2","isLocalUser":true}
sessions {"id":"s5","at":"2026-10-01T08:00:00Z","userId":"u3","isLocalUser":false}
sessions {"id":"s6","at":"2026-10-05T08:00:00Z","userId":"u3","isLocalUser":false}
ledger {"adjustmentId":"1","at":"2026-10-03T08:00:00Z","userId":"u2","kind":"gift","amount":"1.00","applied":false}
@evidence Local accounts that used the app unlinked for more than a day: 0 of 2.
*/

/* @fail twenty local accounts and none used the app
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","isLocalUser":true}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u2","isLocalUser":true}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u3","isLocalUser":true}
sessions {"id":"s4","at":"2026-10-01T08:00:00Z","userId":"u4","isLocalUser":true}
sessions {"id":"s5","at":"2026-10-01T08:00:00Z","userId":"u5","isLocalUser":true}
sessions {"id":"s6","at":"2026-10-01T08:00:00Z","userId":"u6","isLocalUser":true}
sessions {"id":"s7","at":"2026-10-01T08:00:00Z","userId":"u7","isLocalUser":true}
sessions {"id":"s8","at":"2026-10-01T08:00:00Z","userId":"u8","isLocalUser":true}
sessions {"id":"s9","at":"2026-10-01T08:00:00Z","userId":"u9","isLocalUser":true}
sessions {"id":"s10","at":"2026-10-01T08:00:00Z","userId":"u10","isLocalUser":true}
sessions {"id":"s11","at":"2026-10-01T08:00:00Z","userId":"u11","isLocalUser":true}
sessions {"id":"s12","at":"2026-10-01T08:00:00Z","userId":"u12","isLocalUser":true}
sessions {"id":"s13","at":"2026-10-01T08:00:00Z","userId":"u13","isLocalUser":true}
sessions {"id":"s14","at":"2026-10-01T08:00:00Z","userId":"u14","isLocalUser":true}
sessions {"id":"s15","at":"2026-10-01T08:00:00Z","userId":"u15","isLocalUser":true}
sessions {"id":"s16","at":"2026-10-01T08:00:00Z","userId":"u16","isLocalUser":true}
sessions {"id":"s17","at":"2026-10-01T08:00:00Z","userId":"u17","isLocalUser":true}
sessions {"id":"s18","at":"2026-10-01T08:00:00Z","userId":"u18","isLocalUser":true}
sessions {"id":"s19","at":"2026-10-01T08:00:00Z","userId":"u19","isLocalUser":true}
sessions {"id":"s20","at":"2026-10-01T08:00:00Z","userId":"u20","isLocalUser":true}
asof 2026-10-03T08:00:00Z
*/

/* @nottested twenty local accounts that are a few hours old
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","isLocalUser":true}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u2","isLocalUser":true}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u3","isLocalUser":true}
sessions {"id":"s4","at":"2026-10-01T08:00:00Z","userId":"u4","isLocalUser":true}
sessions {"id":"s5","at":"2026-10-01T08:00:00Z","userId":"u5","isLocalUser":true}
sessions {"id":"s6","at":"2026-10-01T08:00:00Z","userId":"u6","isLocalUser":true}
sessions {"id":"s7","at":"2026-10-01T08:00:00Z","userId":"u7","isLocalUser":true}
sessions {"id":"s8","at":"2026-10-01T08:00:00Z","userId":"u8","isLocalUser":true}
sessions {"id":"s9","at":"2026-10-01T08:00:00Z","userId":"u9","isLocalUser":true}
sessions {"id":"s10","at":"2026-10-01T08:00:00Z","userId":"u10","isLocalUser":true}
sessions {"id":"s11","at":"2026-10-01T08:00:00Z","userId":"u11","isLocalUser":true}
sessions {"id":"s12","at":"2026-10-01T08:00:00Z","userId":"u12","isLocalUser":true}
sessions {"id":"s13","at":"2026-10-01T08:00:00Z","userId":"u13","isLocalUser":true}
sessions {"id":"s14","at":"2026-10-01T08:00:00Z","userId":"u14","isLocalUser":true}
sessions {"id":"s15","at":"2026-10-01T08:00:00Z","userId":"u15","isLocalUser":true}
sessions {"id":"s16","at":"2026-10-01T08:00:00Z","userId":"u16","isLocalUser":true}
sessions {"id":"s17","at":"2026-10-01T08:00:00Z","userId":"u17","isLocalUser":true}
sessions {"id":"s18","at":"2026-10-01T08:00:00Z","userId":"u18","isLocalUser":true}
sessions {"id":"s19","at":"2026-10-01T08:00:00Z","userId":"u19","isLocalUser":true}
sessions {"id":"s20","at":"2026-10-01T08:00:00Z","userId":"u20","isLocalUser":true}
asof 2026-10-01T18:00:00Z
*/
