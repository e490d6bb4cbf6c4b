-- The user agrees to what is given up before the link call.
--
-- A link with keep deletes or hides the data of one account for good. The user has to see which
-- data that is and agree first. Without a record of it, a complaint about lost data or money can't
-- be answered.
--
-- @severity high
-- @needs    links.confirmedAt
-- @uses     rows ledger
-- @subject  link
-- @source   Sign in with Apple, on the conflict of two accounts with data
-- @message  Link {subject} of {user} with keep: {keep} at {at} gave up account {loser}, {reason},
--           but {confirmation}.
-- @fix      Show what is given up, wait for the answer, store the time as confirmedAt, and only
--           then call the link with keep.

WITH choice AS (
  SELECT
    c.*,
    min(f.link_row) AS conflict_row,
    (
      SELECT min(r.row)
      FROM account_row AS a
      JOIN app_row AS r
        ON r.row = a.row
      WHERE a.user = c.given_up
        AND coalesce(r.created_at < c.at, 1)) AS app_row,
    (
      SELECT min(m.row)
      FROM account_ledger AS a
      JOIN movement AS m
        ON m.row = a.row
      WHERE a.user = c.given_up
        AND m.at < c.at) AS ledger_row
  FROM chosen_link AS c
  LEFT JOIN conflict AS f
    ON f.l = c.l AND f.x = c.x AND f.at <= c.at
  WHERE c.is_asked_known
    AND coalesce(c.confirmed_at > c.at + (SELECT skew FROM setting), 1)
  GROUP BY c.link_row
)
SELECT c.id AS subject, u.id AS user, c.at, c.keep,
  g.id AS loser,
  CASE WHEN c.conflict_row IS NOT NULL THEN 'after the platform had answered 409'
    ELSE 'which held data' END AS reason,
  CASE WHEN c.confirmed_at IS NULL THEN 'there is no record that the user agreed'
    ELSE 'the user agreed only later' END AS confirmation,
  json_array(json_array('links', conflict_row), json_array('links', link_row),
    json_array('rows', app_row), json_array('ledger', ledger_row)) AS evidence
FROM choice AS c
JOIN user AS u ON u.user = c.l
JOIN user AS g ON g.user = c.given_up
WHERE coalesce(c.conflict_row, c.app_row, c.ledger_row) IS NOT NULL
ORDER BY subject;

/* @fires after a conflict, nothing was confirmed
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409,"error":"app_data_conflict"}
links {"id":"lnk_2","at":"2026-10-01T08:01:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200,"confirmedAt":null}
@finds lnk_2
@message Link lnk_2 of usr_1 with keep: local at 2026-10-01T08:01:00Z gave up account spd_1, after the platform had answered 409, but there is no record that the user agreed.
*/
/* @fires after a conflict, confirmed later than the link
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409}
links {"id":"lnk_2","at":"2026-10-01T08:01:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200,"confirmedAt":"2026-10-01T08:02:01Z"}
@finds lnk_2
@message Link lnk_2 of usr_1 with keep: speed at 2026-10-01T08:01:00Z gave up account usr_1, after the platform had answered 409, but the user agreed only later.
*/
/* @fires the conflict was raised in the same second, and the answer names the other account
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409}
links {"id":"lnk_2","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","keep":"speed","status":200,"newUserId":"spd_1","confirmedAt":null}
@finds lnk_2
*/
/* @fires keep: speed, and the local account had a row
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200,"confirmedAt":null}
rows {"table":"notes","rowId":"1","userId":"usr_1","createdAt":"2026-09-20T08:00:00Z"}
@finds lnk_1
@message Link lnk_1 of usr_1 with keep: speed at 2026-10-01T08:00:00Z gave up account usr_1, which held data, but there is no record that the user agreed.
*/
/* @fires keep: speed, and the account that went had a ledger row
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200,"previousUserId":"usr_0","confirmedAt":null}
ledger {"adjustmentId":"1","at":"2026-09-20T08:00:00Z","userId":"usr_0","kind":"gift","amount":"1"}
@finds lnk_1
*/
/* @fires keep: local, and the other account had an undated row
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200,"confirmedAt":null}
rows {"table":"notes","rowId":"1","userId":"spd_1"}
@finds lnk_1
*/
/* @fires keep: local, and the other account had a ledger row
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200,"confirmedAt":null}
ledger {"adjustmentId":"1","at":"2026-09-20T08:00:00Z","userId":"spd_1","kind":"gift","amount":"1"}
@finds lnk_1
*/
/* @quiet confirmed before the link, or within the clock skew after it
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409}
links {"id":"lnk_2","at":"2026-10-01T08:01:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200,"confirmedAt":"2026-10-01T08:02:00Z"}
rows {"table":"notes","rowId":"1","userId":"spd_1","createdAt":"2026-09-20T08:00:00Z"}
*/
/* @quiet nothing was given up
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200,"confirmedAt":null}
links {"id":"lnk_2","at":"2026-10-01T08:00:00Z","localUserId":"usr_2","speedUserId":"spd_2","keep":"local","status":200}
rows {"table":"notes","rowId":"1","userId":"spd_1","createdAt":"2026-09-20T08:00:00Z"}
ledger {"adjustmentId":"1","at":"2026-09-20T08:00:00Z","userId":"usr_2","kind":"gift","amount":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"gift","amount":"1"}
rows {"table":"notes","rowId":"2","userId":"usr_1","createdAt":"2026-10-01T08:00:00Z"}
*/
/* @quiet the conflict was another pair's
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_2","status":409}
links {"id":"lnk_2","at":"2026-10-01T08:01:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200,"confirmedAt":null}
*/
/* @quiet the conflict came later
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200,"confirmedAt":null}
links {"id":"lnk_2","at":"2026-10-01T08:01:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409}
*/
/* @quiet a link without keep gives up nothing
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200,"confirmedAt":null}
rows {"table":"notes","rowId":"1","userId":"spd_1","createdAt":"2026-09-20T08:00:00Z"}
*/
/* @quiet the link failed
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":500,"confirmedAt":null}
rows {"table":"notes","rowId":"1","userId":"spd_1","createdAt":"2026-09-20T08:00:00Z"}
*/
/* @quiet the link was read from the exchange, which can't show what the user saw
exchanges {"id":"x1","at":"2026-10-01T08:00:00Z","method":"POST","path":"/api/platform/auth/link","status":200,"userId":"usr_1","request":{"speedToken":"t","keep":"speed"},"response":{"previousUserId":"usr_1","newUserId":"spd_1","user":{"id":"spd_1"}}}
links {"id":"lnk_2","at":"2026-10-01T08:01:00Z","localUserId":"usr_9","status":409,"confirmedAt":null}
rows {"table":"notes","rowId":"1","userId":"usr_1","createdAt":"2026-09-20T08:00:00Z"}
*/
/* @notevaluated it is not known what users confirmed
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
rows {"table":"notes","rowId":"1","userId":"spd_1","createdAt":"2026-09-20T08:00:00Z"}
*/
