/// Where in an export something stands.
package struct SourcePlace: Sendable, Equatable {
  /// The path relative to the export folder, written with `/`; a single file's is its name.
  package let path: String
  /// The physical line where the record starts, from 1.
  package let line: Int

  package init(path: String, line: Int) {
    self.path = path
    self.line = line
  }
}
