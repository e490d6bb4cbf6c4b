-- Only notifications for this app are processed.
--
-- A notification names the client it is for. One for another app is genuine and still says nothing
-- about your users.
--
-- @severity critical
-- @needs    notifications.aud notifications.processedAt
--           config:app.bundleIds|config:app.servicesIds
-- @subject  notification
-- @source   Apple, "Processing changes for Sign in with Apple accounts" |
--           https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
-- @message  Notification {subject} was processed at {at}, though it is for {aud}.
-- @fix      Compare aud with your Bundle ID and Services IDs before processing, case included.

SELECT
  n.id AS subject,
  min(n.processed_at) AS at,
  n.aud,
  json_group_array(json_array('notifications', n.row)) AS evidence
FROM processed AS n
WHERE n.source = 'siwa'
  AND n.aud NOT IN (SELECT value FROM setting_list WHERE name IN ('bundleIds', 'servicesIds'))
GROUP BY n.id
ORDER BY subject;

/* @fires another app, by letter case
config {"app":{"bundleIds":["b"],"servicesIds":["w"],"environment":"Production"}}
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","aud":"B","processedAt":"2026-10-01T08:00:05Z"}
@finds n1
@message Notification n1 was processed at 2026-10-01T08:00:05Z, though it is for B.
*/

/* @quiet the Bundle ID and the Services ID
config {"app":{"bundleIds":["b"],"servicesIds":["w"],"environment":"Production"}}
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","aud":"b","processedAt":"2026-10-01T08:00:05Z"}
notifications {"id":"n2","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","aud":"w","processedAt":"2026-10-01T08:00:05Z"}
*/

/* @quiet refused, or the App Store's
config {"app":{"bundleIds":["b"],"servicesIds":["w"],"environment":"Production"}}
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","aud":"x","processedAt":"2026-10-01T08:00:05Z","action":"rejected"}
notifications {"id":"n2","source":"appstore","type":"ONE_TIME_CHARGE","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","aud":"x","processedAt":"2026-10-01T08:00:05Z"}
*/

/* @notevaluated no ids are configured
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","aud":"x","processedAt":"2026-10-01T08:00:05Z"}
*/
