import TestSupport
import Testing

@Suite struct SampleCommandTests {
  private let folder: TemporaryFolder
  private let tool = Tool()

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("a sample says what it wrote and how to audit it, and an audit finds what was planted")
  func sample() throws {
    let export = folder.path("export")
    let written = try tool.run(
      "sample", export, "--accounts", "20", "--faults", "link.orphaned-rows")
    #expect(written.code == 0)
    #expect(written.errors == "")
    #expect(written.output.contains(" of 21 people, 1 finding to expect (expected.json)\n"))
    #expect(written.output.hasSuffix("Audit it with: siwa-audit audit \(export)\n"))

    let audited = try tool.run("audit", export, "--output", folder.path("out"))
    #expect(audited.code == 1)
    #expect(audited.output.contains("1 finding: 1 new, 0 known, 0 resolved"))
    #expect(audited.output.contains("link.orphaned-rows"))
  }

  @Test("a sample without a fault passes")
  func clean() throws {
    let export = folder.path("export")
    _ = try tool.run("sample", export, "--accounts", "20", "--platform", "direct")
    let audited = try tool.run("audit", export, "--output", folder.path("out"))
    #expect(audited.code == 0)
    #expect(try folder.text("export/expected.json").contains("\"findings\": []"))
  }
}
