import AuditInput
import Foundation
import TestSupport
import Testing

@Suite struct InitTests {
  let tool = Tool()
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("what init proposes is a configuration that an audit takes as it is")
  func proposal() throws {
    let made = try tool.run("sample", folder.path("e"), "--accounts", "20")
    #expect(made.code == 0)
    let path = folder.path("e/siwa-audit.json")
    let given = try ConfigurationReader.read(
      text: Array(try folder.text("e/siwa-audit.json").utf8), path: path)
    try FileManager.default.removeItem(atPath: path)

    let result = try tool.run("init", folder.path("e"))
    #expect(result.code == 0, "\(result.errors)")
    let proposed = try ConfigurationReader.read(text: Array(result.output.utf8), path: "proposal")
    #expect(proposed.app.bundleIds == given.app.bundleIds)
    #expect(proposed.app.teamId == given.app.teamId)
    #expect(proposed.app.platform == given.app.platform)
    #expect(proposed.products == given.products)
    #expect(!FileManager.default.fileExists(atPath: path))

    try folder.write("e/siwa-audit.json", result.output)
    let audit = try tool.run("audit", folder.path("e"), "--output", folder.path("out"))
    #expect(audit.code == 0, "\(audit.output)")
  }

  @Test("two tables alone give a short proposal, and nothing in the data ends a text or a comment")
  func twoTables() throws {
    try folder.write("e/sessions.csv", "id,at,userId,method\n1,2026-10-01T08:00:00Z,u,apple\n")
    try folder.write(
      "e/attempts.ndjson",
      #"{"id":"1","at":"2026-10-01T09:00:00Z","outcome":"accepted","aud":"a\"\n,\u2028*/"}"# + "\n")
    let result = try tool.run("init", folder.path("e"))
    #expect(
      result.output == #"""
        // What the export suggests. Check the lines marked 'guess', fill in what is commented out,
        // and keep this as siwa-audit.json in the export folder.
        {
          // name: "…",            // which data set this is, else the app id
          app: {
            // appId: "…",         // the number in the app's App Store address
            bundleIds: ["a\"\n,\u2028*/"],  // guess: the audience of most identity tokens
            // teamId: "…",  // ten letters and digits, of your Apple account
            // keyIds: ["…"],
            // urlSchemes: ["…"],
            platform: "direct",  // guess: nothing of the platform is there
            loginMethods: ["apple"],  // guess: seen in sessions
          },
          export: {
            // from: "2026-10-01T08:00:00Z",  // the oldest record; say where the export begins
            // to: "2026-10-01T09:00:00Z",    // the newest record; say where it ends
            // exportedAt: "…",      // when it was made; else the newest record's time
            // complete: ["sessions"],  // streams that hold everything since the app began
          },
          products: {
          },
        }

        """#)
    #expect(throws: Never.self) {
      try ConfigurationReader.read(text: Array(result.output.utf8), path: "proposal")
    }
  }

  @Test("an export in which nothing is recognised gives no proposal")
  func nothing() throws {
    try folder.write("e/notes.txt", "x")
    let result = try tool.run("init", folder.path("e"))
    #expect(result.code == 3)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("no file of the export is recognised"))
  }
}
