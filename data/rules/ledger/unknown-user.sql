-- Every user in the ledger is a user of the app.
--
-- Sessions hold everything since the app began, and yet a user of the ledger never had one and is
-- named by no link. Money was booked to an id that is mistyped, belongs to another app, or is made
-- up.
--
-- @severity medium
-- @needs    ledger complete:sessions
-- @uses     links accounts
-- @subject  user
-- @source   General practice: money is booked to known accounts only
-- @message  The ledger has rows of {subject} ({count}, the first at {at}), but no session, no link
--           and no account with a date of creation is known of that user.
-- @fix      Look up where the id came from. Check the user of a booking against your users before
--           it is sent.

WITH stranger AS MATERIALIZED (
  SELECT user, id
  FROM user
  WHERE user NOT IN (SELECT user FROM session)
    AND user NOT IN (SELECT user FROM account_link)
    AND user NOT IN (SELECT user FROM account WHERE created_at IS NOT NULL)
)
SELECT
  s.id AS subject,
  s.id AS user,
  min(l.at) AS at,
  nullif(sum(l.applied * abs(l.amount)), 0) AS exposure,
  count(*) AS count,
  json_group_array(json_array('ledger', l.row)) AS evidence
FROM (
  SELECT *
  FROM movement
  WHERE user IN (SELECT user FROM stranger)
  ORDER BY at, adjustment_id, row) AS l
JOIN stranger AS s
  ON s.user = l.user
GROUP BY l.user
ORDER BY subject;

/* @fires a user without a session and without a link
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u9","kind":"gift","amount":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T07:00:00Z","userId":"u9","kind":"gift","amount":"1"}
config {"export":{"complete":["sessions"]}}
@finds u9
@message The ledger has rows of u9 (2, the first at 2026-10-01T07:00:00Z), but no session, no link and no account with a date of creation is known of that user.
*/
/* @fires ids are compared as bytes
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"U1","kind":"gift","amount":"1"}
config {"export":{"complete":["sessions"]}}
@finds U1
*/
/* @fires the account has no date of creation, the link was refused
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1"}
accounts {"userId":"u9"}
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"u9","speedUserId":"spd_1","status":409}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u9","kind":"gift","amount":"1"}
config {"export":{"complete":["sessions"]}}
@finds u9
*/
/* @quiet the user has a session, whenever
sessions {"id":"s1","at":"2026-10-02T07:00:00Z","userId":"u1"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"gift","amount":"1"}
config {"export":{"complete":["sessions"]}}
*/
/* @quiet the user is named by a link, in any part
sessions {"id":"s1","at":"2026-10-02T07:00:00Z","userId":"u1"}
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"l","speedUserId":"x","status":200}
links {"id":"lnk_2","at":"2026-10-01T08:00:00Z","localUserId":"l2","speedUserId":"x2","keep":"speed","previousUserId":"p","newUserId":"s","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"l","kind":"gift","amount":"1"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:00Z","userId":"x","kind":"gift","amount":"1"}
ledger {"adjustmentId":"3","at":"2026-10-01T08:00:00Z","userId":"p","kind":"gift","amount":"1"}
ledger {"adjustmentId":"4","at":"2026-10-01T08:00:00Z","userId":"s","kind":"gift","amount":"1"}
config {"export":{"complete":["sessions"]}}
*/
/* @quiet the users table knows when the user was created
sessions {"id":"s1","at":"2026-10-02T07:00:00Z","userId":"u1"}
accounts {"userId":"u9","createdAt":"2026-01-01T00:00:00Z"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u9","kind":"gift","amount":"1"}
config {"export":{"complete":["sessions"]}}
*/
/* @notevaluated sessions may lack older ones
sessions {"id":"s1","at":"2026-10-01T07:00:00Z","userId":"u1"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u9","kind":"gift","amount":"1"}
*/
