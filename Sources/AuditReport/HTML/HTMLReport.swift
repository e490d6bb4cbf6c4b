internal import CReport

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The report for people: the stylesheets of a templates folder run over a capped report.
///
/// The style and the script of the page are `report.css` and `report.js` of the same folder; the
/// page's Content-Security-Policy allows these two by their hashes and nothing else.
///
/// A stylesheet can read the templates folder while it is compiled and nothing while it runs; where
/// it asks for more, nothing is written and the last report stays.
package struct HTMLReport: Sendable {
  /// The folder that holds the stylesheets, `report.css` and `report.js`.
  package let templates: String
  private static let action = "rendering the report"

  package init(templates: String) {
    self.templates = templates
  }

  /// Renders what `ReportXML.write` handed back; the file is not committed.
  package func render(
    _ report: CappedReport, stylesheet: String = "report.xsl", to file: AtomicFile
  ) throws(ReportError) {
    let tree = try ReportTree(for: file.path)
    var offset = 0
    var goesOn = true
    while goesOn, offset < report.bytes.count {
      let end = min(report.bytes.count, offset + HTMLReport.chunkByteCount)
      goesOn = report.bytes.withUnsafeBytes { bytes in
        tree.push(UnsafeRawBufferPointer(rebasing: bytes[offset..<end]))
      }
      offset = end
    }
    try tree.finish()
    try render(tree, stylesheet: stylesheet, to: file)
  }

  /// Renders a `report.xml` of any size that the schema accepts; the file is not committed.
  package func render(
    reportAt path: String, schema: String, stylesheet: String = "report.xsl", to file: AtomicFile
  ) throws(ReportError) {
    let issues = try ReportValidator.validate(path, schema: schema)
    if let issue = issues.first {
      let place = issue.line.map { "line \($0): " } ?? ""
      throw ReportError(path: path, action: "reading the report", reason: place + issue.reason)
    }
    let tree = try ReportTree(for: path)
    try InputBytes.forEachChunk(of: path, action: "reading the report", tree.push)
    try tree.finish()
    try render(tree, stylesheet: stylesheet, to: file)
  }

  private func render(
    _ tree: ReportTree, stylesheet: String, to file: AtomicFile
  ) throws(ReportError) {
    let style = try pagePart("report.css")
    let script = try pagePart("report.js")
    let folder = open(templates, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else {
      throw ReportError(path: templates, action: HTMLReport.action, reason: systemReason())
    }
    defer { close(folder) }
    let parameters = [
      "style", style.text, "styleHash", style.hash,
      "script", script.text, "scriptHash", script.hash,
    ]
    let log = ReportLog()
    var result: UnsafeMutablePointer<CChar>?
    var byteCount = 0
    let isDone = withCStrings(parameters) { pointers in
      creport_transform(
        tree.handle, folder, stylesheet, pointers, log.handle, &result, &byteCount)
    }
    defer { creport_free(result) }
    guard isDone == 1, let result else {
      throw ReportError(
        path: templates + "/" + stylesheet, action: HTMLReport.action,
        reason: log.reason(or: "it stopped without a word"))
    }
    let bytes = UnsafeRawBufferPointer(start: result, count: byteCount)
    try file.write(Array(bytes))
  }

  /// The page's style or script, as it will stand in it, and its hash.
  private func pagePart(_ name: String) throws(ReportError) -> (text: String, hash: String) {
    let path = templates + "/" + name
    var bytes = try InputBytes.read(path, limit: 1 << 20, action: HTMLReport.action)
    // A browser drops carriage returns before it takes the hash.
    bytes.removeAll { $0 == 0x0D }
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw ReportError(path: path, action: HTMLReport.action, reason: "it is not UTF-8 text")
    }
    // Only an end tag could let it out of its element, but in a script a comment's start, too,
    // changes what ends it.
    for mark in ["</", "<!--"] where text.utf8.contains(sequence: mark.utf8) {
      throw ReportError(path: path, action: HTMLReport.action, reason: "it contains '\(mark)'")
    }
    guard let hash = PolicyHash.source(of: bytes) else {
      throw ReportError(path: path, action: HTMLReport.action, reason: "SHA-256 is not available")
    }
    return (text, hash)
  }

  private static let chunkByteCount = 1 << 20
}

extension String.UTF8View {
  /// Whether the bytes stand in it, one after the other.
  fileprivate func contains(sequence: String.UTF8View) -> Bool {
    var rest = self[...]
    while let start = rest.firstIndex(where: { $0 == sequence.first }) {
      if rest[start...].starts(with: sequence) { return true }
      rest = rest[index(after: start)...]
    }
    return false
  }
}
