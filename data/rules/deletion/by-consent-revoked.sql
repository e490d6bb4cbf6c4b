-- Withdrawing consent is not taken for a deletion.
--
-- Apple sends consent-revoked when someone removes the app from "Apps using Apple ID", also as an
-- echo of your own revoke. It ends sessions; it doesn't ask for deletion. Who deletes the account
-- then takes a person's data and balance who may sign in again a minute later. Only
-- account-deleted says that the Apple Account is gone.
--
-- @severity medium
-- @needs    notifications deletions.channel deletions.appleSub|sessions.appleSub
-- @uses     sessions
-- @subject  deletion
-- @source   Apple, "Processing changes for Sign in with Apple accounts"
--           | https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
-- @message  The account of {user} was put up for deletion at {requested_at} by a notification,
--           but Apple had only told that consent was withdrawn ({told_at}).
-- @fix      End the sessions on consent-revoked and keep the account; delete on account-deleted
--           or when the person asks for it.

SELECT
  deletion.id AS subject,
  user.id AS user,
  deletion.requested_at AS at,
  deletion.requested_at AS requested_at,
  max(event.t) AS told_at,
  json_array(
    json_array('deletions', deletion.row),
    json_group_array(json_array('notifications', event.row))) AS evidence
FROM deletion
JOIN deletion_sub ON deletion_sub.deletion_row = deletion.row
CROSS JOIN (
    SELECT *
    FROM apple_event
    WHERE likely(type IN ('consent-revoked', 'account-deleted'))
    ORDER BY t, id) AS event
  ON event.sub = deletion_sub.sub
JOIN user ON user.user = deletion.user
WHERE deletion.channel = 'notification'
  AND event.t < deletion.requested_at
GROUP BY deletion.row
HAVING max(event.type = 'account-deleted') = 0
ORDER BY subject;

/* @fires consent was withdrawn, and the account was deleted for it
notifications {"jti":"n1","iss":"https://appleid.apple.com","aud":"com.example.app","events":{"type":"consent-revoked","sub":"a1","event_time":1790841590000},"receivedAt":"2026-10-01T08:00:00Z"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:10Z","channel":"notification","appleSub":"a1"}
@finds d1
@message The account of u1 was put up for deletion at 2026-10-01T08:00:10Z by a notification, but Apple had only told that consent was withdrawn (2026-10-01T08:00:00Z).
*/

/* @fires the sub is that of the user's latest Apple session
notifications {"jti":"n1","iss":"https://appleid.apple.com","aud":"com.example.app","events":{"type":"consent-revoked","sub":"a2","event_time":1790841590000},"receivedAt":"2026-10-01T08:00:00Z"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:10Z","channel":"notification"}
sessions {"id":"s1","at":"2026-09-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-09-02T08:00:00Z","userId":"u1","method":"apple","appleSub":"a2"}
sessions {"id":"s3","at":"2026-09-03T08:00:00Z","userId":"u1","method":"google"}
@finds d1
*/

/* @fires the latest Apple session has no sub, and another login has one
notifications {"jti":"n1","iss":"https://appleid.apple.com","aud":"com.example.app","events":{"type":"consent-revoked","sub":"a1","event_time":1790841590000},"receivedAt":"2026-10-01T08:00:00Z"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:10Z","channel":"notification"}
sessions {"id":"s1","at":"2026-09-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
sessions {"id":"s2","at":"2026-09-02T08:00:00Z","userId":"u1","method":"apple"}
sessions {"id":"s3","at":"2026-09-03T08:00:00Z","userId":"u1","method":"google","appleSub":"a3"}
@finds d1
*/

/* @fires account-deleted came later, for another reason
notifications {"jti":"n1","iss":"https://appleid.apple.com","aud":"com.example.app","events":{"type":"consent-revoked","sub":"a1","event_time":1790841590000},"receivedAt":"2026-10-01T08:00:00Z"}
notifications {"jti":"n2","iss":"https://appleid.apple.com","aud":"com.example.app","events":{"type":"account-deleted","sub":"a1","event_time":1790841690000},"receivedAt":"2026-10-01T09:00:00Z"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:10Z","channel":"notification","appleSub":"a1"}
@finds d1
*/

/* @quiet Apple told that the account is gone
notifications {"jti":"n1","iss":"https://appleid.apple.com","aud":"com.example.app","events":{"type":"consent-revoked","sub":"a1","event_time":1790841590000},"receivedAt":"2026-10-01T08:00:00Z"}
notifications {"jti":"n2","iss":"https://appleid.apple.com","aud":"com.example.app","events":{"type":"account-delete","sub":"a1","event_time":1790841591000},"receivedAt":"2026-10-01T08:00:05Z"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:10Z","channel":"notification","appleSub":"a1"}
*/

/* @quiet the person asked in the app
notifications {"jti":"n1","iss":"https://appleid.apple.com","aud":"com.example.app","events":{"type":"consent-revoked","sub":"a1","event_time":1790841590000},"receivedAt":"2026-10-01T08:00:00Z"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:10Z","channel":"app","appleSub":"a1"}
*/

/* @quiet the deletion came first: consent-revoked is its echo
notifications {"jti":"n1","iss":"https://appleid.apple.com","aud":"com.example.app","events":{"type":"consent-revoked","sub":"a1","event_time":1790841590000},"receivedAt":"2026-10-01T08:00:20Z"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:10Z","channel":"notification","appleSub":"a1"}
*/

/* @quiet the two came at the same moment
notifications {"jti":"n1","iss":"https://appleid.apple.com","aud":"com.example.app","events":{"type":"consent-revoked","sub":"a1","event_time":1790841590000},"receivedAt":"2026-10-01T08:00:10Z"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:10Z","channel":"notification","appleSub":"a1"}
*/

/* @quiet another event, and another sub
notifications {"jti":"n1","iss":"https://appleid.apple.com","aud":"com.example.app","events":{"type":"email-disabled","sub":"a1","event_time":1790841590000},"receivedAt":"2026-10-01T08:00:00Z"}
notifications {"jti":"n2","iss":"https://appleid.apple.com","aud":"com.example.app","events":{"type":"consent-revoked","sub":"a9","event_time":1790841590000},"receivedAt":"2026-10-01T08:00:00Z"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:10Z","channel":"notification","appleSub":"a1"}
*/

/* @notevaluated notifications aren't exported
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:10Z","channel":"notification","appleSub":"a1"}
*/
