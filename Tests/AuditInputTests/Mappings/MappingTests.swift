import AuditInput
import AuditModel
import Testing

@Suite struct MappingTests {
  @Test("constants, nested places, JSON in a text, elements and alternatives")
  func sources() throws {
    let read = try ExportFolder.read(
      "users.csv",
      #"""
      id,meta,"identities",mail,mail2
      u1,"{""at"":{""in"":1790841600},""sub"":""s1""}","[{""p"":""x"",""id"":""no""},{""p"":""apple.com"",""id"":""yes""}]",,b@b.example
      u2,"{\""at\"":{\""in\"":1790841601}}",[],a@b.example,b@b.example
      u3,,"{""p"":""apple.com"",""id"":""only""}",,
      u4,{broken,,,
      """#,
      mapping: """
        { "users.csv": { stream: "sessions", fields: {
            id: "id", user_id: "id", at: ["meta.at.in", "=2026-10-01T08:00:05Z"], method: "=apple",
            appleSub: "identities[p=apple.com].id", endReason: "identities[0].p",
            email: ["mail", "mail2"], tokenId: "meta.none" } } }
        """)
    let a = "email=a…@b.example email_hash=7a3ad9332288dff2873622f30c1d7f3d"
    let b = "email=b…@b.example email_hash=" + Self.hash(read, of: "u1")
    #expect(
      read.lines == [
        "sessions 2 id=u1 at=1790841600000000 user=u1 method=apple end_reason=x apple_sub=yes \(b)",
        "sessions 3 id=u2 at=1790841601000000 user=u2 method=apple \(a)",
        "sessions 4 id=u3 at=1790841605000000 user=u3 method=apple end_reason=apple.com "
          + "apple_sub=only",
        "5 at: 'meta.at.in' leads into no JSON",
      ])
    #expect(
      read.summary.streams[.sessions]?.knownFields
        == ["id", "userId", "at", "method", "appleSub", "endReason", "email"])
    #expect(read.summary.unknownFields == [])
  }

  private static func hash(_ read: ReadBack, of id: String) -> String {
    let record = read.records.first { $0.contains("id=\(id) ") } ?? ""
    return String(record.split(separator: "=").last ?? "")
  }

  @Test("a log of another form becomes raw exchanges, with its tokens hashed and no finding")
  func exchanges() throws {
    let token = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhMSIsIm5vbmNlIjoibiJ9.c2lnbmF0dXJlLWJ5dGVz"
    let mapping = """
      { "*": { stream: "exchanges", where: { kind: "http" }, fields: {
          id: "rid", at: "ts", method: "req.verb", path: "req.url", status: "res.code",
          userId: "user", request: "req.body", response: "res.body" } } }
      """
    let read = try ExportFolder.read(
      "gateway.ndjson",
      #"{"rid":"x1","ts":1790841600,"kind":"http","user":"u1","req":{"verb":"post","#
        + #""url":"https://speed.example/api/platform/auth/apple-native","#
        + #""body":{"identityToken":"\#(token)"}},"res":{"code":200,"#
        + #""body":"{\"token\":\"\#(token)\",\"user\":{\"id\":\"s1\"}}"},"ms":3}"# + "\n"
        + #"{"rid":"x2","ts":1790841601,"kind":"http","req":{"verb":"GET","url":"/"},"#
        + #""res":{"code":200},"note":"\#(token)"}"# + "\n"
        + #"{"rid":"x3","ts":1790841602,"kind":"http","req":{"verb":"GET"},"res":{"code":200}}"#
        + "\n" + #"{"rid":"x4","kind":"cron"}"# + "\n", mapping: mapping)
    #expect(
      read.lines.map { $0.replacing(#/token_id=\w+/#, with: "token_id=…") } == [
        "exchanges 1 id=x1 at=1790841600000000 kind=sign-in status=200 user=u1 account=s1 "
          + "token_id=… full_name_received=0 sub=a1 alg=RS256 nonce=n signature=unchecked",
        "exchanges 2 id=x2 at=1790841601000000 kind=other status=200",
        "3 path: the field 'path' is missing",
      ])
    #expect(read.summary.leftOut == 1)
    #expect(read.summary.unknownFields == ["ms", "note"])
    #expect(read.summary.leaks == [Leak(line: 2, field: "note", kind: "jwt")])
    #expect(read.summary.exchangeKinds == [.signIn: 1, .other: 1])
    #expect(read.summary.streams[.sessions]?.knownFields.contains("appleSub") == true)

    let table = try ExportFolder.read(
      "gateway.csv",
      "rid,ts,kind,req.verb,req.url,res.code,req.body,res.body,header\n"
        + "x1,1790841600,http,POST,/auth/token,200,client_secret=\(token),"
        + "\"{\"\"id_token\"\":\"\"\(token)\"\"}\",Bearer \(token)\n", mapping: mapping)
    #expect(
      table.lines == [
        "exchanges 2 id=x1 at=1790841600000000 kind=token status=200 sub=a1 alg=RS256 "
          + "id_token_sub=a1"
      ])
    #expect(table.summary.leaks == [Leak(line: 2, field: "header", kind: "jwt")])
  }

  @Test("words, units, prefixes and signs; what is no such word or number stays")
  func changes() throws {
    let read = try ExportFolder.read(
      "moves.ndjson",
      """
      {"n":1,"t":1790841600000000,"u":"app|u1","k":"topup","a":-1050}
      {"n":2,"t":1790841600000000,"u":"app|u1","k":"debit","a":"-1050"}
      {"n":3,"t":1790841600000000,"u":"u2","k":"merge","a":"1e2"}
      {"n":4,"t":1790841600000000,"u":"u2","k":"merge","a":-0.125}
      {"n":5,"t":1790841600000000,"u":"u2","a":7}
      {"n":6,"t":1790841600000000,"u":"u2","k":"gift","a":0}
      {"n":7,"t":1790841600000000,"u":"u2","k":"gift","a":"lots"}
      {"n":8,"t":1790841600000000,"u":"u2","k":"odd","a":"1"}
      """,
      mapping: """
        { "moves.*": { stream: "ledger", signed: true, fields: {
            adjustmentId: "n", at: "t", userId: "u", kind: "k", amount: "a" },
            values: { kind: { topup: "purchase", debit: "usage" } },
            scale: { amount: "0.01", at: "0.000001" }, strip: { userId: "app|" } } }
        """)
    func record(_ line: Int, _ user: String, _ kind: String, _ amount: Int) -> String {
      "ledger \(line) adjustment_id=\(line) at=1790841600000000 user=\(user) kind=\(kind) "
        + "amount=\(amount) applied=1 payer=local"
    }
    #expect(
      read.lines
        == [
          record(2, "u1", "usage", 1_050_000_000), record(3, "u2", "merge-in", 100_000_000),
          record(4, "u2", "merge-out", 125_000), record(5, "u2", "purchase", 7_000_000),
          record(6, "u2", "gift", 0),
          "1 amount: the signed amount is below zero, but the kind 'purchase' moves the other way",
          "7 amount: 'lots' is no amount: write it as 12.50, with at most 10 digits before the point",
          "8 kind: 'odd' is none of purchase, gift, merge-in, usage, merge-out, forfeit, reversal",
        ].map { $0.replacingQuotedLots })
  }

  @Test("what isn't wanted is left out, and every record is accounted for in each mapping")
  func conditions() throws {
    let read = try ExportFolder.read(
      "events.json",
      """
      {"next": null, "events": [
        {"id": 1, "type": "login", "who": "u1", "ok": true, "at": 1790841600},
        {"id": 2, "type": "logout", "who": "u1", "ok": true, "at": 1790841600},
        {"id": 3, "type": "signup", "who": "u2", "ok": false, "at": 1790841600},
        {"id": 4, "type": "login", "ok": true, "at": 1790841600},
        {"id": 5, "type": "delete", "who": "u2", "gone": 7, "at": 1790841600}
      ]}
      """,
      mapping: """
        { "events.json": [
          { stream: "sessions", where: { type: ["login", "signup"], ok: true },
            fields: { id: "id", at: "at", userId: "who" } },
          { stream: "deletions", where: { type: "delete", ok: null, gone: 7 },
            fields: { id: "id", requestedAt: "at", userId: "who" } } ] }
        """)
    #expect(
      read.lines == [
        "sessions 2 id=1 at=1790841600000000 user=u1",
        "deletions 6 id=5 user=u2 requested_at=1790841600000000",
        "5 userId: the field 'userId' is missing",
      ])
    #expect([read.summary.records, read.summary.rejected, read.summary.leftOut] == [10, 1, 7])
    #expect(read.summary.streams.mapValues(\.records) == [.sessions: 5, .deletions: 5])
  }

  @Test("a table without a header has the width of its first row")
  func columns() throws {
    let mapping = """
      { "*.csv": { stream: "accounts", columns: ["id", "mail", "", "sub", "extra"],
          fields: { userId: "id", appleSub: "sub", name: "extra" } } }
      """
    let read = try ExportFolder.read(
      "a.csv", "# note\nu1,x,y,s1\nu2,x,y,\nu3,x\n", mapping: mapping)
    #expect(
      read.lines == [
        "accounts 2 user=u1 apple_sub=s1", "accounts 3 user=u2",
        "4 -: it has 2 cells where the first row has 4",
      ])
    #expect(read.summary.streams[.accounts]?.knownFields == ["userId", "appleSub"])
    #expect(read.summary.unknownFields == ["column 3", "mail"])
  }

  @Test("a mapping without fields reads the stream's own names, in any spelling")
  func ownNames() throws {
    let read = try ExportFolder.read(
      "moves.csv", "ADJUSTMENT_ID,at,user-id,kind,amount\n1,1790841600,u1,topup,1\n",
      mapping: """
        { moves: [], "moves*": { stream: "ledger", values: { kind: { topup: "gift" } } } }
        """)
    #expect(
      read.lines == [
        "ledger 2 adjustment_id=1 at=1790841600000000 user=u1 kind=gift amount=100000000 "
          + "applied=1 payer=local"
      ])
    let plain = try ExportFolder.read(
      "people.csv", "user_id\nu1\n", mapping: "{ 'people.csv': { stream: 'accounts' } }")
    #expect(plain.lines == ["accounts 2 user=u1"])
    let signed = try ExportFolder.read(
      "log.ndjson", #"{"body":{"signedPayload":"x"}}"#,
      mapping: """
        { "log.*": { stream: "notifications", fields: { signedPayload: "body.signedPayload" } } }
        """)
    #expect(signed.rejects.count == 1)
    #expect(signed.rejects.first?.hasPrefix("1 signedPayload: ") == true, "\(signed.rejects)")
  }

  @Test("a mapping goes before a file's name; an empty one leaves the file aside")
  func files() throws {
    let folder = try ExportFolder()
    for name in ["ledger.csv.gz", "old/users.csv", "users.CSV", "notes.csv"] {
      try folder.write(name, "")
    }
    try folder.write("app/app.json", "{}")
    let configuration = try ConfigurationReader.read(
      text: Array(
        """
        { mapping: { "old/*.csv": [], "users.csv": { stream: "accounts" }, "app.json": [],
            "ledger.csv": { stream: "sessions", fields: { id: "a", at: "b", userId: "c" } } } }
        """.utf8), path: "siwa-audit.json")
    let plan = try ExportPlan.make(arguments: [folder.path]).mapped(by: configuration.mapping)
    #expect(
      plan.files.map { "\($0.name) \($0.content.label ?? "-")" } == [
        "ledger.csv.gz sessions", "users.CSV accounts",
      ])
    #expect(plan.others.map(\.name) == ["notes.csv", "old/users.csv"])
    #expect(plan.appFiles.map(\.name) == ["app/app.json"])
  }

  @Test("tables are mapped by name, with schema or without; a file's mapping is for what fits it")
  func tables() throws {
    let dump = """
      COPY auth.users (id, email) FROM stdin;
      u1	\\N
      \\.
      COPY public.sessions (id, started, who) FROM stdin;
      s1	1790841600	u1
      \\.
      COPY audit.sessions (id) FROM stdin;
      x
      \\.
      """
    let read = try ExportFolder.read(
      "backup.sql", dump,
      mapping: """
        { "auth.users": { stream: "accounts", fields: { userId: "id" } }, "audit.*": [],
          "sessions": { stream: "sessions", fields: { id: "id", at: "started", userId: "who" } } }
        """)
    #expect(
      read.lines == ["accounts 2 user=u1", "sessions 5 id=s1 at=1790841600000000 user=u1"])
    #expect(read.summary.otherTables == ["audit.sessions"])
    let file = try ExportFolder.read(
      "backup.sql", dump.replacing("sessions", with: "visits"),
      mapping: """
        { "backup.sql": { stream: "sessions", fields: { id: "id", at: "started", userId: "who" } } }
        """)
    #expect(file.lines == ["sessions 5 id=s1 at=1790841600000000 user=u1"])
  }

  @Test("tokens in places that aren't mapped to one are named by their place")
  func secrets() throws {
    let token = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl"
    let read = try ExportFolder.read(
      "users.ndjson", #"{"id":"u1","deep":{"note":"\#(token)"},"sub":"\#(token)"}"#,
      mapping: "{ 'users.*': { stream: 'accounts', fields: { userId: 'id', appleSub: 'sub' } } }")
    #expect(read.summary.leaks.map { "\($0.line) \($0.field)" } == ["1 deep.note", "1 sub"])
    #expect(!read.text.contains(token))
  }

  @Test("another mapping is another reading of the same file")
  func identity() throws {
    func identity(_ mapping: String) throws -> [String] {
      let folder = try ExportFolder()
      try folder.write("a.csv", "")
      try folder.write("b.sql", "")
      let configuration = try ConfigurationReader.read(
        text: Array("{ mapping: \(mapping) }".utf8), path: "c")
      return try ExportPlan.make(arguments: [folder.path]).mapped(by: configuration.mapping).files
        .map(\.content.identity)
    }
    let first = "{ 'a.csv': { stream: 'accounts', fields: { userId: 'id' } } }"
    let other = "{ 'a.csv': { stream: 'accounts', fields: { userId: 'uid' } } }"
    #expect(try identity(first) == identity("/* the same */ " + first))
    for (left, right) in zip(try identity(first), try identity(other)) { #expect(left != right) }
  }
}

extension String {
  /// A word where a number belongs is not shown in a reason.
  fileprivate var replacingQuotedLots: String {
    replacing("'lots' is no amount", with: "the value of 'amount' is no amount")
  }
}
