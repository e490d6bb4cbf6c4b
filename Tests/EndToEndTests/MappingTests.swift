import Foundation
import TestSupport
import Testing

/// Exports in another form, from the command line to the report.
@Suite struct MappingTests {
  private let tool = Tool()

  private func audit(_ folder: TemporaryFolder, _ more: String...) throws -> Tool.Result {
    try tool.run(["audit", folder.path("e"), "--output", folder.path("out")] + more)
  }

  private static let dump = """
    COPY auth.users (id, email, raw_app_meta_data, raw_user_meta_data, created_at, deleted_at) FROM stdin;
    u1\t\\N\t{"provider": "apple"}\t{"iss": "https://appleid.apple.com", "sub": "s1"}\t2026-10-01 08:00:00+00\t\\N
    u2\t\\N\t{"provider": "email"}\t{"sub": "u2"}\t2026-10-01 08:00:00+00\t\\N
    \\.
    COPY public.mail (id, at, "to") FROM stdin;
    m1\t2026-10-01 08:00:00+00\ta@b.example
    m2\tnever\ta@b.example
    \\.
    COPY public.mail_archive (id) FROM stdin;
    m1
    \\.
    """

  @Test("a dump and its mapping: records of several streams, each with its line, in one report")
  func report() throws {
    let folder = try TemporaryFolder()
    try folder.write("e/backup.sql", Self.dump)
    try folder.write(
      "e/siwa-audit.json",
      "{ mapping: { 'auth.users': { use: 'supabase.auth.users' } }, policy: { maxRejectRatio: 1 } }"
    )
    let result = try audit(folder)
    #expect(result.errors == "")
    #expect(result.code == 0, "\(result.output)")
    #expect(result.output.contains("Read       accounts 2, mail 2"))
    let report = try folder.text("out/report.xml")
    #expect(report.contains(#"path="backup.sql" stream="accounts mail""#))
    #expect(report.contains(#"records="4" rejected="1" skipped="false" stored="3" repeated="0""#))
    #expect(report.contains("<otherTable>public.mail_archive</otherTable>"))
    #expect(report.contains(#"<rejected file="backup.sql" line="7" field="at""#))
    #expect(try tool.run("validate", folder.path("out/report.xml")).code == 0)
    #expect(try folder.text("out/report.html").contains("Tables left aside"))

    let again = try audit(folder)
    #expect(again.output.contains("1 file read before"))
    #expect(
      try folder.text("out/report.xml").contains(
        #"path="backup.sql" stream="accounts mail" sha256="#))
  }

  @Test("a changed mapping makes a known file be read again")
  func changed() throws {
    let folder = try TemporaryFolder()
    try folder.write("e/users.csv", "id,uid,at\na,b,1790841600\n")
    for (field, expected) in [("id", "1 stored"), ("uid", "1 stored"), ("uid", "Skipped")] {
      try folder.write(
        "e/siwa-audit.json",
        "{ mapping: { 'users.csv': { stream: 'accounts', fields: { userId: '\(field)' } } } }")
      #expect(try audit(folder).code == 0)
      #expect(try folder.text("out/report.html").contains(expected), "\(field)")
    }
  }

  @Test("a mapping that can't be meant ends with exit 2 and its place")
  func errors() throws {
    let folder = try TemporaryFolder()
    try folder.write("e/users.csv", "id\na\n")
    try folder.write(
      "e/siwa-audit.json",
      "{ mapping: {\n  'users.csv': { stream: 'accounts', fields: {\n    userid2: 'id' } } } }")
    for command in ["audit", "inspect"] {
      let result = try tool.run(command, folder.path("e"))
      #expect(result.code == 2)
      #expect(
        result.errors.contains(
          "siwa-audit.json:3: error: 'userid2' is no field of 'accounts'; did you mean 'userId'?"),
        "\(result.errors)")
    }
  }

