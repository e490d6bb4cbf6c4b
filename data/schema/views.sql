-- The contract's words as views over the records. Each is defined here and nowhere else.

-- A link that succeeded. other_user is the account behind the speedToken.
CREATE VIEW linked AS
SELECT *, coalesce(speed_user, CASE keep WHEN 'speed' THEN new_user END) AS other_user
FROM link
WHERE status BETWEEN 200 AND 299;

-- keep: speed. P goes, S survives.
CREATE VIEW merge AS
SELECT
  row AS link_row,
  id,
  coalesce(previous_user, local_user) AS p,
  coalesce(new_user, speed_user) AS s,
  at
FROM linked
WHERE keep = 'speed';

-- keep: local. L stays, X becomes unreachable; without speedUserId X is not known.
CREATE VIEW kept_local AS
SELECT row AS link_row, id, local_user AS l, speed_user AS x, at
FROM linked
WHERE keep = 'local';

CREATE VIEW plain_link AS
SELECT row AS link_row, id, local_user AS l, speed_user AS x, at
FROM linked
WHERE keep IS NULL;

-- A link with a choice. given_up is the account that goes. is_asked_known: where the record comes
-- from a raw exchange, whether the user confirmed is not known.
CREATE VIEW chosen_link AS
SELECT
  row AS link_row,
  id,
  at,
  keep,
  local_user AS l,
  other_user AS x,
  CASE keep WHEN 'speed' THEN coalesce(previous_user, local_user) ELSE speed_user END AS given_up,
  speed_token_id,
  confirmed_at,
  confirmed_at IS NOT NULL
    OR row > 0 AS is_asked_known
FROM linked
WHERE keep IS NOT NULL;

-- The platform's answer that both accounts hold data and the user has to choose.
CREATE VIEW conflict AS
SELECT row AS link_row, id, at, local_user AS l, speed_user AS x, speed_token_id, error
FROM link
WHERE status = 409;

-- A link of an account that was linked before to another one, no deletion between.
CREATE VIEW relink AS
SELECT
  later.row AS link_row,
  later.id,
  later.at,
  later.local_user AS l,
  later.other_user AS x,
  earlier.row AS earlier_row,
  earlier.id AS earlier_id,
  earlier.at AS earlier_at,
  earlier.other_user AS earlier_x
FROM linked AS later
JOIN linked AS earlier
  ON earlier.local_user = later.local_user
  AND earlier.at < later.at
  AND earlier.other_user <> later.other_user
WHERE NOT EXISTS (
  SELECT 1
  FROM gone
  WHERE gone.user = later.local_user
    AND gone.at > earlier.at
    AND gone.at <= later.at);

-- D: when a deletion was complete. Open deletions are not here. Rules read it as "gone", which is
-- the same by account.
CREATE VIEW completion AS
SELECT user, at, deletion_row, id, requested_at
FROM (
  SELECT
    row AS deletion_row,
    id,
    user,
    requested_at,
    coalesce(
      completed_at,
      data_deleted_at,
      CASE WHEN unlink_status BETWEEN 200 AND 299 THEN unlinked_at END) AS at
  FROM deletion)
WHERE at IS NOT NULL;

-- Accounts that are over: the latest D of those whom nobody used to sign in after it.
CREATE VIEW ended_account AS
SELECT user, ended_at
FROM (SELECT user, max(at) AS ended_at FROM gone GROUP BY user) AS last
WHERE NOT EXISTS (
  SELECT 1
  FROM account_session AS a
  CROSS JOIN session AS s ON s.row = a.row
  WHERE a.user = last.user AND s.at > last.ended_at);

-- When the tables of the owner's database were read.
CREATE VIEW snapshot AS
SELECT table_name, coalesce(at, (SELECT as_of FROM setting)) AS at
FROM row_snapshot;

