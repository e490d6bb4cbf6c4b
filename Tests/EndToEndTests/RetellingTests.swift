import Foundation
import TestSupport
import Testing

@Suite struct RetellingTests {
  /// A row that owes and one charged while empty, as names and values.
  private static let ledger: [[(String, String)]] = [
    row("1", "2026-10-01T08:00:00Z", "gift", "1.00", "1.00"),
    row("2", "2026-10-02T08:00:00Z", "usage", "1.75", "-0.75"),
    row("3", "2026-10-03T08:00:00Z", "usage", "0.10", "-0.85"),
  ]
  /// Deletions by mail, which is not in the app.
  private static let deletions: [[(String, String)]] = (1...3).map { number in
    [
      ("id", "del_\(number)"), ("userId", "usr_\(number + 5)"), ("channel", "email"),
      ("requestedAt", "2026-10-0\(number)T08:00:00Z"),
      ("completedAt", "2026-10-0\(number)T08:00:05Z"),
    ]
  }

  private static func row(
    _ id: String, _ at: String, _ kind: String, _ amount: String, _ balance: String
  ) -> [(String, String)] {
    [
      ("adjustmentId", id), ("at", at), ("userId", "usr_1"), ("kind", kind), ("amount", amount),
      ("balanceAfter", balance), ("idempotencyKey", "k" + id),
    ]
  }

  @Test(
    "a history told in five ways on five nights has nothing new after the first",
    arguments: [[], ["--redact"]])
  func nothingNew(options: [String]) throws {
    let folder = try TemporaryFolder()
    let tellings: [[(name: String, text: String)]] = [
      [
        ("ledger.ndjson", Self.lines(Self.ledger)),
        ("deletions.ndjson", Self.lines(Self.deletions)),
      ],
      [
        ("ledger-2026.ndjson", Self.lines(Self.ledger.reversed(), end: "\r\n")),
        ("deletions-1.ndjson", Self.lines(Self.deletions.reversed(), end: "\r\n")),
      ],
      [
        ("ledger.csv", Self.table(Self.spelt(Self.ledger), end: "\r\n")),
        ("deletions.tsv", Self.table(Self.spelt(Self.deletions), comma: "\t")),
      ],
      [
        ("ledger_export.ndjson", Self.lines(Self.spelt(Self.ledger))),
        ("deletions.csv", Self.table(Self.deletions, end: "\r\n")),
      ],
      [
        ("ledger.json", "[" + Self.objects(Self.spelt(Self.ledger)).joined(separator: ",") + "]"),
        ("deletions.json", "[" + Self.objects(Self.deletions).joined(separator: ",\n") + "]"),
      ],
    ]
    try folder.write("siwa-audit.json", "{ name: \"app\" }")
    var first: [String] = []
    for (night, files) in tellings.enumerated() {
      for (name, text) in files { try folder.write("night\(night)/" + name, text) }
      if night == 3 { try Self.compress(files.map { folder.path("night3/" + $0.name) }) }
      // Once over what is known, and once alone: the records of the first night must not hide what
      // a later one says.
      for output in ["out", "alone\(night)"] {
        let result = try Tool().run(
          [
            "audit", folder.path("night\(night)"), "--output", folder.path(output), "--config",
            folder.path("siwa-audit.json"), "--as-of", "2026-11-0\(night + 1)T00:00:00Z",
            "--format", "json,xml", "--exit-zero",
          ] + options)
        #expect(result.code == 0, "\(result.errors)")
        let found = try Self.fingerprints(folder.text(output + "/findings.json"))
        if first.isEmpty { first = found }
        #expect(found.sorted() == first.sorted(), "night \(night), \(output)")
      }
      if night > 0 {
        let report = try folder.text("out/report.xml")
        #expect(report.contains(" new=\"0\" "))
        #expect(report.contains(" resolved=\"0\" "))
        #expect(!report.contains(" repeated=\"0\" "), "night \(night) tells no record twice")
      }
    }
    #expect(first.count >= 5)
  }

  private static func fingerprints(_ list: String) throws -> [String] {
    let pattern = try Regex("\"fingerprint\":\"[0-9a-f]{16}\"")
    return list.matches(of: pattern).map { String(list[$0.range]) }
  }

  /// The same times and amounts in other spellings.
  private static func spelt(_ rows: [[(String, String)]]) -> [[(String, String)]] {
    rows.map { row in
      row.map { name, value in
        switch name {
        case "at", "requestedAt", "completedAt":
          (
            name,
            value.replacingOccurrences(of: "T08:", with: "T10:")
              .replacingOccurrences(of: "Z", with: ".000+02:00")
          )
        case "amount", "balanceAfter": (name, value + "000")
        default: (name, value)
        }
      }
    }
  }

  private static func objects(_ rows: [[(String, String)]]) -> [String] {
    rows.map { row in
      "{ " + row.reversed().map { "\"\($0.0)\" : \"\($0.1)\"" }.joined(separator: " , ") + " }"
    }
  }

  private static func lines(_ rows: [[(String, String)]], end: String = "\n") -> String {
    objects(rows).map { $0 + end }.joined()
  }

  /// Columns backwards under their names.
  private static func table(
    _ rows: [[(String, String)]], comma: String = ",", end: String = "\n"
  ) -> String {
    let names = rows[0].reversed().map(\.0).joined(separator: comma)
    let cells = rows.map { $0.reversed().map(\.1).joined(separator: comma) }
    return ([names] + cells).map { $0 + end }.joined()
  }

  private static func compress(_ paths: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip"] + paths
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
