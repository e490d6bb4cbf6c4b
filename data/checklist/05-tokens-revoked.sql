-- Tokens are revoked on deletion.
--
-- @fails    deletion.missing-revoke deletion.revoke-failed
-- @needs    deletions
-- @source   Apple, TN3194, "Handling account deletions and revoking tokens for Sign in with Apple"
--           | https://developer.apple.com/documentation/technotes/tn3194-handling-account-deletions-and-revoking-tokens-for-sign-in-with-apple
-- @evidence Completed deletions whose revoke answered 2xx: {passed} of {completed}; of these,
--           Apple told that consent was withdrawn: {confirmed}.
-- @do       Delete a test account that signed in with Apple and export the deletion with the
--           answer of the revoke.

WITH
  answered AS MATERIALIZED (
    SELECT deletion_row, requested_at
    FROM gone
    WHERE deletion_row IN (
      SELECT deletion_row FROM deletion_revoke WHERE status BETWEEN 200 AND 299)),
  person AS MATERIALIZED (SELECT deletion_row, sub FROM deletion_sub WHERE sub IS NOT NULL),
  withdrawn AS MATERIALIZED (SELECT sub, max(t) AS t FROM withdrawal GROUP BY sub)
SELECT
  (SELECT count(*) FROM answered) AS passed,
  (SELECT count(*) FROM gone) AS completed,
  (
    SELECT count(*)
    FROM answered
    CROSS JOIN person ON person.deletion_row = answered.deletion_row
    CROSS JOIN withdrawn ON withdrawn.sub = person.sub
    WHERE withdrawn.t >= answered.requested_at) AS confirmed;

/* @pass the revoke answered 200, and consent was withdrawn
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","appleSub":"a.1","revokedAt":"2026-10-01T08:00:03Z","revokeStatus":200,"completedAt":"2026-10-01T08:00:05Z"}
notifications {"jti":"n1","receivedAt":"2026-10-01T08:00:09Z","type":"consent-revoked","sub":"a.1","event_time":1790841605000}
@evidence Completed deletions whose revoke answered 2xx: 1 of 1; of these, Apple told that consent was withdrawn: 1.
*/

/* @pass the platform's unlink answered
config {"app":{"platform":"speed"}}
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","unlinkedAt":"2026-10-01T08:00:03Z","unlinkStatus":204,"completedAt":"2026-10-01T08:00:05Z"}
*/

/* @fail it answered 400
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","appleSub":"a.1","revokedAt":"2026-10-01T08:00:03Z","revokeStatus":400,"completedAt":"2026-10-01T08:00:05Z"}
*/

/* @nottested nobody was deleted yet
deletions {"id":"d1","userId":"u1","requestedAt":"2026-10-01T08:00:00Z","appleSub":"a.1","revokedAt":"2026-10-01T08:00:03Z","revokeStatus":200}
*/
