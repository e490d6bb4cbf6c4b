-- The contract's words as views over the records. Each is defined here and nowhere else.

-- A link that succeeded.
CREATE VIEW linked AS
SELECT *
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

-- D: when a deletion was complete. Open deletions are not here.
CREATE VIEW gone AS
SELECT deletion_row, id, user, requested_at, at
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
