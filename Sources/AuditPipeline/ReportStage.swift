internal import AuditModel
internal import AuditReport
internal import AuditStore

/// Writes the reports that were asked for, first under other names, then all into place.
struct ReportStage {
  /// The names of all reports there are.
  static let names = [
    "report.html", "report.xml", "report.txt", "findings.csv", "rows-to-delete.csv",
    "findings.json", "junit.xml", "report.sarif", "checklist.html", "checklist.xml",
    "investigation.html", "investigation.xml", "investigation.txt",
    "diff.html", "diff.xml",
  ]

  let options: AuditOptions
  let folder: OutputFolder
  let store: AuditStore
  let redaction: Redaction?
  let progress: (RunProgress) -> Void

  private var files: [AtomicFile] = []

  init(
    options: AuditOptions, folder: OutputFolder, store: AuditStore, redaction: Redaction?,
    progress: @escaping (RunProgress) -> Void
  ) {
    self.options = options
    self.folder = folder
    self.store = store
    self.redaction = redaction
    self.progress = progress
  }

  /// Writes every report whole, none of them in place yet.
  mutating func prepare(_ audit: Audit) throws {
    var audit = audit
    if let redaction { audit.waivers = audit.waivers.map { redaction.redacted($0) } }
    let findings = ShownFindings(findings: try store.findings(), redaction: redaction)
    if options.formats.contains(.html) || options.formats.contains(.xml) {
      try prepareReport(audit, findings)
    }
    if options.formats.contains(.csv) {
      try FindingsCSV.write(findings, asOf: audit.asOf, to: file("findings.csv"))
      try RowsToDeleteCSV.write(to: file("rows-to-delete.csv")) { emit in
        try store.forEachRowToDelete { row in
          let row = RowToDelete(
            table: row.table, rowID: row.rowID, userID: row.userID, rule: row.rule)
          try emit(redaction?.redacted(row) ?? row)
        }
      }
    }
    if options.formats.contains(.json) {
      try FindingsJSON.write(findings, asOf: audit.asOf, to: file("findings.json"))
    }
    if options.formats.contains(.text) {
      let summary = RunSummary(audit: audit, reports: []).text
      try TextReport.write(audit, summary: summary, findings: findings, to: file("report.txt"))
    }
    if options.formats.contains(.junit) {
      try JUnitXML.write(audit, findings: findings, to: file("junit.xml"))
    }
    if options.formats.contains(.sarif) {
      try SARIFReport.write(audit, findings: findings, to: file("report.sarif"))
    }
    if let metrics = options.metrics {
      let file = try AtomicFile(replacing: metrics, isPublic: true)
      try MetricsText.write(audit, to: file)
      files.append(file)
    }
  }

  /// Puts the reports in place.
  ///
  /// - Returns: Their paths, in the order in which a person wants them.
  func commit() throws -> [String] {
    for file in files { try file.commit() }
    return files.map(\.path)
  }

  /// The HTML is made from what writing the XML hands back, so both are written even where only
  /// the HTML is wanted; the XML is then left aside.
  private mutating func prepareReport(_ audit: Audit, _ findings: ShownFindings) throws {
    let html = options.formats.contains(.html) ? try file("report.html") : nil
    let xml = try AtomicFile(replacing: folder.file("report.xml"))
    if options.formats.contains(.xml) { files.append(xml) }
    let capped = try ReportXML.write(audit, findings: findings, to: xml)
    if let html {
      let templates = options.templates ?? options.home.templates
      try HTMLReport(templates: templates).render(capped, to: html)
    }
  }

  private mutating func file(_ name: String) throws -> AtomicFile {
    progress(.writing(report: folder.file(name)))
    let file = try AtomicFile(replacing: folder.file(name))
    files.append(file)
    return file
  }
}
