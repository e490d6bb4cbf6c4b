-- The balance of an account that is merged away arrives at the account that survives.
--
-- A link with keep: speed ends the local account. Its balance has to be taken out and booked to the
-- surviving account, to the last decimal. Where it does not arrive, the user has lost money that
-- was paid for.
--
-- @severity critical
-- @needs    links ledger ledger.balanceAfter|sessions.isNewAccount|deletions
-- @uses     sessions
-- @subject  user
-- @source   Sign in with Apple, on linking with keep: speed
-- @message  Account {subject} held {balance_amount} when link {link} merged it into {survivor} at
--           {at}, but no merge-in of that amount was booked to {survivor} within a day.
-- @fix      Book the missing amount to the surviving account with kind merge-in and a key of its
--           own. Then find out why the merge stopped half way, and make both bookings one
--           transaction.

WITH lost AS (
  SELECT m.p, m.s, m.id AS link, m.at, m.link_row, b.balance, b.chain_row
  FROM merge AS m
  JOIN merge_balance AS b
    ON b.link_row = m.link_row
  LEFT JOIN merge_arrival AS a
    ON a.s = m.s
    AND a.amount = b.balance
    AND a.at >= m.at - (SELECT skew FROM setting)
    AND a.at <= m.at + 86400000000
  WHERE b.balance > 0
    AND a.row IS NULL
  ORDER BY m.p, m.at, m.id
)
SELECT
  p.id AS subject,
  p.id AS user,
  min(l.at) AS at,
  l.balance AS exposure,
  l.balance AS balance_amount,
  l.link,
  s.id AS survivor,
  json_group_array(json_array(json_array('ledger', chain_row), json_array('links', link_row)))
    AS evidence
FROM lost AS l
JOIN user AS p
  ON p.user = l.p
JOIN user AS s
  ON s.user = l.s
GROUP BY l.p
ORDER BY subject;

