#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The first bytes of a database file, read without SQLite: opening a file that is not ours with
/// SQLite could already change it (a journal beside it would be rolled back).
enum StoreHeader {
  private static let byteCount = 100
  private static let magic = Array("SQLite format 3".utf8) + [0]

  /// Makes the file if there is none, and refuses one that is not ours to open, or of a version from
  /// which no steps lead to this one.
  static func check(
    _ path: String, migrations: [Migration] = Migration.all
  ) throws(StoreError) {
    var descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0 && errno == ENOENT { descriptor = File.make(path) }
    guard descriptor >= 0 else {
      guard errno == ELOOP else { throw File.error(path, "open") }
      throw refusal(path, "it is a symbolic link")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw File.error(path, "open") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw refusal(path, "it is no regular file") }
    guard status.st_nlink == 1 else {
      throw refusal(path, "it has a second name (hard link), under which its journal is not found")
    }
    guard status.st_size > 0 else { return }

    let header = try File.content(of: descriptor, path: path, limit: byteCount)
    if header.allSatisfy({ $0 == 0 }), access(path + "-journal", F_OK) == 0 {
      // Power was lost while the database was being made: SQLite undoes it.
      return
    }
    guard header.count == byteCount, header.starts(with: magic) else {
      throw refusal(path, "it is no SQLite database")
    }
    guard number(header, at: 68) == StoreSchema.applicationID else {
      throw refusal(path, "it is a database of another program")
    }
    if let reason = StoreSchema.refusal(ofVersion: number(header, at: 60), migrations: migrations) {
      throw refusal(path, reason)
    }
  }

  private static func number(_ header: [UInt8], at offset: Int) -> Int64 {
    header[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int64($1) }
  }

  private static func refusal(_ path: String, _ reason: String) -> StoreError {
    StoreError(path: path, action: "open", code: 0, reason: reason)
  }
}
