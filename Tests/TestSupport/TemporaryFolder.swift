internal import Foundation

/// A folder of its own for a test, removed with its last reference.
package final class TemporaryFolder {
  package let path: String

  package init() throws {
    path = FileManager.default.temporaryDirectory.path + "/siwa-audit-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      print("the folder \(path) could not be removed: \(error)")
    }
  }

  /// The full path of a name in it.
  package func path(_ name: String) -> String { path + "/" + name }

  /// Writes a file, folders above it included.
  @discardableResult
  package func write(_ name: String, _ text: String) throws -> String {
    let url = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  package func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }
}
