#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A file that is being written, in blocks.
final class OutputFile {
  private let path: String
  private var descriptor: Int32
  /// Bytes that were not written yet.
  var pending: [UInt8] = []
  private(set) var byteCount = 0

  init(path: String) throws(SampleError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Self.failure(path) }
    pending.reserveCapacity(1 << 17)
  }

  deinit { abandon() }

  /// Writes what has come together, once it is worth a call.
  func flushIfLarge() throws(SampleError) {
    if pending.count >= 1 << 16 { try flush() }
  }

  private func flush() throws(SampleError) {
    var done = 0
    while done < pending.count {
      let count = pending.withUnsafeBytes { bytes in
        write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Self.failure(path) }
      done += count
    }
    byteCount += done
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes the rest and closes the file.
  func close() throws(SampleError) {
    try flush()
    let result = closeDescriptor()
    guard result == 0 else { throw Self.failure(path) }
  }

  /// Closes the file without writing the rest.
  func abandon() {
    _ = closeDescriptor()
  }

  private func closeDescriptor() -> Int32 {
    guard descriptor >= 0 else { return 0 }
    defer { descriptor = -1 }
    #if canImport(Darwin)
      return Darwin.close(descriptor)
    #else
      return Glibc.close(descriptor)
    #endif
  }

  private static func failure(_ path: String) -> SampleError {
    .output("\(path): \(String(cString: strerror(errno)))")
  }
}
