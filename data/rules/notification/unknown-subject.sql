-- A notification is about somebody you know.
--
-- A sub that no record knows is either a person whose data was lost, or one of a sibling app: all
-- apps of one App ID group get the notifications of the group.
--
-- @severity low
-- @needs    notifications.sub complete:sessions
-- @subject  notification
-- @source   Apple, "Processing changes for Sign in with Apple accounts" |
--           https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
-- @message  Notification {subject} ({type}) is about {sub}, whom no session, attempt, deletion or
--           call knows. If a sibling app of the same App ID group has this person, that is no
--           fault.
-- @fix      Look whether a sibling app knows the person; if not, find out where the account went.

SELECT
  n.id AS subject,
  min(n.received_at) AS at,
  n.type,
  n.sub,
  json_group_array(json_array('notifications', n.row)) AS evidence
FROM notification AS n
WHERE n.source = 'siwa'
  AND n.sub IS NOT NULL
  AND n.sub NOT IN (SELECT apple_sub FROM session WHERE apple_sub IS NOT NULL)
  AND n.sub NOT IN (SELECT apple_sub FROM account WHERE apple_sub IS NOT NULL)
  AND n.sub NOT IN (SELECT sub FROM attempt WHERE sub IS NOT NULL)
  AND n.sub NOT IN (SELECT apple_sub FROM deletion WHERE apple_sub IS NOT NULL)
  AND n.sub NOT IN (SELECT id_token_sub FROM deletion WHERE id_token_sub IS NOT NULL)
  AND n.sub NOT IN (SELECT sub FROM applecall WHERE sub IS NOT NULL)
GROUP BY n.id
ORDER BY subject;

/* @fires nobody knows the sub
config {"export":{"complete":["sessions"]}}
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","appleSub":"a2"}
@finds n1
@message Notification n1 (consent-revoked) is about a1, whom no session, attempt, deletion or call knows. If a sibling app of the same App ID group has this person, that is no fault.
*/

/* @quiet a session knows it
config {"export":{"complete":["sessions"]}}
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s0","at":"2026-10-01T08:00:00Z","userId":"u2"}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","appleSub":"a1"}
*/

/* @quiet the users table knows it
config {"export":{"complete":["sessions"]}}
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s0","at":"2026-10-01T08:00:00Z","userId":"u2"}
accounts {"userId":"u1","appleSub":"a1"}
*/

/* @quiet an attempt knows it
config {"export":{"complete":["sessions"]}}
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s0","at":"2026-10-01T08:00:00Z","userId":"u2"}
attempts {"id":"t1","at":"2026-10-01T08:00:00Z","outcome":"rejected","sub":"a1"}
*/

/* @quiet a deletion knows it
config {"export":{"complete":["sessions"]}}
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s0","at":"2026-10-01T08:00:00Z","userId":"u2"}
deletions {"id":"d1","requestedAt":"2026-10-01T08:00:00Z","userId":"u1","appleSub":"a1"}
*/

/* @quiet a deletion's new token knows it
config {"export":{"complete":["sessions"]}}
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s0","at":"2026-10-01T08:00:00Z","userId":"u2"}
deletions {"id":"d1","requestedAt":"2026-10-01T08:00:00Z","userId":"u1","idTokenSub":"a1"}
*/

/* @quiet a call knows it
config {"export":{"complete":["sessions"]}}
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s0","at":"2026-10-01T08:00:00Z","userId":"u2"}
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"revoke","status":200,"sub":"a1"}
*/

/* @notevaluated sessions are not complete
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","appleSub":"a2"}
*/
