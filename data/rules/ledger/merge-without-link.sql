-- Money that a merge brings has a merge.
--
-- A merge-in is booked once for each account that a link merged, to the account that survives. One
-- without such a link, or a second one for the same link, is money out of nothing.
--
-- @severity critical
-- @needs    links ledger
-- @subject  adjustment
-- @source   Sign in with Apple, on linking with keep: speed
-- @message  Row {subject} booked {moved_amount} to {user} at {at} as the balance of a merged
--           account, but {reason}.
-- @fix      Take the amount back. Give each merge one key, such as the id of the link, so that the
--           platform refuses a second booking.

WITH RECURSIVE option AS MATERIALIZED (
  SELECT row, dense_rank() OVER (ORDER BY merged_at, merge_id, link_row) AS place
  FROM merge_booking
),
arrived AS MATERIALIZED (
  SELECT coalesce(a.root, m.booked_under) AS person,
    row_number() OVER (
      PARTITION BY coalesce(a.root, m.booked_under) ORDER BY m.at, m.turn, m.row) AS n,
    json_object('row', m.row, 'places', json(json_group_array(o.place))) AS booking
  FROM odd_ledger AS b
  JOIN movement AS m ON m.row = b.row
  LEFT JOIN merged_account AS a ON a.user = m.booked_under
  LEFT JOIN option AS o ON o.row = m.row
  WHERE b.oddity = 'merge-in' AND m.kind = 'merge-in' AND m.applied = 1
  GROUP BY m.row
),
step(queue, n, row, place, taken) AS (
  SELECT json_group_object(n, json(booking)), 0, NULL, NULL, ' '
  FROM arrived GROUP BY person
  UNION ALL
  SELECT queue, n + 1, queue ->> ('$.' || (n + 1) || '.row') AS next, (
      SELECT min(value)
      FROM json_each(queue, '$.' || (n + 1) || '.places')
      WHERE value IS NOT place AND instr(taken, ' ' || value || ' ') = 0),
    taken || coalesce(place || ' ', '')
  FROM step
  WHERE next IS NOT NULL
)
SELECT l.adjustment_id AS subject, u.id AS user, l.at, max(l.amount) AS exposure,
  l.amount AS moved_amount,
  iif(EXISTS (SELECT 1 FROM option AS o WHERE o.row = l.row),
    'the merges before it have all been booked',
    'no account was merged into it within a day') AS reason,
  json_group_array(json_array('ledger', l.row)) AS evidence
FROM step AS p
JOIN movement AS l ON l.row = p.row
JOIN user AS u ON u.user = l.booked_under
WHERE p.place IS NULL
GROUP BY l.adjustment_id
ORDER BY subject;

