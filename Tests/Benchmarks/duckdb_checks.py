"""The peer: DuckDB loads the same two files and runs six of the checks, in memory."""

import sys

import duckdb

folder = sys.argv[1]
database = duckdb.connect(":memory:")
database.execute(
    f"""
    CREATE TABLE ledger AS
    SELECT adjustmentId::BIGINT AS id, "at"::TIMESTAMP AS moment, userId AS account, kind,
      (CASE WHEN kind IN ('purchase', 'gift', 'merge-in') THEN 1 ELSE -1 END
        * amount::DECIMAL(18, 8))::DECIMAL(18, 8) AS delta,
      idempotencyKey AS key, applied, balanceAfter::DECIMAL(18, 8) AS balance
    FROM read_json('{folder}/ledger.ndjson', format = 'newline_delimited',
      columns = {{adjustmentId: 'VARCHAR', "at": 'VARCHAR', userId: 'VARCHAR', kind: 'VARCHAR',
        amount: 'VARCHAR', idempotencyKey: 'VARCHAR', applied: 'BOOLEAN',
        balanceAfter: 'VARCHAR'}})
    """
)
database.execute(
    f"""
    CREATE TABLE sessions AS
    SELECT id, userId AS account, appUserUUID AS uuid, "at"::TIMESTAMP AS issued,
      expiresAt::TIMESTAMP AS expires
    FROM read_json('{folder}/sessions.ndjson', format = 'newline_delimited',
      columns = {{id: 'VARCHAR', userId: 'VARCHAR', appUserUUID: 'VARCHAR', "at": 'VARCHAR',
        expiresAt: 'VARCHAR'}})
    """
)
checks = {
    "keys applied twice": """
        SELECT count(*) FROM (SELECT key FROM ledger WHERE applied GROUP BY key
          HAVING count(*) > 1)""",
    "balances that don't add up": """
        SELECT count(*) FROM (SELECT balance, delta, lag(balance, 1, 0) OVER
          (PARTITION BY account ORDER BY moment, id) AS before FROM ledger)
        WHERE before + delta <> balance""",
    "balances below zero": "SELECT count(*) FROM ledger WHERE balance < 0",
    "spent while empty": """
        SELECT count(*) FROM (SELECT kind, applied, lag(balance) OVER
          (PARTITION BY account ORDER BY moment, id) AS before FROM ledger)
        WHERE kind = 'usage' AND applied AND before <= 0""",
    "shared UUIDs": """
        SELECT count(*) FROM (SELECT uuid FROM sessions GROUP BY uuid
          HAVING count(DISTINCT account) > 1)""",
    "sessions over seven days": """
        SELECT count(*) FROM sessions WHERE expires - issued > INTERVAL 7 DAY""",
}
for name, query in checks.items():
    print(f"{name}: {database.execute(query).fetchone()[0]}")
