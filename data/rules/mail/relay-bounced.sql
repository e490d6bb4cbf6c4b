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
-- @message  Mail to {subject} bounced {times}, first at {at}[; {address_count} addresses
--           are shown like that].
-- @fix      Register the sending domains and addresses with Apple, check SPF and DKIM, and send
--           again.

SELECT
  m.address AS subject,
  iif(count(DISTINCT m.address_hash) = 1, u.id, NULL) AS user,
  min(m.at) AS at,
  nullif(count(DISTINCT m.address_hash), 1) AS address_count,
  count(*) || iif(count(*) = 1, ' time', ' times') AS times,
  json_group_array(json_array('mail', m.row)) AS evidence
FROM mail AS m
LEFT JOIN user AS u ON u.user = m.user
WHERE m.status IN ('bounced', 'rejected', 'dropped')
  AND (m.address LIKE '%@privaterelay.appleid.com' OR m.address LIKE '%@private.icloud.com')
GROUP BY m.address
ORDER BY subject;

/* @fires the relay bounced it, rejected it, dropped it
mail {"id":"m1","at":"2026-10-01T09:00:00Z","to":"R1@privaterelay.appleid.com","status":"bounced"}
mail {"id":"m2","at":"2026-10-01T09:00:00Z","to":"s@private.icloud.com","status":"rejected"}
mail {"id":"m3","at":"2026-10-01T09:00:00Z","to":"t@private.icloud.com","status":"dropped"}
@finds r…@privaterelay.appleid.com
@finds s…@private.icloud.com
@finds t…@private.icloud.com
@message Mail to r…@privaterelay.appleid.com bounced 1 time, first at 2026-10-01T09:00:00Z.
*/

/* @fires addresses that are shown alike are one finding
mail {"id":"m1","at":"2026-10-01T09:00:00Z","to":"r1@privaterelay.appleid.com","userId":"u1","status":"bounced"}
mail {"id":"m2","at":"2026-10-01T09:00:01Z","to":"r2@privaterelay.appleid.com","userId":"u2","status":"bounced"}
mail {"id":"m3","at":"2026-10-01T09:00:02Z","to":"r2@privaterelay.appleid.com","userId":"u2","status":"bounced"}
@finds r…@privaterelay.appleid.com
@message Mail to r…@privaterelay.appleid.com bounced 3 times, first at 2026-10-01T09:00:00Z; 2 addresses are shown like that.
*/

/* @quiet it was sent, or it was no relay
mail {"id":"m1","at":"2026-10-01T09:00:00Z","to":"R1@privaterelay.appleid.com","status":"sent"}
mail {"id":"m2","at":"2026-10-01T09:00:00Z","to":"a@icloud.com","status":"bounced"}
*/

/* @notevaluated what became of it is not exported
mail {"id":"m1","at":"2026-10-01T09:00:00Z","to":"R1@privaterelay.appleid.com","category":"x"}
*/