/* @fires no merge at all
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"spd_1","kind":"merge-in","amount":"2.50"}
@finds 1
@message Row 1 booked 2.50 to spd_1 at 2026-10-01T08:00:10Z as the balance of a merged account, but no account was merged into it within a day.
*/
/* @fires it was booked to the account that went
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"usr_1","kind":"merge-in","amount":"2.50"}
@finds 1
*/
/* @fires a second one for the same merge
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"spd_1","kind":"merge-in","amount":"2.50"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:10Z","userId":"spd_1","kind":"merge-in","amount":"2.50"}
@finds 2
@message Row 2 booked 2.50 to spd_1 at 2026-10-01T09:00:10Z as the balance of a merged account, but the merges before it have all been booked.
*/
/* @fires of two at one moment the later in the chain: numbers by value, before others
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
links {"id":"lnk_2","at":"2026-10-01T08:00:00Z","localUserId":"usr_2","speedUserId":"spd_2","keep":"speed","status":200}
ledger {"adjustmentId":"10","at":"2026-10-01T08:00:10Z","userId":"spd_1","kind":"merge-in","amount":"2.50"}
ledger {"adjustmentId":"9","at":"2026-10-01T08:00:10Z","userId":"spd_1","kind":"merge-in","amount":"2.50"}
ledger {"adjustmentId":"-1","at":"2026-10-01T08:00:10Z","userId":"spd_2","kind":"merge-in","amount":"2.50"}
ledger {"adjustmentId":"011","at":"2026-10-01T08:00:10Z","userId":"spd_2","kind":"merge-in","amount":"2.50"}
@finds -1 10
*/
/* @fires more than a day after the merge
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-02T08:00:00.000001Z","userId":"spd_1","kind":"merge-in","amount":"2.50"}
@finds 1
*/
/* @fires before the merge
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T07:58:59Z","userId":"spd_1","kind":"merge-in","amount":"2.50"}
@finds 1
*/
/* @fires the merge was refused
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":409}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"spd_1","kind":"merge-in","amount":"2.50"}
@finds 1
*/
/* @quiet one for each merge
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
links {"id":"lnk_2","at":"2026-10-01T10:00:00Z","localUserId":"usr_2","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T07:59:00Z","userId":"spd_1","kind":"merge-in","amount":"2.50"}
ledger {"adjustmentId":"2","at":"2026-10-02T10:00:00Z","userId":"spd_1","kind":"merge-in","amount":"2.50"}
*/
/* @quiet both came within a day after both merges
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
links {"id":"lnk_2","at":"2026-10-01T08:10:00Z","localUserId":"usr_2","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"spd_1","kind":"merge-in","amount":"2.50"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"spd_1","kind":"merge-in","amount":"2.50"}
*/
/* @quiet the earlier merge is taken by the earlier row
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
links {"id":"lnk_2","at":"2026-10-01T08:10:00Z","localUserId":"usr_2","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T09:00:00Z","userId":"spd_1","kind":"merge-in","amount":"2.50"}
ledger {"adjustmentId":"2","at":"2026-10-02T08:05:00Z","userId":"spd_1","kind":"merge-in","amount":"2.50"}
*/
/* @quiet the second booking was not applied
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"spd_1","kind":"merge-in","amount":"2.50"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:10Z","userId":"spd_1","kind":"merge-in","amount":"2.50","applied":false}
*/
/* @quiet the survivor was merged on, and its history with it
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
links {"id":"lnk_2","at":"2026-10-05T08:00:00Z","localUserId":"spd_1","speedUserId":"spd_2","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-02T08:00:00Z","userId":"spd_2","kind":"merge-in","amount":"2.50"}
ledger {"adjustmentId":"2","at":"2026-10-05T08:00:10Z","userId":"spd_2","kind":"merge-in","amount":"2.50"}
*/
/* @fires the survivor was merged on before the row
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
links {"id":"lnk_2","at":"2026-10-01T09:00:00Z","localUserId":"spd_1","speedUserId":"spd_2","keep":"speed","status":200}
links {"id":"lnk_3","at":"2026-10-01T10:00:00Z","localUserId":"usr_3","speedUserId":"spd_3","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T10:00:00Z","userId":"spd_2","kind":"merge-in","amount":"2.50"}
ledger {"adjustmentId":"2","at":"2026-10-01T10:00:01Z","userId":"spd_2","kind":"merge-in","amount":"2.50"}
@finds 2
*/
/* @quiet the same with the account it was first booked under
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
links {"id":"lnk_2","at":"2026-10-01T09:00:00Z","localUserId":"spd_1","speedUserId":"spd_2","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"spd_2","movedFrom":"spd_1","kind":"merge-in","amount":"2.50"}
ledger {"adjustmentId":"2","at":"2026-10-01T09:00:10Z","userId":"spd_2","kind":"merge-in","amount":"2.50"}
*/
/* @quiet the survivor was merged on in the moment of its first merge
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
links {"id":"lnk_2","at":"2026-10-01T08:05:00Z","localUserId":"spd_1","speedUserId":"spd_2","keep":"speed","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T08:04:59Z","userId":"spd_2","kind":"merge-in","amount":"2.50"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:05:40Z","userId":"spd_2","kind":"merge-in","amount":"2.50"}
*/
/* @notevaluated links are not exported
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"spd_1","kind":"merge-in","amount":"2.50"}
*/
