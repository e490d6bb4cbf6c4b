#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Comparison of bytes, which is how ids compare.
enum Memory {
  @inline(__always)
  static func isEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard left.count == right.count else { return false }
    guard let first = left.baseAddress, let second = right.baseAddress else { return true }
    return memcmp(first, second, left.count) == 0
  }
}
