#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Lets one thread at a time into a section of code.
final class Mutex: @unchecked Sendable {
  private let handle: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    handle = .allocate(capacity: 1)
    pthread_mutex_init(handle, nil)
  }

  deinit {
    pthread_mutex_destroy(handle)
    handle.deallocate()
  }

  func withLock<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(handle)
    defer { pthread_mutex_unlock(handle) }
    return try body()
  }
}
