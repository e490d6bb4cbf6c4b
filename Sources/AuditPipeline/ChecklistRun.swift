internal import AuditInput
package import AuditModel
internal import AuditReport
internal import AuditRules
internal import AuditStore

/// The checklist before App Review, from an export to a page.
///
/// It reads like an audit, into the same database, but keeps no run: what the next audit calls new
/// is what its own report is the first to show.
package struct ChecklistRun {
  package struct Outcome: Sendable {
    package let checklist: Checklist
    /// Paths of the files written.
    package let reports: [String]
    package let exitCode: ExitCode
  }

  private let job: Job

  package init(_ job: Job) { self.job = job }

  /// Reads the export and judges every item.
  ///
  /// - Throws: `PipelineError` for what the caller can mend, `Interrupted` after a signal.
  package func run() throws -> Outcome { try job.run(judge) }

  private func judge() throws -> Outcome {
    let options = job.options
    let items = try ChecklistSet.load(directory: options.home.checklist)
    let examined = try Examination(job)
    let configuration = examined.configuration
    let answers = ChecklistAnswers.read(configuration.checklist, asOf: examined.setting.asOf)
    let connection = try Connection(path: examined.store.path, mode: .readOnly)
    let stop = InterruptOnSignal(cancellation: job.cancellation, connections: [connection])
    defer { stop.end() }
    let judged = try ChecklistJudge(
      outcomes: examined.outcomes.sorted { $0.rule.id.utf8Precedes($1.rule.id) },
      facts: examined.facts, answers: answers
    ).judge(items, on: connection)
    let templates = options.templates ?? options.home.templates
    let checklist = Checklist(
      toolVersion: AuditRun.toolVersion, name: examined.input.dataSetName,
      appID: configuration.app.appId, platform: examined.setting.platform.rawValue,
      bundleIDs: configuration.app.bundleIds ?? [], asOf: examined.setting.asOf,
      definitionDigest: try DefinitionDigest.of(home: options.home, templates: templates),
      items: judged)

    let html = try AtomicFile(replacing: examined.folder.file("checklist.html"))
    let xml = try AtomicFile(replacing: examined.folder.file("checklist.xml"))
    job.progress(.writing(report: html.path))
    let page = try ChecklistXML.write(checklist, to: xml)
    try HTMLReport(templates: templates).render(page, stylesheet: "checklist.xsl", to: html)
    try job.cancellation.check()
    for file in [html, xml] { try file.commit() }
    return Outcome(
      checklist: checklist, reports: [html.path, xml.path],
      exitCode: max(examined.exitCode, checklist.result == .fail ? .findings : .success))
  }
}
