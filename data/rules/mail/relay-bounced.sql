-- Mail to relay addresses arrives.
--
-- Apple passes mail on only from senders that are registered for the private relay and that pass
-- SPF or DKIM. A bounce means that people who hide their address get nothing from you.
--
-- @severity medium
-- @needs    mail.status
-- @subject  address
-- @source   Apple, "Communicating using the private email relay service" |
--           https://developer.apple.com/documentation/signinwithapple/communicating-using-the-private-email-relay-service
-- @message  Mail to {subject} bounced {count} time(s), first at {at}.
-- @fix      Register the sending domains and addresses with Apple, check SPF and DKIM, and send
--           again.

SELECT
  m.shown AS subject,
  u.id AS user,
  min(m.at) AS at,
  count(*) AS count,
  json_group_array(json_array('mail', m.row)) AS evidence
FROM addressed_mail AS m
LEFT JOIN user AS u ON u.user = m.user
WHERE m.status IN ('bounced', 'rejected', 'dropped')
  AND (m.address LIKE '%@privaterelay.appleid.com' OR m.address LIKE '%@private.icloud.com')
GROUP BY m.address_hash
ORDER BY subject;

/* @fires the relay bounced it, rejected it, dropped it
mail {"id":"m1","at":"2026-10-01T09:00:00Z","to":"R1@privaterelay.appleid.com","status":"bounced"}
mail {"id":"m2","at":"2026-10-01T09:00:00Z","to":"s@private.icloud.com","status":"rejected"}
mail {"id":"m3","at":"2026-10-01T09:00:00Z","to":"t@private.icloud.com","status":"dropped"}
@finds "r…@privaterelay.appleid.com #1a555e7f"
@finds "s…@private.icloud.com #46404a1c"
@finds "t…@private.icloud.com #7f03d818"
@message Mail to r…@privaterelay.appleid.com #1a555e7f bounced 1 time(s), first at 2026-10-01T09:00:00Z.
*/

/* @quiet it was sent, or it was no relay
mail {"id":"m1","at":"2026-10-01T09:00:00Z","to":"R1@privaterelay.appleid.com","status":"sent"}
mail {"id":"m2","at":"2026-10-01T09:00:00Z","to":"a@icloud.com","status":"bounced"}
*/

/* @notevaluated what became of it is not exported
mail {"id":"m1","at":"2026-10-01T09:00:00Z","to":"R1@privaterelay.appleid.com","category":"x"}
*/
