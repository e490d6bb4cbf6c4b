-- An Apple sub leads to one account, always the same.
--
-- The person signs in as before and finds an empty account: purchases and data are in the other
-- one. It happens where accounts are found by address, which the person may hide or show anew, or
-- where two sign-ins at once each made an account.
--
-- @severity high
-- @needs    sessions.method|accounts.method sessions sessions.appleSub|accounts.appleSub
-- @uses     accounts deletions links
-- @subject  sub
-- @source   Apple, "Verifying a user"
--           | https://developer.apple.com/documentation/signinwithapple/verifying-a-user
-- @message  Apple sub {subject} led to {user_before} until {before_at} and to {user} at {at},
--           although {user_before} was neither deleted nor merged into it.
-- @fix      Look the account up by the sub alone, with a unique index on it, and make a new one in
--           the same transaction only where there is none. Give this person one account, and move
--           to it what is in the other.

WITH step AS (
  SELECT
    s.apple_sub, s.user, s.at, s.row,
    lag(s.user) OVER turn AS user_before,
    lag(s.at) OVER turn AS before_at,
    lag(s.row) OVER turn AS row_before
  FROM crossed_session AS c
  CROSS JOIN subject_session AS s ON s.row = c.row
  WHERE s.method = 'apple' AND s.apple_sub IS NOT NULL
  WINDOW turn AS (PARTITION BY s.apple_sub ORDER BY s.at, s.id))
SELECT
  t.apple_sub AS subject,
  b.id AS user_before,
  t.before_at,
  u.id AS user,
  min(t.at) AS at,
  json_group_array(
    json_array(json_array('sessions', t.row_before), json_array('sessions', t.row))) AS evidence
FROM setting, step AS t
JOIN user AS u ON u.user = t.user
JOIN user AS b ON b.user = t.user_before
WHERE t.user <> t.user_before
  AND coalesce(setting.team_transfer_at NOT BETWEEN t.before_at AND t.at, 1)
  AND NOT EXISTS (
    SELECT 1
    FROM merge_closure AS m
    WHERE m.p = t.user_before AND m.s = t.user AND m.at <= t.at)
  AND NOT EXISTS (SELECT 1 FROM gone WHERE gone.user = t.user_before AND gone.at <= t.at)
  AND NOT EXISTS (
    SELECT 1
    FROM merge_closure AS m
    JOIN gone ON gone.user = m.s
    WHERE m.p = t.user_before AND m.at <= gone.at AND gone.at <= t.at)
GROUP BY t.apple_sub
ORDER BY subject;

/* @fires a second account
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s3","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"a1"}
@finds a1
@message Apple sub a1 led to u1 until 2026-10-02T08:00:00Z and to u2 at 2026-10-03T08:00:00Z, although u1 was neither deleted nor merged into it.
*/

/* @fires once, there and back
sessions {"id":"s3","at":"2026-10-03T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u2","method":"apple","appleSub":"a1"}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
@finds a1
@message Apple sub a1 led to u1 until 2026-10-01T08:00:00Z and to u2 at 2026-10-02T08:00:00Z, although u1 was neither deleted nor merged into it.
*/

/* @fires two accounts at the same moment
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u2","method":"apple","appleSub":"a1"}
@finds a1
*/

/* @fires sub and method are known from the users table
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1"}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u2"}
accounts {"userId":"u1","method":"apple","appleSub":"a1"}
accounts {"userId":"u2","method":"apple","appleSub":"a1"}
@finds a1
*/

/* @fires the account was deleted too late, or never
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"a1"}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u3","method":"apple","appleSub":"a2"}
sessions {"id":"s4","at":"2026-10-03T08:00:00Z","userId":"u4","method":"apple","appleSub":"a2"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-02T08:00:00Z","completedAt":"2026-10-03T08:00:01Z"}
deletions {"id":"d2","userId":"u3","requestedAt":"2026-10-02T08:00:00Z"}
@finds a1 a2
*/

/* @fires the new account was deleted, not the old one
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"a1"}
deletions {"id":"d1","userId":"u2","requestedAt":"2026-09-02T08:00:00Z","completedAt":"2026-09-02T08:00:01Z"}
@finds a1
*/

/* @fires merged too late, the other way round, into another account, or not at all
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"v1","method":"apple","appleSub":"a1"}
links {"id":"l1","at":"2026-10-03T08:00:01Z","localUserId":"u1","speedUserId":"v1","keep":"speed","status":200}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u2","method":"apple","appleSub":"a2"}
sessions {"id":"s4","at":"2026-10-03T08:00:00Z","userId":"v2","method":"apple","appleSub":"a2"}
links {"id":"l2","at":"2026-10-02T08:00:00Z","localUserId":"v2","speedUserId":"u2","keep":"speed","status":200}
sessions {"id":"s5","at":"2026-10-01T08:00:00Z","userId":"u3","method":"apple","appleSub":"a3"}
sessions {"id":"s6","at":"2026-10-03T08:00:00Z","userId":"v3","method":"apple","appleSub":"a3"}
links {"id":"l3","at":"2026-10-02T08:00:00Z","localUserId":"u3","speedUserId":"w3","keep":"speed","status":200}
sessions {"id":"s7","at":"2026-10-01T08:00:00Z","userId":"u4","method":"apple","appleSub":"a4"}
sessions {"id":"s8","at":"2026-10-03T08:00:00Z","userId":"v4","method":"apple","appleSub":"a4"}
links {"id":"l4","at":"2026-10-02T08:00:00Z","localUserId":"u4","speedUserId":"v4","keep":"speed","status":409}
@finds a1 a2 a3 a4
*/