-- A call of Apple's endpoints and the client secret it used: `<kid>@<iat in seconds>`, a missing
-- part empty.
CREATE VIEW secret_use AS
SELECT
  coalesce(secret_kid, '') || '@' || coalesce(secret_iat / 1000000, '') AS secret,
  *
FROM applecall;

-- Sessions with what "accounts" fills in where they lack it; it never overrides one.
CREATE VIEW session_full AS
SELECT
  s.row,
  s.id,
  s.at,
  s.user,
  coalesce(s.app_user_uuid, f.app_user_uuid) AS app_user_uuid,
  coalesce(s.method, f.method) AS method,
  s.role,
  s.is_new_account,
  coalesce(s.is_local_user, f.is_local_user) AS is_local_user,
  s.link_suggestion,
  s.expires_at,
  s.last_used_at,
  s.ended_at,
  s.end_reason,
  coalesce(s.apple_sub, f.apple_sub) AS apple_sub,
  s.email,
  s.email_hash,
  coalesce(s.name, f.name) AS name,
  s.full_name_received,
  s.token_id,
  s.redirect_scheme
FROM session AS s
LEFT JOIN session_fill AS f ON f.row = s.row;

-- Sessions with the Apple sub they were made with, where it is known. What "accounts" fills in is
-- today's: it is none of a session from before a team transfer, or of an account into which another
-- one was merged.
CREATE VIEW subject_session AS
SELECT
  s.row,
  s.id,
  s.at,
  s.user,
  coalesce(s.method, f.method) AS method,
  coalesce(
    s.apple_sub,
    iif(
      s.at >= coalesce((SELECT team_transfer_at FROM setting), s.at)
      AND NOT EXISTS (SELECT 1 FROM merge_closure WHERE merge_closure.s = s.user),
      f.apple_sub, NULL)) AS apple_sub,
  s.is_new_account,
  s.full_name_received,
  coalesce(s.name, f.name) AS name
FROM session AS s
LEFT JOIN session_fill AS f ON f.row = s.row;

-- Every row of the ledger once: those that a merge moved are the rows they were before.
-- booked_under is the account it was first booked under, began_at the start of the operation;
-- is_start_known is 0 where it may have begun earlier than it was booked. tx is the transaction. turn
-- is the place of its id among rows of one moment: numbers by their value, before other ids.
CREATE VIEW movement AS
SELECT
  *,
  iif(
    adjustment_id GLOB '*[^0-9]*',
    ':' || adjustment_id,
    format('%09d', length(ltrim(adjustment_id, '0'))) || ltrim(adjustment_id, '0')) AS turn,
  coalesce(moved_from, user) AS booked_under,
  coalesce(started_at, at) AS began_at,
  started_at IS NOT NULL
    OR (
      EXISTS (SELECT 1 FROM known WHERE stream = 'ledger' AND field = 'startedAt')
      AND row > 0) AS is_start_known,
  coalesce(
    transaction_id,
    CASE
      WHEN instr(idempotency_key, 'apple-transaction:') > 0
        THEN nullif(
          substr(idempotency_key, instr(idempotency_key, 'apple-transaction:') + 18), '')
    END) AS tx
FROM ledger
WHERE NOT EXISTS (SELECT 1 FROM moved_row WHERE moved_row.row = ledger.row);

-- Applied rows of the keys that more than one row has. person is one for all accounts that merges
-- made one user.
CREATE VIEW keyed_movement AS
SELECT m.*, coalesce(a.root, m.user) AS person
FROM repeated_key AS k
JOIN movement AS m
  ON m.row = k.row
  AND m.idempotency_key = k.idempotency_key
LEFT JOIN merged_account AS a
  ON a.user = m.user
WHERE m.applied = 1;

-- Money that a merge brought, at the account it was booked to and at every account that was merged
-- into that one later.
CREATE VIEW merge_arrival AS
SELECT m.row, m.at, m.amount, m.booked_under AS s
FROM odd_ledger AS o
JOIN movement AS m
  ON m.row = o.row
