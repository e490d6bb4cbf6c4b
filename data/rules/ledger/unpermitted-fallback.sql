-- The linked account pays only when it may.
--
-- A usage may be charged to the linked Speed account only when the local balance is used up, the
-- user has linked the account, and there is a grant left to spend. Otherwise money is taken from an
-- account that never agreed to it.
--
-- @severity critical
-- @needs    ledger.payer
-- @uses     sessions links deletions accounts
-- @subject  adjustment
-- @source   Sign in with Apple, on falling back to the linked account
-- @message  Usage {subject} of {cost_amount} of {user} at {at} was charged to the linked account,
--           although {reason} (local balance {balance_amount}, grant {grant_amount}).
-- @fix      Ask for the local balance, the link and the grant just before the operation. Fall back
--           only where the balance is zero or less and the grant is above zero.

WITH fallback AS (
  SELECT m.*, c.owner, c.previous_row, max(l.at) AS linked_at,
    CASE WHEN m.is_start_known THEN c.start_balance END AS start_balance
  FROM chain AS c
  JOIN movement AS m
    ON m.row = c.row
  LEFT JOIN account_link AS l
    ON l.user = c.owner AND l.at <= m.began_at
    AND NOT EXISTS (
      SELECT 1 FROM gone WHERE user = c.owner AND gone.at > l.at AND gone.at <= m.began_at)
  WHERE m.kind = 'usage'
    AND m.payer = 'linked'
  GROUP BY m.row
),
state AS (
  SELECT f.row, s.row AS session_row, s.is_local_user AS is_local, row_number() OVER (
      PARTITION BY f.row ORDER BY s.at <= f.began_at DESC, abs(s.at - f.began_at), s.id) AS place
  FROM fallback AS f
  JOIN session_full AS s
    ON s.user = f.owner
  WHERE f.linked_at IS NULL
    AND f.owner IN (SELECT user FROM session_full WHERE is_local_user)
    AND s.is_local_user IS NOT NULL
)
SELECT f.adjustment_id AS subject, u.id AS user, min(f.at) AS at, f.amount AS exposure,
  f.amount AS cost_amount, f.start_balance AS balance_amount, f.grant_spendable AS grant_amount,
  CASE WHEN f.start_balance > 0 THEN 'there was money in the local balance'
    WHEN f.grant_spendable <= 0 THEN 'there was no grant to spend'
    ELSE 'the user was not linked then' END AS reason,
  json_group_array(json_array(json_array('ledger', f.previous_row),
    json_array('sessions', s.session_row), json_array('ledger', f.row))) AS evidence
FROM fallback AS f
JOIN user AS u ON u.user = f.owner
LEFT JOIN state AS s ON s.row = f.row AND s.place = 1
LEFT JOIN first_link AS n ON n.user = f.owner AND f.linked_at IS NULL AND n.at > f.began_at
WHERE f.start_balance > 0
  OR f.grant_spendable <= 0
  OR coalesce(s.is_local, n.user IS NOT NULL)
GROUP BY f.adjustment_id
ORDER BY subject;

/* @fires there was money in the local balance
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","payer":"linked","grantSpendable":"10","startedAt":null}
@finds 2
@message Usage 2 of 0.50 of u1 at 2026-10-01T09:00:00Z was charged to the linked account, although there was money in the local balance (local balance 1.00, grant 10.00).
*/
/* @fires there was money when the operation began, and it was not even applied
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"1","balanceAfter":"0"}
ledger {"adjustmentId":"3","at":"2026-10-01T09:10:00Z","userId":"u1","kind":"usage","amount":"0.5","payer":"linked","applied":false,"startedAt":"2026-10-01T08:30:00Z"}
@finds 3
*/
/* @fires there was no grant
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","payer":"linked","grantSpendable":"0"}
@finds 2
@message Usage 2 of 0.50 of u1 at 2026-10-01T09:00:00Z was charged to the linked account, although there was no grant to spend (local balance unknown, grant 0.00).
*/
/* @fires the latest session before it is that of a local account, and no link names the user
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1","isLocalUser":true}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","payer":"linked","grantSpendable":"10"}
@finds 2
@message Usage 2 of 0.50 of u1 at 2026-10-01T09:00:00Z was charged to the linked account, although the user was not linked then (local balance unknown, grant 10.00).
*/
/* @fires a new account without a row, which is not linked
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1","isLocalUser":true,"isNewAccount":true}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","payer":"linked","grantSpendable":"10"}
config {"export":{"complete":["ledger"]}}
@finds 2
*/
/* @fires it was linked only later
links {"id":"lnk_1","at":"2026-10-01T09:00:01Z","localUserId":"u1","speedUserId":"spd_1","status":200}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","payer":"linked","grantSpendable":"10"}
@finds 2
*/
/* @fires the link was before a deletion, and the user came back as a local account
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1","isLocalUser":true}
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"u1","speedUserId":"spd_1","status":200}
deletions {"id":"del_1","userId":"u1","requestedAt":"2026-10-02T08:00:00Z","completedAt":"2026-10-02T08:01:00Z"}
sessions {"id":"s2","at":"2026-10-03T07:00:00Z","userId":"u1","isLocalUser":true}
ledger {"adjustmentId":"2","at":"2026-10-03T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","payer":"linked","grantSpendable":"10"}
@finds 2
*/
/* @quiet linked, nothing in the local balance, and a grant to spend
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1","isLocalUser":true}
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"u1","speedUserId":"spd_1","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"usage","amount":"1","balanceAfter":"0"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","payer":"linked","grantSpendable":"10"}
*/
/* @quiet linked at the very start of the operation, and deleted after it
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1","isLocalUser":true}
links {"id":"lnk_1","at":"2026-10-01T09:00:00Z","localUserId":"u1","speedUserId":"spd_1","status":200}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","payer":"linked","grantSpendable":"10"}
deletions {"id":"del_1","userId":"u1","requestedAt":"2026-10-02T08:00:00Z","completedAt":"2026-10-02T08:01:00Z"}
*/
/* @fires the session at the start doesn't say it, the one before it does
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","isLocalUser":true}
sessions {"id":"s2","at":"2026-10-01T09:00:00Z","userId":"u1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","payer":"linked","grantSpendable":"0.00000001"}
@finds 2
*/
/* @quiet the session at the very start says that it is no local account
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","isLocalUser":true}
sessions {"id":"s2","at":"2026-10-01T09:00:00Z","userId":"u1","isLocalUser":false}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","payer":"linked","grantSpendable":"0.00000001"}
*/
/* @quiet a Speed account needs no link
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"spd_1","isLocalUser":false}
sessions {"id":"s2","at":"2026-10-02T07:00:00Z","userId":"spd_1","isLocalUser":true}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"spd_1","kind":"usage","amount":"0.5","payer":"linked"}
*/
/* @quiet it is not known when the operation began, and so what the balance was
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","payer":"linked","grantSpendable":"10"}
*/
/* @quiet no ledger row before it, no link and no session of the user: nothing is known
ledger {"adjustmentId":"1","at":"2026-10-01T10:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","payer":"linked","balanceAfter":"7","startedAt":null}
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u2","isLocalUser":true}
*/
/* @quiet the local balance pays
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1","isLocalUser":true}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","payer":"local","grantSpendable":"0"}
*/
/* @notevaluated it is not known who pays
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"0.5","grantSpendable":"0"}
*/
