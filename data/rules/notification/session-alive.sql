-- Sessions end when the person withdraws consent.
--
-- Withdrawing consent or deleting the Apple account ends what the person allowed. A session that
-- is used afterwards lets in somebody who has left, or who stole the device that was given up.
--
-- @severity critical
-- @needs    notifications.sub sessions.lastUsedAt sessions.appleSub|accounts.appleSub
-- @uses     accounts
-- @subject  user
-- @source   Apple, "Processing changes for Sign in with Apple accounts" |
--           https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
-- @message  Apple told of {type} at {at}; {sessions} of {subject} from before were
--           still used afterwards, last at {used_at}.
-- @fix      End all sessions of the sub as soon as the notification comes, and check on every
--           request that a session still stands.

SELECT
  u.id AS subject,
  u.id AS user,
  min(w.t) AS at,
  w.type,
  count(DISTINCT s.row) || iif(count(DISTINCT s.row) = 1, ' session', ' sessions') AS sessions,
  max(s.last_used_at) AS used_at,
  json_group_array(json_array(json_array('notifications', w.row), json_array('sessions', s.row)))
    AS evidence
FROM setting, withdrawal AS w
JOIN sub_session AS a ON a.apple_sub = w.sub
JOIN session_full AS s ON s.row = a.row
JOIN user AS u ON u.user = s.user
WHERE s.at < w.happened_at
  AND s.last_used_at > w.t + setting.revocation_grace
GROUP BY s.user
ORDER BY subject;

/* @fires used after the grace
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"u1","appleSub":"a1","lastUsedAt":"2026-10-01T09:00:01Z"}
@finds u1
@message Apple told of consent-revoked at 2026-10-01T08:00:00Z; 1 session of u1 from before were still used afterwards, last at 2026-10-01T09:00:01Z.
*/

/* @fires the Apple account was deleted
notifications {"id":"n1","source":"siwa","type":"account-delete","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"u1","appleSub":"a1","lastUsedAt":"2026-10-02T09:00:00Z"}
@finds u1
*/

/* @fires without the time of the event, that of its first receipt counts
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":null,"receivedAt":"2026-10-01T12:00:00Z"}
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":null,"receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"u1","appleSub":"a1","lastUsedAt":"2026-10-01T09:00:01Z"}
@finds u1
*/

/* @quiet used within the grace
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"u1","appleSub":"a1","lastUsedAt":"2026-10-01T09:00:00Z"}
*/

/* @quiet a sign-in at the time of the event or later
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","appleSub":"a1","lastUsedAt":"2026-10-02T09:00:00Z"}
*/

/* @quiet another sub, and another type
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
notifications {"id":"n2","source":"siwa","type":"email-disabled","sub":"a2","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"u1","appleSub":"a2","lastUsedAt":"2026-10-02T09:00:00Z"}
*/
