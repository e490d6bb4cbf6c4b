-- An account is new once.
--
-- isNewAccount true means that this sign-in made the account. When it comes again for the same user
-- id, something made the account a second time: what the app gives to newcomers is given twice,
-- and what the account held may have been overwritten.
--
-- @severity high
-- @needs    sessions.isNewAccount
-- @uses     deletions
-- @subject  user
-- @source   Sign in with Apple (platform page), "Sessions"
-- @message  The sign-in of {user} at {at} made a new account, although one at {earlier_at} had made
--           it before.
-- @fix      Set isNewAccount only in the code that inserts the account, and let a unique key keep
--           it from being inserted twice. Look at what the account lost at the second time.

SELECT
  user.id AS subject,
  user.id AS user,
  min(again.at) AS at,
  again.earlier_at,
  json_group_array(
    json_array(
      json_array('sessions', again.earlier_row), json_array('sessions', again.row))) AS evidence
FROM (
  SELECT s.user, s.at, s.row, lag(s.at) OVER past AS earlier_at, lag(s.row) OVER past AS earlier_row
  FROM odd_account AS o
  JOIN session AS s ON s.row = o.row
  WHERE o.oddity = 'new' AND o.stream = 'sessions' AND s.is_new_account = 1
  WINDOW past AS (PARTITION BY s.user ORDER BY s.at, s.id)) AS again
JOIN user ON user.user = again.user
WHERE again.earlier_at IS NOT NULL
  AND NOT EXISTS (
    SELECT 1
    FROM gone
    WHERE gone.user = again.user AND gone.at BETWEEN again.earlier_at AND again.at)
GROUP BY again.user
ORDER BY subject;

/* @fires a second time, and a third
sessions {"id":"s1","at":"2026-10-03T08:00:00Z","userId":"u1","isNewAccount":true}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u1","isNewAccount":true}
sessions {"id":"s3","at":"2026-10-02T08:00:00Z","userId":"u1","isNewAccount":true}
@finds u1
@message The sign-in of u1 at 2026-10-02T08:00:00Z made a new account, although one at 2026-10-01T08:00:00Z had made it before.
*/

/* @fires after a merge, too
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"spd_1","isNewAccount":true}
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
sessions {"id":"s2","at":"2026-10-02T08:00:05Z","userId":"spd_1","isNewAccount":true}
@finds spd_1
*/

/* @fires the deletion came before, after, or never to its end
sessions {"id":"s1","at":"2026-10-02T08:00:00Z","userId":"u1","isNewAccount":true}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u1","isNewAccount":true}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","completedAt":"2026-10-02T07:59:59Z"}
deletions {"id":"d2","userId":"u1","requestedAt":"2026-10-02T09:00:00Z"}
deletions {"id":"d3","userId":"u1","requestedAt":"2026-10-02T09:00:00Z","completedAt":"2026-10-03T08:00:01Z"}
deletions {"id":"d4","userId":"u2","requestedAt":"2026-10-02T09:00:00Z","completedAt":"2026-10-02T10:00:00Z"}
@finds u1
*/

/* @quiet the account was deleted in between, in the same moment too
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","isNewAccount":true}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-02T07:00:00Z","completedAt":"2026-10-02T08:00:00Z"}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u1","isNewAccount":true}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u2","isNewAccount":true}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-01T07:00:00Z","completedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s4","at":"2026-10-02T08:00:00Z","userId":"u2","isNewAccount":true}
*/

/* @quiet once, others not new or not known, and the account that was merged into a new one
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","isNewAccount":true}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u1","isNewAccount":false}
sessions {"id":"s3","at":"2026-10-03T08:00:00Z","userId":"u1"}
links {"id":"lnk_1","at":"2026-10-04T08:00:00Z","localUserId":"u1","speedUserId":"spd_1","keep":"speed","status":200}
sessions {"id":"s4","at":"2026-10-04T08:00:00Z","userId":"spd_1","isNewAccount":true}
*/

/* @notevaluated which sessions made an account isn't exported
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1"}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u1"}
*/
