#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Reads plain files: whole where they are small, in chunks where they may be huge.
enum InputBytes {
  /// The whole file, refused beyond the limit.
  static func read(
    _ path: String, limit byteLimit: Int, action: String
  ) throws(ReportError) -> [UInt8] {
    var whole: [UInt8] = []
    var isTooLong = false
    try forEachChunk(of: path, action: action) { chunk in
      isTooLong = whole.count + chunk.count > byteLimit
      if !isTooLong { whole.append(contentsOf: chunk) }
      return !isTooLong
    }
    guard !isTooLong else {
      throw ReportError(path: path, action: action, reason: "it is larger than \(byteLimit) bytes")
    }
    return whole
  }

  /// Hands over the file piece by piece until `body` returns false.
  static func forEachChunk(
    of path: String, action: String, _ body: (UnsafeRawBufferPointer) -> Bool
  ) throws(ReportError) {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw ReportError(path: path, action: action, reason: systemReason()) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw ReportError(path: path, action: action, reason: "it is no plain file")
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var goesOn = true
      let count = buffer.withUnsafeMutableBytes { bytes in
        let count = uninterrupted { systemRead(file, bytes) }
        if count > 0 { goesOn = body(UnsafeRawBufferPointer(rebasing: bytes[..<count])) }
        return count
      }
      guard count >= 0 else {
        throw ReportError(path: path, action: action, reason: systemReason())
      }
      if count == 0 || !goesOn { return }
    }
  }
}
