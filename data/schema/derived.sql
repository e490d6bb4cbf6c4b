-- Facts that derivation computes from the records, once, before the rules run.
--
-- Every table here is emptied and filled again in each run, so the same records give the same
-- facts however many nights they took to arrive. Where a comment says "candidates", the table is
-- a prefilter: it may hold more rows than a rule needs, never fewer, and the rule restates its
-- whole condition.

-- The policies and settings in force, and the time the audit speaks for. One row. Durations are
-- microseconds; NULL where nothing is configured.
CREATE TABLE setting (
  as_of INTEGER NOT NULL,
  platform TEXT NOT NULL,
  app TEXT NOT NULL,
  team_id TEXT,
  environment TEXT,
  team_transfer_at INTEGER,
  login_exemption TEXT,
  deletion_in_app INTEGER,
  exported_at INTEGER,
  oldest_ledger_at INTEGER,
  session_lifetime INTEGER,
  skew INTEGER NOT NULL,
  code_lifetime INTEGER NOT NULL,
  secret_lifetime INTEGER NOT NULL,
  revocation_grace INTEGER NOT NULL,
  notification_grace INTEGER NOT NULL,
  purchase_settlement INTEGER NOT NULL,
  deletion_deadline INTEGER NOT NULL
) STRICT;

-- The lists of the configuration: name is one of bundleIds, servicesIds, keyIds, urlSchemes,
-- issuers, loginMethods, ownLoginMethods, equivalentLogins, complete; and jwksKids, the key ids of
-- app/jwks.json; products in "product".
CREATE TABLE setting_list (
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (name, value)
) STRICT, WITHOUT ROWID;

-- The login methods that sessions show, each with one such session; NULL for the row of those that
-- only "accounts" tells.
CREATE TABLE login_method (
  method TEXT PRIMARY KEY,
  session_row INTEGER
) STRICT, WITHOUT ROWID;

-- The first and the last session, and how many users they have, counted up to 100. One row.
CREATE TABLE session_span (
  first_at INTEGER,
  last_at INTEGER,
  users INTEGER NOT NULL
) STRICT;

