package import AuditModel

/// Gauges of one run in the text format of Prometheus, for node_exporter's textfile collector.
///
/// It holds counts and rule ids, nothing of the export.
package enum MetricsText {
  /// Writes all gauges; the file is not committed.
  package static func write(_ audit: Audit, to file: AtomicFile) throws(ReportError) {
    var text = MetricLines()
    let summary = audit.summary
    text.gauge("pass", "Whether nothing at or above the threshold was found.")
    text.sample("pass", [], summary.verdict == .pass ? 1 : 0)
    text.gauge("as_of_timestamp_seconds", "The time the audit speaks for.")
    text.sample("as_of_timestamp_seconds", [], Int(audit.asOf / 1_000_000))
    text.gauge("partial", "Whether a stream of the last run is missing.")
    text.sample("partial", [], audit.isPartial ? 1 : 0)

    text.gauge("findings", "Findings by severity, waived ones included.")
    for severity in Severity.allCases.reversed() {
      text.sample(
        "findings", [("severity", severity.name)], summary.bySeverity[severity] ?? 0)
    }
    text.gauge("findings_new", "Findings that the last complete run did not have.")
    text.sample("findings_new", [], summary.new)
    text.gauge("findings_waived", "Findings that a waiver accepts.")
    text.sample("findings_waived", [], summary.waived)
    text.gauge("findings_resolved", "Findings of the last complete run that are gone.")
    text.sample("findings_resolved", [], summary.resolved)

    text.gauge("rules", "Rules by what came of them.")
    for result in ["pass", "fail", "not-evaluated", "error", "off"] {
      text.sample(
        "rules", [("result", result)], audit.outcomes.count { $0.result.name == result })
    }
    text.gauge("rule_findings", "Findings of each rule that was evaluated.")
    for outcome in audit.outcomes where outcome.result == .fail || outcome.result == .pass {
      text.sample(
        "rule_findings", [("rule", outcome.rule.id), ("severity", outcome.severity.name)],
        outcome.findingCount)
    }
    text.gauge("records", "Records read in this run, by stream.")
    for (stream, count) in records(of: audit) {
      text.sample("records", [("stream", stream.rawValue)], count)
    }
    text.gauge("records_rejected", "Records that this run rejected.")
    text.sample("records_rejected", [], audit.rejectTotal)
    try file.write(text.text)
  }

  private static func records(of audit: Audit) -> [(Stream, Int)] {
    var counts: [Stream: Int] = [:]
    for file in audit.files where file.outcome == .read {
      counts.merge(file.recordsByStream, uniquingKeysWith: +)
    }
    return counts.sorted { $0.key < $1.key }
  }
}

/// Lines of the text format; label values are rule ids and words, which need no escapes.
private struct MetricLines {
  private(set) var text = ""

  mutating func gauge(_ name: String, _ help: String) {
    text += "# HELP siwa_audit_\(name) \(help)\n# TYPE siwa_audit_\(name) gauge\n"
  }

  mutating func sample(_ name: String, _ labels: [(String, String)], _ value: Int) {
    let list = labels.map { "\($0.0)=\"\($0.1)\"" }.joined(separator: ",")
    text += "siwa_audit_\(name)\(list.isEmpty ? "" : "{\(list)}") \(value)\n"
  }
}
