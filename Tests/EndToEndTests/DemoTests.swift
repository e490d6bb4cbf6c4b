import Foundation
import TestSupport
import Testing

/// What the demo has beyond the other samples, which `GoldenSampleTests` audits with them.
@Suite struct DemoTests {
  @Test("the generator writes the demo's input as it lies there")
  func generator() throws {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swift", Project.folder + "/data/samples/demo/generate.swift", folder.path("input"),
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let names = Project.files(in: "data/samples/demo/input")
    #expect(names.count == 18)
    for name in names {
      #expect(
        try folder.text("input/" + name) == Project.text("data/samples/demo/input/" + name))
    }
  }
}
