-- The app passes on the name that Apple gives.
--
-- Apple gives the person's name to the app at the first authorization and not again, and never in
-- the token: only the app can send it to the backend. A new account without it means that the app
-- did not ask for the name, or did not pass it on, and nobody gets it later.
--
-- @severity low
-- @needs    sessions sessions.isNewAccount sessions.fullNameReceived
--           sessions.method|accounts.method
-- @uses     accounts applecalls attempts deletions notifications
-- @subject  session
-- @source   Apple, "Authenticating users with Sign in with Apple" |
--           https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple
-- @message  {user} is a new account of {at}, but the app sent no name with its first Apple
--           sign-in[, although consent had ended at {withdrawn_at} and Apple gives the name anew].
-- @fix      Ask for the scope fullName in the request, read fullName from the credential that the
--           authorization returns, and send it along with the token in the same call. A person may
--           leave the name empty: if these are few, nothing is wrong.

WITH
  nameless AS MATERIALIZED (
    SELECT s.row, s.id, s.user, s.at, s.apple_sub, p.user AS user_before, p.at AS before_at
    FROM nameless_session AS n
    CROSS JOIN subject_session AS s ON s.row = n.row
    LEFT JOIN session AS p
      ON p.row = n.previous_row AND p.at < s.at
      AND coalesce(p.apple_sub, s.apple_sub) = s.apple_sub
    WHERE s.is_new_account = 1 AND s.method = 'apple' AND s.full_name_received = 0
      AND (s.row > 0 OR s.apple_sub IS NOT NULL)),
  ended AS MATERIALIZED (
    SELECT sub, at FROM consent_end WHERE sub IS NOT NULL
    UNION
    SELECT n.apple_sub, e.at
    FROM consent_end AS e
    JOIN nameless AS n ON n.user_before = e.user
    WHERE e.sub IS NULL),
  seen AS MATERIALIZED (
    SELECT * FROM sub_sighting WHERE sub IN (SELECT apple_sub FROM nameless)),
  dated AS (
    SELECT n.*, max(e.at) AS withdrawn_at
    FROM nameless AS n
    LEFT JOIN ended AS e ON e.sub = n.apple_sub AND e.at <= n.at
    GROUP BY n.row)
SELECT
  d.id AS subject,
  u.id AS user,
  d.at AS at,
  d.withdrawn_at,
  json_array(json_array('sessions', d.row)) AS evidence
FROM dated AS d
JOIN user AS u ON u.user = d.user
WHERE coalesce(d.before_at <= d.withdrawn_at, d.before_at IS NULL)
  AND NOT EXISTS (
    SELECT 1
    FROM seen
    WHERE seen.sub = d.apple_sub AND seen.at < d.at AND seen.session_id IS NOT d.id
      AND coalesce(seen.since > d.withdrawn_at, d.withdrawn_at IS NULL))
ORDER BY subject;

/* @fires the first sign-in of a new account
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1","isNewAccount":true,"fullNameReceived":false}
sessions {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1","isNewAccount":false,"fullNameReceived":false}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u2","method":"apple","isNewAccount":true,"fullNameReceived":false}
sessions {"id":"s4","at":"2026-09-01T08:00:00Z","userId":"u3","method":"apple","appleSub":"a3"}
sessions {"id":"s5","at":"2026-09-01T08:00:00Z","userId":"u4","method":"apple"}
@finds s1 s3
@message u1 is a new account of 2026-10-01T08:00:00Z, but the app sent no name with its first Apple sign-in.
*/

/* @fires the token and the code of the same sign-in came a moment before
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1","isNewAccount":true,"fullNameReceived":false}
attempts {"id":"t1","at":"2026-10-01T07:58:00Z","outcome":"accepted","sub":"a1","sessionId":"s1"}
attempts {"id":"t2","at":"2026-10-01T07:59:00Z","outcome":"accepted","sub":"a1"}
applecalls {"id":"c1","at":"2026-10-01T07:59:00Z","endpoint":"token","grantType":"authorization_code","sub":"a1","status":200}
@finds s1
*/

/* @fires Apple told that consent was withdrawn
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1","isNewAccount":true,"fullNameReceived":true}
attempts {"id":"t1","at":"2026-10-01T08:00:00Z","outcome":"accepted","sub":"a1","sessionId":"s1"}
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-02T08:00:00Z","receivedAt":"2026-10-05T08:00:00Z"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"a1","isNewAccount":true,"fullNameReceived":false}
@finds s2
@message u2 is a new account of 2026-10-03T08:00:00Z, but the app sent no name with its first Apple sign-in, although consent had ended at 2026-10-02T08:00:00Z and Apple gives the name anew.
*/

/* @fires without the time of the event, that of its receipt counts
sessions {"id":"s1","at":"2026-10-02T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1","isNewAccount":true,"fullNameReceived":true}
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":null,"receivedAt":"2026-10-02T08:00:00Z"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"a1","isNewAccount":true,"fullNameReceived":false}
@finds s2
*/

