-- A notification is processed once.
--
-- Apple repeats a notification when your answer got lost. Processing the repeat credits, takes
-- back or deletes a second time.
--
-- @severity high
-- @needs    notifications.processedAt
-- @subject  notification
-- @source   Apple, "Processing changes for Sign in with Apple accounts" |
--           https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
-- @message  Notification {subject} was processed {count} times, the first time at {at}.
-- @fix      Remember jti or notificationUUID and answer a repeat without acting on it.

SELECT
  n.id AS subject,
  min(n.processed_at) AS at,
  count(*) AS count,
  json_group_array(json_array('notifications', n.row)) AS evidence
FROM processed AS n
GROUP BY n.id
HAVING count(*) > 1
ORDER BY subject;

/* @fires two deliveries were both processed
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","processedAt":"2026-10-01T08:00:05Z"}
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T09:00:00Z","processedAt":"2026-10-01T09:00:05Z"}
@finds n1
@message Notification n1 was processed 2 times, the first time at 2026-10-01T08:00:05Z.
*/

/* @quiet the repeat was recognised
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","processedAt":"2026-10-01T08:00:05Z"}
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T09:00:00Z","processedAt":"2026-10-01T09:00:05Z","action":"duplicate"}
*/

/* @quiet the first try was not processed, and another one is another
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","processedAt":null}
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T09:00:00Z","processedAt":"2026-10-01T09:00:05Z"}
notifications {"id":"n2","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","processedAt":"2026-10-01T08:00:05Z"}
*/
