-- Purchases are finished before the account that made them is merged away.
--
-- StoreKit delivers an unfinished purchase again and again, with the UUID of the account that made
-- it. After a merge that account is gone: the purchase can't be matched to a user any more, and may
-- be credited to the wrong one or to nobody.
--
-- @severity high
-- @needs    links purchases.finishedAt
-- @uses     sessions accounts
-- @subject  user
-- @source   Apple In-App Purchases, on finishing purchases before a link
-- @message  Link {link} merged account {subject} into {survivor} at {at}, while purchases of
--           {subject} were not finished: {count}, the first being {transaction_id} of
--           {product_id}, bought at {bought_at}.
-- @fix      Credit and finish every open purchase before the link call. Where one is left, credit
--           it to the survivor and finish it.

WITH unfinished AS (
  SELECT m.p, m.s, m.link_row, m.id AS link, min(m.at) AS at, b.row, b.transaction_id, b.product_id,
    b.at AS bought_at, f.amount * b.quantity AS amount
  FROM merge AS m
  JOIN account_purchase AS a
    ON a.user = m.p
  JOIN purchase AS b
    ON b.row = a.row
  LEFT JOIN product AS f
    ON f.product_id = b.product_id
  WHERE b.at < m.at
    AND (b.finished_at IS NULL OR b.finished_at > m.at)
    AND coalesce(b.state, '') NOT IN ('failed', 'revoked')
  GROUP BY b.row
  ORDER BY b.at, b.transaction_id
)
SELECT
  p.id AS subject,
  p.id AS user,
  u.at,
  sum(u.amount) AS exposure,
  u.link,
  coalesce(s.id, 'another account') AS survivor,
  count(*) AS count,
  u.transaction_id,
  u.product_id,
  min(u.bought_at) AS bought_at,
  json_group_array(json_array(json_array('purchases', row), json_array('links', link_row)))
    AS evidence
FROM unfinished AS u
JOIN user AS p
  ON p.user = u.p
LEFT JOIN user AS s
  ON s.user = u.s
GROUP BY u.p
ORDER BY subject;

/* @fires a purchase of the account was never finished
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
purchases {"transactionId":"t1","at":"2026-10-01T07:00:00Z","userId":"usr_1","productId":"small","state":"verified","finishedAt":null}
@finds usr_1
@message Link lnk_1 merged account usr_1 into spd_1 at 2026-10-01T08:00:00Z, while purchases of usr_1 were not finished: 1, the first being t1 of small, bought at 2026-10-01T07:00:00Z.
*/
/* @fires it was finished after the merge
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
purchases {"transactionId":"t1","at":"2026-10-01T07:00:00Z","userId":"usr_1","productId":"small","finishedAt":"2026-10-01T08:00:01Z"}
purchases {"transactionId":"t2","at":"2026-10-01T07:30:00Z","userId":"usr_1","productId":"small","state":"pending"}
@finds usr_1
@message Link lnk_1 merged account usr_1 into spd_1 at 2026-10-01T08:00:00Z, while purchases of usr_1 were not finished: 2, the first being t1 of small, bought at 2026-10-01T07:00:00Z.
*/
/* @fires it is known by the UUID of the account only
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
sessions {"id":"s1","at":"2026-10-01T06:00:00Z","userId":"usr_1","appUserUUID":"00000000-0000-4000-8000-00000000000a"}
purchases {"transactionId":"t1","at":"2026-10-01T07:00:00Z","productId":"small","appAccountToken":"00000000-0000-4000-8000-00000000000A","finishedAt":null}
@finds usr_1
*/
/* @fires it is known by the UUID that the users table has
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
accounts {"userId":"usr_1","appUserUUID":"00000000-0000-4000-8000-00000000000a"}
purchases {"transactionId":"t1","at":"2026-10-01T07:00:00Z","productId":"small","appAccountToken":"00000000-0000-4000-8000-00000000000a","finishedAt":null}
@finds usr_1
*/
/* @quiet it was finished before the merge
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
purchases {"transactionId":"t1","at":"2026-10-01T07:00:00Z","userId":"usr_1","productId":"small","finishedAt":"2026-10-01T08:00:00Z"}
*/
/* @quiet it failed or was taken back
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
purchases {"transactionId":"t1","at":"2026-10-01T07:00:00Z","userId":"usr_1","productId":"small","state":"failed","finishedAt":null}
purchases {"transactionId":"t2","at":"2026-10-01T07:00:00Z","userId":"usr_1","productId":"small","state":"revoked"}
*/
/* @quiet it was bought after the merge
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
purchases {"transactionId":"t1","at":"2026-10-01T08:00:00Z","userId":"usr_1","productId":"small","finishedAt":null}
*/
/* @quiet it is the survivor's
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
purchases {"transactionId":"t1","at":"2026-10-01T07:00:00Z","userId":"spd_1","productId":"small","finishedAt":null}
*/
/* @quiet the local account stayed
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200}
purchases {"transactionId":"t1","at":"2026-10-01T07:00:00Z","userId":"usr_1","productId":"small","finishedAt":null}
*/
/* @notevaluated it is not known when purchases were finished
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
purchases {"transactionId":"t1","at":"2026-10-01T07:00:00Z","userId":"usr_1","productId":"small"}
*/
