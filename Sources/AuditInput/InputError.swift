/// Why an export or a configuration can't be used at all.
///
/// Written as `siwa-audit.json:12: error: …`, and says what to do.
package struct InputError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file as the user named it.
  package let path: String
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
