-- Sessions are ended when the person withdraws consent.
--
-- The session was not used since, but nothing keeps it from being used: it has not been ended and
-- has not expired.
--
-- @severity medium
-- @needs    notifications.sub sessions.endedAt sessions.expiresAt
--           sessions.appleSub|accounts.appleSub
-- @uses     accounts deletions
-- @subject  session
-- @source   Apple, "Processing changes for Sign in with Apple accounts" |
--           https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
-- @message  Apple told of {type} at {at}; session {subject} from before was not ended and is good
--           until {expires_at}.
-- @fix      End all sessions of the sub as soon as the notification comes.

SELECT
  s.id AS subject,
  u.id AS user,
  min(w.t) AS at,
  w.type,
  s.expires_at,
  json_group_array(json_array(json_array('notifications', w.row), json_array('sessions', s.row)))
    AS evidence
FROM setting, withdrawal AS w
JOIN sub_session AS a ON a.apple_sub = w.sub
JOIN session_full AS s ON s.row = a.row
JOIN user AS u ON u.user = s.user
WHERE s.at < w.happened_at
  AND w.t + setting.revocation_grace < setting.as_of
  AND coalesce(s.last_used_at <= w.t + setting.revocation_grace, 1)
  AND coalesce(s.ended_at > w.t + setting.revocation_grace, 1)
  AND s.expires_at > w.t + setting.revocation_grace
  AND NOT EXISTS (
    SELECT 1
    FROM gone
    WHERE gone.user = s.user AND gone.at BETWEEN s.at AND w.t + setting.revocation_grace)
  AND s.row > 0
GROUP BY s.row
ORDER BY subject;

/* @fires never ended
asof 2026-11-30T00:00:00Z
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"u1","appleSub":"a1","endedAt":null,"expiresAt":"2026-10-07T08:00:00Z"}
@finds s1
@message Apple told of consent-revoked at 2026-10-01T08:00:00Z; session s1 from before was not ended and is good until 2026-10-07T08:00:00Z.
*/

/* @fires ended too late
asof 2026-11-30T00:00:00Z
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"u1","appleSub":"a1","endedAt":"2026-10-01T09:00:01Z","expiresAt":"2026-10-07T08:00:00Z","lastUsedAt":"2026-10-01T09:00:00Z"}
@finds s1
*/

/* @quiet ended in time
asof 2026-11-30T00:00:00Z
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"u1","appleSub":"a1","endedAt":"2026-10-01T09:00:00Z","expiresAt":"2026-10-07T08:00:00Z"}
*/

/* @quiet it has expired by then, or never does
asof 2026-11-30T00:00:00Z
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"u1","appleSub":"a1","endedAt":null,"expiresAt":"2026-10-01T09:00:00Z"}
sessions {"id":"s2","at":"2026-09-30T08:00:00Z","userId":"u1","appleSub":"a1"}
*/

/* @quiet it was used later, which another rule tells
asof 2026-11-30T00:00:00Z
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"u1","appleSub":"a1","endedAt":null,"expiresAt":"2026-10-07T08:00:00Z","lastUsedAt":"2026-10-01T09:00:01Z"}
*/

/* @quiet a later sign-in
asof 2026-11-30T00:00:00Z
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","appleSub":"a1","endedAt":null,"expiresAt":"2026-10-07T08:00:00Z"}
*/

/* @quiet the grace is not over
asof 2026-10-01T09:00:00Z
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"u1","appleSub":"a1","endedAt":null,"expiresAt":"2026-10-07T08:00:00Z"}
*/

/* @quiet the account was deleted by then
asof 2026-11-30T00:00:00Z
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"u1","appleSub":"a1","endedAt":null,"expiresAt":"2026-10-07T08:00:00Z"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:30:00Z","completedAt":"2026-10-01T09:00:00Z"}
*/

/* @quiet the session is known from an exchange, which can't show its end
asof 2026-11-30T00:00:00Z
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s2","at":"2026-09-30T08:00:00Z","userId":"u2","appleSub":"a2","endedAt":null,"expiresAt":"2026-10-07T08:00:00Z"}
exchanges {"id":"x1","at":"2026-09-30T08:00:00Z","method":"POST","path":"/api/platform/auth/apple-native","status":200,"request":{"identityToken":"eyJhbGciOiJSUzI1NiIsImtpZCI6ImsifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwic3ViIjoiYTEifQ.c2ln"},"response":{"token":"eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE3OTEzNjAwMDB9.c2ln","user":{"id":"u1"}}}
*/

/* @notevaluated ends are not exported
asof 2026-11-30T00:00:00Z
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"u1","appleSub":"a1","expiresAt":"2026-10-07T08:00:00Z"}
*/
