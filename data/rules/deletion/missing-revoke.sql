-- A deleted account's Apple tokens are revoked.
--
-- Deleting the account doesn't end what the person once allowed: until the tokens are revoked,
-- the app stays in the list "Apps using Apple ID" and keeps its access. Apple asks apps that offer
-- Sign in with Apple to revoke on deletion, and App Review tries it.
--
-- On the platform the call that unlinks the account does it; with your own backend it is Apple's
-- endpoint /auth/revoke.
--
-- @severity critical
-- @needs    deletions.completedAt|deletions.dataDeletedAt|deletions.unlinkedAt
--           platform:direct|deletions.unlinkedAt|deletions.unlinkStatus
--           platform:speed|deletions.revokedAt|deletions.revokeStatus|applecalls
--           platform:speed|sessions|deletions.appleSub|accounts.appleSub
-- @uses     sessions applecalls
-- @subject  deletion
-- @source   Apple, "Offering account deletion in your app"; TN3194, "Handling account deletions
--           and revoking tokens for Sign in with Apple"
--           | https://developer.apple.com/documentation/technotes/tn3194-handling-account-deletions-and-revoking-tokens-for-sign-in-with-apple
-- @message  The account of {user} was deleted at {gone_at}, and {waited_span} later nothing shows
--           that {call} was tried.
-- @fix      Call the platform's DELETE /api/platform/auth/me (own backend: Apple's /auth/revoke)
--           in every deletion and record the answer; for accounts that are gone already, revoke
--           with the stored refresh token if there still is one.

WITH
  called AS MATERIALIZED (
    SELECT deletion_row FROM deletion_revoke WHERE stream = 'applecalls'),
  never_apple AS MATERIALIZED (
    SELECT gone.deletion_row
    FROM gone
    JOIN deletion_sub ON deletion_sub.deletion_row = gone.deletion_row
    JOIN deleted_session AS session ON session.user = gone.user AND session.at <= gone.at
    WHERE deletion_sub.sub IS NULL
    GROUP BY gone.deletion_row
    HAVING max(session.method IS 'apple' OR session.apple_sub IS NOT NULL) = 0)
SELECT
  deletion.id AS subject,
  user.id AS user,
  gone.at AS at,
  gone.at AS gone_at,
  setting.as_of - gone.at AS waited_span,
  iif(setting.platform = 'speed', 'the unlink call', 'a revoke') AS call,
  json_array(json_array('deletions', deletion.row)) AS evidence
FROM setting, gone
JOIN deletion ON deletion.row = gone.deletion_row
JOIN user ON user.user = gone.user
WHERE gone.at + setting.revocation_grace <= setting.as_of
  AND CASE setting.platform
    WHEN 'speed' THEN deletion.unlinked_at IS NULL AND deletion.unlink_status IS NULL
    ELSE deletion.revoked_at IS NULL
      AND deletion.revoke_status IS NULL
      AND gone.deletion_row NOT IN (SELECT deletion_row FROM called)
      AND gone.deletion_row NOT IN (SELECT deletion_row FROM never_apple)
  END
ORDER BY subject;

/* @fires platform speed: the data is gone, the account was never unlinked
asof 2026-10-02T00:00:00Z
config {"app":{"platform":"speed"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":"2026-10-01T08:01:00Z","completedAt":"2026-10-01T08:02:00Z","unlinkedAt":null}
@finds d1
@message The account of u1 was deleted at 2026-10-01T08:02:00Z, and 15 hours 58 minutes later nothing shows that the unlink call was tried.
*/

/* @fires own backend: neither the deletion nor a call shows a revoke
asof 2026-10-02T00:00:00Z
config {"app":{"platform":"direct"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","appleSub":"s1","dataDeletedAt":"2026-10-01T08:01:00Z","revokedAt":null}
@finds d1
@message The account of u1 was deleted at 2026-10-01T08:01:00Z, and 15 hours 59 minutes later nothing shows that a revoke was tried.
*/

/* @fires the grace ends exactly at as-of
asof 2026-10-01T09:01:00Z
config {"app":{"platform":"direct"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","appleSub":"s1","dataDeletedAt":"2026-10-01T08:01:00Z","revokedAt":null}
@finds d1
*/

/* @fires the only revoke was for an earlier deletion of the same sub
asof 2026-10-02T00:00:00Z
config {"app":{"platform":"direct"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","appleSub":"s1","dataDeletedAt":"2026-10-01T08:01:00Z"}
applecalls {"id":"c1","at":"2026-10-01T07:59:59Z","endpoint":"revoke","userId":"u1","sub":"s1","status":200}
applecalls {"id":"c2","at":"2026-10-01T08:00:30Z","endpoint":"token","userId":"u1","sub":"s1","grantType":"authorization_code","status":200}
@finds d1
*/

/* @fires own backend: unlinking from the platform is no revoke
asof 2026-10-02T00:00:00Z
config {"app":{"platform":"direct"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","appleSub":"s1","unlinkedAt":"2026-10-01T08:01:00Z","unlinkStatus":200,"revokedAt":null}
@finds d1
*/

