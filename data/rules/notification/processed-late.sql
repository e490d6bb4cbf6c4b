-- A notification is processed in time.
--
-- Until it is processed, sessions live on that the person has ended, and refunds are spent. A late
-- one also tells of a queue that is stuck now and then.
--
-- @severity low
-- @needs    notifications.processedAt
-- @subject  notification
-- @source   Apple, "Processing changes for Sign in with Apple accounts" |
--           https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
-- @message  Notification {subject} ({type}) was processed at {done_at}, {waited_span} after it
--           came.
-- @fix      Find what the queue waited for, and process notifications at once.

SELECT
  n.id AS subject,
  min(n.received_at) AS at,
  n.type,
  min(n.processed_at) AS done_at,
  min(n.processed_at) - n.received_at AS waited_span,
  json_group_array(json_array('notifications', n.row)) AS evidence
FROM setting, notification AS n
WHERE n.processed_at > n.received_at + setting.notification_grace
GROUP BY n.id
ORDER BY subject;

/* @fires a second too late
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","processedAt":"2026-10-01T09:00:01Z"}
@finds n1
@message Notification n1 (consent-revoked) was processed at 2026-10-01T09:00:01Z, 1 hour after it came.
*/

/* @quiet at the end of the grace, and never
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","processedAt":"2026-10-01T09:00:00Z"}
notifications {"id":"n2","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","processedAt":null}
*/
