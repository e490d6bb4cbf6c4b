-- An account belongs to one Apple sub.
--
-- Two subs are two people. Where both reach one account, one of them sees the other's data and
-- spends the other's money: the backend found the account by an address, or by an id that the app
-- sent.
--
-- @severity medium
-- @needs    sessions sessions.appleSub|accounts.appleSub
-- @uses     accounts deletions links
-- @subject  user
-- @source   Apple, "Verifying a user"
--           | https://developer.apple.com/documentation/signinwithapple/verifying-a-user
-- @message  {subject} was used with more than one Apple sub: {sub_before} at {before_at},
--           {sub_after} at {at}.
-- @fix      Look the account up by the sub of the verified token alone. Where people may add a
--           second sign-in to an account, let them confirm it from a session of that account. Find
--           out which of the two the account belongs to before you separate them.

WITH step AS (
  SELECT
    user, apple_sub, at, stream, row,
    lag(apple_sub) OVER turn AS sub_before,
    lag(at) OVER turn AS before_at,
    lag(stream) OVER turn AS stream_before,
    lag(row) OVER turn AS row_before
  FROM sub_claim
  WINDOW turn AS (PARTITION BY user ORDER BY stream DESC, at, apple_sub, id))
SELECT
  u.id AS subject,
  u.id AS user,
  t.sub_before,
  t.before_at,
  t.apple_sub AS sub_after,
  min(t.at) AS at,
  json_group_array(
    json_array(json_array(t.stream_before, t.row_before), json_array(t.stream, t.row)))
    AS evidence
FROM setting, step AS t
JOIN user AS u ON u.user = t.user
WHERE t.apple_sub <> t.sub_before
  AND coalesce(setting.team_transfer_at NOT BETWEEN t.before_at AND t.at, 1)
  AND NOT EXISTS (
    SELECT 1 FROM gone WHERE gone.user = t.user AND gone.at BETWEEN t.before_at AND t.at)
GROUP BY t.user
ORDER BY subject;

/* @fires two subs
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u1","method":"apple","appleSub":"a2"}
@finds u1
@message u1 was used with more than one Apple sub: a1 at 2026-10-01T08:00:00Z, a2 at 2026-10-02T08:00:00Z.
*/

/* @fires once for three subs, the first change is told
sessions {"id":"s3","at":"2026-10-03T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u1","method":"apple","appleSub":"a3"}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a2"}
@finds u1
@message u1 was used with more than one Apple sub: a2 at 2026-10-01T08:00:00Z, a3 at 2026-10-02T08:00:00Z.
*/

/* @fires at the same moment, and by a session of another method
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u1","method":"google","appleSub":"a2"}
@finds u1
*/

/* @fires the users table knows another sub
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u1","method":"apple"}
accounts {"userId":"u1","appleSub":"a2"}
@finds u1
@message u1 was used with more than one Apple sub: a1 at 2026-10-01T08:00:00Z, a2 at 2026-10-02T08:00:00Z.
*/

/* @fires the team transfer or the deletion was before or after
config {"app":{"teamTransferAt":"2026-10-02T08:00:00Z"}}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-02T07:59:59Z","userId":"u1","method":"apple","appleSub":"a2"}
sessions {"id":"s3","at":"2026-10-02T08:00:01Z","userId":"u2","method":"apple","appleSub":"a3"}
sessions {"id":"s4","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"a4"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-09-01T08:00:00Z","completedAt":"2026-10-01T07:59:59Z"}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-03T08:00:00Z","completedAt":"2026-10-03T08:00:01Z"}
@finds u1 u2
*/

/* @fires the deletion was another account's, or isn't complete
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u1","method":"apple","appleSub":"a2"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-02T08:00:00Z"}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-02T08:00:00Z","completedAt":"2026-10-02T08:00:01Z"}
@finds u1
*/

/* @fires one of three subs was brought by a merge
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"a1"}
sessions {"id":"s3","at":"2026-10-04T08:00:00Z","userId":"u2","method":"apple","appleSub":"a2"}
sessions {"id":"s4","at":"2026-10-05T08:00:00Z","userId":"u2","method":"apple","appleSub":"a3"}
links {"id":"l1","at":"2026-10-02T08:00:00Z","localUserId":"u1","speedUserId":"u2","keep":"speed","status":200}
@finds u2
@message u2 was used with more than one Apple sub: a2 at 2026-10-04T08:00:00Z, a3 at 2026-10-05T08:00:00Z.
*/