WHERE o.oddity = 'merge-in'
  AND m.kind = 'merge-in'
  AND m.applied = 1
UNION ALL
SELECT m.row, m.at, m.amount, c.p
FROM odd_ledger AS o
JOIN movement AS m
  ON m.row = o.row
JOIN merge_closure AS c
  ON c.s = m.booked_under
WHERE o.oddity = 'merge-in'
  AND m.kind = 'merge-in'
  AND m.applied = 1;

-- What shows that a linked or deleted account was used: its sessions and what moved its balance.
-- Of the ledger only what comes after a link or deletion is here. For usage, is_start_known is 0
-- where it may have begun earlier than it was booked.
CREATE VIEW account_use AS
SELECT
  a.user,
  'sessions' AS stream,
  s.row,
  s.id,
  s.at,
  'session' AS kind,
  s.at AS began_at,
  1 AS is_start_known,
  0 AS amount
FROM account_session AS a
JOIN session AS s
  ON s.row = a.row
UNION ALL
SELECT
  a.user,
  'ledger',
  m.row,
  m.adjustment_id,
  m.at,
  m.kind,
  m.began_at,
  m.kind <> 'usage' OR m.is_start_known,
  abs(m.amount)
FROM account_ledger AS a
JOIN movement AS m
  ON m.row = a.row
WHERE m.applied = 1;

-- What a message adds where the start of an operation is not known.
CREATE VIEW caution AS
SELECT
  ' The ledger does not say when its operations began, so they may have begun earlier than they '
    || 'were booked.' AS text;

-- The merges that each applied merge-in may have booked, at most a day before it: those into the
-- account it was booked to, and into others whose history moved to that one at or after the row.
CREATE VIEW merge_booking AS
SELECT m.row, g.link_row, g.at AS merged_at, g.id AS merge_id
FROM odd_ledger AS o
JOIN movement AS m
  ON m.row = o.row
JOIN (
  SELECT s AS heir, at, id, link_row, NULL AS moved_at
  FROM merge
  UNION ALL
  SELECT c.s, g.at, g.id, g.link_row, c.at
  FROM merge AS g
  JOIN merge_closure AS c
    ON c.p = g.s) AS g
  ON g.heir = m.booked_under
WHERE o.oddity = 'merge-in'
  AND m.kind = 'merge-in'
  AND m.applied = 1
  AND g.at BETWEEN m.at - 86400000000 AND m.at + (SELECT skew FROM setting)
  AND coalesce(g.moved_at >= m.at, 1);

-- The first link that each caller made: until then it was a local account.
CREATE VIEW first_link AS
SELECT local_user AS user, min(at) AS at
FROM linked
GROUP BY local_user;

-- Deletions that a table tells. What only an exchange showed has fields that are unknown, not
-- absent, so rules about an absent field don't look at it.
CREATE VIEW told_deletion AS
SELECT *
FROM deletion
WHERE row > 0;

-- Sessions of the accounts that were to be deleted.
CREATE VIEW deleted_session AS
SELECT session_full.*
FROM (SELECT DISTINCT user FROM deletion) AS deleted
JOIN account_session ON account_session.user = deleted.user
JOIN session_full ON session_full.row = account_session.row;

-- The Apple sub of a deletion: its own, else that of the latest Apple session of the user, else that
-- of the users table.
CREATE VIEW deletion_sub AS
WITH latest AS MATERIALIZED (
  SELECT user, apple_sub
  FROM (
    SELECT user, apple_sub, row_number() OVER (PARTITION BY user ORDER BY at DESC, id) AS place
    FROM deleted_session
    WHERE likely(method = 'apple') AND likely(apple_sub IS NOT NULL))
  WHERE likely(place = 1)),
listed AS MATERIALIZED (
  SELECT user, apple_sub
  FROM account
  WHERE apple_sub IS NOT NULL AND user IN (SELECT user FROM deletion))
