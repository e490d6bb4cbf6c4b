import Foundation
import TestSupport
import Testing

@Suite struct SignalTests {
  private static let row =
    #"{"id":"m1","at":"2026-10-01T08:00:00Z","to":"a@b.example"}"# + "\n"

  @Test(
    "a signal ends the run within two seconds, rolled back, with 128 + n",
    arguments: [SIGTERM, SIGINT, SIGHUP])
  func signal(number: Int32) throws {
    let folder = try TemporaryFolder()
    let arguments = [
      "audit", "--stream", "mail=-", "--output", folder.path("out"), "--config",
      try folder.write("c.json", "{ name: \"app\" }"),
    ]
    let running = try Tool().start(arguments, input: Self.row)
    let database = folder.path("out/siwa-audit.sqlite")
    try wait { FileManager.default.fileExists(atPath: database) }
    Thread.sleep(forTimeInterval: 0.3)
    let start = Date()
    running.signal(number)
    let result = try running.finish(closingInput: false)
    #expect(result.code == 128 + number)
    #expect(Date().timeIntervalSince(start) < 2)
    #expect(!FileManager.default.fileExists(atPath: database + "-journal"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("out/report.xml")))

    let again = try Tool().start(arguments, input: Self.row).finish()
    #expect(again.code == 0)
    #expect(again.output.contains("mail 1"))
  }

  @Test("after a kill the next run reports what the killed one would have, files and rejects too")
  func killedRun() throws {
    let folder = try TemporaryFolder()
    let bad = #"{"id":"m2","at":"never","to":"a@b.example","extra":1}"# + "\n"
    for name in ["mail-1.ndjson", "mail-2.ndjson"] {
      try folder.write("a/" + name, Self.row + bad + (name == "mail-1.ndjson" ? "" : "\n"))
    }
    try folder.write("a/rows.csv", "table,rowId,userId\nchats,1,u1\n")
    func arguments(_ output: String, _ more: String...) -> [String] {
      ["audit", folder.path("a"), "--output", folder.path(output)] + more
    }
    _ = try Tool().run(arguments("whole"))

    // Standard input comes last and does not end, so all files are stored when the signal comes.
    let running = try Tool().start(arguments("out", "--stream", "ledger=-"), input: "")
    let database = folder.path("out/siwa-audit.sqlite")
    try wait { FileManager.default.fileExists(atPath: database) }
    Thread.sleep(forTimeInterval: 1)
    running.signal(SIGKILL)
    #expect(try running.finish(closingInput: false).code == 128 + SIGKILL)

    _ = try Tool().run(arguments("out"))
    #expect(try folder.text("out/report.xml") == folder.text("whole/report.xml"))
    #expect(try folder.text("out/report.xml").contains(#"records="2" rejected="1""#))
  }

  @Test("a closed standard output ends the program quietly")
  func closedPipe() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "{ '\(Tool.path)' rules; echo $? >&2; } | head -c 1"]
    let errors = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    process.waitUntilExit()
    let text = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(text == "0\n")
  }

  #if os(Linux)
    @Test("a standard output that takes no more ends with 4, so that half a text is no success")
    func fullOutput() throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "'\(Tool.path)' rules > /dev/full"]
      let errors = Pipe()
      process.standardError = errors
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 4)
      let text = String(
        decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      #expect(
        text == "siwa-audit: standard output: error: can't be written: No space left on device\n")
    }
  #endif

  private func wait(for condition: () -> Bool) throws {
    for _ in 0..<100 where !condition() { Thread.sleep(forTimeInterval: 0.05) }
    try #require(condition())
  }
}
