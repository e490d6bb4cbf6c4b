internal import AuditReport
internal import Foundation

/// Makes the HTML report again from an XML report, such as with other templates.
package struct Rendering {
  private let options: AuditOptions

  package init(options: AuditOptions) {
    self.options = options
  }

  /// Writes `report.html` to the output folder.
  ///
  /// - Returns: The path of what was written.
  /// - Throws: `PipelineError`: input where the report is none, output where it can't be written or
  ///   a template is wrong; the last report then stays.
  package func render(_ path: String) throws -> String {
    do {
      guard FileManager.default.isReadableFile(atPath: path) else {
        throw PipelineError(.input, "\(path): error: the report can't be read")
      }
      let validation = Validation(home: options.home)
      try validation.check(path)
      guard validation.schema(for: path) == options.home.reportSchema else {
        throw PipelineError(
          .input,
          "\(path): error: is a story, a checklist or a diff, and no report; "
            + "the command that wrote it makes its page")
      }
      let folder = try OutputFolder(preparing: options.output)
      let file = try AtomicFile(replacing: folder.file("report.html"))
      try HTMLReport(templates: options.templates ?? options.home.templates).render(
        reportAt: path, schema: options.home.reportSchema, to: file)
      try file.commit()
      return file.path
    } catch {
      throw PipelineError(wrapping: error)
    }
  }
}
