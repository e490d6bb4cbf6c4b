import AuditModel
import AuditReport
import Foundation

/// Findings from an array, or any number of them made on the way.
struct Findings: FindingSequence {
  var count: Int
  var make: (Int) -> Finding

  init(_ findings: [Finding]) {
    count = findings.count
    make = { findings[$0] }
  }

  init(count: Int, make: @escaping (Int) -> Finding) {
    self.count = count
    self.make = make
  }

  func forEachFinding(_ body: (Finding) throws -> Void) throws {
    for index in 0..<count { try body(make(index)) }
  }
}

/// A folder of its own that goes with the test.
final class Folder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "siwa-report-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch {}
  }

  func file(_ name: String) -> String { path + "/" + name }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: file(name), encoding: .utf8)
  }

  func put(_ text: String, in name: String) throws {
    try text.write(toFile: file(name), atomically: false, encoding: .utf8)
  }

  /// Every name in the folder, hidden ones too.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}

/// The files of the repository.
enum Home {
  static let path: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/")
  }()
  static let schema = path + "/data/schema/report.xsd"
  static let templates = path + "/templates"
}

enum Fixture {
  /// 1 October 2026, 08:00 UTC.
  static let morning: Int64 = 1_790_841_600_000_000

  static func rule(
    _ id: String, _ severity: Severity, title: String = "The platform credits a purchase once.",
    why: String = "A key that is applied twice gives the money twice.",
    fix: String = "Send one idempotency key a transaction.", source: String = "Apply a top-up",
    link: String? = "https://example.com/top-up"
  ) -> Rule {
    Rule(
      id: id, title: title, why: why, severity: severity, fix: fix, source: source,
      sourceLink: link)
  }

  static func finding(
    rule: String = "ledger.key-applied-twice", severity: Severity = .critical,
    state: Finding.State = .new, disposition: Finding.Disposition = .open,
    fingerprint: String = "0a1b2c3d4e5f", user: String? = "usr_2",
    kind: Subject.Kind = .key, subject: String = "k1",
    message: String = "2 rows applied the key k1: 1.00 was credited too much.",
    evidence: [EvidenceRecord] = [record()], total: Int? = nil
  ) -> Finding {
    Finding(
      rule: rule, severity: severity, state: state, disposition: disposition,
      fingerprint: fingerprint, at: morning, user: user, firstSeen: morning,
      exposure: 125_000_000, subject: Subject(kind: kind, id: subject), message: message,
      evidence: evidence, evidenceTotal: total ?? evidence.count)
  }

  static func record(
    file: String = "ledger.ndjson", line: Int = 3, key: String = "adj_3",
    fields: [(String, String)] = [
      ("at", "2026-10-01T08:00:00Z"), ("amount", "1.25000000"), ("kind", "purchase"),
    ]
  ) -> EvidenceRecord {
    EvidenceRecord(
      stream: .ledger, place: SourcePlace(path: file, line: line), key: key,
      fields: fields.map { EvidenceRecord.NamedValue(name: $0.0, value: $0.1) })
  }

  /// One rule of each result, two files, one rejected record.
  static func audit(findings: Int = 1) -> Audit {
    Audit(
      toolVersion: "1.0.0", name: "example", appID: "123", platform: "speed",
      bundleIDs: ["com.example.app"], asOf: morning + 86_400_000_000, failOn: .high,
      isPartial: false, definitionDigest: "d1",
      files: [
        InputFile(
          path: "ledger.ndjson", stream: .ledger, sha256: String(repeating: "a", count: 64),
          byteCount: 1_234, records: 4, stored: 3, rejected: 1, unknownFields: ["memo"],
          outcome: .read),
        InputFile(path: "notes.txt", stream: nil, outcome: .notRecognised("no stream is named so")),
      ],
      rejects: [
        Reject(
          place: SourcePlace(path: "ledger.ndjson", line: 4), field: "amount",
          reason: "the field 'amount' is missing")
      ],
      rejectTotal: 1,
      outcomes: [
        RuleOutcome(
          rule: rule("ledger.key-applied-twice", .critical), severity: .critical, result: .fail,
          findingCount: findings, newCount: findings, exposure: 125_000_000),
        RuleOutcome(
          rule: rule("custom.broken", .high, link: nil), severity: .high,
          result: .error("no such table: nowhere"), findingCount: 0, exposure: nil),
        RuleOutcome(
          rule: rule("identity.no-nonce", .high), severity: .high,
          result: .notEvaluated("Export attempts.ndjson with the field nonce."), findingCount: 0,
          exposure: nil),
        RuleOutcome(
          rule: rule("link.orphaned-rows", .high), severity: .medium, result: .pass,
          findingCount: 0, exposure: nil),
        RuleOutcome(
          rule: rule("mail.bounced", .low), severity: .low, result: .off("no mail is sent"),
          findingCount: 0, exposure: nil),
      ],
      summary: Audit.Summary(
        verdict: .fail, findings: findings, bySeverity: [.critical: findings], new: findings,
        waived: 0, resolved: 2, rules: 5, evaluated: 2, notEvaluated: 2, errors: 1),
      suggestions: [Audit.Suggestion(export: "attempts.ndjson", ruleCount: 1)])
  }
}
