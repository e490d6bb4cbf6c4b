-- A UUID belongs to one account.
--
-- The UUID is what Apple's purchases carry as appAccountToken. When two accounts have the same one,
-- nobody can tell whose a purchase is, and one person's money is credited to another.
--
-- @severity critical
-- @needs    sessions.appUserUUID
-- @uses     accounts
-- @subject  uuid
-- @source   Sign in with Apple (platform page), "Sessions"
-- @message  {count} accounts have the UUID {subject}, {one} and {other} among them.
-- @fix      Make a new random UUID for each account and let the database refuse one that is there
--           already. Find out which of the accounts made the purchases that name this UUID, and
--           give the others one of their own.

SELECT
  h.uuid AS subject,
  min(h.at) AS at,
  count(DISTINCT h.user) AS count,
  min(user.id) AS one,
  max(user.id) AS other,
  json_group_array(json_array(h.stream, h.row)) AS evidence
FROM (SELECT * FROM uuid_holder ORDER BY uuid, at, stream, row) AS h
JOIN user ON user.user = h.user
GROUP BY h.uuid
HAVING count(DISTINCT h.user) > 1
ORDER BY subject;

/* @fires two accounts, in whatever letter case
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u2","appUserUUID":"aaaaaaaa-0000-4000-8000-000000000000"}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u1","appUserUUID":"AAAAAAAA-0000-4000-8000-000000000000"}
sessions {"id":"s3","at":"2026-10-03T08:00:00Z","userId":"u3","appUserUUID":"33333333-0000-4000-8000-000000000000"}
sessions {"id":"s4","at":"2026-10-03T08:00:00Z","userId":"u3","appUserUUID":"44444444-0000-4000-8000-000000000000"}
@finds aaaaaaaa-0000-4000-8000-000000000000
@message 2 accounts have the UUID aaaaaaaa-0000-4000-8000-000000000000, u1 and u2 among them.
*/

/* @fires the users table gives two accounts one
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1"}
accounts {"userId":"u2"}
accounts {"userId":"u3","appUserUUID":"33333333-0000-4000-8000-000000000000"}
accounts {"userId":"u4","appUserUUID":"33333333-0000-4000-8000-000000000000"}
@finds 33333333-0000-4000-8000-000000000000
*/

/* @fires the users table gives one account the UUID of another, or a deleted account's goes to a new one
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","appUserUUID":"11111111-0000-4000-8000-000000000000"}
accounts {"userId":"u2","appUserUUID":"11111111-0000-4000-8000-000000000000"}
sessions {"id":"s5","at":"2026-10-01T08:00:00Z","userId":"u5","appUserUUID":"55555555-0000-4000-8000-000000000000"}
deletions {"id":"d5","userId":"u5","requestedAt":"2026-10-02T07:00:00Z","completedAt":"2026-10-02T08:00:00Z"}
sessions {"id":"s6","at":"2026-10-03T08:00:00Z","userId":"u6","appUserUUID":"55555555-0000-4000-8000-000000000000"}
@finds 11111111-0000-4000-8000-000000000000 55555555-0000-4000-8000-000000000000
*/

/* @quiet one account has it many times, and accounts without one
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","appUserUUID":"11111111-0000-4000-8000-000000000000"}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u1","appUserUUID":"11111111-0000-4000-8000-000000000000"}
accounts {"userId":"u1","appUserUUID":"11111111-0000-4000-8000-000000000000"}
sessions {"id":"s3","at":"2026-10-03T08:00:00Z","userId":"u3"}
sessions {"id":"s4","at":"2026-10-03T08:00:00Z","userId":"u4"}
accounts {"userId":"u5"}
accounts {"userId":"u6"}
*/

/* @notevaluated UUIDs aren't exported
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u2"}
*/
