-- Only notifications with a valid signature are processed.
--
-- The signature is all that tells Apple's notification from one that anybody posted to your public
-- endpoint.
--
-- @severity critical
-- @needs    notifications.processedAt evidence:checked-notifications
-- @subject  notification
-- @source   Apple, "Processing changes for Sign in with Apple accounts" |
--           https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
-- @message  Notification {subject} ({type}) was processed at {at}, though its signature does not
--           verify{why}.
-- @fix      Verify the signature of every notification, and answer a bad one with an error instead
--           of acting on it.

SELECT
  n.id AS subject,
  min(n.processed_at) AS at,
  n.type,
  coalesce(': ' || min(n.signature_reason), '') AS why,
  json_group_array(json_array('notifications', n.row)) AS evidence
FROM processed AS n
WHERE n.signature = 'invalid'
GROUP BY n.id
ORDER BY subject;

/* @fires an invalid signature
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","signature":"invalid","processedAt":"2026-10-01T08:00:05Z"}
@finds n1
@message Notification n1 (consent-revoked) was processed at 2026-10-01T08:00:05Z, though its signature does not verify.
*/

/* @fires a token without algorithm, which no key makes good
notifications {"payload":"eyJhbGciOiJub25lIn0.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwianRpIjoibjEiLCJpYXQiOjE3OTA4NDE2MDAsImV2ZW50cyI6IntcInR5cGVcIjpcImNvbnNlbnQtcmV2b2tlZFwiLFwic3ViXCI6XCJhMVwifSJ9.","processedAt":"2026-10-01T08:00:05Z"}
@finds n1
@message Notification n1 (consent-revoked) was processed at 2026-10-01T08:00:05Z, though its signature does not verify: its algorithm is 'none'.
*/

/* @quiet valid and unchecked ones
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","signature":"valid","processedAt":"2026-10-01T08:00:05Z"}
notifications {"id":"n2","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","signature":"unchecked","processedAt":"2026-10-01T08:00:05Z"}
*/

/* @quiet refused
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","signature":"invalid","processedAt":"2026-10-01T08:00:05Z","action":"rejected"}
*/

/* @notevaluated unchecked
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","signature":"unchecked","processedAt":"2026-10-01T08:00:05Z"}
*/
