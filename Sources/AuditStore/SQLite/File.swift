#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// What the store asks of the file system, each refusal as a `StoreError`.
enum File {
  /// The error that the last system call left behind.
  static func error(_ path: String, _ action: String) -> StoreError {
    StoreError(path: path, action: action, code: 0, reason: String(cString: strerror(errno)))
  }

  /// The whole content; for files of the product's own, which are small.
  static func content(_ path: String) throws(StoreError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw error(path, "read") }
    defer { close(descriptor) }
    return try content(of: descriptor, path: path, limit: Int.max)
  }

  /// At most the first `limit` bytes.
  static func content(
    of descriptor: Int32, path: String, limit: Int
  ) throws(StoreError) -> [UInt8] {
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while content.count < limit {
      let wanted = min(buffer.count, limit - content.count)
      let count = read(descriptor, &buffer, wanted)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw error(path, "read") }
      if count == 0 { break }
      content.append(contentsOf: buffer[..<count])
    }
    return content
  }

  /// The path with its folder resolved and its last part as it is, so that a link planted under
  /// the file's name is never followed.
  static func resolved(_ path: String) throws(StoreError) -> String {
    let (folder, name) = split(path)
    guard !name.isEmpty, name != ".", name != ".." else {
      throw StoreError(path: path, action: "open", code: 0, reason: "it names a folder")
    }
    guard let real = realpath(folder, nil) else { throw error(path, "open") }
    defer { free(real) }
    let parent = String(cString: real)
    return parent == "/" ? "/" + name : parent + "/" + name
  }

  /// Makes the folder that will hold `path`, and those above it, for the owner alone.
  static func makeFolder(of path: String) throws(StoreError) {
    let (folder, _) = split(path)
    var prefix = folder.utf8.first == UInt8(ascii: "/") ? "/" : ""
    for part in folder.utf8.split(separator: UInt8(ascii: "/")) {
      prefix += (prefix.isEmpty || prefix == "/" ? "" : "/") + String(decoding: part, as: UTF8.self)
      if mkdir(prefix, 0o700) != 0 && errno != EEXIST && errno != EISDIR {
        let code = errno
        var status = stat()
        // A folder that is there may stand where nothing may be made, as on a read-only disk.
        guard stat(prefix, &status) == 0 else {
          errno = code
          throw error(prefix, "make the folder")
        }
      }
    }
  }

  /// Makes an empty file for the owner alone where there is none, not even a link.
  ///
  /// - Returns: Its descriptor, or below zero with the reason in `errno`.
  static func make(_ path: String) -> Int32 {
    open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
  }

  /// Writes what was written to the file and its name to the disk.
  static func synchronise(_ path: String) throws(StoreError) {
    for (name, flags) in [(path, O_RDONLY), (split(path).folder, O_RDONLY | O_DIRECTORY)] {
      let descriptor = open(name, flags | O_CLOEXEC)
      guard descriptor >= 0 else { throw error(name, "write to disk") }
      defer { close(descriptor) }
      guard fsync(descriptor) == 0 else { throw error(name, "write to disk") }
    }
  }

  static func split(_ path: String) -> (folder: String, name: String) {
    let bytes = Array(path.utf8)
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = slash == 0 ? "/" : String(decoding: bytes[..<slash], as: UTF8.self)
    return (folder, String(decoding: bytes[(slash + 1)...], as: UTF8.self))
  }
}
