-- A deletion doesn't wait for Apple.
--
-- Revoking the tokens can fail: the token is gone, Apple doesn't answer, a code is too old. The
-- person asked you to delete your data all the same, and a failed call is no reason to keep it.
--
-- @severity high
-- @needs    deletions.dataDeletedAt deletions.tokenExchangeStatus|deletions.revokeStatus
-- @subject  deletion
-- @source   Apple, TN3194, "Handling account deletions and revoking tokens for Sign in with Apple"
--           | https://developer.apple.com/documentation/technotes/tn3194-handling-account-deletions-and-revoking-tokens-for-sign-in-with-apple
-- @message  {user} asked for deletion at {requested_at}; Apple's endpoint answered {statuses} and
--           {waited_span} later the data is still there.
-- @fix      Delete your own data whatever Apple answers; repeat the revoke later, or tell the
--           person how to remove the app from "Apps using Apple ID".

SELECT
  deletion.id AS subject,
  user.id AS user,
  deletion.requested_at AS at,
  deletion.requested_at AS requested_at,
  setting.as_of - deletion.requested_at AS waited_span,
  iif(
    deletion.revoke_status NOT BETWEEN 200 AND 299,
    'the revoke with ' || deletion.revoke_status,
    'the exchange of the code with ' || deletion.token_exchange_status) AS statuses,
  json_array(json_array('deletions', deletion.row)) AS evidence
FROM setting, told_deletion AS deletion
JOIN user ON user.user = deletion.user
LEFT JOIN (
  SELECT user, max(requested_at) AS requested_at FROM gone GROUP BY user
) AS done ON done.user = deletion.user AND done.requested_at > deletion.requested_at
WHERE (deletion.token_exchange_status NOT BETWEEN 200 AND 299
    OR deletion.revoke_status NOT BETWEEN 200 AND 299)
  AND deletion.data_deleted_at IS NULL
  AND setting.as_of - deletion.requested_at > setting.revocation_grace
  AND done.user IS NULL
ORDER BY subject;

/* @fires the exchange of the code failed, and the data stayed
asof 2026-10-01T09:00:01Z
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","tokenExchangeStatus":400,"dataDeletedAt":null}
@finds d1
@message u1 asked for deletion at 2026-10-01T08:00:00Z; Apple's endpoint answered the exchange of the code with 400 and 1 hour later the data is still there.
*/

/* @fires the revoke failed after a good exchange
asof 2026-10-02T00:00:00Z
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","tokenExchangeStatus":200,"revokeStatus":503,"dataDeletedAt":null}
@finds d1
@message u1 asked for deletion at 2026-10-01T08:00:00Z; Apple's endpoint answered the revoke with 503 and 16 hours later the data is still there.
*/

/* @fires the revoke succeeded after the exchange had failed
asof 2026-10-02T00:00:00Z
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","tokenExchangeStatus":300,"revokeStatus":200,"dataDeletedAt":null}
@finds d1
@message u1 asked for deletion at 2026-10-01T08:00:00Z; Apple's endpoint answered the exchange of the code with 300 and 16 hours later the data is still there.
*/

/* @fires the revoke succeeded with another code of success
asof 2026-10-02T00:00:00Z
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","tokenExchangeStatus":199,"revokeStatus":299}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-01T08:00:00Z","tokenExchangeStatus":200,"dataDeletedAt":"2026-10-01T08:01:00Z"}
@finds d1
@message u1 asked for deletion at 2026-10-01T08:00:00Z; Apple's endpoint answered the exchange of the code with 199 and 16 hours later the data is still there.
*/

/* @fires another deletion that was asked for at the same time was finished
asof 2026-10-02T00:00:00Z
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","tokenExchangeStatus":400}
deletions {"id":"d2","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","dataDeletedAt":"2026-10-01T08:01:00Z"}
@finds d1
*/

/* @fires only an earlier deletion of the user was finished
asof 2026-10-02T00:00:00Z
deletions {"id":"d1","userId":"u1","requestedAt":"2026-09-01T08:00:00Z","dataDeletedAt":"2026-09-01T08:01:00Z"}
deletions {"id":"d2","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","revokeStatus":503}
@finds d2
*/

/* @quiet the data was deleted all the same
asof 2026-10-02T00:00:00Z
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","tokenExchangeStatus":400,"revokeStatus":400,"dataDeletedAt":"2026-10-01T08:01:00Z"}
*/

/* @quiet Apple answered with success, or not at all
asof 2026-10-02T00:00:00Z
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","tokenExchangeStatus":200,"revokeStatus":299,"dataDeletedAt":null}
deletions {"id":"d2","userId":"u2","requestedAt":"2026-10-01T08:00:00Z"}
deletions {"id":"d3","userId":"u3","requestedAt":"2026-10-01T08:00:00Z","tokenExchangeStatus":299,"revokeStatus":200}
*/

/* @quiet the grace isn't over
asof 2026-10-01T09:00:00Z
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","tokenExchangeStatus":400,"dataDeletedAt":null}
*/

/* @quiet a later deletion of the user was finished
asof 2026-10-02T00:00:00Z
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","tokenExchangeStatus":400}
deletions {"id":"d2","userId":"u1","requestedAt":"2026-10-01T10:00:00Z","tokenExchangeStatus":200,"dataDeletedAt":"2026-10-01T10:01:00Z"}
*/

/* @notevaluated the deletion of your own data isn't exported
asof 2026-10-02T00:00:00Z
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","tokenExchangeStatus":400}
*/