/* @fires a revoke was answered 200, by sub, by the account before, or in a deletion
config {"app":{"platform":"direct"}}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1","isNewAccount":true,"fullNameReceived":true}
applecalls {"id":"c1","at":"2026-10-02T08:00:00Z","endpoint":"revoke","sub":"a1","status":200}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"a1","isNewAccount":true,"fullNameReceived":false}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u3","method":"apple","appleSub":"a3","isNewAccount":true,"fullNameReceived":true}
applecalls {"id":"c3","at":"2026-10-02T08:00:00Z","endpoint":"revoke","userId":"u3","status":299}
sessions {"id":"s4","at":"2026-10-03T08:00:00Z","userId":"u4","method":"apple","appleSub":"a3","isNewAccount":true,"fullNameReceived":false}
sessions {"id":"s5","at":"2026-10-01T08:00:00Z","userId":"u5","method":"apple","appleSub":"a5","isNewAccount":true,"fullNameReceived":true}
deletions {"id":"d5","userId":"u5","requestedAt":"2026-10-02T08:00:00Z","completedAt":"2026-10-02T08:00:01Z","revokedAt":"2026-10-02T08:00:01Z","revokeStatus":200}
sessions {"id":"s6","at":"2026-10-03T08:00:00Z","userId":"u6","method":"apple","appleSub":"a5","isNewAccount":true,"fullNameReceived":false}
@finds s2 s4 s6
*/

/* @fires on platform speed the unlink step revokes
config {"app":{"platform":"speed"}}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1","isNewAccount":true,"fullNameReceived":true}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-02T08:00:00Z","unlinkedAt":"2026-10-02T08:00:01Z","unlinkStatus":204,"appleSub":"a1"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"a1","isNewAccount":true,"fullNameReceived":false}
@finds s2
*/

/* @fires what tells of the sub after consent ended is no sign-in
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1","isNewAccount":true,"fullNameReceived":true}
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-02T08:00:00Z","receivedAt":"2026-10-02T08:00:00Z"}
applecalls {"id":"c1","at":"2026-10-02T09:00:00Z","endpoint":"token","grantType":"refresh_token","sub":"a1","status":400}
deletions {"id":"d1","userId":"u1","appleSub":"a1","requestedAt":"2026-10-02T09:00:00Z","completedAt":"2026-10-02T09:00:01Z"}
notifications {"id":"n2","source":"siwa","type":"email-disabled","sub":"a1","eventTime":"2026-10-02T09:00:00Z","receivedAt":"2026-10-02T09:00:00Z"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"a1","isNewAccount":true,"fullNameReceived":false}
@finds s2
*/

/* @fires consent ended at the moment of the last sign-in, or of this one
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1","isNewAccount":true,"fullNameReceived":true}
attempts {"id":"t1","at":"2026-10-01T08:00:00Z","outcome":"accepted","sub":"a1","sessionId":"s1"}
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-05T08:00:00Z"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"a1","isNewAccount":true,"fullNameReceived":false}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u3","method":"apple","appleSub":"a3","isNewAccount":true,"fullNameReceived":true}
notifications {"id":"n3","source":"siwa","type":"consent-revoked","sub":"a3","eventTime":"2026-10-03T08:00:00Z","receivedAt":"2026-10-05T08:00:00Z"}
sessions {"id":"s4","at":"2026-10-03T08:00:00Z","userId":"u4","method":"apple","appleSub":"a3","isNewAccount":true,"fullNameReceived":false}
@finds s2 s4
*/

/* @fires the sub of a deletion that revoked is known from the users table
config {"app":{"platform":"direct"}}
accounts {"userId":"u1","appleSub":"a1"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-02T08:00:00Z","completedAt":"2026-10-02T08:00:01Z","revokedAt":"2026-10-02T08:00:01Z","revokeStatus":200}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"a1","isNewAccount":true,"fullNameReceived":false}
@finds s2
*/

/* @fires it was another sub that is known from before
sessions {"id":"s1","at":"2026-10-03T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1","isNewAccount":true,"fullNameReceived":false}
attempts {"id":"t1","at":"2026-10-02T08:00:00Z","outcome":"rejected","sub":"a1"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"a2","isNewAccount":true,"fullNameReceived":false}
@finds s2
*/

/* @quiet the log of an exchange doesn't hold its token, so whether Apple told the name before is open
exchanges {"id":"x1","at":"2026-10-01T08:00:00Z","method":"POST","path":"/api/platform/auth/apple-native","status":200,"request":{},"response":{"user":{"id":"u1"},"isNewAccount":true}}
*/

/* @quiet the name was received, it isn't known, the account isn't new, or it is no Apple sign-in
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","isNewAccount":true,"fullNameReceived":true}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u2","method":"apple","isNewAccount":true}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u3","method":"apple","isNewAccount":false,"fullNameReceived":false}
sessions {"id":"s4","at":"2026-10-01T08:00:00Z","userId":"u4","method":"google","isNewAccount":true,"fullNameReceived":false}
sessions {"id":"s5","at":"2026-10-01T08:00:00Z","userId":"u5","isNewAccount":true,"fullNameReceived":false}
sessions {"id":"s6","at":"2026-10-01T08:00:00Z","userId":"u6","method":"apple","fullNameReceived":false}
*/

