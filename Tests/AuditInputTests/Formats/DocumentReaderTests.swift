import AuditInput
import Testing

@Suite struct DocumentReaderTests {
  @Test(
    "an array, one object, and an object that holds one array are read alike",
    arguments: [
      #"[{"userId":"a"},{"userId":"b"}]"#,
      #"{"users":[{"userId":"a"},{"userId":"b"}]}"#,
      #" { "ok" : true, "errors":[], "users" : [ {"userId":"a"} , {"userId":"b"} ], "x":{"y":[1]} } "#,
      #"{"method":"GET","users":[{"userId":"a"},{"userId":"b"}]}"#,
    ])
  func shapes(_ text: String) throws {
    #expect(try ExportFolder.read("accounts.json", text).text == "1 user=a\n1 user=b")
  }

  @Test("one object is one record, an empty array none")
  func small() throws {
    #expect(try ExportFolder.read("accounts.json", #"{"userId":"a"}"#).text == "1 user=a")
    for text in ["[]", " [ ] ", #"{"users":[]}"#, "", " \n "] {
      #expect(try ExportFolder.read("accounts.json", text).text == "")
    }
    #expect(
      try ExportFolder.read("accounts.json", "{}").text == "1 userId: the field 'userId' is missing"
    )
  }

  @Test("a broken element is one rejected record, in its line")
  func brokenElements() throws {
    let text = """
      [
        {"userId":"a"},
        {"userId":"b",},
        5, "x",

        {"userId":"c"} {"userId":"d"},
        ,
        {"userId":"e",
         "email":{}},
        {"userId":"f"},
      ]
      """
    #expect(
      try ExportFolder.read("accounts.json", text).text == """
        2 user=a
        10 user=f
        3 -: a name in double quotes is missing (byte 15)
        4 -: this is no JSON object
        4 -: this is no JSON object
        6 -: something follows the end of the object (byte 15)
        7 -: no record stands between two commas
        8 email: the field 'email' holds an object, not a single value
        11 -: no record follows the last comma
        """)
  }

  @Test("commas in a row are one fault, however many they are and wherever a chunk ends")
  func commas() throws {
    let many = String(repeating: ",\n", count: 1 << 20)
    #expect(
      try ExportFolder.read("accounts.json", #"[{"userId":"a"},\#(many) {"userId":"b"}]"#).text
        == "1 user=a\n1048577 user=b\n1 -: no record stands between two commas")
    #expect(
      try ExportFolder.read("accounts.json", "[,,]").text
        == "1 -: no record stands between two commas\n1 -: no record follows the last comma")
    #expect(
      try ExportFolder.read("accounts.json", "[,,").summary.damage
        == "is cut short: its JSON doesn't end")
  }

  @Test(
    "a document that is cut, broken, followed by text or none at all is damaged",
    arguments: [
      (#"[{"userId":"a"}"#, "is cut short: its JSON doesn't end"),
      (#"[{"userId":"a"},"#, "is cut short: its JSON doesn't end"),
      (#"[{"userId":"a""#, "is cut short: its JSON doesn't end"),
      (#"{"users":[{"userId":"a"}]"#, "is cut short: its JSON doesn't end"),
      (#"{"userId":"a"#, "is cut short: its JSON doesn't end"),
      (#"[{"userId":"a"]}"#, "is no JSON: brackets don't match (line 1)"),
      (#"[] x"#, "has text after its end (line 1); one object a line is .ndjson"),
      (
        "{\"userId\":\"a\"}\n{\"userId\":\"b\"}",
        "has text after its end (line 2); one object a line is .ndjson"
      ),
      ("<html>", "is no JSON: it starts with neither [ nor {"),
      (#"{"a":[{"x":1}],"b":[{"y":2}]}"#, "holds more than one array of objects: 'a' and 'b'"),
    ])
  func damaged(_ text: String, _ damage: String) throws {
    #expect(try ExportFolder.read("accounts.json", text).summary.damage == damage)
  }

  @Test("an element of 9 MiB is one rejected record, an array of any size is read")
  func large() throws {
    let pad = [UInt8](repeating: 0x61, count: 9 << 20)
    let element = Array(#"{"userId":"a","x":""#.utf8)
    let start = Array(#"{"n":1,"users":[{"userId":"s"},"#.utf8)
    let bytes = start + element + pad + Array(#""},{"userId":"b"}],"hasMore":true}"#.utf8)
    let read = try ExportFolder.read("accounts.json", bytes)
    #expect(read.text == "1 user=s\n1 user=b\n1 -: it is longer than 8 MiB")
    #expect(read.summary.isIncomplete)
    let one = try ExportFolder.read("accounts.json", element + pad + Array(#""}"#.utf8))
    #expect(one.text == "1 -: it is longer than 8 MiB")
  }

  @Test("Apple's history page is one record a signed transaction")
  func historyPage() throws {
    let text = """
      {"revision":"r","hasMore":true,"bundleId":"com.example.app","environment":"Production",
      "signedTransactions":[
      "no.jws",
      5]}
      """
    let read = try ExportFolder.read("purchases.json", text)
    #expect(read.summary.records == 2)
    #expect(read.rejects.map { $0.prefix(2) } == ["3 ", "4 "])
    #expect(read.summary.isIncomplete && read.summary.holdsPage)
    let last = try ExportFolder.read(
      "purchases.json",
      #"[{"signedTransactions":[],"hasMore":true},{"hasMore":false,"signedTransactions":[]}]"#)
    #expect(last.text == "")
    #expect(!last.summary.isIncomplete && last.summary.holdsPage)
  }

  @Test("a file without an extension is told by its bytes")
  func guessed() throws {
    for text in [
      "[{\"userId\":\"a\"}]", "{\"userId\":\"a\"}\n", "userId,name\na,\n", "{\n\"userId\":\"a\"}",
    ] {
      #expect(
        try ExportFolder.read("accounts", text).text == "1 user=a" || text.hasPrefix("userId"))
    }
    #expect(try ExportFolder.read("accounts", "user_id\nb\n").text == "2 user=b")
    #expect(
      try ExportFolder.read("accounts", "COPY users (user_id) FROM stdin;\nb\n\\.\n").text
        == "2 user=b")
  }
}
