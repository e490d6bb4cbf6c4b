#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The thread's last error of the system, as text.
func systemReason() -> String {
  String(cString: strerror(errno))
}

/// Repeats a call that a signal interrupted; -1 stays for every other error.
func uninterrupted(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}

/// The system's `write`, under a name that no method hides.
func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(file, bytes.baseAddress, bytes.count)
}

/// The system's `read`, under a name that no method hides.
func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
  read(file, bytes.baseAddress, bytes.count)
}