/* @fires the account was not merged, or it was the other that went
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u2","method":"apple","appleSub":"a2"}
sessions {"id":"s3","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"a1"}
sessions {"id":"s4","at":"2026-10-01T08:00:00Z","userId":"u3","method":"apple","appleSub":"a3"}
sessions {"id":"s5","at":"2026-10-01T08:00:00Z","userId":"u4","method":"apple","appleSub":"a4"}
sessions {"id":"s6","at":"2026-10-03T08:00:00Z","userId":"u4","method":"apple","appleSub":"a3"}
links {"id":"l1","at":"2026-10-02T08:00:00Z","localUserId":"u1","speedUserId":"u2","keep":"local","status":200}
links {"id":"l2","at":"2026-10-02T08:00:00Z","localUserId":"u4","speedUserId":"u3","keep":"speed","status":200}
@finds u2 u4
*/

/* @quiet one sub, or none
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s3","at":"2026-10-03T08:00:00Z","userId":"u1","method":"apple"}
sessions {"id":"s4","at":"2026-10-03T08:00:00Z","userId":"u2","method":"google"}
accounts {"userId":"u1","appleSub":"a1"}
accounts {"userId":"u2"}
*/

/* @quiet an absorbed account brought the other sub, as its session says
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u2","method":"apple","appleSub":"a2"}
sessions {"id":"s3","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"a1"}
links {"id":"l1","at":"2026-10-02T08:00:00Z","localUserId":"u1","speedUserId":"u2","keep":"speed","status":200}
*/

/* @quiet wherever it appears, also before the merge
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u2","method":"apple","appleSub":"a2"}
sessions {"id":"s2","at":"2026-10-01T09:00:00Z","userId":"u2","method":"apple","appleSub":"a1"}
sessions {"id":"s3","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"a2"}
accounts {"userId":"u1","appleSub":"a1"}
links {"id":"l1","at":"2026-10-02T08:00:00Z","localUserId":"u1","speedUserId":"u2","keep":"speed","status":200}
*/

/* @quiet through two merges, and the users table knows the sub that was brought
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u3","method":"apple","appleSub":"a3"}
links {"id":"l1","at":"2026-10-02T08:00:00Z","localUserId":"u1","speedUserId":"u2","keep":"speed","status":200}
links {"id":"l2","at":"2026-10-03T08:00:00Z","localUserId":"u2","speedUserId":"u3","keep":"speed","status":200}
accounts {"userId":"u3","appleSub":"a1"}
*/

/* @quiet a team transfer lies between
config {"app":{"teamTransferAt":"2026-10-02T08:00:00Z"}}
sessions {"id":"s1","at":"2026-10-02T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u1","method":"apple","appleSub":"a2"}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u2","method":"apple","appleSub":"a3"}
sessions {"id":"s4","at":"2026-10-02T08:00:00Z","userId":"u2","method":"apple","appleSub":"a4"}
sessions {"id":"s5","at":"2026-10-01T08:00:00Z","userId":"u3","method":"apple","appleSub":"a5"}
accounts {"userId":"u3","appleSub":"a6"}
*/

/* @quiet a deletion lies between
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u1","method":"apple","appleSub":"a2"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-02T08:00:00Z","completedAt":"2026-10-02T08:00:01Z"}
sessions {"id":"s3","at":"2026-10-02T08:00:00Z","userId":"u2","method":"apple","appleSub":"a3"}
sessions {"id":"s4","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"a4"}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-02T08:00:00Z"}
sessions {"id":"s5","at":"2026-10-02T08:00:00Z","userId":"u3","method":"apple","appleSub":"a5"}
sessions {"id":"s6","at":"2026-10-03T08:00:00Z","userId":"u3","method":"apple","appleSub":"a6"}
deletions {"id":"d3","userId":"u3","requestedAt":"2026-10-02T08:00:00Z","completedAt":"2026-10-03T08:00:00Z"}
*/

/* @notevaluated subs are not exported
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple"}
*/
