internal import CReport

/// A capped report as the tree that stylesheets work on.
final class ReportTree {
  let log = ReportLog()
  let handle: OpaquePointer
  private let path: String

  /// An empty tree; `path` is the report that errors name.
  init(for path: String) throws(ReportError) {
    self.path = path
    let limits = creport_limits(
      findings_per_rule: { counts, ruleCount in
        let counts = UnsafeBufferPointer(start: counts, count: Int(ruleCount))
        return Int32(PageBudget.findingsPerRule(of: counts))
      },
      records_per_finding: Int32(PageBudget.recordsPerFinding),
      further_records: Int(PageBudget.furtherRecords))
    guard let handle = creport_tree_new(limits, log.handle) else {
      throw ReportError(path: path, action: "reading the report", reason: "out of memory")
    }
    self.handle = handle
  }

  deinit {
    creport_tree_free(handle)
  }

  /// How many findings the tree holds.
  var findingCount: Int { creport_tree_finding_count(handle) }

  /// Takes the next bytes; false where the rest need not be read.
  func push(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    return creport_tree_push(handle, text, Int32(bytes.count)) == 0
  }

  /// Closes the document, which must be whole.
  func finish() throws(ReportError) {
    guard creport_tree_finish(handle) == 1 else {
      throw ReportError(
        path: path, action: "reading the report",
        reason: log.reason(or: "it is no whole XML document"))
    }
  }
}
