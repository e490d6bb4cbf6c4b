-- Only notifications of Apple are processed.
--
-- A notification is a signed statement of its issuer. Acting on one that somebody else issued lets
-- anyone end sessions or delete accounts.
--
-- @severity critical
-- @needs    notifications.iss notifications.processedAt
-- @subject  notification
-- @source   Apple, "Processing changes for Sign in with Apple accounts" |
--           https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
-- @message  Notification {subject} was processed at {at}, though its issuer is {iss}.
-- @fix      Refuse a notification whose iss is not Apple's before looking at its events.

SELECT
  n.id AS subject,
  min(n.processed_at) AS at,
  n.iss,
  json_group_array(json_array('notifications', n.row)) AS evidence
FROM processed AS n
WHERE n.source = 'siwa'
  AND n.iss NOT IN (SELECT value FROM setting_list WHERE name = 'issuers')
GROUP BY n.id
ORDER BY subject;

/* @fires another issuer, by a slash
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","iss":"https://appleid.apple.com/","processedAt":"2026-10-01T08:00:05Z"}
@finds n1
@message Notification n1 was processed at 2026-10-01T08:00:05Z, though its issuer is https://appleid.apple.com/.
*/

/* @quiet Apple's issuer
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","iss":"https://appleid.apple.com","processedAt":"2026-10-01T08:00:05Z"}
*/

/* @quiet one that the policy lists
config {"policy":{"issuers":["https://account.apple.com"]}}
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","iss":"https://account.apple.com","processedAt":"2026-10-01T08:00:05Z"}
*/

/* @quiet it was not processed, or refused
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","iss":"x","processedAt":null}
notifications {"id":"nrejected","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","iss":"x","processedAt":"2026-10-01T08:00:05Z","action":"rejected"}
notifications {"id":"nrefused","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","iss":"x","processedAt":"2026-10-01T08:00:05Z","action":"refused"}
notifications {"id":"nignored","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","iss":"x","processedAt":"2026-10-01T08:00:05Z","action":"ignored"}
notifications {"id":"nskipped","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","iss":"x","processedAt":"2026-10-01T08:00:05Z","action":"skipped"}
notifications {"id":"nduplicate","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","iss":"x","processedAt":"2026-10-01T08:00:05Z","action":"duplicate"}
*/

/* @quiet the issuer is absent
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","iss":null,"processedAt":"2026-10-01T08:00:05Z"}
*/

/* @notevaluated issuers are not exported
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","processedAt":"2026-10-01T08:00:05Z"}
*/
