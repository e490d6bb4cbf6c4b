-- A purchase carries the token of a living account.
--
-- The app still buys under an account that was merged away: it kept the old UUID, and the purchase
-- can only be matched by history.
--
-- @severity high
-- @needs    links purchases.appAccountToken sessions.appUserUUID|accounts.appUserUUID
-- @uses     sessions accounts
-- @subject  transaction
-- @source   Apple In-App Purchases, on tokens after a link
-- @message  Transaction {subject} of {at} carries the token of {old}, which was merged away at
--           {merged_at}.
-- @fix      Take the new UUID from the answer to the link and use it in every later purchase.

SELECT
  p.transaction_id AS subject,
  u.id AS user,
  p.at AS at,
  f.amount * p.quantity AS exposure,
  o.id AS old,
  min(m.at) AS merged_at,
  json_array(json_array('purchases', p.row), json_array('links', m.link_row)) AS evidence
FROM setting, merge AS m
JOIN account_uuid AS a ON a.user = m.p
JOIN account_purchase AS b ON b.user = m.p
JOIN purchase AS p ON p.row = b.row AND p.app_account_token = a.uuid
JOIN user AS o ON o.user = m.p
LEFT JOIN user AS u ON u.user = p.user
LEFT JOIN product AS f ON f.product_id = p.product_id
WHERE m.at < p.at - setting.skew
  AND NOT EXISTS (
    SELECT 1 FROM account_uuid AS c WHERE c.uuid = a.uuid AND c.user = m.s)
GROUP BY p.row
ORDER BY subject;

/* @fires the old token after the merge
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","appAccountToken":"00000000-0000-4000-8000-00000000000b"}
sessions {"id":"s1","at":"2026-09-01T08:00:00Z","userId":"u1","appUserUUID":"00000000-0000-4000-8000-00000000000a"}
sessions {"id":"s2","at":"2026-09-01T08:00:00Z","userId":"p1","appUserUUID":"00000000-0000-4000-8000-00000000000b"}
links {"id":"l1","at":"2026-10-01T07:58:59Z","localUserId":"p1","speedUserId":"u1","keep":"speed","status":200}
@finds 1
@message Transaction 1 of 2026-10-01T08:00:00Z carries the token of p1, which was merged away at 2026-10-01T07:58:59Z.
*/

/* @quiet within the skew
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","appAccountToken":"00000000-0000-4000-8000-00000000000b"}
sessions {"id":"s1","at":"2026-09-01T08:00:00Z","userId":"u1","appUserUUID":"00000000-0000-4000-8000-00000000000a"}
sessions {"id":"s2","at":"2026-09-01T08:00:00Z","userId":"p1","appUserUUID":"00000000-0000-4000-8000-00000000000b"}
links {"id":"l1","at":"2026-10-01T07:59:00Z","localUserId":"p1","speedUserId":"u1","keep":"speed","status":200}
*/

/* @quiet the survivor's token, or the survivor kept it
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","productId":"small","state":"verified","appAccountToken":"00000000-0000-4000-8000-00000000000a"}
sessions {"id":"s1","at":"2026-09-01T08:00:00Z","userId":"u1","appUserUUID":"00000000-0000-4000-8000-00000000000a"}
sessions {"id":"s2","at":"2026-09-01T08:00:00Z","userId":"p1","appUserUUID":"00000000-0000-4000-8000-00000000000a"}
links {"id":"l1","at":"2026-09-20T08:00:00Z","localUserId":"p1","speedUserId":"u1","keep":"speed","status":200}
*/
