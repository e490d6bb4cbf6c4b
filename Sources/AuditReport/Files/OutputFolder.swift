#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The folder that reports go to.
package enum OutputFolder {
  /// Makes the folder with mode 0700 where it is missing; a folder that is there stays as it is.
  ///
  /// Its parent must be there: a mistyped path makes no tree.
  package static func make(_ path: String) throws(ReportError) {
    guard mkdir(path, 0o700) != 0 else { return }
    let isThere = errno == EEXIST
    let reason = systemReason()
    var status = stat()
    guard isThere, stat(path, &status) == 0 else {
      throw ReportError(path: path, action: "making the output folder", reason: reason)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw ReportError(
        path: path, action: "making the output folder", reason: "a file is in its place")
    }
    guard access(path, W_OK | X_OK) == 0 else {
      throw ReportError(path: path, action: "using the output folder", reason: systemReason())
    }
  }
}
