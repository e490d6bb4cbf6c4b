-- Withdrawing consent in Settings ends the sessions.
--
-- @fails    notification.session-*
-- @needs    notifications sessions.appleSub sessions.endedAt
-- @source   Apple, "Processing changes for Sign in with Apple accounts"
--           | https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
-- @evidence Withdrawn consents: {withdrawn}; followed by the end of a session: {passed}.
-- @do       Stop using Sign in with Apple for the app in the settings of a test device, and
--           export `notifications` and the sessions with `endedAt`.

SELECT
  count(*) AS withdrawn,
  count(*) FILTER (
    WHERE EXISTS (
      SELECT 1
      FROM sub_session AS a
      JOIN session AS s ON s.row = a.row
      WHERE a.apple_sub = w.sub
        AND s.at < w.happened_at
        AND s.ended_at BETWEEN w.happened_at - revocation_grace AND w.t + revocation_grace))
    AS passed
FROM setting, withdrawal AS w
WHERE w.type = 'consent-revoked';

/* @pass ended at once
sessions {"id":"s1","at":"2026-10-04T08:00:00Z","userId":"u1","method":"apple","appleSub":"a.1","expiresAt":"2026-10-11T08:00:00Z","endedAt":"2026-10-05T08:00:02Z"}
notifications {"jti":"n1","receivedAt":"2026-10-05T08:00:00Z","processedAt":"2026-10-05T08:00:01Z","type":"consent-revoked","sub":"a.1","event_time":1791187200000}
*/

/* @fail used on
sessions {"id":"s1","at":"2026-10-04T08:00:00Z","userId":"u1","method":"apple","appleSub":"a.1","expiresAt":"2026-10-11T08:00:00Z","endedAt":"2026-10-05T08:00:02Z"}
sessions {"id":"s2","at":"2026-10-04T08:00:00Z","userId":"u1","method":"apple","appleSub":"a.1","expiresAt":"2026-10-11T08:00:00Z","lastUsedAt":"2026-10-06T08:00:00Z"}
notifications {"jti":"n1","receivedAt":"2026-10-05T08:00:00Z","processedAt":"2026-10-05T08:00:01Z","type":"consent-revoked","sub":"a.1","event_time":1791187200000}
*/

/* @nottested it had ended long before, or another event came
sessions {"id":"s1","at":"2026-10-04T08:00:00Z","userId":"u1","method":"apple","appleSub":"a.1","expiresAt":"2026-10-11T08:00:00Z","endedAt":"2026-10-04T09:00:00Z"}
notifications {"jti":"n1","receivedAt":"2026-10-05T08:00:00Z","processedAt":"2026-10-05T08:00:01Z","type":"consent-revoked","sub":"a.1","event_time":1791187200000}
notifications {"jti":"n2","receivedAt":"2026-10-05T08:00:00Z","processedAt":"2026-10-05T08:00:01Z","type":"email-disabled","sub":"a.1","event_time":1791187200000}
*/
