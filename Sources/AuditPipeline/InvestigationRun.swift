internal import AuditModel
internal import AuditReport
internal import AuditRules
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
      throw PipelineError(.usage, message(unknown))
    } catch {
      try cancellation.check()
      throw PipelineError(wrapping: error)
    }
  }

  private func tell() throws -> Outcome {
    let database = options.database ?? options.output + "/" + OutputFolder.databaseName
    let investigator = try Investigator(database: database)
    let redaction = try redaction(investigator)
    var story = try investigator.investigate(id, toolVersion: AuditRun.toolVersion)
    if let redaction { story = StoryRedaction(redaction, story).redacted(story) }
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

  private func redaction(_ investigator: Investigator) throws -> Redaction? {
    guard options.isRedacted else { return nil }
    let rules = try RuleSet.load(directories: [options.home.rules], custom: [])
    return try Redaction(options, rules: rules, emailKey: try investigator.emailKey())
  }

  /// Ids near the one that was asked for are other people's.
  private func message(_ unknown: Investigator.Unknown) -> String {
    guard !options.isRedacted else { return "what was asked for is no id of the database" }
    let near = unknown.near.map { "'\(Printable.text($0))'" }
    let asked = "'\(Printable.text(unknown.id))'"
    let list = near.joined(separator: ", ")
    if unknown.isAddress { return "\(asked) is an address, not an id; ask for who has it: \(list)" }
    return "\(asked) is no id of the database\(near.isEmpty ? "" : "; near it: " + list)"
  }
}
