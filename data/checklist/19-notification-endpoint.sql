-- The notification endpoint is alive.
--
-- @fails    notification.unprocessed
-- @needs    notifications.processedAt
-- @source   Apple, "Processing changes for Sign in with Apple accounts"
--           | https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
-- @evidence Sign in with Apple notifications processed in the 30 days before: {passed}.[ The last
--           one: {last_at}.]
-- @do       Register the endpoint for the App ID, withdraw consent on a test device, and export
--           the notification with `processedAt`.

SELECT
  count(*) FILTER (WHERE processed_at >= as_of - 30 * 86400000000) AS passed,
  max(processed_at) AS last_at
FROM setting, processed
WHERE source = 'siwa' AND processed_at <= as_of;

/* @pass one was processed
notifications {"jti":"n1","receivedAt":"2026-10-05T08:00:00Z","processedAt":"2026-10-05T08:00:01Z","type":"consent-revoked","sub":"a.1","event_time":1791187200000}
asof 2026-11-01T00:00:00Z
@evidence Sign in with Apple notifications processed in the 30 days before: 1. The last one: 2026-10-05T08:00:01Z.
*/

/* @nottested it is older than 30 days
notifications {"jti":"n1","receivedAt":"2026-10-05T08:00:00Z","processedAt":"2026-10-05T08:00:01Z","type":"consent-revoked","sub":"a.1","event_time":1791187200000}
asof 2026-11-05T00:00:00Z
*/

/* @nottested only the App Store sent one
notifications {"notificationUUID":"n1","receivedAt":"2026-10-05T08:00:00Z","processedAt":"2026-10-05T08:00:01Z","notificationType":"TEST"}
*/
