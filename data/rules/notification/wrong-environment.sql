-- Only App Store notifications of this app's environment are processed.
--
-- A notification of another environment is genuine, but no money came to this app for it. Acting
-- on it credits or takes what nobody paid for here.
--
-- @severity high
-- @needs    notifications.environment notifications.processedAt config:app.environment
-- @subject  notification
-- @source   Apple, "App Store Server Notifications V2" |
--           https://developer.apple.com/documentation/appstoreservernotifications/app-store-server-notifications-v2
-- @message  Notification {subject} ({type}) was processed at {at}, though its environment is
--           {environment}.
-- @fix      Compare environment with the app's own before processing a notification.

SELECT
  n.id AS subject,
  min(n.processed_at) AS at,
  n.type,
  n.environment,
  json_group_array(json_array('notifications', n.row)) AS evidence
FROM processed AS n
WHERE n.source = 'appstore'
  AND coalesce(n.type, '') <> 'TEST'
  AND n.environment <> (SELECT environment FROM setting)
GROUP BY n.id
ORDER BY subject;

/* @fires another one
config {"app":{"bundleIds":["b"],"servicesIds":["w"],"environment":"Production"}}
notifications {"id":"n1","source":"appstore","type":"ONE_TIME_CHARGE","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","environment":"x","processedAt":"2026-10-01T08:00:05Z"}
@finds n1
@message Notification n1 (ONE_TIME_CHARGE) was processed at 2026-10-01T08:00:05Z, though its environment is x.
*/

/* @quiet the app's own, and none
config {"app":{"bundleIds":["b"],"servicesIds":["w"],"environment":"Production"}}
notifications {"id":"n1","source":"appstore","type":"ONE_TIME_CHARGE","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","environment":"Production","processedAt":"2026-10-01T08:00:05Z"}
notifications {"id":"n2","source":"appstore","type":"ONE_TIME_CHARGE","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","processedAt":"2026-10-01T08:00:05Z"}
*/

/* @quiet a test
config {"app":{"bundleIds":["b"],"servicesIds":["w"],"environment":"Production"}}
notifications {"id":"n1","source":"appstore","type":"TEST","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","environment":"x","processedAt":"2026-10-01T08:00:05Z"}
*/

/* @quiet refused, or not the App Store's
config {"app":{"bundleIds":["b"],"servicesIds":["w"],"environment":"Production"}}
notifications {"id":"n1","source":"appstore","type":"ONE_TIME_CHARGE","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","environment":"x","action":"refused","processedAt":"2026-10-01T08:00:05Z"}
notifications {"id":"n2","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","environment":"x","processedAt":"2026-10-01T08:00:05Z"}
*/

/* @notevaluated the app's own is not configured
notifications {"id":"n1","source":"appstore","type":"ONE_TIME_CHARGE","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","environment":"x","processedAt":"2026-10-01T08:00:05Z"}
*/
