import Foundation
import TestSupport

/// Audits of one data set, one after the other, as cron runs them.
struct Nights {
  let folder: TemporaryFolder
  let tool = Tool()

  /// Three findings-to-be of one person: two rows that owe, one of them charged while empty.
  static let debt = """
    {"adjustmentId":"1","at":"2026-10-01T08:00:00Z","userId":"u1","kind":"purchase","amount":"1.00","balanceAfter":"1.00","startedAt":null,"idempotencyKey":"k1"}
    {"adjustmentId":"2","at":"2026-10-01T09:00:00Z","userId":"u1","kind":"usage","amount":"2.00","balanceAfter":"-1.00","startedAt":"2026-10-01T08:59:00Z"}
    {"adjustmentId":"3","at":"2026-10-01T10:00:00Z","userId":"u1","kind":"usage","amount":"1.00","balanceAfter":"-2.00","startedAt":"2026-10-01T09:59:00Z"}

    """
  /// A gift in order.
  static let clean = """
    {"adjustmentId":"9","at":"2026-10-02T08:00:00Z","userId":"u2","kind":"gift","amount":"1.00","balanceAfter":"1.00","startedAt":null,"idempotencyKey":"k9"}

    """
  /// The fingerprints of what `debt` breaks.
  static let empty = "d42f76c83cc3ad43"
  static let negative = "165a148648a772a3"

  init(configuration: String = "{ name: \"app\" }") throws {
    folder = try TemporaryFolder()
    try folder.write("etc/siwa-audit.json", configuration)
    try folder.write("a/ledger.ndjson", Self.debt)
    try folder.write("b/ledger.ndjson", Self.clean)
  }

  /// Audits an export with the configuration of `etc`.
  @discardableResult
  func audit(_ export: String, _ more: String...) throws -> Tool.Result {
    try tool.run(
      [
        "audit", folder.path(export), "--output", folder.path("out"), "--config",
        folder.path("etc/siwa-audit.json"),
      ] + more)
  }

  func diff(_ more: String...) throws -> Tool.Result {
    try tool.run(["diff", "--output", folder.path("out")] + more)
  }

  func waive(_ fingerprint: String, _ more: String...) throws -> Tool.Result {
    try tool.run(
      [
        "waive", fingerprint, "--output", folder.path("out"), "--config",
        folder.path("etc/siwa-audit.json"),
      ] + more)
  }

  /// Puts waivers beside the configuration.
  func write(waivers: String) throws {
    try folder.write("etc/siwa-audit.waivers.json", waivers)
  }

  /// The lines of the XML report that start so.
  func report(_ start: String) throws -> [String] {
    try folder.text("out/report.xml").split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }.filter { $0.hasPrefix(start) }
  }

  /// The lines of a summary that start so.
  func lines(_ result: Tool.Result, _ start: String) -> [String] {
    result.output.split(separator: "\n").map(String.init).filter { $0.hasPrefix(start) }
  }
}
