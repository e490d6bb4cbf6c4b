-- A purchase is credited to the account that made it.
--
-- The token says who bought. Credited to another account, the buyer has paid for somebody else.
--
-- @severity critical
-- @needs    purchases ledger.transactionId|ledger.idempotencyKey purchases.appAccountToken
--           sessions.appUserUUID|accounts.appUserUUID
-- @uses     links sessions accounts
-- @subject  transaction
-- @source   Apple In-App Purchases, "Apply a top-up"
-- @message  Transaction {subject} was credited to {user} at {at}, but its token {token} is not
--           that account's.
-- @fix      Credit the account whose UUID the token is, whoever is signed in, and move this credit
--           there.

WITH foreign_token AS MATERIALIZED (
  SELECT *
  FROM credited
  WHERE length(app_account_token) = 36
    AND app_account_token GLOB '????????-????-????-????-????????????'
    AND EXISTS (SELECT 1 FROM credited_uuid AS c WHERE c.user = credit_user)
    AND NOT EXISTS (
      SELECT 1 FROM credited_uuid AS c WHERE c.user = credit_user AND c.uuid = app_account_token))
SELECT
  p.transaction_id AS subject,
  u.id AS user,
  p.credit_at AS at,
  p.credit AS exposure,
  p.app_account_token AS token,
  json_array(json_array('purchases', p.row), json_array('ledger', p.credit_row)) AS evidence
FROM setting, foreign_token AS p
JOIN user AS u ON u.user = p.credit_user
WHERE NOT EXISTS (
    SELECT 1
    FROM merge_closure AS c
    JOIN account_uuid AS a ON a.user = c.p
    WHERE c.s = p.credit_user AND a.uuid = p.app_account_token)
  AND NOT EXISTS (
    SELECT 1
    FROM account_uuid AS a
    CROSS JOIN merge AS m ON m.p = a.user
    WHERE a.uuid = p.app_account_token AND m.at < p.at - setting.skew)
ORDER BY subject;

/* @fires nobody's
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","appAccountToken":"00000000-0000-4000-8000-00000000000B"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
sessions {"id":"s1","at":"2026-09-01T08:00:00Z","userId":"u1","appUserUUID":"00000000-0000-4000-8000-00000000000a"}
@finds 1
@message Transaction 1 was credited to u1 at 2026-10-01T08:00:10Z, but its token 00000000-0000-4000-8000-00000000000b is not that account's.
*/

/* @quiet the account's own
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","appAccountToken":"00000000-0000-4000-8000-00000000000A"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
sessions {"id":"s1","at":"2026-09-01T08:00:00Z","userId":"u1","appUserUUID":"00000000-0000-4000-8000-00000000000a"}
*/

/* @quiet that of an account merged into it
purchases {"transactionId":"1","at":"2026-09-19T08:00:00Z","userId":"u1","productId":"small","state":"verified","appAccountToken":"00000000-0000-4000-8000-00000000000b"}
ledger {"adjustmentId":"1","at":"2026-09-19T08:01:00Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
sessions {"id":"s1","at":"2026-09-01T08:00:00Z","userId":"u1","appUserUUID":"00000000-0000-4000-8000-00000000000a"}
sessions {"id":"s2","at":"2026-09-01T08:00:00Z","userId":"p1","appUserUUID":"00000000-0000-4000-8000-00000000000b"}
links {"id":"l1","at":"2026-09-20T08:00:00Z","localUserId":"p1","speedUserId":"u1","keep":"speed","status":200}
*/

/* @quiet that of an account merged away before, which another rule tells
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","appAccountToken":"00000000-0000-4000-8000-00000000000b"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
sessions {"id":"s1","at":"2026-09-01T08:00:00Z","userId":"u1","appUserUUID":"00000000-0000-4000-8000-00000000000a"}
sessions {"id":"s2","at":"2026-09-01T08:00:00Z","userId":"p1","appUserUUID":"00000000-0000-4000-8000-00000000000b"}
links {"id":"l1","at":"2026-09-20T08:00:00Z","localUserId":"p1","speedUserId":"u3","keep":"speed","status":200}
*/

/* @quiet the account's is unknown, or the token is no UUID
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","appAccountToken":"00000000-0000-4000-8000-00000000000b"}
ledger {"adjustmentId":"1","at":"2026-10-01T08:00:10Z","userId":"u9","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:1"}
sessions {"id":"s1","at":"2026-09-01T08:00:00Z","userId":"u1","appUserUUID":"00000000-0000-4000-8000-00000000000a"}
purchases {"transactionId":"2","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","appAccountToken":"x"}
ledger {"adjustmentId":"2","at":"2026-10-01T08:00:10Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"k","transactionId":"2"}
*/
