internal import AuditPipeline

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Standard output and standard error, written whole or not at all.
enum Console {
  /// Writes to standard output; a reader that went away ends the program quietly.
  ///
  /// Where it takes no more, as on a full disk, the program ends with 4: half a proposed
  /// configuration must not look like a whole one.
  static func out(_ text: String) {
    guard !write(text, to: STDOUT_FILENO) else { return }
    let code = errno
    if code == EPIPE { exit(0) }
    error("standard output: error: can't be written: \(String(cString: strerror(code)))")
    exit(ExitCode.output.rawValue)
  }

  /// Writes one message a line to standard error.
  static func error(_ message: String) {
    _ = write("siwa-audit: " + message + "\n", to: STDERR_FILENO)
  }

  /// Writes bytes to standard error as they are (the progress line).
  static func progress(_ text: String) {
    _ = write(text, to: STDERR_FILENO)
  }

  /// Whether standard output is a terminal whose user has not asked for plain text.
  static var allowsColor: Bool { isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR") == nil }

  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let start = rest.baseAddress, !rest.isEmpty {
        #if canImport(Darwin)
          let count = Darwin.write(descriptor, start, rest.count)
        #else
          let count = Glibc.write(descriptor, start, rest.count)
        #endif
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
      return true
    }
  }
}
