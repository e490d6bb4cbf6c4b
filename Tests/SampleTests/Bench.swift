import AuditModel
import AuditPipeline
import AuditSample
import Foundation
import TestSupport

/// A sample on disk, and what an audit says of it.
struct Bench {
  let folder: TemporaryFolder
  let summary: Sample.Summary

  init(_ options: SampleOptions) throws {
    folder = try TemporaryFolder()
    summary = try Sample(options).write(to: folder.path("export"))
  }

  /// The rules of the product.
  static func rules() throws -> Set<String> {
    Set(
      Project.files(in: "data/rules").filter { $0.hasSuffix(".sql") }.map { path in
        String(path.dropLast(4)).replacingOccurrences(of: "/", with: ".")
      })
  }

  /// What the audit did not find, found twice, or found without reason; empty when all agree.
  func disagreements() throws -> [String] {
    var options = AuditOptions(
      home: try Home.locate(option: Project.folder, environment: nil, executable: nil))
    options.exports = [folder.path("export")]
    options.output = folder.path("output")
    options.formats = [.json]
    let outcome = try AuditRun(Job(options: options, cancellation: Cancellation())).run()
    var told: [String] = []
    if outcome.exitCode > .findings { told.append("exit code \(outcome.exitCode)") }

    var found: [Expected.Finding: Int] = [:]
    for line in try folder.text("output/findings.json").split(separator: "\n") {
      found[try finding(line), default: 0] += 1
    }
    let expected = Set(summary.expected.findings.map(shown))
    let allowed = Set(summary.expected.alsoAllowed)
    for finding in expected where found[finding] != 1 {
      told.append("\(found[finding] == nil ? "missing" : "twice"): \(text(finding))")
    }
    for finding in found.keys where !expected.contains(finding) {
      let known = Expected.Allowed(rule: finding.rule, subjectId: finding.subject.id)
      if !allowed.contains(known) { told.append("unexpected: \(text(finding))") }
    }
    return told.sorted()
  }

  /// A finding as a report shows it: addresses are shortened there.
  private func shown(_ finding: Expected.Finding) -> Expected.Finding {
    guard finding.subject.kind == .address, let at = finding.subject.id.firstIndex(of: "@") else {
      return finding
    }
    let short = finding.subject.id.prefix(1) + "…" + finding.subject.id[at...]
    return Expected.Finding(
      rule: finding.rule, subject: Subject(kind: .address, id: String(short)))
  }

  private func text(_ finding: Expected.Finding) -> String {
    "\(finding.rule) \(finding.subject.kind.rawValue) \(finding.subject.id)"
  }

  private func finding(_ line: Substring) throws -> Expected.Finding {
    struct Line: Decodable {
      struct Named: Decodable {
        let kind: String
        let id: String
      }
      let rule: String
      let subject: Named
    }
    let read = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
    guard let kind = Subject.Kind(rawValue: read.subject.kind) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    // What follows a shortened address tells two of one form apart.
    let id = kind == .address ? read.subject.id.components(separatedBy: " #")[0] : read.subject.id
    return Expected.Finding(rule: read.rule, subject: Subject(kind: kind, id: id))
  }

  /// Every file of the export by its path.
  func bytes() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for path in FileManager.default.subpaths(atPath: folder.path("export")) ?? [] {
      files[path] = FileManager.default.contents(atPath: folder.path("export/" + path))
    }
    return files
  }
}
