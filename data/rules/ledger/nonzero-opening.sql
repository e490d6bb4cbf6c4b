-- A new account begins with an empty balance.
--
-- A user who has just been created has bought nothing and been given nothing. A balance that is
-- there all the same comes from a row that the ledger lacks, or belongs to somebody else.
--
-- @severity high
-- @needs    sessions.isNewAccount ledger ledger.balanceAfter|balances
-- @uses     sessions
-- @subject  user
-- @source   Apple In-App Purchases, on the balance of a new user
-- @message  Account {subject} was new at {new_at}, but {opening_amount} was there at {at}, before
--           its first ledger row ({first_row}).
-- @fix      Find the booking that is missing, or the user whose balance this was. Don't take the
--           money back before you know.

WITH opening AS (
  SELECT c.owner, l.at, c.balance_after - c.delta AS amount, l.adjustment_id, l.row,
    NULL AS balance_row
  FROM chain AS c
  JOIN movement AS l
    ON l.row = c.row
  WHERE c.is_new = 1
    AND c.balance_after - c.delta <> 0
  UNION ALL
  SELECT b.user, b.at, b.local_balance, f.adjustment_id, f.row, b.row
  FROM reading AS r
  JOIN balance AS b
    ON b.row = r.balance_row
  JOIN chain AS c
    ON c.owner = b.user AND c.is_new = 1
  JOIN ledger AS f
    ON f.row = c.row AND f.at > b.at
  WHERE r.is_before_first_row = 1
    AND b.local_balance > 0
  ORDER BY 2, 4
)
SELECT u.id AS subject, u.id AS user, min(o.at) AS at,
  abs(o.amount) AS exposure,
  o.amount AS opening_amount,
  o.adjustment_id AS first_row,
  n.at AS new_at,
  json_group_array(json_array(json_array('sessions', n.session_row),
    json_array('balances', balance_row), json_array('ledger', row))) AS evidence
FROM opening AS o
JOIN user AS u
  ON u.user = o.owner
JOIN new_account AS n
  ON n.user = o.owner
GROUP BY o.owner
ORDER BY subject;

/* @fires the first row leaves more than it brought
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1","isNewAccount":true}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"3.50"}
config {"export":{"complete":["ledger"]}}
@finds u1
@message Account u1 was new at 2026-10-01T07:00:00Z, but 2.50 was there at 2026-10-01T08:00:00Z, before its first ledger row (1).
*/
/* @fires the first row leaves less than it brought
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1","isNewAccount":true}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"0.50"}
config {"export":{"complete":["ledger"]}}
@finds u1
*/
/* @fires the account is younger than the oldest row of the ledger
ledger {"adjustmentId":"0","at":"2026-09-01T08:00:00Z","userId":"u0","kind":"gift","amount":"1"}
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1","isNewAccount":true}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"3.50"}
@finds u1
*/
/* @fires a reading above zero before the first row
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1","isNewAccount":true}
balances {"userId":"u1","at":"2026-10-01T07:30:00Z","localBalance":"0.00000001"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1"}
config {"export":{"complete":["ledger"]}}
@finds u1
@message Account u1 was new at 2026-10-01T07:00:00Z, but 0.00000001 was there at 2026-10-01T07:30:00Z, before its first ledger row (1).
*/
/* @fires once where both show it
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1","isNewAccount":true}
balances {"userId":"u1","at":"2026-10-01T07:30:00Z","localBalance":"2.50"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"3.50"}
config {"export":{"complete":["ledger"]}}
@finds u1
*/
/* @quiet the first row leaves what it brought
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1","isNewAccount":true}
balances {"userId":"u1","at":"2026-10-01T07:30:00Z","localBalance":"0"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
config {"export":{"complete":["ledger"]}}
*/
/* @quiet the first row has no balance
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1","isNewAccount":true}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"9"}
config {"export":{"complete":["ledger"]}}
*/
/* @quiet the account is not known to be new
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1","isNewAccount":false}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"3.50"}
config {"export":{"complete":["ledger"]}}
*/
/* @quiet the account is older than the oldest row, and the ledger may lack its first ones
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1","isNewAccount":true}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"3.50"}
*/
/* @quiet the reading is after the first row
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1","isNewAccount":true}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"1"}
balances {"userId":"u1","at":"2026-10-01T08:30:00Z","localBalance":"1"}
config {"export":{"complete":["ledger"]}}
*/
/* @quiet a reading of an account without any row
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1","isNewAccount":true}
balances {"userId":"u1","at":"2026-10-01T07:30:00Z","localBalance":"2.50"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u2","kind":"gift","amount":"1"}
config {"export":{"complete":["ledger"]}}
*/
/* @notevaluated it is not known which accounts are new
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1","balanceAfter":"3.50"}
*/
