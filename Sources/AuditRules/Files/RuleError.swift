/// Why a rule file can't be used, and what to do about it.
package struct RuleError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file as it was found.
  package let path: String
  /// Nil where the whole file is to blame.
  package let line: Int?
  package let reason: String

  package init(path: String, line: Int? = nil, reason: String) {
    self.path = path
    self.line = line
    self.reason = reason
  }

  package var description: String {
    let place = line.map { "\(path):\($0)" } ?? path
    return "\(place): error: \(reason)"
  }
}
