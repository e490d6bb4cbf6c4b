-- A link of two accounts that both hold data is refused until the user has chosen.
--
-- When both accounts were used in this app, the platform answers 409 and your app asks the user
-- which data to keep. A link that went through without a choice while the other account had been
-- used means that one side was lost without a question.
--
-- @severity critical
-- @needs    links.speedUserId sessions|rows|ledger
-- @uses     sessions rows ledger deletions
-- @subject  link
-- @source   Sign in with Apple, on the conflict of two accounts with data
-- @message  Link {subject} joined {user} and {other} at {at} without a choice, although {other} had
--           been used in this app before: its first trace is {trace} at {trace_at}.
-- @fix      Make sure that the app passes keep only after the user has answered, and report to the
--           platform that no app_data_conflict was raised. Look at what the other account held.

WITH trace AS (
  SELECT p.link_row, a.row, 'sessions' AS stream, s.at, s.id, s.token_id
  FROM plain_link AS p
  JOIN account_session AS a
    ON a.user = p.x
  JOIN session AS s
    ON s.row = a.row
  UNION ALL
  SELECT p.link_row, r.row, 'rows', r.created_at, r.table_name || ' ' || r.row_id, NULL
  FROM plain_link AS p
  JOIN account_row AS a
    ON a.user = p.x
  JOIN app_row AS r
    ON r.row = a.row
  UNION ALL
  SELECT p.link_row, m.row, 'ledger', m.at, m.adjustment_id, NULL
  FROM plain_link AS p
  JOIN account_ledger AS a
    ON a.user = p.x
  JOIN movement AS m
    ON m.row = a.row
  ORDER BY 4, 3, 5
)
SELECT l.id AS subject, u.id AS user, l.at, x.id AS other, min(t.at) AS trace_at,
  CASE t.stream WHEN 'sessions' THEN 'session ' WHEN 'rows' THEN 'row ' ELSE 'adjustment ' END
    || t.id AS trace,
  json_group_array(json_array(json_array(t.stream, t.row), json_array('links', l.row))) AS evidence
FROM trace AS t
JOIN linked AS l
  ON l.row = t.link_row
JOIN user AS u ON u.user = l.local_user
JOIN user AS x ON x.user = l.speed_user
WHERE t.at < l.at
  AND coalesce(t.token_id <> l.speed_token_id, 1)
  AND NOT EXISTS (
    SELECT 1 FROM gone WHERE gone.user = x.user AND gone.at >= t.at AND gone.at < l.at)
GROUP BY l.row
ORDER BY subject;

/* @fires the other account had a session in this app
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200,"speedTokenId":"tok_1"}
sessions {"id":"s1","at":"2026-09-20T08:00:00Z","userId":"spd_1","tokenId":"tok_0"}
@finds lnk_1
@message Link lnk_1 joined usr_1 and spd_1 at 2026-10-01T08:00:00Z without a choice, although spd_1 had been used in this app before: its first trace is session s1 at 2026-09-20T08:00:00Z.
*/
/* @fires no tokens are exported
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
sessions {"id":"s1","at":"2026-09-20T08:00:00Z","userId":"spd_1"}
@finds lnk_1
*/
/* @fires the other account had a row
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
rows {"table":"notes","rowId":"1","userId":"spd_1","createdAt":"2026-09-20T08:00:00Z"}
@finds lnk_1
@message Link lnk_1 joined usr_1 and spd_1 at 2026-10-01T08:00:00Z without a choice, although spd_1 had been used in this app before: its first trace is row notes 1 at 2026-09-20T08:00:00Z.
*/
/* @fires the other account had a ledger row, even one that was not applied
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
ledger {"adjustmentId":"1","at":"2026-09-20T08:00:00Z","userId":"spd_1","kind":"gift","amount":"1","applied":false}
@finds lnk_1
*/
/* @fires the other account came back after its deletion, before the link
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
sessions {"id":"s1","at":"2026-09-20T08:00:00Z","userId":"spd_1"}
deletions {"id":"del_1","userId":"spd_1","requestedAt":"2026-09-21T08:00:00Z","completedAt":"2026-09-21T08:00:01Z"}
sessions {"id":"s2","at":"2026-09-25T08:00:00Z","userId":"spd_1"}
@finds lnk_1
*/
/* @fires the other account was deleted in the very moment of the link
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
sessions {"id":"s1","at":"2026-09-20T08:00:00Z","userId":"spd_1"}
deletions {"id":"del_1","userId":"spd_1","requestedAt":"2026-10-01T07:00:00Z","completedAt":"2026-10-01T08:00:00Z"}
@finds lnk_1
*/
/* @fires the other account was deleted only after the link
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
sessions {"id":"s1","at":"2026-09-20T08:00:00Z","userId":"spd_1"}
deletions {"id":"del_1","userId":"spd_1","requestedAt":"2026-10-02T08:00:00Z","completedAt":"2026-10-02T08:00:01Z"}
@finds lnk_1
*/
/* @quiet the other account was never used in this app
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
sessions {"id":"s1","at":"2026-09-20T08:00:00Z","userId":"usr_1"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"spd_1"}
rows {"table":"notes","rowId":"1","userId":"spd_1","createdAt":"2026-10-01T08:00:00Z"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"spd_1","kind":"gift","amount":"1"}
*/
/* @quiet all of it was before a deletion of the other account
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
sessions {"id":"s1","at":"2026-09-20T08:00:00Z","userId":"spd_1"}
rows {"table":"notes","rowId":"1","userId":"spd_1","createdAt":"2026-09-21T08:00:01Z"}
ledger {"adjustmentId":"1","at":"2026-09-20T08:00:00Z","userId":"spd_1","kind":"gift","amount":"1"}
deletions {"id":"del_1","userId":"spd_1","requestedAt":"2026-09-21T08:00:00Z","completedAt":"2026-09-21T08:00:01Z"}
*/
/* @quiet the session is the one that the link itself needed
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200,"speedTokenId":"tok_1"}
sessions {"id":"s1","at":"2026-10-01T07:59:00Z","userId":"spd_1","tokenId":"tok_1"}
*/
/* @quiet the user has chosen
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
links {"id":"lnk_2","at":"2026-10-01T08:00:00Z","localUserId":"usr_2","speedUserId":"spd_2","keep":"speed","status":200}
sessions {"id":"s1","at":"2026-09-20T08:00:00Z","userId":"spd_1"}
sessions {"id":"s2","at":"2026-09-20T08:00:00Z","userId":"spd_2"}
*/
/* @quiet the conflict was raised
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409,"error":"app_data_conflict"}
sessions {"id":"s1","at":"2026-09-20T08:00:00Z","userId":"spd_1"}
*/
/* @notevaluated the links don't say with which account
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","status":200}
sessions {"id":"s1","at":"2026-09-20T08:00:00Z","userId":"spd_1"}
*/
