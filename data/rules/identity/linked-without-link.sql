-- An Apple sign-in joins an existing account by the link only.
--
-- An account that was always opened another way and suddenly takes an Apple sign-in was joined
-- to it by something else than the link call: by an equal email address, most often. Then whoever
-- can make an Apple account with that address gets into the account.
--
-- @severity high
-- @needs    links sessions.method
-- @uses     deletions accounts
-- @subject  user
-- @source   Sign in with Apple (platform page), on linking
-- @message  {user} signed in with Apple at {at}, although all earlier sessions had another method
--           ({earlier_method} at {earlier_at}) and no link of the account had been made.
-- @fix      Find an Apple user's account by the sub of the token and by nothing else. A new sub
--           gets a new account; only the link call, confirmed by the user, joins two.

WITH
  session_of AS MATERIALIZED (
    SELECT s.user, s.at, s.id, s.row, s.method
    FROM odd_account AS o
    JOIN session_full AS s ON s.row = o.row
    WHERE o.oddity = 'method' AND o.stream = 'sessions'
    ORDER BY s.at, s.id),
  apple AS (SELECT user, min(at) AS at, row FROM session_of WHERE method = 'apple' GROUP BY user),
  joined AS (
    SELECT
      apple.user,
      apple.at,
      max(earlier.at) AS earlier_at,
      earlier.method,
      json_array(
        json_array('sessions', apple.row),
        json_group_array(json_array('sessions', earlier.row))) AS evidence
    FROM apple
    JOIN session_of AS earlier ON earlier.user = apple.user AND earlier.at < apple.at
    GROUP BY apple.user
    HAVING count(earlier.method) = count(*))
SELECT
  user.id AS subject,
  user.id AS user,
  joined.at AS at,
  joined.method AS earlier_method,
  joined.earlier_at,
  joined.evidence
FROM joined
JOIN user ON user.user = joined.user
WHERE NOT EXISTS (
    SELECT 1 FROM account_link AS l WHERE l.user = joined.user AND l.at <= joined.at)
  AND NOT EXISTS (
    SELECT 1
    FROM gone
    WHERE gone.user = joined.user AND gone.at BETWEEN joined.earlier_at AND joined.at)
ORDER BY subject;

/* @fires an account of another method takes an Apple sign-in
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_9","speedUserId":"spd_9","status":200}
sessions {"id":"s3","at":"2026-10-04T08:00:00Z","userId":"u1","method":"apple"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u1","method":"apple"}
sessions {"id":"s1","at":"2026-10-02T08:00:00Z","userId":"u1","method":"google"}
sessions {"id":"s0","at":"2026-10-01T08:00:00Z","userId":"u1","method":"password"}
@finds u1
@message u1 signed in with Apple at 2026-10-03T08:00:00Z, although all earlier sessions had another method (google at 2026-10-02T08:00:00Z) and no link of the account had been made.
*/

/* @fires the link came later or was refused
links {"id":"lnk_1","at":"2026-10-03T08:00:01Z","localUserId":"u1","speedUserId":"spd_1","status":200}
links {"id":"lnk_2","at":"2026-10-01T08:00:00Z","localUserId":"u1","speedUserId":"spd_1","status":409}
sessions {"id":"s1","at":"2026-10-02T08:00:00Z","userId":"u1","method":"speed"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u1","method":"apple"}
@finds u1
*/

/* @fires the users table tells the methods
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_9","speedUserId":"spd_9","status":200}
accounts {"userId":"u1","method":"google"}
accounts {"userId":"u2","method":"apple"}
sessions {"id":"s1","at":"2026-10-02T08:00:00Z","userId":"u1"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u1","method":"apple"}
sessions {"id":"s3","at":"2026-10-02T08:00:00Z","userId":"u2","method":"google"}
sessions {"id":"s4","at":"2026-10-03T08:00:00Z","userId":"u2"}
@finds u1 u2
*/

/* @fires the deletion came before, after, of another account, or never to its end
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_9","speedUserId":"spd_9","status":200}
sessions {"id":"s1","at":"2026-10-02T08:00:00Z","userId":"u1","method":"google"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u1","method":"apple"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-02T07:59:59Z"}
deletions {"id":"d2","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-03T08:00:01Z"}
deletions {"id":"d3","userId":"u1","requestedAt":"2026-10-02T09:00:00Z"}
deletions {"id":"d4","userId":"u2","requestedAt":"2026-10-02T09:00:00Z","completedAt":"2026-10-02T10:00:00Z"}
@finds u1
*/

/* @quiet a link came before or in the same moment, as the caller, the other account or the survivor
links {"id":"lnk_1","at":"2026-10-03T08:00:00Z","localUserId":"u1","speedUserId":"spd_1","status":200}
sessions {"id":"s1","at":"2026-10-02T08:00:00Z","userId":"u1","method":"google"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u1","method":"apple"}
sessions {"id":"s3","at":"2026-10-02T08:00:00Z","userId":"spd_1","method":"speed"}
sessions {"id":"s4","at":"2026-10-05T08:00:00Z","userId":"spd_1","method":"apple"}
links {"id":"lnk_2","at":"2026-10-01T08:00:00Z","localUserId":"u2","newUserId":"spd_2","keep":"speed","status":200}
sessions {"id":"s5","at":"2026-10-02T08:00:00Z","userId":"spd_2","method":"speed"}
sessions {"id":"s6","at":"2026-10-03T08:00:00Z","userId":"spd_2","method":"apple"}
*/

/* @quiet Apple came first, in the same moment or alone, or a method before isn't known
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_9","speedUserId":"spd_9","status":200}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple"}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u1","method":"google"}
sessions {"id":"s3","at":"2026-10-03T08:00:00Z","userId":"u1","method":"apple"}
sessions {"id":"s4","at":"2026-10-02T08:00:00Z","userId":"u2","method":"google"}
sessions {"id":"s5","at":"2026-10-02T08:00:00Z","userId":"u2","method":"apple"}
sessions {"id":"s6","at":"2026-10-01T08:00:00Z","userId":"u3","method":"google"}
sessions {"id":"s7","at":"2026-10-02T08:00:00Z","userId":"u3"}
sessions {"id":"s8","at":"2026-10-03T08:00:00Z","userId":"u3","method":"apple"}
sessions {"id":"s9","at":"2026-10-03T08:00:00Z","userId":"u4","method":"google"}
*/

/* @quiet the account was deleted in between, in the same moment too
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_9","speedUserId":"spd_9","status":200}
sessions {"id":"s1","at":"2026-10-02T08:00:00Z","userId":"u1","method":"google"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-02T07:00:00Z","completedAt":"2026-10-03T08:00:00Z"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u1","method":"apple"}
sessions {"id":"s3","at":"2026-10-02T08:00:00Z","userId":"u2","method":"google"}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-02T07:00:00Z","completedAt":"2026-10-02T08:00:00Z"}
sessions {"id":"s4","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple"}
*/

/* @notevaluated links aren't exported
sessions {"id":"s1","at":"2026-10-02T08:00:00Z","userId":"u1","method":"google"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u1","method":"apple"}
*/
