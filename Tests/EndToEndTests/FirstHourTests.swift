import Foundation
import TestSupport
import Testing

/// What people meet who have an export and nothing else: `inspect`, `init`, and an audit with what
/// `init` wrote.
@Suite struct FirstHourTests {
  private let tool = Tool()
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// What `inspect` says up to the next step, counts left open: rules come and go.
  private func inspect(_ code: Int32) throws -> String {
    let result = try tool.run("inspect", folder.path("e"))
    #expect(result.code == code, "\(result.errors)")
    let text = result.output.replacing(folder.path("e"), with: "e")
      .replacing(#/\d+ of \d+ rules/#, with: "N of M rules")
      .replacing(#/check \d+ more/#, with: "check N more")
    let steps = text.split(separator: "Then, in this order:\n", maxSplits: 1)
    let rest = steps.last?.split(separator: "\n") ?? []
    #expect(rest.allSatisfy { $0.hasSuffix("to check N more") }, "\(text)")
    return String(steps.first ?? "")
  }

  /// The `mapping` that `init` proposes, once an audit has taken the proposal as it stands.
  private func mapping(audit code: Int32, reads: String) throws -> String {
    // As a shell does: the file is there before the program starts.
    try folder.write("e/siwa-audit.json", "")
    let result = try tool.run("init", folder.path("e"))
    #expect(result.code == 0, "\(result.errors)")
    try folder.write("e/siwa-audit.json", result.output)
    let audit = try tool.run("audit", folder.path("e"), "--output", folder.path("out"))
    #expect(audit.code == code, "\(audit.errors)\(audit.output)")
    #expect(audit.output.contains("Read       \(reads)\n"), "\(audit.output)")
    #expect(!audit.output.contains("not recognised") && !audit.output.contains("rejected"))
    let again = try tool.run("inspect", folder.path("e"))
    #expect(again.code == 0)
    #expect(!again.output.contains("siwa-audit init"))
    let start = try #require(result.output.range(of: "  mapping: {\n"))
    return String(result.output[start.lowerBound...])
  }

  @Test("two tables with names of one's own get a mapping, and an audit reads them with it")
  func twoTables() throws {
    try folder.write(
      "e/app_users.csv",
      """
      id;email_address;apple_user_id;signup_at;auth_provider;premium
      1;a@b.example;000001.abc.0001;2026-09-01 08:00:00+00;Apple;t
      2;c@d.example;;2026-09-02 08:00:00+00;email;f

      """)
    for night in ["01", "02"] {
      try folder.write(
        "e/credit_transactions_2026-10-\(night).csv",
        """
        tx_id,uid,type,credits,new_balance,store_transaction_id,sku,created,note
        \(night)1,1,topup,500,500,20000\(night),credits.500,2026-10-\(night)T08:00:00Z,x
        \(night)2,1,spend,-500,0,,,2026-10-\(night)T09:00:00Z,
        \(night)3,2,gift,3,\(night == "01" ? 3 : 6),,,2026-10-\(night)T09:00:00Z,
        \(night)4,2,odd,7,7,,,2026-10-\(night)T09:00:00Z,
        \(night)5,2,refund to ann@b.example,7,7,,,2026-10-\(night)T09:00:00Z,

        """)
    }
    func ledger(_ name: String, _ indent: String) -> String {
      """
      "\(name)": {
      \(indent)  stream: "ledger",
      \(indent)  fields: {
      \(indent)    adjustmentId: "tx_id", at: "created", userId: "uid", kind: "type",
      \(indent)    amount: "credits", transactionId: "store_transaction_id", productId: "sku",
      \(indent)  },
      \(indent)  where: { type: ["topup", "spend", "gift"] },
      \(indent)  values: { kind: { topup: "purchase", spend: "usage" } },
      \(indent)  signed: true,  // the sign tells the direction
      \(indent)}
      """
    }
    let accounts = """
      "app_users.csv": {
            stream: "accounts",
            fields: {
              userId: "id", appleSub: "apple_user_id", email: "email_address",
              createdAt: "signup_at", method: "auth_provider",
            },
            values: { method: { Apple: "apple" } },
          }
      """
    #expect(
      try inspect(3)
        == """
        app_users.csv: not recognised, but would be accounts with this mapping:
            \(accounts)
        credit_transactions_2026-10-01.csv: not recognised, but would be ledger with this mapping:
            \(ledger("credit_transactions_2026-10-01.csv", "    "))
          without records of 'odd', other words: say in 'values' what they mean, \
        and take 'new_balance' as balanceAfter then
        credit_transactions_2026-10-02.csv: not recognised, but would be ledger with this mapping:
            \(ledger("credit_transactions_2026-10-02.csv", "    "))
          without records of 'odd', other words: say in 'values' what they mean, \
        and take 'new_balance' as balanceAfter then

        error: no file of the export is recognised (app_users.csv, \
        credit_transactions_2026-10-01.csv, credit_transactions_2026-10-02.csv); name files after \
        their stream (ledger.ndjson) or use --stream NAME=FILE
        0 of M rules could be checked.
        Next: siwa-audit init e > e/siwa-audit.json to check N more

        """.replacing("0 of M", with: "N of M"))
    #expect(
      try mapping(audit: 0, reads: "accounts 2, ledger 10") == """
          mapping: {
            // guess, by its columns
            \(accounts),
            // guess; left out are 'odd', other words: say in 'values' what they mean, \
        and take 'new_balance' as balanceAfter then
            \(ledger("credit_transactions_*.csv", "    ")),
          },
        }

        """)
  }

