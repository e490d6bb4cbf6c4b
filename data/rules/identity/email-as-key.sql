-- Nobody's key is a mail address.
--
-- Addresses change, and with Sign in with Apple they do so by design: the same person may hide the
-- address on one occasion and not on another, switch its forwarding off, or have none at all. An
-- account that is found by its address is lost with it, and opens to whoever gets the address next.
--
-- @severity high
-- @needs    sessions|accounts|ledger|links|deletions|balances|rows|attempts|purchases|applecalls|mail
-- @subject  user
-- @source   Apple, "Verifying a user"
--           | https://developer.apple.com/documentation/signinwithapple/verifying-a-user
-- @message  The user id {subject} is a mail address; it is the key of records in {places}.
-- @fix      Give every account an id of its own that says nothing, keep Apple's sub beside it as
--           the one thing a sign-in is looked up by, and the address as a value that may change or
--           be absent. Change the keys of the accounts that exist in one migration.

SELECT
  u.id AS subject,
  u.id AS user,
  group_concat(k.stream, ', ') AS places,
  json_group_array(json_array(k.stream, k.row)) AS evidence
FROM (SELECT * FROM address_key ORDER BY user, stream) AS k
JOIN user AS u ON u.user = k.user
WHERE u.id GLOB '?*@?*.?*[^0-9.]'
  AND u.id NOT GLOB '*@*@*'
  AND u.id NOT GLOB '*[] "(),/:;<>[\]*'
GROUP BY k.user
ORDER BY subject;

/* @fires in the sessions and elsewhere
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"jane@mail.example"}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"jane@mail.example"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"jane@mail.example","kind":"gift","amount":"1"}
@finds jane@mail.example
@message The user id jane@mail.example is a mail address; it is the key of records in ledger, sessions.
*/

/* @fires in any stream
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"a.sessions@mail.example"}
attempts {"id":"t1","at":"2026-10-01T08:00:00Z","outcome":"accepted","userId":"b.attempts@mail.example"}
accounts {"userId":"c.accounts@mail.example"}
links {"id":"l1","at":"2026-10-01T08:00:00Z","localUserId":"d.caller@mail.example","speedUserId":"e.speed@mail.example","previousUserId":"f.previous@mail.example","newUserId":"g.new@mail.example","status":200}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"h.ledger@mail.example","movedFrom":"i.moved@mail.example","kind":"gift","amount":"1"}
balances {"userId":"j.balances@mail.example","at":"2026-10-01T08:00:00Z","localBalance":"1"}
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"k.purchases@mail.example","productId":"p"}
deletions {"id":"d1","userId":"l.deletions@mail.example","requestedAt":"2026-10-01T08:00:00Z"}
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"token","userId":"m.applecalls@mail.example","status":200}
mail {"id":"m1","at":"2026-10-01T08:00:00Z","to":"x@mail.example","userId":"n.mail@mail.example"}
rows {"table":"t","rowId":"1","userId":"o.rows@mail.example"}
@finds a.sessions@mail.example b.attempts@mail.example c.accounts@mail.example d.caller@mail.example e.speed@mail.example f.previous@mail.example g.new@mail.example h.ledger@mail.example i.moved@mail.example j.balances@mail.example k.purchases@mail.example l.deletions@mail.example m.applecalls@mail.example n.mail@mail.example o.rows@mail.example
*/

/* @fires addresses of other forms
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"Jane.O'Neil+app@Mail.EXAMPLE"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"j@1.io"}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"x7@privaterelay.appleid.com"}
sessions {"id":"s4","at":"2026-10-01T08:00:00Z","userId":"jörg@müller.example"}
@finds Jane.O'Neil+app@Mail.EXAMPLE j@1.io jörg@müller.example x7@privaterelay.appleid.com
*/

/* @quiet ids that hold an @ or a dot
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"usr_1"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"000123.0123456789abcdef0123456789abcdef.0456"}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"@jane.example"}
sessions {"id":"s4","at":"2026-10-01T08:00:00Z","userId":"jane@tenant"}
sessions {"id":"s5","at":"2026-10-01T08:00:00Z","userId":"user@2026.10"}
sessions {"id":"s6","at":"2026-10-01T08:00:00Z","userId":"jane@mail.example."}
sessions {"id":"s7","at":"2026-10-01T08:00:00Z","userId":"a@b@mail.example"}
sessions {"id":"s8","at":"2026-10-01T08:00:00Z","userId":"git@host.example:path"}
sessions {"id":"s9","at":"2026-10-01T08:00:00Z","userId":"jane@mail.e"}
*/

/* @quiet an address that is no key
accounts {"userId":"u1","email":"jane@mail.example"}
mail {"id":"m1","at":"2026-10-01T08:00:00Z","to":"jane@mail.example","userId":"u1"}
*/

/* @notevaluated nothing that has user ids is exported
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
*/