/* @fires own backend: the account used Apple once, among other logins
asof 2026-10-02T00:00:00Z
config {"app":{"platform":"direct"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":"2026-10-01T08:01:00Z","revokedAt":null}
sessions {"id":"s1","at":"2026-09-01T08:00:00Z","userId":"u1","method":"google"}
sessions {"id":"s2","at":"2026-10-01T08:01:00Z","userId":"u1","method":"apple"}
@finds d1
*/

/* @fires own backend: the users table knows an Apple sub of the account
asof 2026-10-02T00:00:00Z
config {"app":{"platform":"direct"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":"2026-10-01T08:01:00Z","revokedAt":null}
sessions {"id":"s1","at":"2026-09-01T08:00:00Z","userId":"u1","method":"google"}
accounts {"userId":"u1","appleSub":"a1"}
@finds d1
*/

/* @fires own backend: of the account nothing but the deletion is known
asof 2026-10-02T00:00:00Z
config {"app":{"platform":"direct"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":"2026-10-01T08:01:00Z","revokedAt":null}
sessions {"id":"s1","at":"2026-10-01T08:01:01Z","userId":"u1","method":"google"}
sessions {"id":"s2","at":"2026-09-01T08:00:00Z","userId":"u2","method":"google"}
@finds d1
*/

/* @quiet platform speed: the unlink call was answered, its time is not recorded
asof 2026-10-02T00:00:00Z
config {"app":{"platform":"speed"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":"2026-10-01T08:01:00Z","unlinkStatus":500}
*/

/* @quiet platform speed: the unlink call has a time and no answer
asof 2026-10-02T00:00:00Z
config {"app":{"platform":"speed"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":"2026-10-01T08:01:00Z","unlinkedAt":"2026-10-01T08:01:30Z"}
*/

/* @quiet own backend: a revoke was tried and refused, which another rule tells
asof 2026-10-02T00:00:00Z
config {"app":{"platform":"direct"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","appleSub":"s1","dataDeletedAt":"2026-10-01T08:01:00Z","revokeStatus":400}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-01T08:00:00Z","appleSub":"s2","dataDeletedAt":"2026-10-01T08:01:00Z","revokedAt":"2026-10-01T08:01:30Z"}
*/

/* @quiet own backend: a revoke of the sub that only the users table knows
asof 2026-10-02T00:00:00Z
config {"app":{"platform":"direct"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":"2026-10-01T08:01:00Z"}
accounts {"userId":"u1","appleSub":"a1"}
applecalls {"id":"c1","at":"2026-10-01T08:00:30Z","endpoint":"revoke","sub":"a1","status":200}
*/

/* @quiet own backend: the calls show a revoke for the user, and one for the sub
asof 2026-10-02T00:00:00Z
config {"app":{"platform":"direct"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","appleSub":"s1","dataDeletedAt":"2026-10-01T08:01:00Z"}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-01T08:00:00Z","appleSub":"s2","dataDeletedAt":"2026-10-01T08:01:00Z"}
applecalls {"id":"c1","at":"2026-10-01T08:00:00Z","endpoint":"revoke","userId":"u1","status":200}
applecalls {"id":"c2","at":"2026-10-01T08:00:00Z","endpoint":"revoke","sub":"s2","status":400}
*/

/* @quiet own backend: a revoke for the sub of the user's latest Apple session
asof 2026-10-02T00:00:00Z
config {"app":{"platform":"direct"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":"2026-10-01T08:01:00Z"}
sessions {"id":"s1","at":"2026-09-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}
applecalls {"id":"c1","at":"2026-10-01T08:02:00Z","endpoint":"revoke","sub":"a1","status":200}
*/

/* @quiet own backend: the account never used Apple
asof 2026-10-02T00:00:00Z
config {"app":{"platform":"direct"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":"2026-10-01T08:01:00Z","revokedAt":null}
sessions {"id":"s1","at":"2026-10-01T08:01:00Z","userId":"u1","method":"google"}
*/

/* @quiet the grace isn't over
asof 2026-10-01T09:00:59Z
config {"app":{"platform":"direct"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","appleSub":"s1","dataDeletedAt":"2026-10-01T08:01:00Z","revokedAt":null}
*/

/* @quiet the deletion is still open
asof 2026-10-02T00:00:00Z
config {"app":{"platform":"direct"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","appleSub":"s1","dataDeletedAt":null,"revokedAt":null,"unlinkedAt":"2026-10-01T08:01:00Z","unlinkStatus":500}
*/

/* @notevaluated own backend: neither sessions nor subs are known
asof 2026-10-02T00:00:00Z
config {"app":{"platform":"direct"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":"2026-10-01T08:01:00Z","revokedAt":null}
*/

/* @notevaluated platform speed: the unlink step isn't exported
asof 2026-10-02T00:00:00Z
config {"app":{"platform":"speed"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":"2026-10-01T08:01:00Z"}
*/
