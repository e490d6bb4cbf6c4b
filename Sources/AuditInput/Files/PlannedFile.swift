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
  /// Its path relative to its export, which decides what is newer.
  package var relativePath: String
  /// Whether the command line says what it is.
  package var isGiven = false

  package init(path: String, name: String, content: FileContent, format: FileFormat?) {
    self.path = path
    self.name = name
    self.content = content
    self.format = format
    relativePath = name
  }

  package init(path: String, name: String, stream: Stream, format: FileFormat?) {
    self.init(path: path, name: name, content: .stream(stream), format: format)
  }

  package var isStandardInput: Bool { path == "-" }
}

extension PlannedFile {
  /// The file as the mappings say; nil where they leave it aside.
  func mapped(by mappings: MappingSet) -> PlannedFile? {
    let entry = isGiven ? nil : mappings.entry(forFile: relativePath)
    if let entry, entry.mappings.isEmpty { return nil }
    var content = content
    if format == .dump {
      content = .dump(
        DumpContent(
          own: entry == nil ? content.ownStream : nil, tables: mappings, forFile: entry))
    } else if let entry {
      content = entry.plainStream.map(FileContent.stream) ?? .mapped(entry)
    }
    var mapped = PlannedFile(path: path, name: name, content: content, format: format)
    mapped.relativePath = relativePath
    mapped.isGiven = isGiven
    return mapped
  }
}
