internal import AuditModel

/// One walk over findings for every writer, so that errors come out alike.
enum FindingWalk {
  /// An error of the findings' source comes out as one about the file being written.
  static func forEach(
    _ findings: some FindingSequence, writing file: AtomicFile,
    _ body: (Finding) throws(ReportError) -> Void
  ) throws(ReportError) {
    do {
      try findings.forEachFinding { finding in try body(finding) }
    } catch let error as ReportError {
      throw error
    } catch {
      throw ReportError(path: file.path, action: "reading the findings", reason: "\(error)")
    }
  }
}
