-- Who deletes an account with a subscription is told that the subscription goes on.
--
-- Apple bills a subscription until the person cancels it with Apple; deleting the account doesn't
-- stop it. Who isn't told goes on paying for an account that doesn't exist.
--
-- @severity medium
-- @needs    deletions.hasActiveSubscription
-- @subject  deletion
-- @source   Apple, "Offering account deletion in your app"
--           | https://developer.apple.com/support/offering-account-deletion-in-your-app
-- @message  {user} asked for deletion at {requested_at} with a running subscription, and no notice
--           that it goes on is recorded.
-- @fix      Before the deletion, say that the subscription goes on and how to cancel it (show the
--           system's page of subscriptions), and record it as subscriptionNoticeShown.

SELECT
  deletion.id AS subject,
  user.id AS user,
  deletion.requested_at AS at,
  deletion.requested_at AS requested_at,
  json_array(json_array('deletions', deletion.row)) AS evidence
FROM deletion
JOIN user ON user.user = deletion.user
WHERE deletion.has_active_subscription = 1
  AND deletion.subscription_notice_shown IS NOT 1
ORDER BY subject;

/* @fires a running subscription, and the notice was not shown or isn't recorded
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","hasActiveSubscription":true,"subscriptionNoticeShown":false}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-01T08:00:00Z","hasActiveSubscription":true}
@finds d1 d2
@message u1 asked for deletion at 2026-10-01T08:00:00Z with a running subscription, and no notice that it goes on is recorded.
*/

/* @quiet the notice was shown, or there is no subscription
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","hasActiveSubscription":true,"subscriptionNoticeShown":true}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-01T08:00:00Z","hasActiveSubscription":false}
deletions {"id":"d3","userId":"u3","requestedAt":"2026-10-01T08:00:00Z"}
*/

/* @notevaluated subscriptions aren't exported
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z"}
*/
