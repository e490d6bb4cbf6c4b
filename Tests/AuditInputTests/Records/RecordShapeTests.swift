import AuditModel
import Testing

@testable import AuditInput

@Suite struct RecordShapeTests {
  /// An object with an account and its sessions, or what is wrong with it.
  private struct Household: RecordShape {
    let streams: [AuditModel.Stream] = [.accounts, .sessions]
    let names = ["user", "sessions"]
    private(set) var knownFields: [AuditModel.Stream: Set<String>] = [:]

    mutating func note(columns: [String]) {}

    mutating func shape(_ record: JSONValue, line: Int) throws(ShapeError) -> [RoutedRecord] {
      guard case .string(let user)? = record["user"] else {
        throw ShapeError(field: "userId", reason: "nobody lives here")
      }
      knownFields[.accounts] = ["userId"]
      let id = RawField("userId", .text(Array(user.utf8)))
      var records = [RoutedRecord(.accounts, .fields([id]))]
      guard case .array(let sessions)? = record["sessions"] else { return records }
      for session in sessions {
        guard case .number(let at) = session else {
          records.append(RoutedRecord(.sessions, .leftOut))
          continue
        }
        let fields = [
          RawField("id", .text(Array(at.utf8))), RawField("at", .number(Array(at.utf8))), id,
        ]
        records.append(RoutedRecord(.sessions, .fields(fields)))
      }
      return records
    }
  }

  private func read(_ name: String, _ text: String) throws -> (text: [String], FileSummary) {
    let folder = try ExportFolder()
    try folder.write(name, text)
    let file = PlannedFile(
      path: folder.path + "/" + name, name: name, stream: .accounts,
      format: FileFormat(name: name))
    var job = FileJob(file, shape: Household(), emailKey: [], check: SignatureCheck())
    var lines: [String] = []
    var goesOn = true
    while goesOn {
      goesOn = job.advance()
      while let batch = job.takeBatch() {
        lines += batch.lines.map { "\(batch.stream.rawValue) \($0)" }
      }
      for reject in job.takeRejects() ?? [] {
        lines.append("reject \(reject.place.line) \(reject.field ?? "-"): \(reject.reason)")
      }
    }
    return (lines, job.finish())
  }

  @Test("One file feeds two streams, each record with the line of what it came from")
  func twoStreams() throws {
    let (text, summary) = try read(
      "people.ndjson",
      """
      {"user":"u1","sessions":[1790000000,null,1790000001],"pets":2}
      {"sessions":[]}
      {"user":
      {"user":"u2"}
      {"user":"","sessions":[1790000002]}

      """)
    #expect(
      text == [
        "accounts 1", "accounts 4", "sessions 1", "sessions 1",
        "reject 2 userId: nobody lives here", "reject 3 -: the record ends in its midst (byte 9)",
        "reject 5 userId: the field 'userId' is missing",
        "reject 5 userId: the field 'userId' is missing",
      ])
    #expect(summary.damage == nil)
    #expect([summary.records, summary.rejected, summary.leftOut] == [9, 4, 1])
    #expect(summary.streams.mapValues(\.records) == [.accounts: 5, .sessions: 4])
    #expect(summary.streams[.accounts]?.knownFields == ["userId"])
    #expect(summary.unknownFields == ["pets"])
  }

  @Test("The object around the records' array is told by its names; secrets are seen by places")
  func documents() throws {
    let token = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl"
    let (text, summary) = try read(
      "people.json",
      """
      {"page": 1, "people": [
        {"user": "u1", "sessions": [1790000000]},
        {"user": "u2", "note": "\(token)"}
      ]}
      """)
    #expect(text == ["accounts 2", "accounts 3", "sessions 2"])
    #expect(summary.leaks == [Leak(line: 3, field: "note", kind: "jwt")])
    let single = try read("people.json", #"{"user": "u1", "pets": [{}]}"#)
    #expect(single.text == ["accounts 1"])
  }
}
