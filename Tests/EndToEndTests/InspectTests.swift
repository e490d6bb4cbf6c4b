import Foundation
import TestSupport
import Testing

@Suite struct InspectTests {
  private let folder: TemporaryFolder
  private let tool = Tool()

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("inspect says how each file would be read and what is missing, and writes nothing")
  func files() throws {
    try folder.write(
      "e/mail.csv",
      "id,at,to,colour\nm1,2026-10-01T08:00:00Z,a@b.example,red\nm2,soon,c@d.example,\n")
    try folder.write("e/links.csv", "id,at,id\n")
    try folder.write("e/notes.txt", "hello")
    try folder.write(
      "e/users.csv",
      "user_id,apple_sub,created_at\nu1,000.abc.0,2026-10-01\nu2,,2026-10-02T00:00Z\n")
    try folder.write(
      "e/payers.csv", "user_id,apple_sub,created_at\nu1,000.abc.0,2026-10-01T00:00:00Z\n")
    let before = Project.files(in: "output")
    let result = try tool.run("inspect", folder.path("e"))
    #expect(result.code == 3)
    #expect(result.errors == "")
    let lines = result.output.split(separator: "\n").map(String.init)
    let facts = lines.prefix { !$0.contains("rules could be checked") }
    #expect(
      Array(facts) == [
        "links.csv: links, damaged: names the column 'id' twice",
        "mail.csv: mail, 2 records", "  fields: id, at, to",
        "  not there: userId, status, category",
        "  unknown: colour", "  rejected: 1",
        "    line 3, at: the value of 'at' is no time: write it as 2026-10-01T08:00:00Z",
        "payers.csv: not recognised, but looks like accounts: name it accounts.csv, "
          + "or use --stream accounts=FILE",
        "users.csv: not recognised, but would be accounts with this mapping:",
        "    \"users.csv\": {", "      stream: \"accounts\",",
        "      fields: { userId: \"user_id\", appleSub: \"apple_sub\" },", "    }",
        "  without 'created_at': '2026-10-01' is no time: write it as 2026-10-01T08:00:00Z",
        "not recognised: is named after no stream:", "  notes.txt",
      ])
    #expect(Project.files(in: "output") == before)
  }

  @Test("inspect says what raw exchanges are about, and what they tell of other streams")
  func exchanges() throws {
    let call = #""at":"2026-10-01T08:00:00Z","status":200,"userId":"u1""#
    try folder.write(
      "e/exchanges.ndjson",
      #"{"id":"x1",\#(call),"method":"DELETE","path":"/api/platform/auth/me","agent":"a"}"# + "\n"
        + #"{"id":"x2",\#(call),"method":"GET","path":"/health"}"# + "\n")
    let result = try tool.run("inspect", folder.path("e"))
    #expect(result.code == 0)
    #expect(
      result.output.hasPrefix(
        """
        exchanges.ndjson: exchanges, 2 records
          exchanges: unlink 1, other 1
          fields of deletions: id, userId, requestedAt, unlinkedAt, unlinkStatus

        """))
    #expect(result.output.contains("  unknown: agent\n"))
  }

  @Test("what the demo lacks is named, with how many rules it would add")
  func suggestions() throws {
    let result = try tool.run("inspect", Project.folder + "/data/samples/demo/input")
    #expect(result.code == 0)
    #expect(result.output.contains("ledger.csv: ledger, 1495 records"))
    #expect(result.output.contains("rules could be checked."))
    #expect(result.output.contains("  export deletions.idTokenSub to check 1 more"))
  }
}

/// Files that nobody here wrote; where they lie is told by the environment.
@Suite struct RealFileTests {
  private static let folder = ProcessInfo.processInfo.environment["SIWA_AUDIT_REALDATA"]

  @Test("genuine notifications are read as they are, everything else is named")
  func realFiles() throws {
    guard let folder = Self.folder else {
      print("SKIPPED: SIWA_AUDIT_REALDATA is not set, the REAL FILES WERE NOT TRIED")
      return
    }
    let files = FileManager.default.subpaths(atPath: folder) ?? []
    try #require(!files.isEmpty, "SIWA_AUDIT_REALDATA names no folder with files")
    let tool = Tool()
    let inspected = try tool.run("inspect", folder)
    for file in files {
      var isFolder: ObjCBool = false
      let isThere = FileManager.default.fileExists(
        atPath: folder + "/" + file, isDirectory: &isFolder)
      if isThere && !isFolder.boolValue {
        #expect(inspected.output.contains(file), "\(file) is not named")
      }
    }
    #expect(inspected.output.contains("looks like notifications"))

    let work = try TemporaryFolder()
    let result = try tool.run(
      "audit", "--stream", "notifications=\(folder)/extracted/nov_consent_revoked.body.json",
      "--output", work.path("out"), "--config", try work.write("c.json", "{ name: \"real\" }"))
    #expect(result.code == 0)
    #expect(result.output.contains("notifications 1"))
  }
}