  @Test("what a mapping asks for and nothing has is told with its place, by inspect and by audit")
  func nothing() throws {
    let folder = try TemporaryFolder()
    try folder.write("e/people.csv", "id,sub,created\nu1,s1,1790841600\n")
    try folder.write(
      "e/moves.ndjson",
      #"{"n":"1","at":1790841600,"u":"u1","k":"gift","a":"1"}"# + "\n"
        + #"{"n":"2","at":1790841601,"u":"u1","k":"gift","a":"1","meta":{"key":null}}"# + "\n")
    try folder.write("e/backup.sql", "COPY public.mail (id, at, \"to\") FROM stdin;\n\\.\n")
    try folder.write(
      "e/siwa-audit.json",
      """
      { mapping: {
        "people.csv": { stream: "accounts", fields: {
          userId: "id",
          appleSub: ["apple_sub", "appleSub"],
          createdAt: "created" } },
        "moves.*": [
          { stream: "ledger",
            fields: { adjustmentId: "n", at: "at", userId: "u", kind: "k", amount: "a",
              idempotencyKey: "meta.key", productId: "meta.product" } },
          { stream: "mail", where: { typ: "mail" }, fields: { id: "n", at: "at", to: "x" } },
          { stream: "mail", where: { k: "mail", x: null }, fields: { id: "n", at: "at", to: "x" } },
        ],
        "orders-*.csv": { stream: "purchases" },
        "public.mail": { stream: "mail" },
        "public.mails": { stream: "mail" },
      } }
      """)
    let problems = [
      "siwa-audit.json:13: the mapping 'orders-*.csv' is for no file of the export and for no table "
        + "of a dump",
      "siwa-audit.json:15: the mapping 'public.mails' is for no file of the export and for no table "
        + "of a dump",
      "siwa-audit.json:9: moves.ndjson: the field 'productId': nothing stands at 'meta.product' in "
        + "any record",
      "siwa-audit.json:10: moves.ndjson: 'where': nothing stands at 'typ' in any record",
      "siwa-audit.json:11: moves.ndjson: 'where': doesn't take any of 2 records",
      "siwa-audit.json:4: people.csv: the field 'appleSub': nothing stands at 'apple_sub' or "
        + "'appleSub' in any record",
    ]
    let inspected = try tool.run("inspect", folder.path("e"))
    #expect(inspected.code == 0)
    for problem in problems {
      let shown = problem.replacing(#/ (moves.ndjson|people.csv):/#, with: "")
      #expect(inspected.output.contains(shown + "\n"), "\(inspected.output)")
    }
    #expect(inspected.output.components(separatedBy: "siwa-audit.json:").count == 7)

    let result = try audit(folder, "--exit-zero")
    #expect(result.code == 0, "\(result.errors)")
    #expect(
      result.output.contains(
        """
        Mapping    \(problems[0])
                   \(problems[1])
                   and 4 more keys of the mapping that match nothing, see the report

        """), "\(result.output)")
    let report = try folder.text("out/report.xml")
    let listed = report.matches(
      of: #/<mappingProblem place="(.*?)"(?: file="(.*?)")? reason="(.*?)"\/>/#
    ).map { match in
      "\(match.1): \(match.2.map { $0 + ": " } ?? "")\(match.3)"
    }
    #expect(listed == problems)
    #expect(try tool.run("validate", folder.path("out/report.xml")).code == 0)
    #expect(
      try folder.text("out/report.html").contains("The mapping asks for what is not there"))

    // A night later the dump is known: what tables it has isn't, so only file names are judged.
    let again = try audit(folder, "--exit-zero")
    #expect(again.output.contains("Mapping    \(problems[0])\n"))
    #expect(!again.output.contains("public.mails"))
  }

  @Test("a dump without a table of ours is not recognised; inspect says which mapping fits it")
  func unrecognised() throws {
    let folder = try TemporaryFolder()
    try folder.write("e/backup.sql", "COPY auth.users (id) FROM stdin;\nu1\n\\.\n")
    let inspected = try tool.run("inspect", folder.path("e"))
    #expect(inspected.code == 3)
    #expect(
      inspected.output.hasPrefix(
        """
        backup.sql: not recognised: it is a dump without a table of a stream
          other tables: auth.users
            'auth.users' looks like supabase.auth.users: map "auth.users": { use: \
        "supabase.auth.users" }
        """), "\(inspected.output)")
    #expect(try audit(folder).code == 3)
    try folder.write("e/mail.ndjson", #"{"id":"m1","at":1790841600,"to":"a@b.example"}"#)
    #expect(try audit(folder).code == 0)
    let report = try folder.text("out/report.xml")
    #expect(report.contains(#"reason="is a dump without a table of a stream (auth.users)""#))
  }

  @Test("inspect names the built-in mapping whose fields a file has, each value fit")
  func guesses() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "e/people.json",
      """
      [{"user_id": "apple|1", "email": "a@b.example", "name": "A", "created_at": "2026-10-01T08:00:00Z",
        "identities": [{"provider": "apple", "user_id": "1"}]}]
      """)
    try folder.write("e/words.csv", "a,b,c\n1,2,3\n")
    // Its line has a cell less than its header; what it is can be told all the same.
    try folder.write(
      "e/members.csv",
      """
      # exported by hand
      id,first_name,last_name,username,primary_email_address
      user_1,Ada,,ada
      """)
    let output = try tool.run("inspect", folder.path("e")).output
    #expect(
      output.contains(
        "members.csv: not recognised, but looks like clerk.users: "
          + #"map "members.csv": { use: "clerk.users" }"#), "\(output)")
    #expect(
      output.contains(
        "people.json: not recognised, but looks like auth0.users: "
          + #"map "people.json": { use: "auth0.users" }"#), "\(output)")
    #expect(!output.contains("words.csv: not recognised, but"))
  }

  @Test("mappings lists the built-in ones and prints one that can be used as it is")
  func listing() throws {
    let list = try tool.run("mappings")
    #expect(list.code == 0)
    let names = list.output.split(separator: "\n").filter { $0.hasPrefix("  ") }
      .filter { !$0.hasPrefix("   ") }.map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(names.count == 12)
    let folder = try TemporaryFolder()
    try folder.write("e/mail.ndjson", "")
    for name in names {
      let printed = try tool.run("mappings", name)
      #expect(printed.output.hasPrefix("// "))
      try folder.write("e/siwa-audit.json", "{ mapping: { x: \n\(printed.output)\n } }")
      #expect(try tool.run("inspect", folder.path("e")).code == 0, "\(name)")
    }
    let unknown = try tool.run("mappings", "supabase.auth.user")
    #expect(unknown.code == 2)
    #expect(unknown.errors.contains("did you mean 'supabase.auth.users'?"))
  }
}