SELECT
  deletion.row AS deletion_row,
  deletion.user,
  deletion.requested_at,
  coalesce(deletion.apple_sub, latest.apple_sub, listed.apple_sub) AS sub
FROM deletion
LEFT JOIN latest ON latest.user = deletion.user
LEFT JOIN listed ON listed.user = deletion.user;

-- Every revoke that was answered: Apple's own, and on platform speed the unlink step.
CREATE VIEW revoke_answer AS
SELECT
  user,
  apple_sub AS sub,
  coalesce(unlinked_at, requested_at) AS at,
  unlink_status AS status,
  'deletions' AS stream,
  row
FROM deletion
WHERE unlink_status IS NOT NULL
  AND (SELECT platform FROM setting) = 'speed'
UNION ALL
SELECT user, apple_sub, coalesce(revoked_at, requested_at), revoke_status, 'deletions', row
FROM deletion
WHERE revoke_status IS NOT NULL
UNION ALL
SELECT user, sub, at, status, 'applecalls', row
FROM applecall
WHERE endpoint = 'revoke';

-- The answers that count for a deletion: its own, and those of its user or sub from then on.
CREATE VIEW deletion_revoke AS
WITH
  step AS MATERIALIZED (SELECT * FROM revoke_answer),
  wanted AS MATERIALIZED (SELECT * FROM deletion_sub)
SELECT wanted.deletion_row, step.at, step.status, step.stream, step.row
FROM wanted
JOIN step ON step.user = wanted.user
WHERE step.at >= wanted.requested_at
  OR (step.stream = 'deletions' AND step.row = wanted.deletion_row)
UNION
SELECT wanted.deletion_row, step.at, step.status, step.stream, step.row
FROM wanted
JOIN step ON step.sub = wanted.sub
WHERE step.at >= wanted.requested_at;

-- Apple's notifications about a sub, each once however often it came; t as in the contract.
CREATE VIEW apple_event AS
SELECT
  id,
  row,
  type,
  sub,
  event_time,
  coalesce(min(received_at), event_time) AS t
FROM notification
WHERE likely(source = 'siwa')
GROUP BY id, type, sub;

-- The first session of a deletion's Apple sub after D, whichever account it is of.
CREATE VIEW next_of_sub AS
SELECT deletion_row, user, gone_at, row, at, is_new_account
FROM (
  SELECT
    gone.deletion_row,
    gone.user,
    gone.at AS gone_at,
    session.row,
    session.at,
    session.is_new_account,
    row_number() OVER (
      PARTITION BY gone.deletion_row
      ORDER BY session.at, session.is_new_account DESC, session.id) AS place
  FROM gone
  JOIN deletion_sub ON deletion_sub.deletion_row = gone.deletion_row
  JOIN sub_session ON sub_session.apple_sub = deletion_sub.sub
  JOIN session ON session.row = sub_session.row
  WHERE session.at > gone.at)
WHERE place = 1;

-- What one of the app's own files says, with what kind of file it is.
CREATE VIEW app_statement AS
SELECT app_file.path, app_file.kind, app_fact.name, app_fact.value, app_fact.time
FROM app_file
JOIN app_fact ON app_fact.path = app_file.path;

-- Where secrets were seen, in files of streams and in all others.
CREATE VIEW secret_place AS
SELECT file.path, leak.field, leak.line, leak.kind
FROM leak
JOIN file ON file.file = leak.file
UNION
SELECT path, field, line, kind
FROM file_leak;

-- What was booked for a transaction: its credits, and what was taken back.
CREATE VIEW credit AS
SELECT t.tx, m.row, m.turn, m.at, m.user, m.amount, m.idempotency_key
FROM transaction_row AS t
CROSS JOIN movement AS m ON m.row = t.row
WHERE m.kind = 'purchase' AND m.applied = 1;

