-- The UUID of an account never changes.
--
-- The app gives the account's UUID to Apple as appAccountToken of each purchase. When it changes,
-- purchases that are still on their way name a UUID that nobody has any more, and money is credited
-- to nobody or to the wrong account.
--
-- @severity critical
-- @needs    sessions.appUserUUID
-- @uses     accounts deletions
-- @subject  user
-- @source   Sign in with Apple (platform page), "Sessions"
-- @message  {user} had the UUID {earlier_uuid} at {earlier_at} and has another one, {uuid}, at
--           {at}.
-- @fix      Make the UUID once, when the account is made, store it with the account and read it
--           from there in every answer. Look up the purchases of the time around the change:
--           their appAccountToken may be either UUID.

SELECT
  user.id AS subject,
  user.id AS user,
  coalesce(h.at, setting.as_of) AS at,
  h.uuid,
  h.earlier_uuid,
  min(h.earlier_at) AS earlier_at,
  json_group_array(
    json_array(
      json_array(h.earlier_stream, h.earlier_row), json_array(h.stream, h.row))) AS evidence
FROM setting, (
  SELECT *,
    lag(uuid) OVER past AS earlier_uuid,
    lag(at) OVER past AS earlier_at,
    lag(stream) OVER past AS earlier_stream,
    lag(row) OVER past AS earlier_row
  FROM uuid_holder
  WINDOW past AS (PARTITION BY user ORDER BY at NULLS LAST, row)) AS h
JOIN user ON user.user = h.user
WHERE h.uuid <> h.earlier_uuid
  AND NOT EXISTS (
    SELECT 1
    FROM gone
    WHERE gone.user = h.user AND gone.at BETWEEN h.earlier_at AND coalesce(h.at, gone.at))
GROUP BY h.user
ORDER BY subject;

/* @fires two sessions with different UUIDs
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u1","appUserUUID":"22222222-0000-4000-8000-000000000000"}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","appUserUUID":"11111111-0000-4000-8000-000000000000"}
sessions {"id":"s3","at":"2026-10-03T08:00:00Z","userId":"u1","appUserUUID":"11111111-0000-4000-8000-000000000000"}
@finds u1
@message u1 had the UUID 11111111-0000-4000-8000-000000000000 at 2026-10-01T08:00:00Z and has another one, 22222222-0000-4000-8000-000000000000, at 2026-10-02T08:00:00Z.
*/

/* @fires the users table has another UUID than the sessions
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","appUserUUID":"11111111-0000-4000-8000-000000000000"}
accounts {"userId":"u1","appUserUUID":"22222222-0000-4000-8000-000000000000"}
asof 2026-10-09T08:00:00Z
@finds u1
@message u1 had the UUID 11111111-0000-4000-8000-000000000000 at 2026-10-01T08:00:00Z and has another one, 22222222-0000-4000-8000-000000000000, at 2026-10-09T08:00:00Z.
*/

/* @fires it changed again after a deletion, or before, or another account was deleted, or the deletion is open
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","appUserUUID":"11111111-0000-4000-8000-000000000000"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-02T07:00:00Z","completedAt":"2026-10-02T08:00:00Z"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u1","appUserUUID":"22222222-0000-4000-8000-000000000000"}
sessions {"id":"s3","at":"2026-10-04T08:00:00Z","userId":"u1","appUserUUID":"33333333-0000-4000-8000-000000000000"}
sessions {"id":"s4","at":"2026-10-01T08:00:00Z","userId":"u2","appUserUUID":"44444444-0000-4000-8000-000000000000"}
sessions {"id":"s5","at":"2026-10-02T08:00:00Z","userId":"u2","appUserUUID":"55555555-0000-4000-8000-000000000000"}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-02T07:00:00Z","completedAt":"2026-10-02T08:00:01Z"}
sessions {"id":"s6","at":"2026-10-02T08:00:00Z","userId":"u3","appUserUUID":"66666666-0000-4000-8000-000000000000"}
deletions {"id":"d3","userId":"u3","requestedAt":"2026-10-02T07:00:00Z","completedAt":"2026-10-02T07:59:59Z"}
sessions {"id":"s7","at":"2026-10-03T08:00:00Z","userId":"u3","appUserUUID":"77777777-0000-4000-8000-000000000000"}
deletions {"id":"d4","userId":"u3","requestedAt":"2026-10-02T09:00:00Z"}
@finds u1 u2 u3
@message u1 had the UUID 22222222-0000-4000-8000-000000000000 at 2026-10-03T08:00:00Z and has another one, 33333333-0000-4000-8000-000000000000, at 2026-10-04T08:00:00Z.
*/

/* @quiet letter case, one that isn't known, and other accounts
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","appUserUUID":"aaaaaaaa-0000-4000-8000-000000000000"}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u1","appUserUUID":"AAAAAAAA-0000-4000-8000-000000000000"}
sessions {"id":"s3","at":"2026-10-03T08:00:00Z","userId":"u1"}
sessions {"id":"s4","at":"2026-10-04T08:00:00Z","userId":"u2","appUserUUID":"22222222-0000-4000-8000-000000000000"}
accounts {"userId":"u1","appUserUUID":"AAAAAAAA-0000-4000-8000-000000000000"}
accounts {"userId":"u2"}
*/

/* @quiet the account was deleted and came back, in the same moment too
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","appUserUUID":"11111111-0000-4000-8000-000000000000"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-02T07:00:00Z","completedAt":"2026-10-02T08:00:00Z"}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u1","appUserUUID":"22222222-0000-4000-8000-000000000000"}
sessions {"id":"s3","at":"2026-10-02T08:00:00Z","userId":"u2","appUserUUID":"33333333-0000-4000-8000-000000000000"}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-02T07:00:00Z","completedAt":"2026-10-02T08:00:00Z"}
sessions {"id":"s4","at":"2026-10-03T08:00:00Z","userId":"u2","appUserUUID":"44444444-0000-4000-8000-000000000000"}
*/

/* @quiet the users table tells of the account that came after the deletion
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","appUserUUID":"11111111-0000-4000-8000-000000000000"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-02T07:00:00Z","completedAt":"2026-10-02T08:00:00Z"}
accounts {"userId":"u1","appUserUUID":"22222222-0000-4000-8000-000000000000"}
*/

/* @notevaluated UUIDs aren't exported
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1"}
*/