/* @fires the balance never arrived
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200,"previousUserId":"usr_1","newUserId":"spd_1"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"gift","amount":"4.25","balanceAfter":"4.25"}
ledger {"adjustmentId":"2","at":"2026-10-02T08:00:00Z","userId":"spd_9","kind":"merge-in","amount":"4.25","balanceAfter":"4.25"}
@finds usr_1
@message Account usr_1 held 4.25 when link lnk_1 merged it into spd_1 at 2026-10-02T08:00:00Z, but no merge-in of that amount was booked to spd_1 within a day.
*/
/* @fires it was taken out and never booked to the survivor
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200,"previousUserId":"usr_1","newUserId":"spd_1"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"gift","amount":"4.25","balanceAfter":"4.25"}
ledger {"adjustmentId":"2","at":"2026-10-02T07:59:30Z","userId":"usr_1","kind":"merge-out","amount":"4.25","balanceAfter":"0"}
@finds usr_1
*/
/* @fires another amount arrived
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200,"previousUserId":"usr_1","newUserId":"spd_1"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"gift","amount":"4.25","balanceAfter":"4.25"}
ledger {"adjustmentId":"2","at":"2026-10-02T08:00:01Z","userId":"usr_1","kind":"merge-out","amount":"4.25","balanceAfter":"0"}
ledger {"adjustmentId":"3","at":"2026-10-02T08:00:01Z","userId":"spd_1","kind":"merge-in","amount":"4.24999999","balanceAfter":"4.24999999"}
@finds usr_1
*/
/* @fires it arrived more than a day later
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200,"previousUserId":"usr_1","newUserId":"spd_1"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"gift","amount":"4.25","balanceAfter":"4.25"}
ledger {"adjustmentId":"3","at":"2026-10-03T08:00:00.000001Z","userId":"spd_1","kind":"merge-in","amount":"4.25","balanceAfter":"4.25"}
@finds usr_1
*/
/* @fires only an earlier merge brought that amount
links {"id":"lnk_0","at":"2026-10-01T06:00:00Z","localUserId":"usr_0","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"0","at":"2026-10-01T06:00:01Z","userId":"spd_1","kind":"merge-in","amount":"4.25","balanceAfter":"4.25"}
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200,"previousUserId":"usr_1","newUserId":"spd_1"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"gift","amount":"4.25","balanceAfter":"4.25"}
@finds usr_1
*/
/* @fires the booking was not applied
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200,"previousUserId":"usr_1","newUserId":"spd_1"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"gift","amount":"4.25","balanceAfter":"4.25"}
ledger {"adjustmentId":"3","at":"2026-10-02T08:00:01Z","userId":"spd_1","kind":"merge-in","amount":"4.25","applied":false}
@finds usr_1
*/
/* @fires the balance follows from movements alone
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"usr_1","isNewAccount":true}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"gift","amount":"4.25"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"usr_1","kind":"usage","amount":"4.24999999"}
config {"export":{"complete":["ledger"]}}
@finds usr_1
*/
/* @quiet that very amount arrived
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200,"previousUserId":"usr_1","newUserId":"spd_1"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"gift","amount":"4.25","balanceAfter":"4.25"}
ledger {"adjustmentId":"2","at":"2026-10-02T08:00:01Z","userId":"usr_1","kind":"merge-out","amount":"4.25","balanceAfter":"0"}
ledger {"adjustmentId":"3","at":"2026-10-02T08:00:01Z","userId":"spd_1","kind":"merge-in","amount":"4.25","balanceAfter":"10"}
*/
/* @quiet it arrived just before the answer of the link call
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200,"previousUserId":"usr_1","newUserId":"spd_1"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"gift","amount":"4.25","balanceAfter":"4.25"}
ledger {"adjustmentId":"2","at":"2026-10-02T07:59:10Z","userId":"usr_1","kind":"merge-out","amount":"4.25","balanceAfter":"0"}
ledger {"adjustmentId":"3","at":"2026-10-02T07:59:00Z","userId":"spd_1","kind":"merge-in","amount":"4.25","balanceAfter":"10"}
*/
/* @quiet it arrived a day later, to the second
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200,"previousUserId":"usr_1","newUserId":"spd_1"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"gift","amount":"4.25","balanceAfter":"4.25"}
ledger {"adjustmentId":"3","at":"2026-10-03T08:00:00Z","userId":"spd_1","kind":"merge-in","amount":"4.25","balanceAfter":"4.25"}
*/
/* @quiet the survivor was merged on, and its history with it
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200,"previousUserId":"usr_1","newUserId":"spd_1"}
links {"id":"lnk_2","at":"2026-10-05T08:00:00Z","localUserId":"spd_1","speedUserId":"spd_2","keep":"speed","status":200,"previousUserId":"spd_1","newUserId":"spd_2"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"gift","amount":"4.25","balanceAfter":"4.25"}
ledger {"adjustmentId":"2","at":"2026-10-02T08:00:01Z","userId":"usr_1","kind":"merge-out","amount":"4.25","balanceAfter":"0"}
ledger {"adjustmentId":"3","at":"2026-10-02T08:00:01Z","userId":"spd_2","movedFrom":"spd_1","kind":"merge-in","amount":"4.25","balanceAfter":"4.25"}
ledger {"adjustmentId":"4","at":"2026-10-05T08:00:01Z","userId":"spd_2","movedFrom":"spd_1","kind":"merge-out","amount":"4.25","balanceAfter":"0"}
ledger {"adjustmentId":"5","at":"2026-10-05T08:00:01Z","userId":"spd_2","kind":"merge-in","amount":"4.25","balanceAfter":"4.25"}
*/
/* @quiet the same, and the row doesn't say under which account it was booked
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200,"previousUserId":"usr_1","newUserId":"spd_1"}
links {"id":"lnk_2","at":"2026-10-05T08:00:00Z","localUserId":"spd_1","speedUserId":"spd_2","keep":"speed","status":200,"previousUserId":"spd_1","newUserId":"spd_2"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"gift","amount":"4.25","balanceAfter":"4.25"}
ledger {"adjustmentId":"3","at":"2026-10-02T08:00:01Z","userId":"spd_2","kind":"merge-in","amount":"4.25","balanceAfter":"4.25"}
*/
/* @quiet the balance was zero
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"usage","amount":"4.25","balanceAfter":"0"}
*/
/* @quiet the balance was negative
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"usage","amount":"4.25","balanceAfter":"-0.25"}
*/
/* @quiet the balance is not known
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"gift","amount":"4.25"}
ledger {"adjustmentId":"9","at":"2026-10-01T08:00:00Z","userId":"usr_9","kind":"gift","amount":"4.25","balanceAfter":"4.25"}
*/
/* @quiet both chains may be mixed: the purchase shows that the merged account had money
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
purchases {"transactionId":"t1","at":"2026-10-01T07:59:00Z","userId":"usr_1","productId":"small"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"spd_1","kind":"purchase","amount":"4.25","balanceAfter":"4.25","transactionId":"t1"}
*/
/* @quiet the link kept the local account
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"gift","amount":"4.25","balanceAfter":"4.25"}
*/
/* @notevaluated no balances can be known
links {"id":"lnk_1","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"gift","amount":"4.25"}
*/
