import Foundation
import TestSupport
import Testing

@Suite struct DeterminismTests {
  @Test("the same input gives the same bytes whatever the folder, time zone or locale")
  func sameBytes() throws {
    let input = Project.folder + "/data/samples/demo/input"
    let settings = [
      ["TZ": "UTC", "LC_ALL": "C"], ["TZ": "Pacific/Apia", "LC_ALL": "tr_TR.UTF-8"],
    ]
    var results: [[String: Data]] = []
    for setting in settings {
      let folder = try TemporaryFolder()
      let result = try Tool(environment: setting).run(
        "audit", input, "--output", folder.path("out"), "--format", "html,xml,csv,json")
      try #require(result.code == 1)
      var files: [String: Data] = [:]
      for name in [
        "report.html", "report.xml", "findings.csv", "findings.json", "rows-to-delete.csv",
        "siwa-audit.sqlite",
      ] {
        files[name] = try Data(contentsOf: URL(fileURLWithPath: folder.path("out/" + name)))
      }
      results.append(files)
    }
    for (name, bytes) in results[0] {
      #expect(!bytes.isEmpty)
      #expect(bytes == results[1][name], "\(name) differs")
    }
  }

  @Test("reports and database are readable by the owner alone")
  func modes() throws {
    let folder = try TemporaryFolder()
    _ = try Tool().run(
      "audit", Project.folder + "/data/samples/demo/input", "--output", folder.path("out"))
    func mode(_ name: String) throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
      return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }
    #expect(try mode("out") == 0o700)
    for name in ["report.html", "report.xml", "siwa-audit.sqlite"] {
      #expect(try mode("out/" + name) == 0o600)
    }
  }
}
