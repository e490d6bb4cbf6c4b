package import AuditModel

/// A file of an export that will be read, and as what.
package struct PlannedFile: Sendable, Equatable {
  /// Where it is, links resolved; `-` is standard input.
  package let path: String
  /// Its path relative to the export, as reports show it.
  package let name: String
  package let content: FileContent
  /// The format that its name tells; nil: look at its bytes.
  package let format: FileFormat?

  package init(path: String, name: String, content: FileContent, format: FileFormat?) {
    self.path = path
    self.name = name
    self.content = content
    self.format = format
  }

  package init(path: String, name: String, stream: Stream, format: FileFormat?) {
    self.init(path: path, name: name, content: .stream(stream), format: format)
  }

  package var isStandardInput: Bool { path == "-" }
}
