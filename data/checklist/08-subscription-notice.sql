-- Who deletes an account with a subscription gets a notice.
--
-- @fails    deletion.subscription-notice-missing
-- @needs    deletions.hasActiveSubscription deletions.subscriptionNoticeShown
-- @source   Apple, "Offering account deletion in your app"
--           | https://developer.apple.com/support/offering-account-deletion-in-your-app
-- @evidence Deletions with a subscription: {subscribed}; with the notice: {passed}.
-- @do       Delete a test account with a running subscription and export the deletion with
--           `hasActiveSubscription` and `subscriptionNoticeShown`; where nothing is sold as a
--           subscription there is nothing to test.

SELECT
  count(*) FILTER (WHERE subscription_notice_shown = 1) AS passed,
  count(*) AS subscribed
FROM deletion
WHERE has_active_subscription = 1;

/* @pass noticed
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","hasActiveSubscription":true,"subscriptionNoticeShown":true}
*/

/* @fail not noticed
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","hasActiveSubscription":true,"subscriptionNoticeShown":false}
*/

/* @nottested no subscription
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","hasActiveSubscription":false,"subscriptionNoticeShown":true}
*/
