#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Sees to it that one run at a time uses a database: an advisory lock on a file beside it.
///
/// The file holds the process id of whoever has the lock and stays behind, empty: removing it
/// would let two runs lock two files of the same name.
final class StoreLock {
  private let descriptor: Int32

  /// Waits for the lock of a database; after so many seconds, or when `isCancelled` says so (it is
  /// asked ten times a second), the wait ends with an error that says who holds it.
  init(
    database path: String, waitSeconds: Double, isCancelled: () -> Bool
  ) throws(StoreError) {
    let lockPath = path + ".lock"
    let opened = open(lockPath, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw File.error(lockPath, "lock") }
    var waited = 0.0
    while flock(opened, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      guard code == EWOULDBLOCK || code == EINTR else {
        let error = File.error(lockPath, "lock")
        close(opened)
        throw error
      }
      guard waited < waitSeconds, !isCancelled() else {
        let holder = StoreLock.holder(opened)
        close(opened)
        throw StoreError(path: path, action: "lock", code: 0, reason: "it is in use by \(holder)")
      }
      usleep(100_000)
      waited += 0.1
    }
    descriptor = opened
    // Only told to those who wait: the lock holds without it.
    let holder = Array("\(getpid())\n".utf8)
    if ftruncate(opened, 0) == 0 { _ = pwrite(opened, holder, holder.count, 0) }
  }

  deinit {
    _ = ftruncate(descriptor, 0)
    close(descriptor)
  }

  private static func holder(_ descriptor: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 32)
    let count = pread(descriptor, &buffer, buffer.count, 0)
    let digits = buffer.prefix(max(0, count)).prefix { $0 >= 0x30 && $0 <= 0x39 }
    guard !digits.isEmpty else { return "another process" }
    return "process " + String(decoding: digits, as: UTF8.self)
  }
}
