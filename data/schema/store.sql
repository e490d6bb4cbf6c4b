-- The store: one data set, every night of it.
--
-- Times are microseconds since 1970 UTC, amounts units of 1e-8, booleans 0 or 1. User ids are
-- interned in "user". "row" is the primary key of every record; "file" and "line" say where it
-- was read. No table of records has an index: they are loaded first, and derivation looks things
-- up in memory. Version: PRAGMA user_version.

-- What this database holds ---------------------------------------------------------------------

-- facts_digest: SHA-256 over derived.sql and views.sql, by which the tables and views that they
-- make are made anew when their text has changed.
CREATE TABLE data_set (
  name TEXT NOT NULL,
  email_key BLOB NOT NULL,
  facts_digest TEXT NOT NULL
) STRICT;

CREATE TABLE user (
  user INTEGER PRIMARY KEY,
  id TEXT NOT NULL
) STRICT;

-- is_complete: it is not partial and its reports were put in place; later runs compare with it.
CREATE TABLE run (
  run INTEGER PRIMARY KEY,
  as_of INTEGER NOT NULL,
  tool_version TEXT NOT NULL,
  definition_digest TEXT NOT NULL,
  is_partial INTEGER NOT NULL,
  is_complete INTEGER NOT NULL,
  findings INTEGER NOT NULL,
  critical INTEGER NOT NULL,
  high INTEGER NOT NULL,
  medium INTEGER NOT NULL,
  low INTEGER NOT NULL
) STRICT;

-- The streams of which a run read files, or skipped them as known.
CREATE TABLE run_stream (
  run INTEGER NOT NULL,
  stream TEXT NOT NULL,
  PRIMARY KEY (run, stream)
) STRICT, WITHOUT ROWID;

-- Files whose records are in the store. A file is here whole or not at all. stream: what it was read
-- as, several streams with blanks between; reading: the same, or what else decides which records come
-- of the same bytes.
CREATE TABLE file (
  file INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  path TEXT NOT NULL,
  stream TEXT NOT NULL,
  reading TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  byte_count INTEGER NOT NULL,
  records INTEGER NOT NULL,
  stored INTEGER NOT NULL,
  repeated INTEGER NOT NULL,
  rejected INTEGER NOT NULL,
  left_out INTEGER NOT NULL
) STRICT;

-- The streams that a file feeds, also those of which it has no record.
CREATE TABLE file_stream (
  file INTEGER NOT NULL,
  stream TEXT NOT NULL,
  stored INTEGER NOT NULL,
  repeated INTEGER NOT NULL,
  PRIMARY KEY (file, stream)
) STRICT, WITHOUT ROWID;

CREATE TABLE reject (
  file INTEGER NOT NULL,
  line INTEGER NOT NULL,
  field TEXT,
  reason TEXT NOT NULL
) STRICT;

-- The field names that occurred in files of a stream, with values or without.
CREATE TABLE known (
  stream TEXT NOT NULL,
  field TEXT NOT NULL,
  PRIMARY KEY (stream, field)
) STRICT, WITHOUT ROWID;

-- A value that is a secret, seen while reading; the value itself is not here.
CREATE TABLE leak (
  file INTEGER NOT NULL,
  line INTEGER NOT NULL,
  field TEXT NOT NULL,
  kind TEXT NOT NULL
) STRICT;

