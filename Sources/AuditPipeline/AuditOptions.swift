package import AuditModel

/// What the command line asks of an audit.
package struct AuditOptions: Sendable {
  package enum Format: String, CaseIterable, Sendable {
    case html, xml, junit, sarif, csv, json, text
  }

  /// The threshold of exit code 1.
  package struct FailOn: Sendable, Equatable {
    package let severity: Severity
    /// Whether findings of earlier runs don't count.
    package let onlyNew: Bool

    package init(severity: Severity, onlyNew: Bool) {
      self.severity = severity
      self.onlyNew = onlyNew
    }

    /// Reads `high` or `new:high`; nil where it is neither.
    package init?(text: String) {
      let onlyNew = text.hasPrefix("new:")
      guard let severity = Severity(name: onlyNew ? String(text.dropFirst(4)) : text) else {
        return nil
      }
      self.init(severity: severity, onlyNew: onlyNew)
    }
  }

  package var exports: [String] = []
  /// File paths by the stream they are read as.
  package var streamOverrides: [(stream: Stream, path: String)] = []
  package var configuration: String?
  package var database: String?
  package var output = "output"
  /// Microseconds since 1970 UTC.
  package var asOf: Int64?
  package var formats: Set<Format> = [.html, .xml]
  /// Nil: the configuration's `policy.failOn`.
  package var failOn: FailOn?
  package var extraRules: [String] = []
  package var templates: String?
  /// Whether reports show pseudonyms instead of ids of people.
  package var isRedacted = false
  /// A file whose bytes are the key of the pseudonyms; nil: the data set's own key.
  package var redactKey: String?
  /// Where gauges of the run go, for a collector of metrics.
  package var metrics: String?
  /// How many runs the database keeps, the newest; nil for all.
  package var keptRunCount: Int?
  package var home: Home

  package init(home: Home) {
    self.home = home
  }
}
