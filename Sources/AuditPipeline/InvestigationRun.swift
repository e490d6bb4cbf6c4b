internal import AuditReport
internal import AuditStore

/// One account's whole story, from the database of an earlier audit to a page.
package struct InvestigationRun {
  package struct Outcome: Sendable {
    /// What answers the question, in a few lines.
    package let summary: String
    /// Paths of the files written.
    package let reports: [String]
  }

  package static let formats: Set<AuditOptions.Format> = [.html, .xml, .text]

  private let id: String
  private let options: AuditOptions
  private let cancellation: Cancellation

  package init(id: String, options: AuditOptions, cancellation: Cancellation) {
    self.id = id
    self.options = options
    self.cancellation = cancellation
  }

  /// Reads the database and writes `investigation.html`, `.xml` and `.txt`, as asked.
  ///
  /// - Throws: `PipelineError` for what the caller can mend, `Interrupted` after a signal.
  package func run() throws -> Outcome {
    do {
      return try tell()
    } catch let unknown as Investigator.Unknown {
      throw PipelineError(.usage, Self.message(unknown))
    } catch {
      try cancellation.check()
      throw PipelineError(wrapping: error)
    }
  }

  private func tell() throws -> Outcome {
    let database = options.database ?? options.output + "/" + OutputFolder.databaseName
    let story = try Investigator(database: database)
      .investigate(id, toolVersion: AuditRun.toolVersion)
    try cancellation.check()
    let folder = try OutputFolder(preparing: options.output)
    var files: [AtomicFile] = []
    if options.formats.contains(.html) || options.formats.contains(.xml) {
      let xml = try AtomicFile(replacing: folder.file("investigation.xml"))
      let page = try InvestigationXML.write(story, to: xml)
      if options.formats.contains(.html) {
        let html = try AtomicFile(replacing: folder.file("investigation.html"))
        try HTMLReport(templates: options.templates ?? options.home.templates)
          .render(page, stylesheet: "investigation.xsl", to: html)
        files.append(html)
      }
      if options.formats.contains(.xml) { files.append(xml) }
    }
    if options.formats.contains(.text) {
      let text = try AtomicFile(replacing: folder.file("investigation.txt"))
      try InvestigationText.write(story, to: text)
      files.append(text)
    }
    for file in files { try file.commit() }
    return Outcome(summary: InvestigationText.summary(story), reports: files.map(\.path))
  }

  private static func message(_ unknown: Investigator.Unknown) -> String {
    let near = unknown.near.map { "'\(Printable.text($0))'" }
    let hint = near.isEmpty ? "" : "; near it: " + near.joined(separator: ", ")
    return "'\(Printable.text(unknown.id))' is no id of the database\(hint)"
  }
}
