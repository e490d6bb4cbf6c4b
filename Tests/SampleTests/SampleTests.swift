import AuditModel
import AuditPipeline
import AuditSample
import Foundation
import TestSupport
import Testing

/// What is planted is found, and nothing else: the product held against an export whose faults are
/// known, written from the contract by code that shares nothing with it.
///
/// `SIWA_AUDIT_SAMPLES=full` runs the full number of seeds, which takes minutes.
@Suite struct SampleTests {
  private static let isFull = ProcessInfo.processInfo.environment["SIWA_AUDIT_SAMPLES"] == "full"
  private static let faultySeeds = Array(1...(isFull ? 200 : 6)) as [UInt64]
  private static let lone =
    isFull ? SampleOptions.knownFaults : ["link.orphaned-rows", "app.login-services"]
  private static let cleanSeeds = Array(1001...(isFull ? 1020 : 1001)) as [UInt64]

  @Test(
    "every planted fault is found, and nothing else", arguments: Platform.allCases, faultySeeds)
  func faults(platform: Platform, seed: UInt64) throws {
    var options = SampleOptions()
    options.platform = platform
    options.accountCount = 50
    options.seed = seed
    options.faults = ["all"]
    let bench = try Bench(options)
    // One rule is of the other platform, and one stands alone.
    #expect(try Set(bench.summary.expected.findings.map(\.rule)).count == Bench.rules().count - 2)
    #expect(try bench.disagreements() == [])
  }

  @Test("a clean history has no finding", arguments: Platform.allCases, cleanSeeds)
  func clean(platform: Platform, seed: UInt64) throws {
    var options = SampleOptions()
    options.platform = platform
    options.accountCount = Self.isFull ? 2000 : 300
    options.seed = seed
    options.dayCount = seed % 2 == 0 ? 45 : 120
    let bench = try Bench(options)
    #expect(try bench.disagreements() == [])
  }

  @Test("every rule can be broken")
  func everyRule() throws {
    #expect(try Set(SampleOptions.knownFaults) == Bench.rules())
  }

  @Test("a fault alone is found as well", arguments: Platform.allCases, lone)
  func alone(platform: Platform, rule: String) throws {
    var options = SampleOptions()
    options.platform = platform
    options.accountCount = 3
    options.faults = [rule]
    do {
      let bench = try Bench(options)
      #expect(bench.summary.expected.findings.contains { $0.rule == rule })
      #expect(try bench.disagreements() == [])
    } catch let error as SampleError {
      #expect(error.description.contains("use --platform"))
    }
  }

  @Test("what is not found, and what is found unasked, is told")
  func teeth() throws {
    var options = SampleOptions()
    options.accountCount = 3
    options.faults = ["link.orphaned-rows"]
    let bench = try Bench(options)
    let rows = try bench.folder.text("export/rows.ndjson")
    let links = try bench.folder.text("export/links.ndjson")
    try bench.folder.write("export/rows.ndjson", rows.replacing("documents", with: "d"))
    try bench.folder.write(
      "export/links.ndjson", links.replacing("\"keep\":\"local\"", with: "\"keep\":\"speed\""))
    let told = try bench.disagreements()
    #expect(told.contains { $0.hasPrefix("missing: link.orphaned-rows") })
    #expect(told.contains { $0.hasPrefix("unexpected: ") })
  }

  @Test("the same options give the same bytes, another seed does not")
  func deterministic() throws {
    var options = SampleOptions()
    options.accountCount = 20
    options.faults = ["all"]
    let first = try Bench(options).bytes()
    #expect(first == (try Bench(options).bytes()))
    options.seed = 2
    #expect(first != (try Bench(options).bytes()))
  }

  @Test("the digest is SHA-256")
  func digest() {
    #expect(
      Sample.digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test("what can't be done is refused, with what to do instead")
  func refusals() throws {
    var options = SampleOptions()
    options.faults = ["link.orphaned-row"]
    #expect(
      refusal(options) == "no fault is known for 'link.orphaned-row'; "
        + "did you mean 'link.orphaned-rows'?")
    options.faults = ["app.login-services", "link.orphaned-rows"]
    #expect(
      refusal(options)
        == "'app.login-services' can't be broken beside other rules; ask for it alone")
    options.faults = []
    options.dayCount = 3
    #expect(
      refusal(options) == "--days takes a number from 45 to 3650: rules have deadlines of 30 days")
    let folder = try TemporaryFolder()
    try folder.write("export/notes.txt", "mine")
    #expect(
      throws: SampleError.request(
        "'\(folder.path("export"))' is not empty; name a new or an empty folder, or empty it")
    ) {
      _ = try Sample(SampleOptions()).write(to: folder.path("export"))
    }
    #expect(try folder.text("export/notes.txt") == "mine")
  }

  @Test("a sample that is stopped leaves nothing")
  func stopped() throws {
    let folder = try TemporaryFolder()
    #expect(throws: SampleError.stopped) {
      _ = try Sample(SampleOptions()).write(to: folder.path("export"), isCancelled: { true })
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("export")))
  }

  private func refusal(_ options: SampleOptions) -> String? {
    do {
      _ = try Sample(options)
      return nil
    } catch {
      return error.description
    }
  }
}
