-- A name that was received is kept.
--
-- Apple gives the person's name to the app at the first authorization and not again. A backend
-- that lets it go can't ask for it a second time: the account stays without a name until the
-- person types one, or withdraws consent and starts anew.
--
-- Where the sessions have no names, the users table tells them. It holds today's accounts: of one
-- that left it the name is unknown.
--
-- @severity medium
-- @needs    sessions sessions.fullNameReceived sessions.name|accounts.name
--           sessions.method|accounts.method
-- @uses     accounts
-- @subject  user
-- @source   Apple, "Authenticating users with Sign in with Apple" |
--           https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple
-- @message  The name of {subject} was received with the first Apple sign-in at {at}, but no session
--           from then on has one.
-- @fix      Store the name in the same transaction that makes the account, before anything that may
--           fail, and let the app keep it and send it again until the backend has confirmed it. Ask
--           the people concerned for their names.

WITH
  apple AS (
    SELECT
      user, at, row, full_name_received,
      row_number() OVER (PARTITION BY user ORDER BY at, id) AS place
    FROM session_full
    WHERE method = 'apple' AND user IN (SELECT user FROM lost_name)),
  named AS MATERIALIZED (
    SELECT user, max(at) AS at
    FROM session_full
    WHERE name = 1 AND user IN (SELECT user FROM lost_name)
    GROUP BY user)
SELECT
  u.id AS subject,
  u.id AS user,
  a.at AS at,
  json_array(json_array('sessions', a.row)) AS evidence
FROM apple AS a
JOIN user AS u ON u.user = a.user
LEFT JOIN named AS n ON n.user = a.user
WHERE a.place = 1
  AND a.full_name_received = 1
  AND coalesce(n.at < a.at, 1)
  AND (
    a.row < 0
    OR EXISTS (SELECT 1 FROM known WHERE stream = 'sessions' AND field = 'name')
    OR EXISTS (SELECT 1 FROM account WHERE account.user = a.user))
ORDER BY subject;

/* @fires no name is stored
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","fullNameReceived":true,"name":null}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u1","method":"apple","fullNameReceived":false}
sessions {"id":"s3","at":"2026-10-02T08:00:00Z","userId":"u2","method":"apple","name":"Jane"}
@finds u1
@message The name of u1 was received with the first Apple sign-in at 2026-10-01T08:00:00Z, but no session from then on has one.
*/

/* @fires a name from before, of another method, is another one
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"google","fullNameReceived":false,"name":"Jane"}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u1","method":"apple","fullNameReceived":true}
@finds u1
*/

/* @fires the method is known from the users table, which has no name either
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","fullNameReceived":true}
accounts {"userId":"u1","method":"apple","name":null}
@finds u1
*/

/* @quiet it is stored at once, or later, in a session of any method
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","fullNameReceived":true,"name":"Jane"}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u1","method":"apple","fullNameReceived":false}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u2","method":"apple","fullNameReceived":true}
sessions {"id":"s4","at":"2026-10-02T08:00:00Z","userId":"u2","method":"google","name":"Jane"}
*/

/* @quiet the users table has it
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","fullNameReceived":true}
accounts {"userId":"u1","name":"Jane"}
*/

/* @quiet the account is gone from the users table, and with it its name
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","fullNameReceived":true}
accounts {"userId":"u2","name":"Jane"}
*/

/* @quiet none was received, or it isn't known, with the first Apple session
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","fullNameReceived":false,"name":null}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u1","method":"apple","fullNameReceived":true}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u2","method":"apple"}
sessions {"id":"s4","at":"2026-10-01T08:00:00Z","userId":"u3","method":"google","fullNameReceived":true}
sessions {"id":"s5","at":"2026-10-01T08:00:00Z","userId":"u4","fullNameReceived":true}
*/

/* @notevaluated names are not exported
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","fullNameReceived":true}
*/
