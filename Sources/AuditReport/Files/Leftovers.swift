#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The temporary files of runs that were killed.
enum Leftovers {
  private static let suffix = ".siwa-audit-part"

  /// A hidden name beside the target that no other process of this machine uses at the time.
  static func name(for target: String, process: Int32, attempt: Int) -> String {
    ".\(target).\(process)-\(attempt)\(suffix)"
  }

  /// Removes every temporary file of the folder that no living process holds.
  ///
  /// Says nothing of what it can't remove: the folder's real use will.
  static func remove(in folder: Int32) {
    let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return }
    guard let listing = fdopendir(copy) else {
      close(copy)
      return
    }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.utf8.first == UInt8(ascii: "."), name.utf8.count > suffix.utf8.count,
        name.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
      {
        names.append(name)
      }
    }
    for name in names where !isHeld(name, in: folder) { unlinkat(folder, name, 0) }
  }

  private static func isHeld(_ name: String, in folder: Int32) -> Bool {
    // A link or a pipe under such a name is none of ours: opening it must not follow or wait.
    let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    return flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }
}