/* @fires the team transfer was before or after
config {"app":{"teamTransferAt":"2026-10-02T08:00:00Z"}}
sessions {"id":"s1","at":"2026-10-02T08:00:01Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"a1"}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u3","method":"apple","appleSub":"a2"}
sessions {"id":"s4","at":"2026-10-02T07:59:59Z","userId":"u4","method":"apple","appleSub":"a2"}
@finds a1 a2
*/

/* @quiet the same account, and another sub
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s3","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"A1"}
sessions {"id":"s4","at":"2026-10-03T08:00:00Z","userId":"u3","method":"apple"}
sessions {"id":"s5","at":"2026-10-03T08:00:00Z","userId":"u4","method":"apple"}
*/

/* @quiet no Apple session
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u2","method":"speed","appleSub":"a1"}
sessions {"id":"s3","at":"2026-10-03T08:00:00Z","userId":"u3","appleSub":"a1"}
*/

/* @quiet the account was deleted before
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"a1"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-02T08:00:00Z","completedAt":"2026-10-03T08:00:00Z"}
*/

/* @quiet merged into it before
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"a1"}
links {"id":"l1","at":"2026-10-03T08:00:00Z","localUserId":"u1","speedUserId":"u2","keep":"speed","status":200}
*/

/* @quiet merged into it through another account
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-04T08:00:00Z","userId":"u3","method":"apple","appleSub":"a1"}
links {"id":"l1","at":"2026-10-02T08:00:00Z","localUserId":"u1","speedUserId":"u2","keep":"speed","status":200}
links {"id":"l2","at":"2026-10-03T08:00:00Z","localUserId":"u2","speedUserId":"u3","keep":"speed","status":200}
*/

/* @quiet the account it was merged into was deleted
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-04T08:00:00Z","userId":"u3","method":"apple","appleSub":"a1"}
links {"id":"l1","at":"2026-10-02T08:00:00Z","localUserId":"u1","speedUserId":"u2","keep":"speed","status":200}
deletions {"id":"d1","userId":"u2","requestedAt":"2026-10-02T08:00:00Z","completedAt":"2026-10-04T08:00:00Z"}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u4","method":"apple","appleSub":"a4"}
sessions {"id":"s4","at":"2026-10-04T08:00:00Z","userId":"u6","method":"apple","appleSub":"a4"}
links {"id":"l2","at":"2026-10-02T08:00:00Z","localUserId":"u4","speedUserId":"u5","keep":"speed","status":200}
deletions {"id":"d2","userId":"u5","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-02T08:00:00Z"}
*/

/* @fires the account it was merged into was deleted before that, or later, or is another
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-04T08:00:00Z","userId":"v1","method":"apple","appleSub":"a1"}
links {"id":"l1","at":"2026-10-02T08:00:00Z","localUserId":"u1","speedUserId":"w1","keep":"speed","status":200}
deletions {"id":"d1","userId":"w1","requestedAt":"2026-10-02T07:00:00Z","completedAt":"2026-10-02T07:59:59Z"}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u2","method":"apple","appleSub":"a2"}
sessions {"id":"s4","at":"2026-10-04T08:00:00Z","userId":"v2","method":"apple","appleSub":"a2"}
links {"id":"l2","at":"2026-10-02T08:00:00Z","localUserId":"u2","speedUserId":"w2","keep":"speed","status":200}
deletions {"id":"d2","userId":"w2","requestedAt":"2026-10-02T08:00:00Z","completedAt":"2026-10-04T08:00:01Z"}
sessions {"id":"s5","at":"2026-10-01T08:00:00Z","userId":"u3","method":"apple","appleSub":"a3"}
sessions {"id":"s6","at":"2026-10-04T08:00:00Z","userId":"v3","method":"apple","appleSub":"a3"}
links {"id":"l3","at":"2026-10-02T08:00:00Z","localUserId":"x3","speedUserId":"w3","keep":"speed","status":200}
deletions {"id":"d3","userId":"w3","requestedAt":"2026-10-02T08:00:00Z","completedAt":"2026-10-03T08:00:00Z"}
@finds a1 a2 a3
*/

/* @quiet a team transfer lies between
config {"app":{"teamTransferAt":"2026-10-02T08:00:00Z"}}
sessions {"id":"s1","at":"2026-10-02T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"a1"}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u3","method":"apple","appleSub":"a2"}
sessions {"id":"s4","at":"2026-10-02T08:00:00Z","userId":"u4","method":"apple","appleSub":"a2"}
*/

/* @quiet the users table holds the sub that a merge brought later
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u2","method":"apple"}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
links {"id":"l1","at":"2026-10-03T08:00:00Z","localUserId":"u1","speedUserId":"u2","keep":"speed","status":200}
accounts {"userId":"u2","appleSub":"a1"}
*/

/* @notevaluated subs are not exported
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple"}
*/
