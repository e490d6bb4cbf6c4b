-- No mail is sent to an address that was switched off.
--
-- The person has stopped the forwarding of mail to this address. Apple drops what you send, so
-- receipts and warnings are lost, and your sender gets a bad name.
--
-- @severity medium
-- @needs    notifications.email mail.status
-- @subject  address
-- @source   Apple, "Processing changes for Sign in with Apple accounts" |
--           https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
-- @message  Mail was sent to {subject} {times}, first at {at}, after its forwarding was
--           switched off at {disabled_at}[; {address_count} addresses are shown like that].
-- @fix      Keep the state of each relay address from these notifications and ask it before you
--           send.

WITH
  disabled AS MATERIALIZED (SELECT * FROM address_event WHERE likely(type = 'email-disabled')),
  enabled AS MATERIALIZED (SELECT * FROM address_event WHERE likely(type = 'email-enabled')),
  hit AS MATERIALIZED (
    SELECT m.*, e.row AS event_row, e.t, e.email_hash, e.sub
    FROM mail AS m
    CROSS JOIN disabled AS e ON e.email_hash = m.address_hash),
  lost AS MATERIALIZED (
    SELECT h.*
    FROM hit AS h
    LEFT JOIN enabled AS o ON o.email_hash = h.email_hash AND o.t BETWEEN h.t AND h.at
    LEFT JOIN enabled AS p ON p.sub = h.sub AND p.email_hash IS NULL AND p.t BETWEEN h.t AND h.at
    WHERE h.status = 'sent'
      AND h.at > h.t + (SELECT skew FROM setting)
      AND o.row IS NULL
      AND p.row IS NULL)
SELECT
  m.address AS subject,
  iif(count(DISTINCT m.address_hash) = 1, u.id, NULL) AS user,
  min(m.at) AS at,
  nullif(count(DISTINCT m.address_hash), 1) AS address_count,
  count(DISTINCT m.row) || iif(count(DISTINCT m.row) = 1, ' time', ' times') AS times,
  min(m.t) AS disabled_at,
  json_group_array(json_array(json_array('notifications', m.event_row), json_array('mail', m.row)))
    AS evidence
FROM lost AS m
LEFT JOIN user AS u ON u.user = m.user
GROUP BY m.address
ORDER BY subject;

/* @fires mail after it was switched off
notifications {"id":"n1","source":"siwa","type":"email-disabled","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","email":"r1@privaterelay.appleid.com"}
mail {"id":"m1","at":"2026-10-01T08:01:01Z","to":"R1@privaterelay.appleid.com","status":"sent"}
@finds r…@privaterelay.appleid.com
@message Mail was sent to r…@privaterelay.appleid.com 1 time, first at 2026-10-01T08:01:01Z, after its forwarding was switched off at 2026-10-01T08:00:00Z.
*/

/* @fires it was switched on later
notifications {"id":"n1","source":"siwa","type":"email-disabled","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","email":"r1@privaterelay.appleid.com"}
notifications {"id":"n2","source":"siwa","type":"email-enabled","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-02T08:00:00Z","email":"r1@privaterelay.appleid.com"}
mail {"id":"m1","at":"2026-10-01T09:00:00Z","to":"R1@privaterelay.appleid.com","status":"sent"}
@finds r…@privaterelay.appleid.com
*/

/* @quiet within the skew
notifications {"id":"n1","source":"siwa","type":"email-disabled","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","email":"r1@privaterelay.appleid.com"}
mail {"id":"m1","at":"2026-10-01T08:01:00Z","to":"R1@privaterelay.appleid.com","status":"sent"}
*/

/* @quiet it was switched on again
notifications {"id":"n1","source":"siwa","type":"email-disabled","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","email":"r1@privaterelay.appleid.com"}
notifications {"id":"n2","source":"siwa","type":"email-enabled","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:30:00Z","email":null}
mail {"id":"m1","at":"2026-10-01T09:00:00Z","to":"R1@privaterelay.appleid.com","status":"sent"}
*/

/* @quiet another address, or not sent
notifications {"id":"n1","source":"siwa","type":"email-disabled","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","email":"r1@privaterelay.appleid.com"}
mail {"id":"m1","at":"2026-10-01T09:00:00Z","to":"R1@privaterelay.appleid.com","status":"bounced"}
mail {"id":"m2","at":"2026-10-01T09:00:00Z","to":"r2@privaterelay.appleid.com","status":"sent"}
*/
