-- Purchases settle, and none twice.
--
-- @fails    purchase.not-credited purchase.credited-twice purchase.unfinished
-- @needs    purchases.finishedAt ledger
-- @source   Platform, "Apple In-App Purchases"
-- @evidence Purchases: {purchases}; credited and finished: {passed}.
-- @do       Buy something with a sandbox account and export `purchases` with `finishedAt`, and
--           `ledger`.

SELECT
  (SELECT count(*) FROM purchase) AS purchases,
  (SELECT count(*) FROM credited WHERE finished_at IS NOT NULL) AS passed;

/* @pass credited and finished
purchases {"transactionId":"t1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","finishedAt":"2026-10-01T08:00:09Z"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:05Z","userId":"u1","kind":"purchase","amount":"1.00","idempotencyKey":"apple-transaction:t1","transactionId":"t1"}
*/

/* @fail credited twice
purchases {"transactionId":"t1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","finishedAt":"2026-10-01T08:00:09Z"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:05Z","userId":"u1","kind":"purchase","amount":"1.00","idempotencyKey":"apple-transaction:t1","transactionId":"t1"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:05Z","userId":"u1","kind":"purchase","amount":"1.00","idempotencyKey":"apple-transaction:t1#2","transactionId":"t1"}
*/

/* @nottested not finished yet
purchases {"transactionId":"t1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","finishedAt":null}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:05Z","userId":"u1","kind":"purchase","amount":"1.00","idempotencyKey":"apple-transaction:t1","transactionId":"t1"}
*/
