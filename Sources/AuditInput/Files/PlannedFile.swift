package import AuditModel

/// A file of an export that will be read, and as what.
package struct PlannedFile: Sendable, Equatable {
  /// Where it is, links resolved; `-` is standard input.
  package let path: String
  /// Its path relative to the export, as reports show it.
  package let name: String
  package let stream: Stream
  /// The format that its name tells; nil: look at its bytes.
  package let format: FileFormat?

  package init(path: String, name: String, stream: Stream, format: FileFormat?) {
    self.path = path
    self.name = name
    self.stream = stream
    self.format = format
  }

  package var isStandardInput: Bool { path == "-" }
}
