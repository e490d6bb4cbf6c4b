-- Only a linked account has a grant to spend.
--
-- A grant lets the app spend from a user's Speed account. A local account that was never linked has
-- no such account. Where the platform shows a grant for it, the reading belongs to another user, or
-- the link was never stored.
--
-- @severity medium
-- @needs    balances.grantSpendable sessions.isLocalUser
-- @uses     links accounts
-- @subject  user
-- @source   Sign in with Apple, on grants of linked accounts
-- @message  A reading of {at} shows a grant of {grant_amount} for {subject}, whose latest session
--           before it ({session}) was that of a local account, and whom no link names.
-- @fix      Check which token the balance was read with. If the user is linked, store the link; if
--           not, don't use the grant.

WITH granted AS (
  SELECT b.row, b.user, b.at, b.grant_spendable, max(s.at) AS session_at, s.row AS session_row,
    s.id AS session, s.is_local_user
  FROM balance AS b
  JOIN (SELECT * FROM session_full ORDER BY id) AS s
    ON s.user = b.user
    AND s.at < b.at
  WHERE b.grant_spendable > 0
    AND NOT EXISTS (
      SELECT 1
      FROM account_link AS l
      WHERE l.user = b.user
        AND l.at < b.at)
  GROUP BY b.row
  ORDER BY b.at
)
SELECT
  u.id AS subject,
  u.id AS user,
  min(g.at) AS at,
  g.grant_spendable AS exposure,
  g.grant_spendable AS grant_amount,
  g.session,
  json_group_array(json_array(json_array('sessions', session_row), json_array('balances', g.row)))
    AS evidence
FROM granted AS g
JOIN user AS u
  ON u.user = g.user
WHERE g.is_local_user = 1
GROUP BY g.user
ORDER BY subject;

/* @fires a grant of a local account
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1","isLocalUser":true}
balances {"userId":"u1","at":"2026-10-01T08:00:00Z","localBalance":"1","grantSpendable":"2.50"}
balances {"userId":"u1","at":"2026-10-01T09:00:00Z","localBalance":"1","grant":{"spendableAmount":"3.50"}}
@finds u1
@message A reading of 2026-10-01T08:00:00Z shows a grant of 2.50 for u1, whose latest session before it (s1) was that of a local account, and whom no link names.
*/
/* @fires it was linked only later
sessions {"id":"s0","at":"2026-09-01T07:00:00Z","userId":"u1","isLocalUser":false}
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1","isLocalUser":true}
balances {"userId":"u1","at":"2026-10-01T08:00:00Z","localBalance":"1","grantSpendable":"2.50"}
balances {"userId":"u1","at":"2026-10-01T08:30:00Z","localBalance":"1","grantSpendable":"0.00000001"}
links {"id":"lnk_1","at":"2026-10-01T08:30:00Z","localUserId":"u1","speedUserId":"spd_1","status":200}
@finds u1
*/
/* @fires it was linked at that very time, and another account before
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1","isLocalUser":true}
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"u1","speedUserId":"spd_1","status":200}
links {"id":"lnk_2","at":"2026-10-01T07:30:00Z","localUserId":"u2","speedUserId":"spd_2","status":200}
balances {"userId":"u1","at":"2026-10-01T08:00:00Z","localBalance":"1","grantSpendable":"2.50"}
@finds u1
*/
/* @fires the link was refused
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1","isLocalUser":true}
links {"id":"lnk_1","at":"2026-10-01T07:30:00Z","localUserId":"u1","speedUserId":"spd_1","status":409}
balances {"userId":"u1","at":"2026-10-01T08:00:00Z","localBalance":"1","grantSpendable":"2.50"}
@finds u1
*/
/* @fires the users table says that it is a local account
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1"}
accounts {"userId":"u1","isLocalUser":true}
balances {"userId":"u1","at":"2026-10-01T08:00:00Z","localBalance":"1","grantSpendable":"2.50"}
@finds u1
*/
/* @quiet the account was linked before
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1","isLocalUser":true}
links {"id":"lnk_1","at":"2026-10-01T07:30:00Z","localUserId":"u1","speedUserId":"spd_1","status":200}
balances {"userId":"u1","at":"2026-10-01T08:00:00Z","localBalance":"1","grantSpendable":"2.50"}
*/
/* @quiet the latest session before it is that of no local account
sessions {"id":"s0","at":"2026-10-01T06:00:00Z","userId":"u1","isLocalUser":true}
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1","isLocalUser":false}
balances {"userId":"u1","at":"2026-10-01T08:00:00Z","localBalance":"1","grantSpendable":"2.50"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u1","isLocalUser":true}
*/
/* @quiet there is no grant
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1","isLocalUser":true}
balances {"userId":"u1","at":"2026-10-01T08:00:00Z","localBalance":"1","grantSpendable":"0"}
balances {"userId":"u1","at":"2026-10-01T09:00:00Z","localBalance":"1"}
*/
/* @quiet nothing is known of the account
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1","isLocalUser":true}
balances {"userId":"u2","at":"2026-10-01T08:00:00Z","localBalance":"1","grantSpendable":"2.50"}
*/
