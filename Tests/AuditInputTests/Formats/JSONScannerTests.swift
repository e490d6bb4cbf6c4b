import AuditInput
import CSimdjson
import Testing

@Suite struct JSONScannerTests {
  /// One line of the accounts stream each, in the manner of JSONTestSuite, and what comes of it.
  @Test(
    "what is no strict JSON is rejected with its reason, what is strict is taken",
    arguments: [
      (
        #"{"userId":"a","userId":"b"}"#,
        "userId: the name 'userId' stands twice in one record (byte 15)"
      ),
      (#"{"userId":"a","user_id":"b"}"#, "userId: the name 'userId' stands twice in one record"),
      (
        #"{"userId":"a","x":{"y":1,"\u0079":2}}"#,
        "x.y: the name 'x.y' stands twice in one record (byte 26)"
      ),
      (#"{"userId":"a","x":[{"y":1},{"y":2}]}"#, nil),
      (#"{"userId":"a",}"#, "-: a name in double quotes is missing (byte 15)"),
      (#"{"userId":"a","x":[1,]}"#, "x: a value is missing (byte 22)"),
      (#"{"userId":"a","x":[,1]}"#, "x: a value is missing (byte 20)"),
      (#"{"userId":"a","x":NaN}"#, "x: a word is none of true, false and null (byte 19)"),
      (#"{"userId":"a","x":-Infinity}"#, "x: a number is not written as JSON has it (byte 19)"),
      (#"{"userId":"a"/* c */}"#, "-: a comma or a closing bracket is missing (byte 14)"),
      (#"{"userId":"a"} // c"#, "-: something follows the end of the object (byte 16)"),
      (#"{"userId":"a"}{}"#, "-: something follows the end of the object (byte 15)"),
      (#"{"userId":"a""#, "-: the record ends in its midst (byte 14)"),
      (#"{"userId":"a"#, "userId: the record ends in its midst (byte 13)"),
      (#"{userId:"a"}"#, "-: a name in double quotes is missing (byte 2)"),
      (#"{'userId':'a'}"#, "-: a name in double quotes is missing (byte 2)"),
      (#"{"userId" "a"}"#, "-: a colon is missing after a name (byte 11)"),
      (#"{"userId":"a" "x":1}"#, "-: a comma or a closing bracket is missing (byte 15)"),
      (#"{"userId":"\ud800"}"#, "userId: an escaped surrogate stands alone (byte 12)"),
      (#"{"userId":"\udc00\ud800"}"#, "userId: an escaped surrogate stands alone (byte 12)"),
      (#"{"userId":"\ud83d\ude00"}"#, nil),
      (#"{"userId":"\u0000"}"#, "userId: it holds a NUL character (byte 12)"),
      (#"{"userId":"a","\u0000":1}"#, "-: it holds a NUL character (byte 16)"),
      (#"{"userId":"\x41"}"#, "userId: an escape in a string is none that JSON has (byte 12)"),
      (#"{"userId":"\u00g1"}"#, "userId: an escape in a string is none that JSON has (byte 12)"),
      (
        "{\"userId\":\"a\tb\"}",
        "userId: a control character stands in a string without an escape (byte 13)"
      ),
      ("{\"userId\":\"a\u{7F}\"}", nil),
      (#"{"userId":"a","x":01}"#, "x: a number is not written as JSON has it (byte 19)"),
      (#"{"userId":"a","x":+1}"#, "x: a word is none of true, false and null (byte 19)"),
      (#"{"userId":"a","x":1.}"#, "x: a number is not written as JSON has it (byte 19)"),
      (#"{"userId":"a","x":.5}"#, "x: a word is none of true, false and null (byte 19)"),
      (#"{"userId":"a","x":1e}"#, "x: a number is not written as JSON has it (byte 19)"),
      (#"{"userId":"a","x":１}"#, "x: a word is none of true, false and null (byte 19)"),
      (#"{"userId":"a","x":1e999}"#, nil),
      (#"{"userId":"a","x":tru}"#, "x: a word is none of true, false and null (byte 19)"),
      (#"{"userId":true}"#, "userId: the field 'userId' holds true or false where text belongs"),
      (#"{"userId":{"a":1}}"#, "userId: the field 'userId' holds an object, not a single value"),
      (#"{"userId":["a"]}"#, "userId: the field 'userId' holds an array, not a single value"),
      (#"{"userId":null}"#, "userId: the field 'userId' is missing"),
      (#"{"userId":""}"#, "userId: the field 'userId' is missing"),
      (#"{}"#, "userId: the field 'userId' is missing"),
      (#"[{"userId":"a"}]"#, "-: this is no JSON object"),
      (#""userId""#, "-: this is no JSON object"),
      (#"{ "userId" : "a" , "x" : [ ] , "y" : { } }"#, nil),
    ])
  func strictness(_ line: String, _ reject: String?) throws {
    let read = try ExportFolder.read("accounts.ndjson", line)
    #expect(read.rejects == (reject.map { ["1 \($0)"] } ?? []))
    #expect(read.records.count == (reject == nil ? 1 : 0))
  }

  @Test("bytes that are no UTF-8, and NUL, reject their record and no other")
  func brokenText() throws {
    let faults: [([UInt8], String)] = [
      ([0xFF], "it is no valid UTF-8 (byte 12)"),
      ([0xC0, 0xAF], "it is no valid UTF-8 (byte 12)"),
      ([0xED, 0xA0, 0x80], "it is no valid UTF-8 (byte 12)"),
      ([0xF4, 0x90, 0x80, 0x80], "it is no valid UTF-8 (byte 12)"),
      ([0xE2, 0x82], "it is no valid UTF-8 (byte 12)"),
      ([0x00], "it holds a NUL character (byte 12)"),
    ]
    for (bytes, reason) in faults {
      let record = Array(#"{"userId":""#.utf8) + bytes + Array("\"}\n".utf8)
      let read = try ExportFolder.read(
        "accounts.ndjson", DamageTests.line + record + DamageTests.line)
      #expect(read.text == "1 user=u1\n3 user=u1\n2 -: \(reason)")
    }
  }

  @Test("64 levels are taken, 65 are one rejected record")
  func depth() throws {
    func line(_ levels: Int) -> String {
      let inner =
        String(repeating: "[", count: levels - 1) + String(repeating: "]", count: levels - 1)
      return "{\"userId\":\"a\",\"x\":\(inner)}\n"
    }
    #expect(
      try ExportFolder.read("accounts.ndjson", line(64) + line(65) + line(2)).text
        == "1 user=a\n3 user=a\n2 -: it is nested deeper than 64 levels (byte 82)")
  }

  @Test("the scanner agrees with a real parser about thousands of mutated documents")
  func differential() throws {
    let seeds = [
      #"{"userId":"u1","at":1.5e3,"x":[1,-2.0,{"y":null,"z":[true,false]}],"m":"a\n\u00e9\\"}"#,
      #"{"a":{"b":{"c":[[],{}]}},"d":"","e":0,"f":-0.0,"g":"\ud83d\ude00/\/","userId":"x"}"#,
    ].map { Array($0.utf8) }
    let alphabet = Array("{}[]\",:\\/ 019.-+eEtrufalsn\n\r\tx".utf8) + [0x01, 0xC3, 0xA9, 0xFF]
    var state: UInt64 = 42
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
    var documents: [[UInt8]] = []
    while documents.count < 6000 {
      var document = seeds[random(seeds.count)]
      for _ in 0...random(3) {
        let index = random(document.count)
        switch random(3) {
        case 0: document[index] = alphabet[random(alphabet.count)]
        case 1: document.remove(at: index)
        default: document.insert(alphabet[random(alphabet.count)], at: index)
        }
      }
      document.removeAll { $0 == 0x0A || $0 == 0x0D }
      if document.first == UInt8(ascii: "{") { documents.append(document) }
    }
    let read = try ExportFolder.read(
      "accounts.ndjson", Array(documents.joined(separator: [0x0A])))
    let broken = Set(
      read.rejects.filter { !$0.contains("the field '") && !$0.contains("stands twice") }
        .compactMap { Int($0.prefix { $0 != " " }) })
    // What we refuse and it takes, by intent: names that stand twice; NUL stays out of the seeds.
    let twice = Set(
      read.rejects.filter { $0.contains("stands twice") }.compactMap {
        Int($0.prefix { $0 != " " })
      })
    var validCount = 0
    for (index, document) in documents.enumerated() where !twice.contains(index + 1) {
      let isValid = siwa_json_is_valid(document, document.count)
      validCount += isValid ? 1 : 0
      #expect(
        isValid == !broken.contains(index + 1),
        "line \(index + 1): \(String(decoding: document, as: UTF8.self))")
    }
    #expect(validCount > 500 && broken.count > 500)
  }
}
