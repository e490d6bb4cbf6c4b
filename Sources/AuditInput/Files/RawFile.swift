#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// An open regular file, or standard input, read from its start to its end.
///
/// Never waits for a FIFO or a device: it opens without blocking and looks at what it opened.
final class RawFile {
  private let descriptor: CInt
  private let isOwned: Bool
  private let before: Identity?

  /// What tells that a file is still the one that was opened.
  private struct Identity: Equatable {
    let size: Int64
    let seconds: Int
    let nanoseconds: Int
  }

  init(path: String) throws(Damage) {
    let opened = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW)
    guard opened >= 0 else { throw Damage("can't be opened: \(Self.errorText(errno))") }
    var status = stat()
    guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(opened)
      throw Damage("is no regular file")
    }
    descriptor = opened
    isOwned = true
    before = Self.identity(status)
  }

  private init(standardInput: CInt) {
    descriptor = standardInput
    isOwned = false
    before = nil
  }

  static func standardInput() -> RawFile { RawFile(standardInput: STDIN_FILENO) }

  deinit {
    if isOwned { close(descriptor) }
  }

  /// Reads some bytes; 0 at the end.
  func read(into target: UnsafeMutableRawBufferPointer) throws(Damage) -> Int {
    while true {
      #if canImport(Darwin)
        let count = Darwin.read(descriptor, target.baseAddress, target.count)
      #else
        let count = Glibc.read(descriptor, target.baseAddress, target.count)
      #endif
      if count >= 0 { return count }
      let code = errno
      guard code == EINTR else {
        throw Damage("can't be read: \(Self.errorText(code))", isReadFailure: true)
      }
    }
  }

  /// Refuses a file whose size or time changed since it was opened, or that held other bytes.
  func checkUnchanged(byteCount: Int) throws(Damage) {
    guard let before else { return }
    var status = stat()
    guard fstat(descriptor, &status) == 0, Self.identity(status) == before,
      before.size == Int64(byteCount)
    else { throw Damage("changed while it was read: export to another name, then rename") }
  }

  private static func identity(_ status: stat) -> Identity {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Identity(size: Int64(status.st_size), seconds: time.tv_sec, nanoseconds: time.tv_nsec)
  }

  static func errorText(_ code: CInt) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
