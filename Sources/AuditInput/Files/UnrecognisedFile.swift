package import AuditModel

/// Something in an export that is not read as records, and why.
package struct UnrecognisedFile: Sendable, Equatable {
  /// Where it is, links resolved; nil where it is no regular file.
  package let path: String?
  /// Its path relative to the export.
  package let name: String
  /// `notRecognised`, or `damaged` for a folder that can't be listed.
  package let outcome: InputFile.Outcome
  /// Its path relative to its export.
  package let relativePath: String

  package init(
    path: String?, name: String, outcome: InputFile.Outcome, relativePath: String? = nil
  ) {
    self.path = path
    self.name = name
    self.relativePath = relativePath ?? name
    self.outcome = outcome
  }
}