CREATE VIEW reversal AS
SELECT t.tx, m.row, m.adjustment_id, m.at, m.user, abs(m.amount) AS amount
FROM transaction_row AS t
CROSS JOIN movement AS m ON m.row = t.row
WHERE m.kind = 'reversal' AND m.applied = 1;

-- A purchase with its first credit.
CREATE VIEW credited AS
SELECT p.*, c.row AS credit_row, c.at AS credit_at, c.user AS credit_user, c.amount AS credit
FROM purchase AS p
CROSS JOIN first_credit AS f ON f.purchase_row = p.row
CROSS JOIN ledger AS c ON c.row = f.credit_row;

-- What the App Store told of a transaction, each notification once however often it came.
CREATE VIEW store_event AS
SELECT id, row, type, transaction_id AS tx, coalesce(min(received_at), event_time) AS t
FROM notification
WHERE source = 'appstore' AND transaction_id IS NOT NULL
GROUP BY id, type, transaction_id;

-- Everything that says a transaction was refunded; t is NULL where the time is not known.
CREATE VIEW refund AS
SELECT tx, t, 'notifications' AS stream, row FROM store_event WHERE type IN ('REFUND', 'REVOKE')
UNION ALL
SELECT transaction_id, revocation_date, 'purchases', row
FROM purchase
WHERE revocation_date IS NOT NULL OR state = 'revoked';

-- Notifications that the backend acted on.
CREATE VIEW processed AS
SELECT *
FROM notification
WHERE processed_at IS NOT NULL
  AND coalesce(action, '') NOT IN ('rejected', 'refused', 'ignored', 'skipped', 'duplicate');

-- A person withdrew consent or deleted the Apple account; happened_at is Apple's time, else t.
CREATE VIEW withdrawal AS
SELECT *, coalesce(event_time, t) AS happened_at
FROM apple_event
WHERE type IN ('consent-revoked', 'account-deleted');

-- Apple's notifications about the forwarding of an address.
CREATE VIEW address_event AS
SELECT id, row, type, sub, email_hash, coalesce(min(received_at), event_time) AS t
FROM notification
WHERE likely(source = 'siwa') AND likely(type IN ('email-enabled', 'email-disabled'))
GROUP BY id;

-- Sessions with the attempts that name them; candidates.
CREATE VIEW named_session AS
SELECT
  s.row AS session_row,
  s.id,
  s.at,
  s.user,
  s.expires_at,
  a.row AS attempt_row,
  a.id AS attempt,
  a.at AS attempt_at,
  a.outcome,
  a.reason,
  a.exp,
  a.sub
FROM session_attempt AS n
JOIN session AS s ON s.row = n.session_row
JOIN attempt AS a ON a.row = n.attempt_row
WHERE a.session_id = s.id;

-- The UUIDs that sessions and accounts show; "accounts" holds today's state, so at is NULL there.
-- Of UUIDs with one account that has no other UUID, candidates only.
CREATE VIEW uuid_holder AS
SELECT s.app_user_uuid AS uuid, s.user, s.at, o.stream, s.row
FROM odd_account AS o
JOIN session AS s ON s.row = o.row
WHERE o.oddity = 'uuid' AND o.stream = 'sessions' AND s.app_user_uuid IS NOT NULL
UNION ALL
SELECT a.app_user_uuid, a.user, NULL, o.stream, a.row
FROM odd_account AS o
JOIN account AS a ON a.row = o.row
WHERE o.oddity = 'uuid' AND o.stream = 'accounts' AND a.app_user_uuid IS NOT NULL;

-- Sessions, ledger rows and rows of your database by account; candidates: those that are older than
-- the account's earliest isNewAccount session. may_be_moved: a merge may have brought it.
CREATE VIEW early_record AS
SELECT s.user, s.at, o.stream, s.row, 0 AS may_be_moved
FROM odd_account AS o
JOIN session AS s ON s.row = o.row
WHERE o.oddity = 'early' AND o.stream = 'sessions'
UNION ALL
SELECT
  m.user,
  m.at,
  o.stream,
  m.row,
  m.moved_from IS NOT NULL
    OR EXISTS (SELECT 1 FROM merge_closure AS c WHERE c.s = m.user AND c.at >= m.at)