  @Test("a Supabase dump gets its built-in mappings, one of one's own, and no second accounts")
  func supabase() throws {
    try folder.write(
      "e/backup.sql",
      """
      COPY auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, \
      created_at, email, id) FROM stdin;
      000001.abc.0001\tu1\t{"sub": "000001.abc.0001"}\tapple\t2026-10-01 08:00:00+00\
      \t2026-09-01 08:00:00+00\ta@b.example\ti1
      \\.
      COPY auth.sessions (id, user_id, created_at, not_after, refreshed_at, ip) FROM stdin;
      s1\tu1\t2026-10-01 08:00:00.5+00\t\\N\t\\N\t10.0.0.1
      \\.
      COPY auth.users (id, email, raw_app_meta_data, raw_user_meta_data, created_at, \
      deleted_at) FROM stdin;
      u1\ta@b.example\t{"provider": "apple"}\t{"iss": "https://appleid.apple.com", \
      "sub": "000001.abc.0001"}\t2026-09-01 08:00:00+00\t\\N
      \\.
      COPY public.credit_ledger (id, user_id, delta, reason, created_at, balance) FROM stdin;
      1\tu1\t5\tpurchase\t2026-10-01 09:00:00+00\t5
      2\tu1\t-2\tusage\t2026-10-01 10:00:00+00\t3
      3\tu1\t-1\tidentify\t2026-10-01 11:00:00+00\t2
      \\.
      COPY public.links (id, url) FROM stdin;
      1\thttps://x.example
      \\.
      COPY public.plants (id, owner_id, name, inserted_at) FROM stdin;
      7\tu1\tFern\t2026-10-01 08:00:00+00
      \\.
      COPY public.plant_audit (id, user_id, created_at) FROM stdin;
      9\tu1\t2026-10-01 08:00:00+00
      \\.
      COPY public.profiles (id, username, created_at) FROM stdin;
      u1\tann\t2026-09-01 08:00:00+00
      \\.
      """)
    let ledger = """
      "public.credit_ledger": {
            stream: "ledger",
            fields: {
              adjustmentId: "id", at: "created_at", userId: "user_id", kind: "reason",
              amount: "delta", balanceAfter: "balance",
            },
            values: { kind: { identify: "usage" } },
            signed: true,  // the sign tells the direction
          }
      """
    let plants = """
      "public.plants": {
            stream: "rows",
            fields: {
              table: "=plants", rowId: "id", userId: "owner_id", createdAt: "inserted_at",
            },
          }
      """
    #expect(
      try inspect(3) == """
        backup.sql: dump, damaged: has no column 'at' in its header: rename the one that holds it, \
        in its table 'auth.sessions'
            'auth.identities' looks like supabase.auth.identities: map "auth.identities": \
        { use: "supabase.auth.identities" }
            'auth.sessions' looks like supabase.auth.sessions: map "auth.sessions": \
        { use: "supabase.auth.sessions" }
            'auth.users' looks like supabase.auth.users: map "auth.users": \
        { use: "supabase.auth.users" }
            'public.credit_ledger' would be ledger with this mapping:
                \(ledger.replacing("\n", with: "\n    "))
            'public.links' is named like links and has no at and no localUserId and no status: \
        map "public.links": [] to leave it aside
            'public.plants' would be rows with this mapping:
                \(plants.replacing("\n", with: "\n    "))

        N of M rules could be checked.
        Next: siwa-audit init e > e/siwa-audit.json to check N more

        """)
    #expect(
      try mapping(audit: 0, reads: "accounts 1, ledger 3, rows 1, sessions 2") == """
          mapping: {
            // guess, by its look
            "auth.identities": { use: "supabase.auth.identities" },
            // guess, by its look
            "auth.sessions": { use: "supabase.auth.sessions" },
            // guess, by its look
            "auth.users": { use: "supabase.auth.users" },
            // guess; usage by the sign of its amounts: 'identify'
            \(ledger),
            // no links (no at, localUserId, status): left aside
            "public.links": [],
            // guess; leave out what may outlive its user
            \(plants),
          },
        }

        """)
  }

  @Test("a gateway's log of calls of the platform becomes raw exchanges, and shows the platform")
  func speed() throws {
    func call(_ id: Int, _ verb: String, _ path: String, _ body: String) -> String {
      #"{"time":"2026-10-01T08:00:0\#(id)Z","request_id":"r\#(id)","user":"s1","http":"#
        + #"{"method":"\#(verb)","url":"https://speed.example\#(path)","status_code":200,"#
        + #""request_body":null,"response_body":\#(body)},"ms":3}"# + "\n"
    }
    try folder.write(
      "e/gateway.jsonl",
      call(
        1, "POST", "/api/platform/auth/apple-native",
        #"{"token":"t","user":{"id":"s1"},"isNewAccount":true,"isLocalUser":true}"#)
        + call(2, "DELETE", "/api/platform/auth/me", "{}") + call(3, "GET", "/health", "{}"))
    let exchanges = """
      "gateway.jsonl": {
            stream: "exchanges",
            fields: {
              id: "request_id", at: "time", method: "http.method", path: "http.url",
              status: "http.status_code", userId: "user", request: "http.request_body",
              response: "http.response_body",
            },
          }
      """
    #expect(
      try inspect(3) == """
        gateway.jsonl: not recognised, but would be exchanges with this mapping:
            \(exchanges)

        error: no file of the export is recognised (gateway.jsonl); name files after their stream \
        (ledger.ndjson) or use --stream NAME=FILE
        N of M rules could be checked.
        Next: siwa-audit init e > e/siwa-audit.json to check N more

        """)
    #expect(
      try mapping(audit: 0, reads: "exchanges 3") == """
          mapping: {
            // guess, by its columns
            \(exchanges),
          },
        }

        """)
    let proposal = try folder.text("e/siwa-audit.json")
    #expect(
      proposal.contains(
        #"    platform: "speed",  // guess: links, unlink steps or exchanges are there"#))
    #expect(proposal.contains(#"loginMethods: ["apple"],"#))
  }

  @Test("files named after a stream: other columns, too few of them, optional ones renamed")
  func renames() throws {
    try folder.write("e/purchases.csv", "order_id,bought_at,user,sku\n1,1790841600,u1,small\n")
    try folder.write("e/deletions.csv", "id,user,colour\n1,u1,red\n")
    try folder.write(
      "e/ledger.csv",
      "adjustmentId,at,userId,kind,amount,new_balance\n1,1790841600,u1,gift,1,1\n")
    try folder.write("e/emails.csv", "id,sent_at,recipient,uid\n1,soon,a@b.example,u1\n")
    #expect(
      try inspect(3) == """
        deletions.csv: deletions, damaged: has no column 'userId' in its header: rename the one that \
        holds it
          looks most like deletions, which must have requestedAt, too; other names: user → userId
        ledger.csv: ledger, 1 record
          fields: adjustmentId, at, userId, kind, amount
          not there: balanceAfter, idempotencyKey, applied, status, payer, operationId, startedAt, \
        ownerFunds, grantSpendable, transactionId, productId, source, movedFrom
          unknown: new_balance
          known under another name: new_balance → balanceAfter
        purchases.csv: purchases, damaged: has no column 'transactionId' in its header: rename the \
        one that holds it
          would be purchases with these names changed: order_id → transactionId, bought_at → at, \
        sku → productId, user → userId
            or with this mapping:
              "purchases.csv": {
                stream: "purchases",
                fields: {
                  transactionId: "order_id", at: "bought_at", productId: "sku", userId: "user",
                },
              }
        emails.csv: not recognised, but looks most like mail; 'sent_at' doesn't fit: the value of \
        'at' is no time: write it as 2026-10-01T08:00:00Z

        N of M rules could be checked.
        Next: siwa-audit init e > e/siwa-audit.json to check N more

        """)
  }
}
