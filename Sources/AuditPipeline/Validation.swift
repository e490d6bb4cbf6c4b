internal import AuditReport
internal import Foundation

/// Checks an XML report, checklist, story or diff against the published schema.
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
      let issues = try ReportValidator.validate(path, schema: schema(for: path))
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

  /// The schema of the namespace that the root element names, which stands at the very start; that
  /// of a report for whatever else it is.
  func schema(for path: String) -> String {
    do {
      let start = try FileHandle(forReadingFrom: URL(fileURLWithPath: path)).read(upToCount: 512)
      let text = String(decoding: start ?? Data(), as: UTF8.self)
      let schemas = [
        InvestigationXML.namespace: home.investigationSchema,
        ChecklistXML.namespace: home.checklistSchema, DiffXML.namespace: home.diffSchema,
      ]
      return schemas.first { text.contains($0.key) }?.value ?? home.reportSchema
    } catch {
      // The validator reads it next, and says what is wrong with it.
      return home.reportSchema
    }
  }
}
