-- Every type of notification is known.
--
-- Apple may add types. One that nobody handles is dropped in silence, and what it tells never
-- happens.
--
-- @severity low
-- @needs    notifications.type
-- @subject  notification
-- @source   Apple, "Processing changes for Sign in with Apple accounts" |
--           https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
-- @message  Notification {subject} has the type {type}, which is none of the four.
-- @fix      Look it up in Apple's documentation and handle it, or decide to ignore it.

SELECT
  n.id AS subject,
  min(n.received_at) AS at,
  n.type,
  json_group_array(json_array('notifications', n.row)) AS evidence
FROM notification AS n
WHERE n.source = 'siwa'
  AND n.type NOT IN ('email-enabled', 'email-disabled', 'consent-revoked', 'account-deleted')
GROUP BY n.id
ORDER BY subject;

/* @fires a new type
notifications {"id":"n1","source":"siwa","type":"email-changed","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
@finds n1
@message Notification n1 has the type email-changed, which is none of the four.
*/

/* @quiet the four, and the other name of the last
notifications {"id":"nemail-enabled","source":"siwa","type":"email-enabled","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
notifications {"id":"nemail-disabled","source":"siwa","type":"email-disabled","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
notifications {"id":"nconsent-revoked","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
notifications {"id":"naccount-deleted","source":"siwa","type":"account-deleted","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
notifications {"id":"naccount-delete","source":"siwa","type":"account-delete","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
*/

/* @quiet the App Store has other types
notifications {"id":"n1","source":"appstore","type":"ONE_TIME_CHARGE","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
*/
