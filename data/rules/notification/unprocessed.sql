-- A notification is processed within its grace.
--
-- An unprocessed notification is a person whose wish was not heard: sessions live on, a refund is
-- not booked. Often the endpoint answers and the job behind it has died.
--
-- @severity high
-- @needs    notifications.processedAt
-- @subject  notification
-- @source   Apple, "Processing changes for Sign in with Apple accounts" |
--           https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
-- @message  Notification {subject} ({type}) came at {at} and was not processed {waited_span}
--           later.
-- @fix      Process it now, and watch the age of the oldest unprocessed notification.

SELECT
  n.id AS subject,
  min(n.received_at) AS at,
  n.type,
  setting.as_of - min(n.received_at) AS waited_span,
  json_group_array(json_array('notifications', n.row)) AS evidence
FROM setting, notification AS n
GROUP BY n.id
HAVING max(n.processed_at) IS NULL
  AND min(n.received_at) + setting.notification_grace < setting.as_of
ORDER BY subject;

/* @fires never processed
asof 2026-10-01T09:00:01Z
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","processedAt":null}
@finds n1
@message Notification n1 (consent-revoked) came at 2026-10-01T08:00:00Z and was not processed 1 hour later.
*/

/* @quiet the grace is not over
asof 2026-10-01T09:00:00Z
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","processedAt":null}
*/

/* @quiet processed, or at the second delivery
asof 2026-11-30T00:00:00Z
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","processedAt":null}
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T09:00:00Z","processedAt":"2026-10-01T09:00:05Z"}
*/

/* @notevaluated processing is not exported
asof 2026-11-30T00:00:00Z
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
*/
