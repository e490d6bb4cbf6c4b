#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The folder that reports and the database are written to.
struct OutputFolder {
  /// The database of an audit that names no other.
  static let databaseName = "siwa-audit.sqlite"

  let path: String

  /// Makes the folder (0700, parents too) where it is absent, and makes sure that it can be
  /// written to before any work is done.
  ///
  /// - Throws: `PipelineError` (output).
  init(preparing path: String) throws(PipelineError) {
    self.path = path
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += (made.isEmpty || made == "/" ? "" : "/") + part
      guard mkdir(made, 0o700) != 0, errno != EEXIST else { continue }
      throw Self.error(made, "can't be created", errno)
    }
    var info = stat()
    guard stat(path, &info) == 0 else { throw Self.error(path, "can't be read", errno) }
    guard info.st_mode & S_IFMT == S_IFDIR else {
      throw PipelineError(.output, "\(path): error: is no folder; choose another with --output")
    }
    guard access(path, W_OK | X_OK) == 0 else { throw Self.error(path, "can't be written", errno) }
  }

  func file(_ name: String) -> String { path + "/" + name }

  private static func error(_ path: String, _ what: String, _ code: Int32) -> PipelineError {
    PipelineError(
      .output,
      "\(path): error: \(what): \(String(cString: strerror(code))); choose another with --output")
  }
}
