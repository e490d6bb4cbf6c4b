import AuditInput
import AuditModel
import Testing

@Suite struct RecordTests {
  @Test("numbers are exact or rejected, with what to write instead")
  func numbers() throws {
    func amount(_ value: String) throws -> String {
      try ExportFolder.read(
        "balances.ndjson", #"{"userId":"u","at":"2026-10-01T08:00:00Z","localBalance":\#(value)}"#
      ).text
    }
    func kept(_ units: String) -> String {
      "1 user=u at=1790841600000000 local_balance=\(units)"
    }
    #expect(try amount("0.1") == kept("10000000"))
    #expect(try amount("1e-3") == kept("100000"))
    #expect(try amount("-0") == kept("0"))
    #expect(try amount("9007199254.740993") == kept("900719925474099300"))
    #expect(try amount("\"0.123456789\"") == kept("12345678"))
    for value in ["1e999", "123456789012", "123456789012345678901234567890"] {
      #expect(
        try amount(value)
          == "1 localBalance: '\(value)' is no amount: write it as 12.50, with at most 10 digits before the point"
      )
    }
    #expect(try amount("\"12,5\"") == "1 localBalance: '12,5' is no amount: write it as 12.5")
    #expect(
      try amount("\"１２\"")
        == "1 localBalance: the value of 'localBalance' is no amount: write it as 12.50, with at most 10 digits before the point"
    )
    #expect(
      try amount("true")
        == "1 localBalance: the field 'localBalance' holds true or false where text belongs")
  }

  @Test("an id that is a JSON number keeps its digits as written")
  func numericIds() throws {
    let text = "{\"userId\":9007199254740993}\n{\"userId\":1.50e1}\n{\"userId\":\"1.50e1\"}"
    let read = try ExportFolder.read("accounts.ndjson", text)
    #expect(read.records == ["1 user=9007199254740993", "2 user=1.50e1", "3 user=1.50e1"])
    #expect(read.keyHashes[1] == read.keyHashes[2] && read.keyHashes[0] != read.keyHashes[1])
  }

  @Test("ids that differ in Unicode form only are two")
  func unicodeForms() throws {
    let read = try ExportFolder.read(
      "accounts.ndjson", "{\"userId\":\"\u{E9}\"}\n{\"userId\":\"e\u{301}\"}")
    #expect(Set(read.keyHashes).count == 2)
  }

  @Test("the canonical name wins over an alias, unless it is absent")
  func aliases() throws {
    func products(_ fields: String) throws -> String {
      try ExportFolder.read(
        "ledger.ndjson",
        #"{"adjustmentId":"1","at":0,"userId":"u","kind":"gift","amount":"1",\#(fields)}"#
      ).text.replacing(
        "1 adjustment_id=1 at=0 user=u kind=gift amount=100000000 applied=1 payer=local", with: "…")
    }
    #expect(try products(#""metadata":{"productId":"m"},"productId":"p""#) == "… product_id=p")
    #expect(try products(#""metadata":{"product_id":"m"},"productId":null"#) == "… product_id=m")
    #expect(try products(#""metadata.productId":"m""#) == "… product_id=m")
    #expect(try products(#""metadata":null"#) == "…")
    #expect(try products(#""metadata":[{"productId":"m"}]"#) == "…")
    #expect(
      try products(#""metadata.productId":"m","metadata":{"productId":"m"}"#)
        == "1 productId: the name 'productId' stands twice in one record")
  }

  @Test("known names are those that occur, unknown ones are listed once, nested with dots")
  func names() throws {
    let text = """
      {"userId":"u","email":null,"x":1,"y":{"b":[{"c":1}],"a":2},"z":{},"w":[1],"by":{"a@b.example":1}}
      {"USER-ID":"v","x":2}
      """
    let read = try ExportFolder.read("accounts.ndjson", text)
    #expect(read.summary.knownFields == ["userId", "email"])
    #expect(read.summary.unknownFields == ["by.*", "w", "x", "y.a", "y.b.c", "z"])
  }

  @Test("words, times, integers, bools and UUIDs that are none are refused in plain words")
  func wrongTypes() throws {
    let cases = [
      (
        #""kind":"topup""#,
        "kind: 'topup' is none of purchase, gift, merge-in, usage, merge-out, forfeit, reversal"
      ),
      (
        #""at":"2026-02-29T00:00:00Z""#,
        "at: '2026-02-29T00:00:00Z' is no time: write it as 2026-10-01T08:00:00Z"
      ),
      (#""status":"20O""#, "status: '20O' is no whole number: write digits only"),
      (#""applied":"maybe""#, "applied: 'maybe' is neither true nor false"),
      (
        #""applied":"j.smith@mail.example""#,
        "applied: the value of 'applied' is neither true nor false"
      ),
      (#""at":"John Smith""#, "at: the value of 'at' is no time: write it as 2026-10-01T08:00:00Z"),
      (
        #""status":"a1b2c3d4e5f6a7b8c9d0e1""#,
        "status: the value of 'status' is no whole number: write digits only"
      ),
      (#""status":"1\u001b[2J""#, #"status: '1\u{1b}[2J' is no whole number: write digits only"#),
    ]
    for (field, reject) in cases {
      let name = field.prefix { $0 != ":" }
      let rest = [
        #""adjustmentId":"1""#, #""at":0"#, #""userId":"u""#, #""kind":"gift""#, #""amount":"1""#,
      ].filter { !$0.hasPrefix(name + ":") }
      let line = "{" + (rest + [field]).joined(separator: ",") + "}"
      #expect(try ExportFolder.read("ledger.ndjson", line).text == "1 " + reject)
    }
  }

  static let token =
    "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJlLXNpZ25hdHVyZQ"

  @Test("a token is noted and replaced by its hash, in any field and format")
  func leaks() throws {
    let line = """
      {"userId":"u","method":"\(Self.token)","x":{"y":["Bearer \(Self.token)"]},"appKey":"k"}
      """
    let read = try ExportFolder.read("accounts.ndjson", line)
    #expect(
      read.summary.leaks == [
        Leak(line: 1, field: "method", kind: "jwt"), Leak(line: 1, field: "x.y", kind: "jwt"),
        Leak(line: 1, field: "appKey", kind: "named-secret"),
      ])
    let table = try ExportFolder.read("accounts.csv", "userId,method\nu,\(Self.token)\n")
    #expect(table.summary.leaks == [Leak(line: 2, field: "method", kind: "jwt")])
    #expect(table.records.map { $0.dropFirst() } == read.records.map { $0.dropFirst() })
    let hash = Digest.sha256Hex(Array(Self.token.utf8))
    #expect(read.records == ["1 user=u method=\(hash)"])
  }

  @Test("neither a reason nor a record holds a token, an address or a name")
  func canaries() throws {
    let read = try ExportFolder.read(
      "sessions.ndjson",
      """
      {"id":"1","at":"\(Self.token)","userId":"u"}
      {"id":"2","at":0,"userId":"u","email":"Jane.Canary@mail.example","name":"Jane Canary"}
      {"id":"3","at":0,"userId":"u","isNewAccount":"jane.canary@mail.example"}
      {"id":"4","at":"Jane Canary","userId":"u"}
      """)
    let text = read.text + "\(read.summary)"
    for canary in [Self.token, "eyJ", "canary", "Canary"] { #expect(!text.contains(canary)) }
    #expect(read.summary.leaks == [Leak(line: 1, field: "at", kind: "jwt")])
    #expect(read.records.count == 1 && read.rejects.count == 3)
    #expect(read.text.contains("email=j…@mail.example"))
    #expect(read.text.contains("name=1"))
  }

  @Test("an address within a reason is shortened, and an id stays as it is")
  func prose() throws {
    let read = try ExportFolder.read(
      "attempts.ndjson",
      #"""
      {"id":"1","at":0,"outcome":"rejected","reason":"no user <Jane.Canary@mail.example>, try ö@x.example","clientError":"a@b","sub":"id@1"}
      {"id":"2","at":0,"outcome":"rejected","reason":"email missing"}
      """#)
    #expect(
      read.text == """
        1 id=1 at=0 outcome=rejected reason=no user <j…@mail.example>, try ö…@x.example sub=id@1 \
        client_error=a…@b
        2 id=2 at=0 outcome=rejected reason=email missing
        """)
  }

  @Test("a notification has the same record in JSON and in a table")
  func notifications() throws {
    let line =
      #"{"notificationType":"TEST","notificationUUID":"n1","signedDate":0,"receivedAt":1,"data":{"bundleId":"b"},"odd":1}"#
    let table = """
      notification_type,notificationUUID,signedDate,receivedAt,data.bundleId,odd
      TEST,n1,0,1,b,1

      """
    let object = try ExportFolder.read("notifications.ndjson", line)
    let cells = try ExportFolder.read("notifications.csv", table)
    #expect(
      object.text
        == "1 id=n1 received_at=1000000 source=appstore type=TEST event_time=0 bundle_id=b")
    #expect(cells.records.map { $0.dropFirst() } == object.records.map { $0.dropFirst() })
    #expect(object.summary.unknownFields == ["odd"])
    #expect(cells.summary.unknownFields == ["odd"])
  }

  @Test("equal keys have equal hashes, in every process")
  func stableHash() {
    var hash = NaturalKeyHash()
    Array("usr_1".utf8).withUnsafeBufferPointer { hash.add(text: $0) }
    hash.add(integer: 1_790_841_600_000_000)
    #expect(hash.value == 1_455_862_923_220_999_529)
  }
}
