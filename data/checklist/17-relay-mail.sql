-- Mail to people who hide their address arrives.
--
-- @fails    mail.relay-bounced
-- @needs    mail.status
-- @source   Apple, "Communicating using the private email relay service"
--           | https://developer.apple.com/documentation/signinwithapple/communicating-using-the-private-email-relay-service
-- @evidence Mail sent to relay addresses: {passed}; mail in all: {mails}.
-- @do       Sign in with Hide My Email, have the backend send a mail, see it arrive, and export
--           `mail` with its status.

SELECT
  count(*) FILTER (
    WHERE status = 'sent'
      AND (address LIKE '%@privaterelay.appleid.com' OR address LIKE '%@private.icloud.com'))
    AS passed,
  count(*) AS mails
FROM mail;

/* @pass one was sent
mail {"id":"m1","at":"2026-10-01T08:00:00Z","to":"a@privaterelay.appleid.com","status":"sent"}
*/

/* @pass the newer domain
mail {"id":"m1","at":"2026-10-01T08:00:00Z","to":"a@private.icloud.com","status":"sent"}
*/

/* @fail one bounced
mail {"id":"m1","at":"2026-10-01T08:00:00Z","to":"a@privaterelay.appleid.com","status":"sent"}
mail {"id":"m2","at":"2026-10-01T08:00:00Z","to":"b@privaterelay.appleid.com","status":"bounced"}
*/

/* @nottested it went elsewhere, or is queued
mail {"id":"m1","at":"2026-10-01T08:00:00Z","to":"a@icloud.com","status":"sent"}
mail {"id":"m2","at":"2026-10-01T08:00:00Z","to":"b@privaterelay.appleid.com","status":"queued"}
*/
