internal import AuditReport

/// Checks an XML report against the published schema.
package struct Validation {
  /// Faults that one message lists.
  private static let issueLimit = 10

  private let home: Home

  package init(home: Home) {
    self.home = home
  }

  /// - Throws: `PipelineError` (input) that names the lines and what is wrong there.
  package func check(_ path: String) throws(PipelineError) {
    do {
      let issues = try ReportValidator.validate(path, schema: home.reportSchema)
      guard !issues.isEmpty else { return }
      let lines = issues.prefix(Self.issueLimit).map { issue in
        "\(path):\(issue.line.map { "\($0):" } ?? "") error: \(issue.reason)"
      }
      throw PipelineError(.input, lines.joined(separator: "\n"))
    } catch let error as PipelineError {
      throw error
    } catch {
      throw PipelineError(wrapping: error)
    }
  }
}