CREATE TABLE product (
  product_id TEXT PRIMARY KEY,
  amount INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Accounts ---------------------------------------------------------------------------------------

-- Every pair of accounts of which one was merged into the other, through any chain; at is the
-- time of the merge that completed the path.
CREATE TABLE merge_closure (
  p INTEGER NOT NULL,
  s INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (p, s)
) STRICT, WITHOUT ROWID;

CREATE INDEX merge_closure_by_s ON merge_closure (s);

-- One number for all accounts that merges made one; accounts without a merge are not here.
CREATE TABLE merged_account (
  user INTEGER PRIMARY KEY,
  root INTEGER NOT NULL
) STRICT;

-- The accounts that a link (of any status) or a deletion names.
CREATE TABLE touched_account (
  user INTEGER PRIMARY KEY
) STRICT;

-- Links (2xx) by each account they name: as caller, as the account behind the speedToken, as the
-- one that went or the one that stays.
CREATE TABLE account_link (
  user INTEGER NOT NULL,
  at INTEGER NOT NULL,
  link_row INTEGER NOT NULL,
  PRIMARY KEY (user, at, link_row)
) STRICT, WITHOUT ROWID;

-- The UUIDs that sessions and accounts know of the touched accounts.
CREATE TABLE account_uuid (
  uuid TEXT NOT NULL,
  user INTEGER NOT NULL,
  PRIMARY KEY (uuid, user)
) STRICT, WITHOUT ROWID;

-- What "accounts" adds to sessions that lack it; NULL where it adds nothing. Read it through the
-- view session_full.
CREATE TABLE session_fill (
  row INTEGER PRIMARY KEY,
  app_user_uuid TEXT,
  method TEXT,
  is_local_user INTEGER,
  apple_sub TEXT,
  name INTEGER
) STRICT;

-- The time at which an account is known to have been new (the contract's "new account"): its
-- earliest such session.
CREATE TABLE new_account (
  user INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  session_row INTEGER NOT NULL
) STRICT;

-- Completed deletions, the rows of the view "completion" by account.
CREATE TABLE gone (
  user INTEGER NOT NULL,
  at INTEGER NOT NULL,
  deletion_row INTEGER NOT NULL,
  id TEXT NOT NULL,
  requested_at INTEGER NOT NULL,
  PRIMARY KEY (user, at, deletion_row)
) STRICT, WITHOUT ROWID;

-- Whether a deletion's account is a local one: 1, 0, or NULL where it is not known; and the
-- balance at requestedAt, NULL where it is not known.
CREATE TABLE deletion_fact (
  deletion_row INTEGER PRIMARY KEY,
  is_local_account INTEGER,
  balance INTEGER,
  balance_row INTEGER
) STRICT;

-- Records of the touched accounts, by account; a purchase by its user and by its appAccountToken.
-- For the ledger, the account is the owner of the chain, and of all rows only candidates: those
-- later than the earliest time at which the account ended (merge as P, kept-local as X, D), and
-- the nearest row before, and at or before, each link, request and D.
CREATE TABLE account_session (
  user INTEGER NOT NULL,
  row INTEGER NOT NULL,
  PRIMARY KEY (user, row)
) STRICT, WITHOUT ROWID;

CREATE TABLE account_ledger (
  user INTEGER NOT NULL,
  row INTEGER NOT NULL,
  PRIMARY KEY (user, row)
) STRICT, WITHOUT ROWID;

CREATE TABLE account_row (
  user INTEGER NOT NULL,
  row INTEGER NOT NULL,
  PRIMARY KEY (user, row)
) STRICT, WITHOUT ROWID;

CREATE TABLE account_purchase (
  user INTEGER NOT NULL,
  row INTEGER NOT NULL,
  PRIMARY KEY (user, row)
) STRICT, WITHOUT ROWID;

-- Sessions of the Apple subs of deleted accounts and of Apple's notifications, by sub; a deleted
-- account's are the deletion's appleSub, else those of the account's sessions.
CREATE TABLE sub_session (
  apple_sub TEXT NOT NULL,
  row INTEGER NOT NULL,
  PRIMARY KEY (apple_sub, row)
) STRICT, WITHOUT ROWID;

-- Sessions with the attempts that name them in sessionId; candidates: those of sessions that a
-- refused attempt names, that expire in the same second as a token, or whose Apple sub is not the
-- token's. Read it through the view named_session.
CREATE TABLE session_attempt (
  session_row INTEGER NOT NULL,
  attempt_row INTEGER NOT NULL,
  PRIMARY KEY (session_row, attempt_row)
) STRICT, WITHOUT ROWID;

-- Records that sessions show as odd; candidates, by oddity: early (a session, ledger row or row of
-- an account that is older than its earliest isNewAccount session), method (a session of an account
-- that had others before its first Apple session), new (an isNewAccount session of an account that
-- has two), unexplained (an Apple session that no accepted attempt names, where attempts are said
-- to be complete), uuid (a session or an entry of "accounts" whose UUID has two accounts, or whose
-- account has two UUIDs).
CREATE TABLE odd_account (
  oddity TEXT NOT NULL,
  stream TEXT NOT NULL,
  row INTEGER NOT NULL,
  PRIMARY KEY (oddity, stream, row)
) STRICT, WITHOUT ROWID;

-- Sessions of Apple subs that led to more than one account, and of accounts that have more than one
-- sub; candidates.
CREATE TABLE crossed_session (
  row INTEGER PRIMARY KEY
) STRICT;

-- Accounts whose first Apple session received a name, while no session from then on shows that one
-- is stored; candidates.
CREATE TABLE lost_name (
  user INTEGER PRIMARY KEY
) STRICT;

-- Sessions of new Apple accounts that received no name; candidates. previous_row is the latest
-- session of the same Apple sub before it, NULL where there is none.
CREATE TABLE nameless_session (
  row INTEGER PRIMARY KEY,
  previous_row INTEGER
) STRICT;

-- User ids that may be mail addresses, with the first record of each stream that names them;
-- candidates.
CREATE TABLE address_key (
  user INTEGER NOT NULL,
  stream TEXT NOT NULL,
  row INTEGER NOT NULL,
  PRIMARY KEY (user, stream)
) STRICT, WITHOUT ROWID;

-- The ledger -------------------------------------------------------------------------------------

-- Ledger rows in their chain; candidates: rows for which one of the facts below holds, or that
-- stand beside one which has. owner is the account whose chain the row belongs to (P for history
-- that a merge moved to S). sequence counts from 1 within the owner. before and after are NULL
-- where unknown. is_first: a first row (of the chain, after a deletion, or after a blurred merge);
-- is_new: the first row of a new account. balance_after: the row's own, NULL where absent or to be
-- ignored. start_balance: the balance at startedAt, else at (rows before this one only), NULL
-- where unknown. previous_row: the row before it, NULL for a first row. mismatch: balance_after
-- minus (before + delta), before being known from the chain; is_undoing: it exactly undoes the
-- mismatch of the row before it, which fired. Rows of two chains that can't be told apart have no
-- before, after, start_balance and mismatch; and are not new.
CREATE TABLE chain (
  row INTEGER PRIMARY KEY,
  owner INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  previous_row INTEGER,
  before INTEGER,
  delta INTEGER NOT NULL,
  balance_after INTEGER,
  after INTEGER,
  start_balance INTEGER,
  mismatch INTEGER,
  is_undoing INTEGER NOT NULL,
  is_first INTEGER NOT NULL,
  is_new INTEGER NOT NULL
) STRICT;

-- Rows whose sums overflow: the balance is unknown from there on.
CREATE TABLE overflow (
  row INTEGER PRIMARY KEY
) STRICT;

-- Crossings from a balance of zero or more to below zero: row is the one that crossed; lowest the
-- deepest balance until end_row brought it back (NULL: it never came back, or, with an end_at, a
-- deletion ended it).
CREATE TABLE dip (
  row INTEGER PRIMARY KEY,
  lowest INTEGER NOT NULL,
  end_row INTEGER,
  end_at INTEGER
) STRICT;

-- Rows that are the same row as another one, moved by a merge from P to S: they are in no chain.
CREATE TABLE moved_row (
  row INTEGER PRIMARY KEY,
  original_row INTEGER NOT NULL
) STRICT;

-- Rows that share their idempotency key with another row, or their adjustment id; candidates.
CREATE TABLE repeated_key (
  idempotency_key TEXT NOT NULL,
  row INTEGER NOT NULL,
  PRIMARY KEY (idempotency_key, row)
) STRICT, WITHOUT ROWID;

CREATE TABLE repeated_adjustment (
  adjustment_id TEXT NOT NULL,
  row INTEGER NOT NULL,
  PRIMARY KEY (adjustment_id, row)
) STRICT, WITHOUT ROWID;

-- Oddities that one row shows; candidates for the rules that read no other row of the ledger:
-- amount (zero, negative, more than eight decimals), keyless (a purchase or gift), linked (payer),
-- merge-in, other-key (a purchase whose key doesn't hold its transaction id), owner-funds (zero or
-- less), refused (not applied or status 4xx), unpurchased (a purchase whose transaction isn't among
-- the purchases).
CREATE TABLE odd_ledger (
  oddity TEXT NOT NULL,
  row INTEGER NOT NULL,
  PRIMARY KEY (oddity, row)
) STRICT, WITHOUT ROWID;

-- Purchases and reversals that name a transaction, by transaction; read them through the views
-- credit and reversal. Candidates: those of a transaction that a purchase, a notification or more
-- than one row names, and all reversals.
CREATE TABLE transaction_row (
  tx TEXT NOT NULL,
  row INTEGER NOT NULL,
  PRIMARY KEY (tx, row)
) STRICT, WITHOUT ROWID;

-- Each purchase that was credited, with its first credit. Read it through the view credited.
CREATE TABLE first_credit (
  purchase_row INTEGER PRIMARY KEY,
  credit_row INTEGER NOT NULL
) STRICT;

-- The UUIDs that sessions and accounts know of the accounts to which purchases with an
-- appAccountToken were credited.
CREATE TABLE credited_uuid (
  user INTEGER NOT NULL,
  uuid TEXT NOT NULL,
  PRIMARY KEY (user, uuid)
) STRICT, WITHOUT ROWID;

-- The balance of P at a merge: just before its first merge-out from T - skew on, else at T; NULL
-- where unknown. chain_row is the row that shows it.
CREATE TABLE merge_balance (
  link_row INTEGER PRIMARY KEY,
  balance INTEGER,
  chain_row INTEGER
) STRICT;

-- What a balances reading should have said (NULL: unknown); candidates: readings that differ from
-- it, and those before a first row. chain_row: the last row at or before it. is_near: a row of the
-- chain within skew of it. has_row_before: the account has a ledger row at or before it.
-- is_before_first_row: it is the reading of a new account before its first row, which comes.
CREATE TABLE reading (
  balance_row INTEGER PRIMARY KEY,
  expected INTEGER,
  chain_row INTEGER,
  is_near INTEGER NOT NULL,
  has_row_before INTEGER NOT NULL,
  is_before_first_row INTEGER NOT NULL
) STRICT;

-- The waivers that the run was given, in the order of their file; filled when it is kept, for
-- "investigate". ends_at: the last moment at which the waiver counts.
CREATE TABLE waiver (
  fingerprint TEXT,
  rule TEXT,
  subject TEXT,
  reason TEXT NOT NULL,
  until TEXT NOT NULL,
  ends_at INTEGER NOT NULL,
  by_whom TEXT,
  ticket TEXT
) STRICT;

-- Where an id of a record may be, so that "investigate" need not look at millions of rows; no rule
-- reads it. For each block of 512 rows a Bloom filter of 2 KiB of the users and ids that they name, of
-- every table of records but the short ones, "link" and "deletion". bits: the filters of the rows from
-- first_row to last_row, one after the other. Rows in no filter have to be looked at.
CREATE TABLE id_filter (
  table_name TEXT NOT NULL,
  first_row INTEGER NOT NULL,
  last_row INTEGER NOT NULL,
  bits BLOB NOT NULL
) STRICT;