-- The app's own files, as the newest run that had any saw them, and what they say.
CREATE TABLE app_file (
  path TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  byte_count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- time: the fact as microseconds since 1970 UTC, where it is a time.
CREATE TABLE app_fact (
  path TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  time INTEGER,
  PRIMARY KEY (path, name, value)
) STRICT, WITHOUT ROWID;

-- Apple's keys of every night: they change, and what was signed with one stays signed.
CREATE TABLE apple_key (
  value TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- A secret in one of the app's own files or in a file of no stream, as the newest run saw them;
-- field is empty where the file has none.
CREATE TABLE file_leak (
  path TEXT NOT NULL,
  field TEXT NOT NULL,
  line INTEGER NOT NULL,
  kind TEXT NOT NULL,
  is_app INTEGER NOT NULL,
  PRIMARY KEY (path, field, line, kind)
) STRICT, WITHOUT ROWID;

-- The newest snapshot of each table of the owner's database.
CREATE TABLE row_snapshot (
  table_name TEXT PRIMARY KEY,
  run INTEGER NOT NULL,
  at INTEGER
) STRICT, WITHOUT ROWID;

-- Streams marked incomplete by what was read (a history page without its next one).
CREATE TABLE incomplete (
  stream TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Records ---------------------------------------------------------------------------------------

CREATE TABLE session (
  row INTEGER PRIMARY KEY,
  file INTEGER NOT NULL,
  line INTEGER NOT NULL,
  id TEXT NOT NULL,
  at INTEGER NOT NULL,
  user INTEGER NOT NULL,
  app_user_uuid TEXT,
  method TEXT,
  role TEXT,
  is_new_account INTEGER,
  is_local_user INTEGER,
  link_suggestion TEXT,
  expires_at INTEGER,
  last_used_at INTEGER,
  ended_at INTEGER,
  end_reason TEXT,
  apple_sub TEXT,
  email TEXT,
  email_hash TEXT,
  name INTEGER,
  full_name_received INTEGER,
  token_id TEXT,
  redirect_scheme TEXT
) STRICT;

CREATE TABLE attempt (
  row INTEGER PRIMARY KEY,
  file INTEGER NOT NULL,
  line INTEGER NOT NULL,
  id TEXT NOT NULL,
  at INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  reason TEXT,
  user INTEGER,
  session_id TEXT,
  iss TEXT,
  aud TEXT,
  sub TEXT,
  iat INTEGER,
  exp INTEGER,
  kid TEXT,
  alg TEXT,
  nonce TEXT,
  raw_nonce_sha256 TEXT,
  raw_nonce_length INTEGER,
  nonce_form TEXT,
  email TEXT,
  email_hash TEXT,
  email_verified INTEGER,
  is_private_email INTEGER,
  signature TEXT,
  signature_reason TEXT,
  client_error TEXT
) STRICT;

CREATE TABLE account (
  row INTEGER PRIMARY KEY,
  file INTEGER NOT NULL,
  line INTEGER NOT NULL,
  user INTEGER NOT NULL,
  apple_sub TEXT,
  email TEXT,
  email_hash TEXT,
  name INTEGER,
  created_at INTEGER,
  method TEXT,
  is_local_user INTEGER,
  app_user_uuid TEXT,
  deleted_at INTEGER
) STRICT;

CREATE TABLE link (
  row INTEGER PRIMARY KEY,
  file INTEGER NOT NULL,
  line INTEGER NOT NULL,
  id TEXT NOT NULL,
  at INTEGER NOT NULL,
  local_user INTEGER NOT NULL,
  speed_user INTEGER,
  keep TEXT,
  status INTEGER NOT NULL,
  error TEXT,
  previous_user INTEGER,
  new_user INTEGER,
  new_app_user_uuid TEXT,
  speed_token_id TEXT,
  confirmed_at INTEGER
) STRICT;

CREATE TABLE ledger (
  row INTEGER PRIMARY KEY,
  file INTEGER NOT NULL,
  line INTEGER NOT NULL,
  adjustment_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  user INTEGER NOT NULL,
  kind TEXT NOT NULL,
  amount INTEGER NOT NULL,
  amount_decimals INTEGER,
  balance_after INTEGER,
  idempotency_key TEXT,
  applied INTEGER NOT NULL,
  status INTEGER,
  payer TEXT NOT NULL,
  operation_id TEXT,
  started_at INTEGER,
  owner_funds INTEGER,
  grant_spendable INTEGER,
  transaction_id TEXT,
  product_id TEXT,
  source TEXT,
  moved_from INTEGER
) STRICT;

CREATE TABLE balance (
  row INTEGER PRIMARY KEY,
  file INTEGER NOT NULL,
  line INTEGER NOT NULL,
  user INTEGER NOT NULL,
  at INTEGER NOT NULL,
  local_balance INTEGER,
  grant_spendable INTEGER
) STRICT;

CREATE TABLE purchase (
  row INTEGER PRIMARY KEY,
  file INTEGER NOT NULL,
  line INTEGER NOT NULL,
  transaction_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  user INTEGER,
  product_id TEXT NOT NULL,
  bundle_id TEXT,
  app_account_token TEXT,
  environment TEXT,
  state TEXT,
  original_transaction_id TEXT,
  quantity INTEGER NOT NULL,
  verified_at INTEGER,
  credited_at INTEGER,
  finished_at INTEGER,
  revocation_date INTEGER,
  revocation_reason TEXT,
  revocation_percentage INTEGER,
  offer_type TEXT,
  signature TEXT,
  signature_reason TEXT
) STRICT;

CREATE TABLE notification (
  row INTEGER PRIMARY KEY,
  file INTEGER NOT NULL,
  line INTEGER NOT NULL,
  id TEXT NOT NULL,
  received_at INTEGER,
  source TEXT NOT NULL,
  type TEXT,
  subtype TEXT,
  event_time INTEGER,
  iss TEXT,
  aud TEXT,
  sub TEXT,
  email TEXT,
  email_hash TEXT,
  is_private_email INTEGER,
  transaction_id TEXT,
  product_id TEXT,
  bundle_id TEXT,
  environment TEXT,
  signature TEXT,
  signature_reason TEXT,
  processed_at INTEGER,
  action TEXT,
  result TEXT,
  attempt INTEGER
) STRICT;

CREATE TABLE deletion (
  row INTEGER PRIMARY KEY,
  file INTEGER NOT NULL,
  line INTEGER NOT NULL,
  id TEXT NOT NULL,
  user INTEGER NOT NULL,
  requested_at INTEGER NOT NULL,
  channel TEXT,
  account_kind TEXT,
  apple_sub TEXT,
  loss_disclosed INTEGER,
  has_active_subscription INTEGER,
  subscription_notice_shown INTEGER,
  confirmed_at INTEGER,
  data_deleted_at INTEGER,
  unlinked_at INTEGER,
  unlink_status INTEGER,
  code_issued_at INTEGER,
  code_hash TEXT,
  token_exchanged_at INTEGER,
  token_exchange_status INTEGER,
  id_token_sub TEXT,
  revoked_at INTEGER,
  revoke_status INTEGER,
  completed_at INTEGER
) STRICT;

CREATE TABLE applecall (
  row INTEGER PRIMARY KEY,
  file INTEGER NOT NULL,
  line INTEGER NOT NULL,
  id TEXT NOT NULL,
  at INTEGER NOT NULL,
  endpoint TEXT NOT NULL,
  user INTEGER,
  sub TEXT,
  grant_type TEXT,
  status INTEGER NOT NULL,
  error TEXT,
  code_hash TEXT,
  code_issued_at INTEGER,
  token_type_hint TEXT,
  secret_kid TEXT,
  secret_iss TEXT,
  secret_iat INTEGER,
  secret_exp INTEGER,
  secret_aud TEXT,
  secret_sub TEXT,
  secret_alg TEXT
) STRICT;

CREATE TABLE mail (
  row INTEGER PRIMARY KEY,
  file INTEGER NOT NULL,
  line INTEGER NOT NULL,
  id TEXT NOT NULL,
  at INTEGER NOT NULL,
  address TEXT NOT NULL,
  address_hash TEXT NOT NULL,
  user INTEGER,
  status TEXT,
  category TEXT
) STRICT;

CREATE TABLE app_row (
  row INTEGER PRIMARY KEY,
  file INTEGER NOT NULL,
  line INTEGER NOT NULL,
  table_name TEXT NOT NULL,
  row_id TEXT NOT NULL,
  user INTEGER NOT NULL,
  created_at INTEGER,
  updated_at INTEGER
) STRICT;

-- A raw HTTP exchange with the platform or Apple, without its tokens, path and bodies. Derivation
-- takes it apart into the records of the other streams, which have its file and line. kind: the
-- words of ExchangeKind. account is the account it is about, user the caller; the claims are those
-- of the identity token, or of the client secret where Apple was called.
CREATE TABLE exchange (
  row INTEGER PRIMARY KEY,
  file INTEGER NOT NULL,
  line INTEGER NOT NULL,
  id TEXT NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  status INTEGER NOT NULL,
  user INTEGER,
  account INTEGER,
  error TEXT,
  token_id TEXT,
  app_user_uuid TEXT,
  role TEXT,
  is_new_account INTEGER,
  is_local_user INTEGER,
  link_suggestion TEXT,
  expires_at INTEGER,
  name INTEGER,
  full_name_received INTEGER,
  redirect_scheme TEXT,
  iss TEXT,
  aud TEXT,
  sub TEXT,
  iat INTEGER,
  exp INTEGER,
  kid TEXT,
  alg TEXT,
  nonce TEXT,
  raw_nonce_length INTEGER,
  nonce_form TEXT,
  email TEXT,
  email_hash TEXT,
  email_verified INTEGER,
  is_private_email INTEGER,
  signature TEXT,
  signature_reason TEXT,
  speed_user INTEGER,
  keep TEXT,
  previous_user INTEGER,
  new_user INTEGER,
  new_app_user_uuid TEXT,
  adjustment_id TEXT,
  movement TEXT,
  amount INTEGER,
  amount_decimals INTEGER,
  balance_after INTEGER,
  idempotency_key TEXT,
  applied INTEGER,
  payer TEXT,
  operation_id TEXT,
  started_at INTEGER,
  owner_funds INTEGER,
  grant_spendable INTEGER,
  transaction_id TEXT,
  product_id TEXT,
  source TEXT,
  grant_type TEXT,
  code_hash TEXT,
  token_type_hint TEXT,
  id_token_sub TEXT
) STRICT;

-- What exchanges filled into deletions that a table tells, so that it can be taken out again.
CREATE TABLE exchange_fill (
  deletion_row INTEGER NOT NULL,
  field TEXT NOT NULL,
  PRIMARY KEY (deletion_row, field)
) STRICT, WITHOUT ROWID;

-- What was found ---------------------------------------------------------------------------------

-- A finding from the run that saw it first to the one that saw it gone. One that comes back is a
-- new row. A rule that was not evaluated leaves its findings as they are. first_seen: the as-of time
-- of the first run, which stays when the run itself is no longer kept.
CREATE TABLE finding (
  finding INTEGER PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  rule TEXT NOT NULL,
  subject_kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  severity INTEGER NOT NULL,
  is_waived INTEGER NOT NULL,
  first_run INTEGER NOT NULL,
  first_seen INTEGER NOT NULL,
  last_run INTEGER NOT NULL,
  resolved_run INTEGER,
  user TEXT,
  at INTEGER,
  exposure INTEGER,
  message TEXT NOT NULL,
  evidence TEXT NOT NULL,
  evidence_total INTEGER NOT NULL
) STRICT;

-- What an open finding was before a run gave it another severity or disposition.
CREATE TABLE finding_past (
  finding INTEGER NOT NULL,
  until_run INTEGER NOT NULL,
  severity INTEGER NOT NULL,
  is_waived INTEGER NOT NULL,
  PRIMARY KEY (finding, until_run)
) STRICT, WITHOUT ROWID;

CREATE TABLE rule_outcome (
  run INTEGER NOT NULL,
  rule TEXT NOT NULL,
  result TEXT NOT NULL,
  detail TEXT,
  findings INTEGER NOT NULL,
  exposure INTEGER,
  PRIMARY KEY (run, rule)
) STRICT, WITHOUT ROWID;

-- People whose retention is over --------------------------------------------------------------

-- What stands for a text that named such a person: mark is a keyed digest of the kind of text and the
-- text, which is kept nowhere; hint a shorter one, that tells most other texts apart.
CREATE TABLE pseudonym (
  mark TEXT PRIMARY KEY,
  hint INTEGER NOT NULL,
  name TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE pseudonym_user (
  user INTEGER PRIMARY KEY
) STRICT;

-- The fingerprint that a finding about a pseudonym would have, and the one that it has always had.
CREATE TABLE finding_alias (
  fingerprint TEXT PRIMARY KEY,
  original TEXT NOT NULL
) STRICT, WITHOUT ROWID;
