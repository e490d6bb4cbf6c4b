-- A notification is about a purchase you have.
--
-- Apple tells of a transaction that your purchases don't hold: somebody paid, and nothing was
-- recorded.
--
-- @severity medium
-- @needs    notifications.transactionId complete:purchases
-- @subject  notification
-- @source   Apple, "App Store Server Notifications V2" |
--           https://developer.apple.com/documentation/appstoreservernotifications/app-store-server-notifications-v2
-- @message  Notification {subject} ({type}) is about transaction {transaction_id}, which is in no
--           purchase.
-- @fix      Ask Apple for the transaction, record and credit it, and find out why the app never
--           sent it.

SELECT
  n.id AS subject,
  min(n.received_at) AS at,
  n.type,
  n.transaction_id,
  json_group_array(json_array('notifications', n.row)) AS evidence
FROM notification AS n
WHERE n.source = 'appstore'
  AND coalesce(n.type, '') <> 'TEST'
  AND n.transaction_id IS NOT NULL
  AND n.transaction_id NOT IN (SELECT transaction_id FROM purchase)
GROUP BY n.id
ORDER BY subject;

/* @fires no purchase has it
config {"export":{"complete":["purchases"]}}
notifications {"id":"n1","source":"appstore","type":"ONE_TIME_CHARGE","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","transactionId":"2"}
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","productId":"small"}
@finds n1
@message Notification n1 (ONE_TIME_CHARGE) is about transaction 2, which is in no purchase.
*/

/* @quiet a purchase has it, or none is named
config {"export":{"complete":["purchases"]}}
notifications {"id":"n1","source":"appstore","type":"ONE_TIME_CHARGE","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","transactionId":"1"}
notifications {"id":"n2","source":"appstore","type":"ONE_TIME_CHARGE","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","transactionId":null}
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","productId":"small"}
*/

/* @quiet a test
config {"export":{"complete":["purchases"]}}
notifications {"id":"n1","source":"appstore","type":"TEST","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","transactionId":"2"}
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","productId":"small"}
*/

/* @notevaluated purchases are not complete
notifications {"id":"n1","source":"appstore","type":"ONE_TIME_CHARGE","eventTime":"2026-10-01T08:00:00Z","receivedAt":"2026-10-01T08:00:00Z","transactionId":"2"}
purchases {"transactionId":"1","at":"2026-10-01T08:00:00Z","productId":"small"}
*/