/* @quiet the sub is known from before, by a session
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1","isNewAccount":true,"fullNameReceived":true}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"a1","isNewAccount":true,"fullNameReceived":false}
*/

/* @quiet by an attempt of another session, one that was refused, or an earlier code
sessions {"id":"s1","at":"2026-10-03T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1","isNewAccount":true,"fullNameReceived":false}
attempts {"id":"t1","at":"2026-10-03T07:59:59Z","outcome":"accepted","sub":"a1","sessionId":"s0"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"a2","isNewAccount":true,"fullNameReceived":false}
attempts {"id":"t2","at":"2026-10-03T07:59:59Z","outcome":"rejected","sub":"a2"}
sessions {"id":"s3","at":"2026-10-03T08:00:00Z","userId":"u3","method":"apple","appleSub":"a3","isNewAccount":true,"fullNameReceived":false}
applecalls {"id":"c3","at":"2026-10-03T07:58:59Z","endpoint":"token","grantType":"authorization_code","sub":"a3","status":200}
sessions {"id":"s4","at":"2026-10-03T08:00:00Z","userId":"u4","method":"apple","appleSub":"a4","isNewAccount":true,"fullNameReceived":false}
attempts {"id":"t4","at":"2026-10-03T07:58:59Z","outcome":"accepted","sub":"a4"}
*/

/* @quiet by a deletion that revoked nothing, or a notification
config {"app":{"platform":"speed"}}
sessions {"id":"s1","at":"2026-10-03T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1","isNewAccount":true,"fullNameReceived":false}
deletions {"id":"d1","userId":"u0","appleSub":"a1","requestedAt":"2026-10-01T08:00:00Z","unlinkedAt":"2026-10-01T08:00:01Z","unlinkStatus":500}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"a2","isNewAccount":true,"fullNameReceived":false}
notifications {"id":"n2","source":"siwa","type":"email-disabled","sub":"a2","eventTime":"2026-10-02T08:00:00Z","receivedAt":"2026-10-02T08:00:00Z"}
*/

/* @quiet the sign-in after consent ended received the name
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1","isNewAccount":true,"fullNameReceived":true}
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-02T08:00:00Z","receivedAt":"2026-10-02T08:00:00Z"}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"a1","isNewAccount":true,"fullNameReceived":true}
sessions {"id":"s3","at":"2026-10-04T08:00:00Z","userId":"u3","method":"apple","appleSub":"a1","isNewAccount":true,"fullNameReceived":false}
*/

/* @quiet after consent ended, an attempt or a code tells of the sign-in that received it
sessions {"id":"s1","at":"2026-10-04T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1","isNewAccount":true,"fullNameReceived":false}
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-02T08:00:00Z","receivedAt":"2026-10-02T08:00:00Z"}
attempts {"id":"t1","at":"2026-10-03T08:00:00Z","outcome":"rejected","sub":"a1"}
sessions {"id":"s2","at":"2026-10-04T08:00:00Z","userId":"u2","method":"apple","appleSub":"a2","isNewAccount":true,"fullNameReceived":false}
notifications {"id":"n2","source":"siwa","type":"consent-revoked","sub":"a2","eventTime":"2026-10-02T08:00:00Z","receivedAt":"2026-10-02T08:00:00Z"}
applecalls {"id":"c2","at":"2026-10-03T08:00:00Z","endpoint":"token","grantType":"authorization_code","sub":"a2","status":200}
*/

/* @quiet consent ended later, the Apple account was deleted, or a revoke was not answered 200
config {"app":{"platform":"direct"}}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1","isNewAccount":true,"fullNameReceived":true}
sessions {"id":"s2","at":"2026-10-03T08:00:00Z","userId":"u2","method":"apple","appleSub":"a1","isNewAccount":true,"fullNameReceived":false}
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-03T08:00:01Z","receivedAt":"2026-10-03T08:00:01Z"}
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u3","method":"apple","appleSub":"a3","isNewAccount":true,"fullNameReceived":true}
sessions {"id":"s4","at":"2026-10-03T08:00:00Z","userId":"u4","method":"apple","appleSub":"a3","isNewAccount":true,"fullNameReceived":false}
notifications {"id":"n3","source":"siwa","type":"account-deleted","sub":"a3","eventTime":"2026-10-02T08:00:00Z","receivedAt":"2026-10-02T08:00:00Z"}
sessions {"id":"s5","at":"2026-10-01T08:00:00Z","userId":"u5","method":"apple","appleSub":"a5","isNewAccount":true,"fullNameReceived":true}
sessions {"id":"s6","at":"2026-10-03T08:00:00Z","userId":"u6","method":"apple","appleSub":"a5","isNewAccount":true,"fullNameReceived":false}
applecalls {"id":"c5","at":"2026-10-02T08:00:00Z","endpoint":"revoke","sub":"a5","status":400}
applecalls {"id":"c6","at":"2026-10-02T08:00:00Z","endpoint":"token","sub":"a5","status":200}
*/

/* @notevaluated whether a name came is not exported
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1","isNewAccount":true}
*/
