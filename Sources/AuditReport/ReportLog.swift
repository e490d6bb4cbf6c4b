internal import CReport

/// What the C side has to say of a document.
final class ReportLog {
  let handle: OpaquePointer?

  init() {
    handle = creport_log_new()
  }

  deinit {
    creport_log_free(handle)
  }

  /// The messages in order, with the line in the document, nil where there is none.
  var issues: [ReportValidator.Issue] {
    (0..<creport_log_count(handle)).map { index in
      let line = Int(creport_log_line(handle, index))
      let text = String(cString: creport_log_text(handle, index))
      return ReportValidator.Issue(line: line > 0 ? line : nil, reason: text)
    }
  }

  /// The first message with its line, or `fallback` where none was heard.
  func reason(or fallback: String) -> String {
    guard let issue = issues.first else { return fallback }
    return issue.line.map { "line \($0): \(issue.reason)" } ?? issue.reason
  }
}
