-- The person who confirms a deletion with Apple is the one whose account is deleted.
--
-- To revoke the tokens the app asks the person to sign in with Apple once more. If that is another
-- Apple Account than the one that belongs to the account, somebody else holds the phone, and the
-- deletion must stop.
--
-- @severity critical
-- @needs    deletions.idTokenSub deletions.appleSub deletions.dataDeletedAt|deletions.completedAt
-- @subject  deletion
-- @source   Apple, TN3194, "Handling account deletions and revoking tokens for Sign in with Apple"
--           | https://developer.apple.com/documentation/technotes/tn3194-handling-account-deletions-and-revoking-tokens-for-sign-in-with-apple
-- @message  The account of {user} belongs to the Apple Account {apple_sub}, but {id_token_sub}
--           confirmed its deletion, and the data was deleted at {deleted_at}.
-- @fix      Compare the sub of the new identity token with the account's before anything is
--           deleted, and stop where they differ.

SELECT
  deletion.id AS subject,
  user.id AS user,
  coalesce(deletion.data_deleted_at, deletion.completed_at) AS at,
  deletion.apple_sub AS apple_sub,
  deletion.id_token_sub AS id_token_sub,
  coalesce(deletion.data_deleted_at, deletion.completed_at) AS deleted_at,
  json_array(json_array('deletions', deletion.row)) AS evidence
FROM deletion
JOIN user ON user.user = deletion.user
WHERE deletion.id_token_sub <> deletion.apple_sub
  AND (deletion.data_deleted_at IS NOT NULL OR deletion.completed_at IS NOT NULL)
ORDER BY subject;

/* @fires another Apple Account confirmed, and the data was deleted
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","appleSub":"a1","idTokenSub":"a2","dataDeletedAt":"2026-10-01T08:01:00Z"}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-01T08:00:00Z","appleSub":"a1","idTokenSub":"A1","completedAt":"2026-10-01T08:01:00Z"}
@finds d1 d2
@message The account of u1 belongs to the Apple Account a1, but a2 confirmed its deletion, and the data was deleted at 2026-10-01T08:01:00Z.
*/

/* @quiet the same Apple Account
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","appleSub":"a1","idTokenSub":"a1","dataDeletedAt":"2026-10-01T08:01:00Z"}
*/

/* @quiet the deletion stopped
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","appleSub":"a1","idTokenSub":"a2","dataDeletedAt":null}
*/

/* @quiet one of the subs isn't recorded
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","idTokenSub":"a2","dataDeletedAt":"2026-10-01T08:01:00Z"}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-01T08:00:00Z","appleSub":"a1","dataDeletedAt":"2026-10-01T08:01:00Z"}
*/

/* @notevaluated the sub of the identity token isn't exported
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","appleSub":"a1","dataDeletedAt":"2026-10-01T08:01:00Z"}
*/
