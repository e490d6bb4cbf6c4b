import AuditInput
import Testing

@Suite struct LineReaderTests {
  @Test(
    "whatever ends a line, the records and their lines are the same",
    arguments: ["\n", "\r\n", "\r"])
  func lineBreaks(_ end: String) throws {
    let lines = [#"{"userId":"a"}"#, "", "x", #" {"userId":"b"} "#, "{\"userId\":\"\u{2028}\"}"]
    let expected =
      "1 user=a\n4 user=b\n5 user=\u{2028}\n3 -: this is no JSON object"
    #expect(
      try ExportFolder.read("accounts.ndjson", lines.joined(separator: end)).text == expected)
    #expect(
      try ExportFolder.read("accounts.ndjson", lines.joined(separator: end) + end).text
        == expected)
  }

  @Test("line breaks of all kinds in one file count one each")
  func mixedLineBreaks() throws {
    let text =
      "{\"userId\":\"a\"}\r{\"userId\":\"b\"}\r\n\r{\"userId\":\r\"c\"}\n{\"userId\":\"d\"}"
    #expect(
      try ExportFolder.read("accounts.ndjson", text).text
        == "1 user=a\n2 user=b\n4 user=c\n6 user=d")
  }

  @Test(
    "a file of lone CRs takes no longer than one of LFs, broken characters or not",
    .timeLimit(.minutes(1)), arguments: [[], [0xFF]])
  func loneReturns(_ broken: [UInt8]) throws {
    let record = Array(#"{"userId":"u1"}"#.utf8) + [0x0D] + broken + [0x0D]
    let bytes = (0..<200_000).flatMap { _ in record }
    let read = try ExportFolder.read("accounts.ndjson", bytes)
    #expect(read.records.count == 200_000)
    #expect(read.records.last == "399999 user=u1")
    #expect(read.rejects.count == (broken.isEmpty ? 0 : 200_000))
  }

  @Test("a line of 9 MiB is one rejected record, and reading goes on")
  func longLine() throws {
    let long = [UInt8](repeating: 0x20, count: 9 << 20)
    let start = Array(#"{"userId":"a","x":""#.utf8)
    let bytes = DamageTests.line + start + long + Array("\"}\n".utf8) + DamageTests.line
    #expect(
      try ExportFolder.read("accounts.ndjson", bytes).text
        == "1 user=u1\n3 user=u1\n2 -: it is longer than 8 MiB")
    #expect(
      try ExportFolder.read("accounts.ndjson", start + long).text
        == "1 -: it is longer than 8 MiB")
  }

  @Test("records go on over the borders of what is read at once")
  func borders() throws {
    var text = ""
    var expected: [String] = []
    for index in 0..<30_000 {
      let id = "user-\(index)-" + String(repeating: "x", count: index % 97)
      text += "{\"userId\":\"\(id)\"}\n"
      expected.append("\(index + 1) user=\(id)")
    }
    let read = try ExportFolder.read("accounts.ndjson", text)
    #expect(read.records == expected)
    #expect(read.rejects.isEmpty)
  }

  @Test("names without end are forgotten and stay in bounds")
  func manyNames() throws {
    var text = ""
    for index in 0..<40_000 { text += "{\"userId\":\"u\",\"k\(index)\":1}\n" }
    let read = try ExportFolder.read("accounts.ndjson", text)
    #expect(read.records.count == 40_000)
    #expect(read.summary.knownFields == ["userId"])
    #expect(read.summary.unknownFields.count == 10_000)
  }
}
