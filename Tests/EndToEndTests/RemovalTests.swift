import Foundation
import TestSupport
import Testing

@Suite struct RemovalTests {
  let tool = Tool()
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "e/sessions.ndjson",
      """
      {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"usr_gone","appleSub":"0001.gone","appUserUUID":"52D937F2-52c5-55b3-894b-ac3a33fdabd5","expiresAt":"2027-10-01T08:00:00Z"}
      {"id":"s2","at":"2026-10-02T08:00:00Z","userId":"usr_stays","appleSub":"0002.stays"}

      """)
    try folder.write(
      "e/attempts.ndjson",
      """
      {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","sub":"0001.gone"}
      {"id":"a2","at":"2026-10-02T08:00:00Z","outcome":"accepted","sub":"0002.stays"}

      """)
    try folder.write("e/siwa-audit.json", #"{"app":{"platform":"speed"}}"#)
    let result = try tool.run(
      "audit", folder.path("e"), "--output", folder.path("out"), "--exit-zero")
    #expect(result.code == 0)
    #expect(try database().contains("usr_gone"))
  }

  private func database() throws -> String {
    String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: folder.path("out/siwa-audit.sqlite"))),
      as: UTF8.self)
  }

  @Test(
    "a forgotten person is gone from the database, by whatever id",
    arguments: ["usr_gone", "0001.gone", "52d937f2-52c5-55b3-894b-ac3a33fdabd5"])
  func forget(id: String) throws {
    let result = try tool.run("forget", id, "--output", folder.path("out"))
    #expect(result.code == 0)
    #expect(
      result.output == """
        \(folder.path("out/siwa-audit.sqlite")): 2 records and 1 finding removed
          attempts 1
          sessions 1
        Reports written before still hold them; the next audit writes new ones.

        """)
    let left = try database()
    for canary in ["usr_gone", "0001.gone", "52d937f2"] { #expect(!left.contains(canary)) }
    #expect(left.contains("usr_stays"))
    let again = try tool.run("forget", id, "--output", folder.path("out"))
    #expect(again.code == 2)
    #expect(again.errors.contains("is no user, Apple sub or appUserUUID"))
    let next = try tool.run("audit", folder.path("e"), "--output", folder.path("out"))
    #expect(next.code == 0, "\(next.output)")
  }

  @Test("what is pruned happened before the time, and the rest stays")
  func prune() throws {
    let result = try tool.run(
      "prune", "--before", "2026-10-02T08:00:00Z", "--output", folder.path("out"))
    #expect(result.code == 0)
    #expect(result.output.contains(": 2 records and 1 finding removed\n"))
    let left = try database()
    #expect(!left.contains("0001.gone"))
    #expect(left.contains("0002.stays"))
  }

  @Test("without a database, a time or an id, the command says what to give")
  func usage() throws {
    let missing = try tool.run("forget", "u", "--output", folder.path("nowhere"))
    #expect(missing.code == 4)
    #expect(missing.errors.contains("there is no such database"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("nowhere")))
    #expect(try tool.run("prune", "--output", folder.path("out")).code == 2)
    let time = try tool.run("prune", "--before", "soon", "--output", folder.path("out"))
    #expect(time.code == 2)
    #expect(time.errors.contains("'soon' is no time for --before"))
  }
}
