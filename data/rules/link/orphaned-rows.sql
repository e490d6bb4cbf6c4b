-- Rows of an account that nobody can reach any more are deleted.
--
-- A link with keep: local keeps the local account. The other account of the pair can't be signed
-- in to any more. Rows that your database still holds for it are data of a person who can neither
-- see nor delete them.
--
-- @severity high
-- @needs    links.speedUserId rows
-- @uses     deletions
-- @subject  user
-- @source   Sign in with Apple, on linking with keep: local
-- @message  Account {subject} can't be reached since link {link} kept account {kept} at {at}, but
--           your database still holds {rows} of it ({tables}).
-- @fix      Delete the rows, or move to the kept account what the user was promised to keep. Do it
--           in the same job that handles the answer of the link call.

WITH orphan AS (
  SELECT
    k.link_row,
    k.id AS link,
    k.l,
    k.x,
    k.at AS linked_at,
    r.row,
    r.table_name
  FROM kept_local AS k
  JOIN account_row AS a
    ON a.user = k.x
  JOIN app_row AS r
    ON r.row = a.row
  JOIN snapshot AS s
    ON s.table_name = r.table_name
    AND s.at > k.at
  WHERE r.created_at <= k.at
    OR r.created_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM gone WHERE gone.user = k.x AND gone.at > k.at)
  ORDER BY k.x, k.at, k.id, r.created_at, r.table_name, r.row_id
)
SELECT
  x.id AS subject,
  x.id AS user,
  min(o.linked_at) AS at,
  o.link,
  l.id AS kept,
  count(DISTINCT o.row) || iif(count(DISTINCT o.row) = 1, ' row', ' rows') AS rows,
  replace(group_concat(DISTINCT o.table_name), ',', ', ') AS tables,
  json_group_array(json_array(json_array('links', link_row), json_array('rows', row))) AS evidence
FROM orphan AS o
JOIN user AS x
  ON x.user = o.x
JOIN user AS l
  ON l.user = o.l
GROUP BY o.x
ORDER BY subject;

/* @fires a row of the account that was given up is still there
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
rows {"table":"notes","rowId":"1","userId":"spd_1","createdAt":"2026-09-20T08:00:00Z"}
asof 2026-10-02T00:00:00Z
@finds spd_1
@message Account spd_1 can't be reached since link lnk_1 kept account usr_1 at 2026-10-01T08:00:00Z, but your database still holds 1 row of it (notes).
*/
/* @fires a row made at the very time of the link
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
rows {"table":"notes","rowId":"1","userId":"spd_1","createdAt":"2026-10-01T08:00:00Z"}
asof 2026-10-02T00:00:00Z
@finds spd_1
*/
/* @fires a row without a date
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
rows {"table":"notes","rowId":"1","userId":"spd_1"}
asof 2026-10-02T00:00:00Z
@finds spd_1
*/
/* @fires a row without a date, deleted in the very moment of the link, and another account later
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
rows {"table":"notes","rowId":"1","userId":"spd_1"}
deletions {"id":"del_1","userId":"spd_1","requestedAt":"2026-10-01T07:00:00Z","completedAt":"2026-10-01T08:00:00Z"}
deletions {"id":"del_2","userId":"spd_2","requestedAt":"2026-10-01T09:00:00Z","completedAt":"2026-10-01T09:00:01Z"}
asof 2026-10-04T00:00:00Z
@finds spd_1
*/
/* @fires once for an account with many rows, given up twice
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
links {"id":"lnk_2","at":"2026-10-03T08:00:00Z","localUserId":"usr_2","speedUserId":"spd_1","keep":"local","status":200}
rows {"table":"notes","rowId":"1","userId":"spd_1","createdAt":"2026-09-20T08:00:00Z"}
rows {"table":"drafts","rowId":"7","userId":"spd_1","createdAt":"2026-09-19T08:00:00Z"}
asof 2026-10-04T00:00:00Z
@finds spd_1
@message Account spd_1 can't be reached since link lnk_1 kept account usr_1 at 2026-10-01T08:00:00Z, but your database still holds 2 rows of it (drafts, notes).
*/
/* @fires a dated row, although the account was deleted later
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
rows {"table":"notes","rowId":"1","userId":"spd_1","createdAt":"2026-09-20T08:00:00Z"}
deletions {"id":"del_1","userId":"spd_1","requestedAt":"2026-10-02T08:00:00Z","completedAt":"2026-10-02T08:01:00Z"}
asof 2026-10-04T00:00:00Z
@finds spd_1
*/
/* @quiet the account that was given up has no rows
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
rows {"table":"notes","rowId":"1","userId":"usr_1","createdAt":"2026-09-20T08:00:00Z"}
asof 2026-10-02T00:00:00Z
*/
/* @quiet the row was made after the link
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
rows {"table":"notes","rowId":"1","userId":"spd_1","createdAt":"2026-10-01T08:00:01Z"}
asof 2026-10-02T00:00:00Z
*/
/* @quiet the database was read before the link
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
rows {"table":"notes","rowId":"1","userId":"spd_1","createdAt":"2026-09-20T08:00:00Z"}
config {"export":{"exportedAt":"2026-10-01T08:00:00Z"}}
*/
/* @quiet undated rows of an account that was deleted later and may have come back
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
rows {"table":"notes","rowId":"1","userId":"spd_1"}
deletions {"id":"del_1","userId":"spd_1","requestedAt":"2026-10-02T08:00:00Z","completedAt":"2026-10-02T08:01:00Z"}
asof 2026-10-04T00:00:00Z
*/
/* @quiet the link was refused
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":409}
rows {"table":"notes","rowId":"1","userId":"spd_1","createdAt":"2026-09-20T08:00:00Z"}
asof 2026-10-02T00:00:00Z
*/
/* @quiet no choice was made, so nothing was given up
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
rows {"table":"notes","rowId":"1","userId":"spd_1","createdAt":"2026-09-20T08:00:00Z"}
asof 2026-10-02T00:00:00Z
*/
/* @quiet the next night the rows are gone
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
rows {"table":"notes","rowId":"1","userId":"spd_1","createdAt":"2026-09-20T08:00:00Z"}
config {"export":{"exportedAt":"2026-10-02T00:00:00Z"}}
--- next export
rows {"table":"notes","rowId":"2","userId":"usr_1","createdAt":"2026-09-20T08:00:00Z"}
config {"export":{"exportedAt":"2026-10-03T00:00:00Z"}}
*/
/* @notevaluated the links don't say which account was given up
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","keep":"local","status":200}
rows {"table":"notes","rowId":"1","userId":"spd_1","createdAt":"2026-09-20T08:00:00Z"}
*/
