import AuditInput
import AuditModel
import Foundation
import Testing

/// The built-in mappings, on exports in the form that people have.
@Suite struct BuiltInMappingTests {
  private func library() throws -> MappingLibrary {
    var parts = #filePath.split(separator: "/")
    parts.removeLast(4)
    let folder = "/" + parts.joined(separator: "/") + "/data/mappings"
    var texts: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let data = try #require(FileManager.default.contents(atPath: folder + "/" + name))
      texts[String(name.dropLast(6))] = Array(data)
    }
    return MappingLibrary(texts: texts)
  }

  private func read(_ name: String, _ text: String, as mapping: String) throws -> ReadBack {
    let folder = try ExportFolder()
    try folder.write(name, text)
    return try #require(
      try folder.read(mapping: "{ '\(name)': { use: '\(mapping)' } }", library: library()).first)
  }

  @Test("every built-in mapping is one, with a first line that says what it is for")
  func all() throws {
    let library = try library()
    #expect(
      library.names == [
        "apple.notification-history", "apple.transaction-history", "auth0.logs", "auth0.users",
        "clerk.users",
        "firebase.auth.csv", "firebase.auth.json", "revenuecat.webhooks",
        "supabase.auth.audit_log_entries", "supabase.auth.identities", "supabase.auth.sessions",
        "supabase.auth.users",
      ])
    for name in library.names {
      #expect(try library.mappings(named: name)?.isEmpty == false, "\(name)")
      #expect(library.summary(named: name).contains(": "), "\(name)")
    }
  }

  @Test("RevenueCat: purchases and refunds; a refund has the purchase's transaction")
  func revenueCat() throws {
    func event(_ type: String, _ more: String = "") -> String {
      """
      {"api_version":"1.0","event":{"id":"e","type":"\(type)","app_user_id":"u1",\
      "transaction_id":"2000","original_transaction_id":"2000","product_id":"credits.small",\
      "purchased_at_ms":1790841600000,"environment":"PRODUCTION","price":0.99\(more)}}
      """
    }
    let read = try read(
      "hooks.ndjson",
      [
        event("NON_RENEWING_PURCHASE"),
        event(
          "CANCELLATION",
          #","cancel_reason":"CUSTOMER_SUPPORT","event_timestamp_ms":1790841700000"#),
        event("CANCELLATION", #","cancel_reason":"UNSUBSCRIBE""#),
        #"{"event":{"id":"t","type":"TRANSFER","transferred_from":["u1"],"transferred_to":["u2"]}}"#,
      ].joined(separator: "\n"), as: "revenuecat.webhooks")
    let purchase =
      "transaction_id=2000 at=1790841600000000 user=u1 product_id=credits.small "
      + "environment=Production"
    #expect(
      read.lines == [
        "purchases 1 \(purchase) state=verified original_transaction_id=2000 quantity=1",
        "purchases 2 \(purchase) state=revoked original_transaction_id=2000 quantity=1 "
          + "revocation_date=1790841700000000 revocation_reason=CUSTOMER_SUPPORT",
      ])
    #expect(read.summary.leftOut == 6)
  }

  @Test("Auth0: logs tell accepted and refused sign-ins, sessions and deletions")
  func auth0Logs() throws {
    func entry(_ id: String, _ type: String, _ more: String) -> String {
      #"{"_id":"\#(id)","log_id":"\#(id)","date":"2026-10-01T08:00:00.000Z","type":"\#(type)"\#(more)}"#
    }
    let apple = #","strategy":"apple","user_id":"apple|000123.a.0456""#
    let read = try read(
      "logs.ndjson",
      [
        entry("1", "s", apple), entry("2", "f", #","strategy":"apple","description":"bad nonce""#),
        entry("3", "s", #","strategy":"auth0","user_id":"auth0|1""#),
        entry("4", "sdu", #","user_id":"apple|000123.a.0456""#),
      ].joined(separator: "\n"), as: "auth0.logs")
    let at = "at=1790841600000000"
    #expect(
      read.lines == [
        "attempts 1 id=1 \(at) outcome=accepted user=apple|000123.a.0456 sub=000123.a.0456",
        "attempts 2 id=2 \(at) outcome=rejected reason=bad nonce",
        "sessions 1 id=1 \(at) user=apple|000123.a.0456 method=apple apple_sub=000123.a.0456",
        "deletions 4 id=4 user=apple|000123.a.0456 requested_\(at) completed_\(at)",
      ])
  }

  @Test("Firebase: the Apple sub of an account, as JSON and without a header as CSV")
  func firebase() throws {
    let json = try read(
      "users.json",
      """
      {"users": [{"localId": "u1", "email": "a@b.example", "displayName": "A",
        "createdAt": "1790841600000", "lastSignedInAt": "1790841600000",
        "providerUserInfo": [{"providerId": "password", "rawId": "a@b.example"},
          {"providerId": "apple.com", "rawId": "000123.a.0456"}]}]}
      """, as: "firebase.auth.json")
    let cells = (0..<32).map { index in
      [0: "u1", 1: "a@b.example", 5: "A", 23: "1790841600000", 28: "000123.a.0456"][index] ?? ""
    }
    let csv = try read(
      "users.csv", cells.joined(separator: ",") + "\n", as: "firebase.auth.csv")
    let account =
      "user=u1 apple_sub=000123.a.0456 email=a…@b.example "
      + "email_hash=7a3ad9332288dff2873622f30c1d7f3d name=1 created_at=1790841600000000"
    #expect(json.lines == ["accounts 1 \(account) method=password"])
    #expect(csv.lines == ["accounts 1 \(account)"])
    #expect(csv.summary.streams[.accounts]?.knownFields.contains("appleSub") == true)
  }

  @Test("Apple's pages are read as they are, and say whether there is more")
  func pages() throws {
    let history = try read(
      "page.json",
      """
      {"paginationToken": "x", "hasMore": true, "notificationHistory": [
        {"sendAttempts": [{"attemptDate": 1, "sendAttemptResult": "SUCCESS"}],
         "notificationType": "TEST", "notificationUUID": "n1", "signedDate": 1790841600000}]}
      """, as: "apple.notification-history")
    #expect(
      history.lines.map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
        == ["notifications 2 id=n1"])
    #expect(history.summary.isIncomplete)
    let transactions = try read(
      "page.json", #"{"signedTransactions": ["x"], "hasMore": false}"#,
      as: "apple.transaction-history")
    #expect(transactions.rejects.count == 1 && !transactions.summary.isIncomplete)
  }

  @Test(
    "real exports give the records that they should",
    .enabled(if: realData != nil, Comment(rawValue: noRealData)))
  func realExports() throws {
    func read(_ path: String, _ mapping: String) throws -> ReadBack {
      try self.read(
        path.split(separator: "/").last.map(String.init) ?? "", realFile(path), as: mapping)
    }
    func ids(_ read: ReadBack, _ pattern: String) -> [String] {
      read.records.compactMap { record in
        record.split(separator: " ").first { $0.hasPrefix(pattern) }.map(String.init)
      }
    }
    let samples = "clerk+migration-tool/samples/"
    // The rows of this one have three cells fewer than its header.
    let ragged = try read(samples + "supabase.csv", "supabase.auth.users")
    #expect(ragged.rejects.count == 26)
    #expect(ragged.rejects.first == "2 -: it has 33 cells where the header has 36")
    let text = try realFile(samples + "supabase.csv").split(separator: "\n")
    let padded = text.enumerated().map { index, line in index == 0 ? line : line + ",,," }
    let rows = try self.read(
      "supabase.csv", padded.joined(separator: "\n"), as: "supabase.auth.users")
    #expect(rows.rejects == [] && rows.records.count == 26)
    // The JSON in these cells has its quotes escaped with a backslash.
    let methods =
      [String](repeating: "method=email", count: 15)
      + [String](repeating: "method=phone", count: 10)
    #expect(ids(rows, "method=") == methods + ["method=email"])
    let objects = try read(samples + "supabase.json", "supabase.auth.users")
    #expect(objects.rejects == [] && objects.records.count == 25)
    #expect(ids(objects, "method=") == methods)

    let csv = try read(samples + "firebase.csv", "firebase.auth.csv")
    let json = try read(samples + "firebase.json", "firebase.auth.json")
    #expect(csv.rejects == [] && json.rejects == [] && csv.records.count > 10)
    #expect(ids(csv, "user=") == ids(json, "user="))
    #expect(ids(csv, "created_at=") == ids(json, "created_at="))
    #expect(ids(csv, "email_hash=") == ids(json, "email_hash="))
    #expect(csv.records.first?.contains("created_at=1704067200000000") == true)

    let auth0 = try read(samples + "auth0.json", "auth0.users")
    #expect(auth0.rejects == [] && auth0.records.count > 10)
    #expect(ids(auth0, "method=").contains("method=password"))
    #expect(
      auth0.records.first?.hasPrefix("3 user=auth0|o7p6ycr4a2slqavaxaxrjm ") == false)
    #expect(auth0.records.first?.contains("user=auth0|o7p6ycr4a2slqavaxaxrjm ") == true)
    let clerk = try read(samples + "clerk.csv", "clerk.users")
    #expect(clerk.records.count == 59)
    #expect(
      clerk.rejects == (58...67).map { "\($0) -: it has 12 cells where the header has 13" })
    let clerkObjects = try read(samples + "clerk.json", "clerk.users")
    #expect(clerkObjects.rejects == [] && clerkObjects.records.count == 25)
    #expect(ids(clerkObjects, "name=").count == 25)
    let authjs = try self.read(
      "authjs.json", realFile(samples + "authjs.json"),
      mapping: "{ stream: 'accounts', fields: { userId: 'id', createdAt: 'created_at' } }")
    #expect(authjs.rejects == [] && authjs.records.count > 10)
  }

  private func read(_ name: String, _ text: String, mapping: String) throws -> ReadBack {
    try ExportFolder.read(name, text, mapping: "{ '\(name)': \(mapping) }")
  }

  @Test(
    "real dumps in both forms of pg_dump give the same users, with the sub that is Apple's",
    .enabled(if: realData != nil, Comment(rawValue: noRealData)),
    arguments: ["supabase_pg_dump_COPY", "supabase_db_dump_INSERT"])
  func realDumps(name: String) throws {
    let folder = try ExportFolder()
    try folder.write("dump.sql", try realFile("extracted/\(name).sanitised.sql"))
    let read = try #require(
      try folder.read(
        mapping: """
          { "auth.users": { use: "supabase.auth.users" },
            audit_log_entries: { use: "supabase.auth.audit_log_entries" } }
          """, library: library()
      ).first)
    #expect(read.rejects == [] && read.summary.damage == nil)
    let lines = read.streamRecords.map { line in
      line.split(separator: " ").filter { part in
        ["accounts", "attempts", "deletions"].contains(part)
          || ["user=", "apple_sub=", "name=", "created_at=", "method=", "requested_at="]
            .contains { part.hasPrefix($0) }
      }.joined(separator: " ")
    }
    let one = "a0466c75-0000-4000-8000-000000000001"
    let two = "6dbff2c5-0000-4000-8000-000000000002"
    let three = "2d0ef82e-0000-4000-8000-000000000003"
    #expect(
      lines.filter { $0.hasPrefix("accounts") } == [
        "accounts user=\(one) created_at=1774666086210183 method=email",
        "accounts user=\(two) apple_sub=000813.00000000000000000000000000000002.0700 name=1 "
          + "created_at=1774594815939000 method=apple",
        "accounts user=\(three) apple_sub=000705.00000000000000000000000000000003.1929 "
          + "created_at=1693002574221000 method=email",
      ])
    let isCopy = name.hasSuffix("COPY")
    #expect(
      lines.filter { !$0.hasPrefix("accounts") }
        == (isCopy
          ? ["attempts user=\(two)", "deletions user=\(two) requested_at=1774767615948407"]
          : ["attempts user=\(three)"]))
    #expect(!read.text.contains("person.one") && !read.text.contains("REDACTED"))
  }
}
