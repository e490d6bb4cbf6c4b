-- After a merge your database holds no row of the account that went.
--
-- A link with keep: speed ends the local account and moves the user to the other one. Rows that
-- still carry the old user id are invisible to the user, and no later deletion will find them.
--
-- @severity critical
-- @needs    links rows
-- @subject  user
-- @source   Sign in with Apple, on linking with keep: speed
-- @message  Link {link} merged account {subject} into {survivor} at {at}, but your database still
--           holds {rows} of {subject} ({tables}).
-- @fix      Give the rows the user id of the survivor, in the same transaction that handles the
--           answer of the link call, in every table that is keyed by the user.

WITH left_behind AS (
  SELECT m.p, m.s, m.link_row, m.id AS link, m.at, r.row, r.table_name
  FROM merge AS m
  JOIN account_row AS a
    ON a.user = m.p
  JOIN app_row AS r
    ON r.row = a.row
  JOIN snapshot AS s
    ON s.table_name = r.table_name
    AND s.at > m.at
  ORDER BY m.p, m.at, m.id, r.created_at, r.table_name, r.row_id
)
SELECT
  p.id AS subject,
  p.id AS user,
  min(b.at) AS at,
  b.link,
  coalesce(s.id, 'another account') AS survivor,
  count(DISTINCT b.row) || iif(count(DISTINCT b.row) = 1, ' row', ' rows') AS rows,
  replace(group_concat(DISTINCT b.table_name), ',', ', ') AS tables,
  json_group_array(json_array(json_array('links', link_row), json_array('rows', row))) AS evidence
FROM left_behind AS b
JOIN user AS p
  ON p.user = b.p
LEFT JOIN user AS s
  ON s.user = b.s
GROUP BY b.p
ORDER BY subject;

/* @fires rows of the account that went are still there
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
rows {"table":"notes","rowId":"1","userId":"usr_1","createdAt":"2026-09-20T08:00:00Z"}
rows {"table":"notes","rowId":"2","userId":"usr_1","createdAt":"2026-09-21T08:00:00Z"}
asof 2026-10-02T00:00:00Z
@finds usr_1
@message Link lnk_1 merged account usr_1 into spd_1 at 2026-10-01T08:00:00Z, but your database still holds 2 rows of usr_1 (notes).
*/
/* @fires a row that was made after the merge
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
rows {"table":"notes","rowId":"1","userId":"usr_1","createdAt":"2026-10-01T09:00:00Z"}
asof 2026-10-02T00:00:00Z
@finds usr_1
*/
/* @fires a row without a date
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
rows {"table":"notes","rowId":"1","userId":"usr_1"}
asof 2026-10-02T00:00:00Z
@finds usr_1
*/
/* @fires the account that went is named in the answer
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","keep":"speed","status":201,"previousUserId":"usr_0","newUserId":"spd_1"}
rows {"table":"notes","rowId":"1","userId":"usr_0"}
asof 2026-10-02T00:00:00Z
@finds usr_0
*/
/* @fires the survivor is not known
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","keep":"speed","status":200}
rows {"table":"notes","rowId":"1","userId":"usr_1"}
asof 2026-10-02T00:00:00Z
@finds usr_1
@message Link lnk_1 merged account usr_1 into another account at 2026-10-01T08:00:00Z, but your database still holds 1 row of usr_1 (notes).
*/
/* @fires the survivor was merged on itself
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
links {"id":"lnk_2","at":"2026-10-03T08:00:00Z","localUserId":"spd_1","speedUserId":"spd_2","keep":"speed","status":200}
rows {"table":"notes","rowId":"1","userId":"spd_1"}
asof 2026-10-04T00:00:00Z
@finds spd_1
*/
/* @quiet the rows were moved to the survivor
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
rows {"table":"notes","rowId":"1","userId":"spd_1","createdAt":"2026-09-20T08:00:00Z"}
asof 2026-10-02T00:00:00Z
*/
/* @quiet the table was read before the merge
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
rows {"table":"notes","rowId":"1","userId":"usr_1"}
config {"export":{"exportedAt":"2026-10-01T08:00:00Z"}}
*/
/* @quiet the link kept the local account
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
rows {"table":"notes","rowId":"1","userId":"usr_1"}
asof 2026-10-02T00:00:00Z
*/
