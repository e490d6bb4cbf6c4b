/// Why a report could not be written, read or rendered.
///
/// Written as `output/report.html: error: rendering the report: …`.
package struct ReportError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file that was being worked on, as the caller named it.
  package let path: String
  /// What was being done: `writing the report`.
  package let action: String
  package let reason: String

  package init(path: String, action: String, reason: String) {
    self.path = path
    self.action = action
    self.reason = reason
  }

  /// One line whatever the names hold: controls are spelled out.
  package var description: String {
    SpelledOut.line("\(path): error: \(action): \(reason)")
  }
}