FROM odd_account AS o
JOIN movement AS m ON m.row = o.row
WHERE o.oddity = 'early' AND o.stream = 'ledger'
UNION ALL
SELECT
  r.user,
  r.created_at,
  o.stream,
  r.row,
  EXISTS (SELECT 1 FROM merge_closure AS c WHERE c.s = r.user AND c.at >= r.created_at)
FROM odd_account AS o
JOIN app_row AS r ON r.row = o.row
WHERE o.oddity = 'early' AND o.stream = 'rows';

-- The Apple subs that absorbed accounts brought to an account.
CREATE VIEW brought_sub AS
SELECT c.s AS user, x.apple_sub
FROM merge_closure AS c
CROSS JOIN account_session AS a ON a.user = c.p
CROSS JOIN session AS x ON x.row = a.row
WHERE x.apple_sub IS NOT NULL
UNION
SELECT c.s, account.apple_sub
FROM merge_closure AS c
CROSS JOIN account ON account.user = c.p
WHERE account.apple_sub IS NOT NULL;

-- What shows an Apple sub to be an account's own: its sessions, and today the users table.
CREATE VIEW sub_claim AS
WITH claim AS (
  SELECT s.user, s.apple_sub, s.at, 'sessions' AS stream, s.row, s.id
  FROM crossed_session AS c
  CROSS JOIN session AS s ON s.row = c.row
  WHERE s.apple_sub IS NOT NULL
  UNION ALL
  SELECT a.user, a.apple_sub, setting.as_of, 'accounts', a.row, ''
  FROM account AS a
  CROSS JOIN setting
  WHERE a.apple_sub IS NOT NULL
    AND a.user IN (
      SELECT s.user FROM crossed_session AS c CROSS JOIN session AS s ON s.row = c.row)),
brought AS MATERIALIZED (SELECT user, apple_sub FROM brought_sub)
SELECT claim.*
FROM claim
LEFT JOIN brought ON brought.user = claim.user AND brought.apple_sub = claim.apple_sub
WHERE brought.user IS NULL;

-- The Apple subs that are known from something else than sessions, and when. since is NULL where it
-- was no sign-in; session_id is the session of that sign-in. What belongs to a sign-in comes a
-- moment before its session, so it counts only after the allowed skew.
CREATE VIEW sub_sighting AS
SELECT
  sub,
  at + iif(outcome = 'accepted' AND session_id IS NULL, (SELECT skew FROM setting), 0) AS at,
  at AS since,
  session_id
FROM attempt
WHERE sub IS NOT NULL
UNION ALL
SELECT
  sub,
  at + (SELECT skew FROM setting),
  iif(endpoint = 'token' AND grant_type = 'authorization_code', at, NULL),
  NULL
FROM applecall
WHERE sub IS NOT NULL
UNION ALL
SELECT sub, requested_at, NULL, NULL FROM deletion_sub WHERE sub IS NOT NULL
UNION ALL
SELECT sub, t, NULL, NULL FROM apple_event WHERE sub IS NOT NULL;

-- When the consent of a person ended: Apple told so, or a revoke was answered 2xx. sub is NULL
-- where only the account is known.
CREATE VIEW consent_end AS
SELECT sub, NULL AS user, coalesce(event_time, t) AS at
FROM apple_event
WHERE type = 'consent-revoked' AND sub IS NOT NULL
UNION ALL
SELECT coalesce(r.sub, d.sub), r.user, r.at
FROM revoke_answer AS r
LEFT JOIN deletion_sub AS d
  ON r.stream = 'deletions'
  AND d.deletion_row = r.row
WHERE r.status BETWEEN 200 AND 299;
