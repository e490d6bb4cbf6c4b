import Foundation
import TestSupport
import Testing

/// Mappings that `init` proposes, each tried by an audit.
@Suite struct GuessTests {
  private let tool = Tool()
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// What stands in the proposal's `mapping`, and what the next audit reads.
  private func propose() throws -> (mapping: String, reads: String) {
    let result = try tool.run("init", folder.path("e"))
    #expect(result.code == 0, "\(result.errors)")
    try folder.write("e/siwa-audit.json", result.output)
    let audit = try tool.run(
      "audit", folder.path("e"), "--output", folder.path("out"), "--exit-zero")
    #expect(audit.code == 0, "\(audit.errors)\(audit.output)")
    let lines = result.output.split(separator: "\n").map(String.init)
    let mapping = lines.drop { $0 != "  mapping: {" }.dropFirst().prefix { $0 != "  }," }
    let reads = audit.output.split(separator: "\n").first { $0.hasPrefix("Read") } ?? ""
    return (
      mapping.filter { !$0.hasPrefix("    // guess, by its") }
        .map { String($0.dropFirst(4)) }.joined(separator: "\n"),
      String(reads.dropFirst(11))
    )
  }

  private static let renamed: [(name: String, text: String, mapping: String, reads: String)] = [
    (
      "users_rows.csv",
      "id,email,raw_app_meta_data,raw_user_meta_data,created_at,deleted_at\n"
        + "u1,,\"{\"\"provider\"\":\"\"apple\"\"}\",{},2026-10-01 08:00:00+00,\n",
      #""users_rows.csv": { use: "supabase.auth.users" },"#, "accounts 1"
    ),
    (
      "people.json",
      #"[{"id":"u1","name":"A","email":"a@b.example","email_verified":null,"#
        + #""created_at":"2026-10-01T08:00:00Z"}]"#,
      """
      "people.json": {
        stream: "accounts",
        fields: { userId: "id", email: "email", name: "name", createdAt: "created_at" },
      },
      """, "accounts 1"
    ),
    (
      "sessions.csv", "id,user_id,created_at,not_after,refreshed_at\ns,u,1790841600,,\n",
      #""sessions.csv": { use: "supabase.auth.sessions" },"#, "sessions 1"
    ),
    (
      "events.ndjson",
      #"{"event_id":"e1","ts":1790841600123,"user":{"id":"u1"},"#
        + #""data":{"kind":"topup","credits":100,"balance":100,"tags":["a"]}}"# + "\n"
        + #"{"event_id":"e2","ts":1790841600124,"user":{"id":"u1"},"#
        + #""data":{"kind":"debit","credits":100,"balance":0}}"#,
      """
      "events.ndjson": {
        stream: "ledger",
        fields: {
          adjustmentId: "event_id", at: "ts", userId: "user.id", kind: "data.kind",
          amount: "data.credits", balanceAfter: "data.balance",
        },
        values: { kind: { topup: "purchase", debit: "usage" } },
      },
      """, "ledger 2"
    ),
    (
      "credit_log.json",
      #"{"rows":[{"pk":1,"user":"u","amount_cents":250,"created_at":1790841600},"#
        + #"{"pk":2,"user":"u","amount_cents":-50,"created_at":1790841601}]}"#,
      """
      "credit_log.json": {
        stream: "ledger",
        fields: {
          adjustmentId: "pk", at: "created_at", userId: "user", amount: "amount_cents",
        },
        signed: true,  // the sign tells the direction
        scale: { amount: "0.01" },  // guess: cents
      },
      """, "ledger 2"
    ),
    (
      "login_attempts.csv",
      "id;created_at;user_id;success;error_code;apple_sub\n1;2026-10-01 08:00:00;u1;true;;s\n"
        + "2;2026-10-01 08:00:01;;false;bad_nonce;s\n",
      """
      "login_attempts.csv": {
        stream: "attempts",
        fields: {
          id: "id", at: "created_at", outcome: "success", reason: "error_code",
          userId: "user_id", sub: "apple_sub",
        },
        values: { outcome: { true: "accepted", false: "rejected" } },
      },
      """, "attempts 2"
    ),
  ]

  @Test("a file with other names gets the mapping that reads it", arguments: renamed)
  func files(_ file: (name: String, text: String, mapping: String, reads: String)) throws {
    try folder.write("e/" + file.name, file.text)
    let proposed = try propose()
    #expect(proposed.mapping == file.mapping)
    #expect(proposed.reads == file.reads)
  }

  @Test("a night with other columns gets an entry of its own; one that is read as it is gets none")
  func nights() throws {
    try folder.write("e/mail-2026-10-01.csv", "id,at,to\nm1,1790841600,a@b.example\n")
    try folder.write("e/mail-2026-10-02.csv", "id,sent_at,to\nm2,1790841600,a@b.example\n")
    try folder.write("e/a/orders_20261001.csv", "id,bought_at,sku\n1,1790841600,small\n")
    try folder.write("e/b/orders_20261002.csv", "id,bought_at,sku\n2,1790841600,small\n")
    let proposed = try propose()
    #expect(
      proposed.mapping == """
        "orders_*.csv": {
          stream: "purchases",
          fields: { transactionId: "id", at: "bought_at", productId: "sku" },
        },
        "mail-2026-10-02.csv": {
          stream: "mail",
          fields: { id: "id", at: "sent_at", to: "to" },
        },
        """)
    #expect(proposed.reads == "mail 2, purchases 2")
  }

  @Test("tables of people's own that are of no stream are left alone, and names can't end a text")
  func others() throws {
    try folder.write("e/chats.csv", "id,user_id,created_at,text\n1,u,1790841600,hello\n")
    try folder.write("e/vocabulary.csv", "id,word,language\n1,hello,en\n")
    try folder.write("e/package.json", #"{"name": "x", "version": "1", "dependencies": {}}"#)
    try folder.write("e/blob.bin", "\u{0}\u{1}\u{2}")
    try folder.write(
      "e/emails.csv",
      "id,sent_at,\"a\"\"*/ \n\",=b,c[0],d..e,\"rec\"\"ipient\"\nm,1790841600,,,,,a@b.example\n")
    try folder.write(
      "e/email\"\n*.csv", "id,sent_at,recipient,user\nm,1790841600,a@b.example,u\n")
    let proposed = try propose()
    #expect(
      proposed.mapping == #"""
        "email\"\n*.csv": {
          stream: "mail",
          fields: { id: "id", at: "sent_at", to: "recipient", userId: "user" },
        },
        """#)
    let inspected = try tool.run("inspect", folder.path("e"))
    #expect(inspected.code == 0)
    #expect(
      inspected.output.contains(
        """
        not recognised: is named after no stream:
          blob.bin
          chats.csv
          emails.csv
          package.json
          vocabulary.csv

        """))
  }
}
