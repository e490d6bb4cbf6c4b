-- An old withdrawal does not undo a new sign-in.
--
-- Consent may be given again minutes after it was withdrawn. A notification that came or was
-- processed late says nothing about the sign-in after it; ending that session or deleting the
-- account hits a person who has just come back.
--
-- @severity medium
-- @needs    notifications.sub notifications.processedAt sessions sessions.appleSub|accounts.appleSub
--           sessions.endedAt|deletions
-- @uses     accounts deletions sessions
-- @subject  notification
-- @source   Apple, "Processing changes for Sign in with Apple accounts" |
--           https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
-- @message  Notification {subject} of {happened_at} was processed at {at} and undid the sign-in of
--           {user} at {signed_at}, which came after it.
-- @fix      Compare the event's time with the latest sign-in of the sub, and leave alone what is
--           newer.

WITH late AS (
  SELECT id, sub, row, event_time, min(processed_at) AS done_at
  FROM processed
  WHERE source = 'siwa' AND type = 'consent-revoked'
  GROUP BY id, sub)
SELECT
  n.id AS subject,
  u.id AS user,
  n.done_at AS at,
  n.event_time AS happened_at,
  max(s.at) AS signed_at,
  json_group_array(json_array(
    json_array('notifications', n.row), json_array('sessions', s.row),
    json_array('deletions', d.row))) AS evidence
FROM setting, late AS n
JOIN sub_session AS a ON a.apple_sub = n.sub
JOIN session_full AS s ON s.row = a.row
JOIN user AS u ON u.user = s.user
LEFT JOIN deletion AS d
  ON d.user = s.user
  AND coalesce(d.channel, iif(d.row > 0, '', 'app')) NOT IN ('app', 'web')
  AND d.requested_at BETWEEN n.done_at AND n.done_at + setting.notification_grace
WHERE n.event_time < s.at
  AND s.at < n.done_at
  AND (d.row IS NOT NULL
    OR s.ended_at BETWEEN n.done_at AND n.done_at + setting.notification_grace
    AND coalesce(s.end_reason, '') NOT IN ('sign-out', 'signed-out', 'logout')
    AND NOT EXISTS (
      SELECT 1
      FROM deletion AS o
      WHERE o.user = s.user
        AND coalesce(o.channel, iif(o.row > 0, '', 'app')) IN ('app', 'web')
        AND o.requested_at BETWEEN s.at AND s.ended_at + setting.skew
        AND coalesce(o.completed_at, o.data_deleted_at, s.ended_at) >= s.ended_at - setting.skew))
GROUP BY n.id
ORDER BY subject;

/* @fires the new session was ended
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","processedAt":"2026-10-01T10:00:00Z"}
sessions {"id":"s1","at":"2026-10-01T09:00:00Z","userId":"u1","appleSub":"a1","endedAt":"2026-10-01T11:00:00Z"}
@finds n1
@message Notification n1 of 2026-10-01T08:00:00Z was processed at 2026-10-01T10:00:00Z and undid the sign-in of u1 at 2026-10-01T09:00:00Z, which came after it.
*/

/* @fires the account was to be deleted
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","processedAt":"2026-10-01T10:00:00Z"}
sessions {"id":"s1","at":"2026-10-01T09:00:00Z","userId":"u1","appleSub":"a1"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T10:00:00Z","channel":"notification"}
@finds n1
*/

/* @quiet the session is the one that was withdrawn
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","processedAt":"2026-10-01T10:00:00Z"}
sessions {"id":"s1","at":"2026-09-30T08:00:00Z","userId":"u1","appleSub":"a1","endedAt":"2026-10-01T10:00:01Z"}
*/

/* @quiet a sign-in after the processing
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","processedAt":"2026-10-01T10:00:00Z"}
sessions {"id":"s1","at":"2026-10-01T10:00:00Z","userId":"u1","appleSub":"a1","endedAt":"2026-10-01T10:30:00Z"}
*/

/* @quiet it ended later
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","processedAt":"2026-10-01T10:00:00Z"}
sessions {"id":"s1","at":"2026-10-01T09:00:00Z","userId":"u1","appleSub":"a1","endedAt":"2026-10-01T11:00:01Z"}
*/

/* @quiet the person signed out
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","processedAt":"2026-10-01T10:00:00Z"}
sessions {"id":"sign-out","at":"2026-10-01T09:00:00Z","userId":"u1","appleSub":"a1","endedAt":"2026-10-01T10:30:00Z","endReason":"sign-out"}
sessions {"id":"signed-out","at":"2026-10-01T09:00:00Z","userId":"u1","appleSub":"a1","endedAt":"2026-10-01T10:30:00Z","endReason":"signed-out"}
sessions {"id":"logout","at":"2026-10-01T09:00:00Z","userId":"u1","appleSub":"a1","endedAt":"2026-10-01T10:30:00Z","endReason":"logout"}
*/

/* @quiet the person deleted the account in the app
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","processedAt":"2026-10-01T10:00:00Z"}
sessions {"id":"s1","at":"2026-10-01T09:00:00Z","userId":"u1","appleSub":"a1","endedAt":"2026-10-01T10:30:00Z"}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T10:30:00Z","channel":"app"}
*/

/* @quiet the deletion is known from an exchange, which can't show who asked for it
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","processedAt":"2026-10-01T10:00:00Z"}
sessions {"id":"s1","at":"2026-10-01T09:00:00Z","userId":"u1","appleSub":"a1","endedAt":null}
exchanges {"id":"x1","at":"2026-10-01T10:30:00Z","method":"DELETE","path":"/api/platform/auth/me","status":200,"userId":"u1"}
*/

/* @quiet the session ended with such a deletion
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","processedAt":"2026-10-01T10:00:00Z"}
sessions {"id":"s1","at":"2026-10-01T09:00:00Z","userId":"u1","appleSub":"a1","endedAt":"2026-10-01T10:30:00Z"}
exchanges {"id":"x1","at":"2026-10-01T10:29:00Z","method":"DELETE","path":"/api/platform/auth/me","status":200,"userId":"u1"}
*/

/* @quiet the notification was not processed in that sense
notifications {"id":"n1","source":"siwa","type":"consent-revoked","sub":"a1","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","processedAt":"2026-10-01T10:00:00Z","action":"ignored"}
sessions {"id":"s1","at":"2026-10-01T09:00:00Z","userId":"u1","appleSub":"a1","endedAt":"2026-10-01T10:30:00Z"}
*/
