#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A file that is there whole or not at all.
///
/// Bytes go to a hidden temporary file, readable for its owner only, in the target's folder, which `commit` brings
/// to the disk and renames; a reader sees the old or the new file, and so does the next start
/// after a power loss. A file that is not committed is removed when its last reference goes.
/// A link at the target is replaced, never followed.
///
/// The temporary file is locked while its process lives; whoever writes to the folder next
/// removes those that nobody holds, so a killed run leaves no litter.
package final class AtomicFile {
  /// The target as the caller named it.
  package let path: String
  private let name: String
  private let temporaryName: String
  private let folder: Int32
  private var file: Int32
  private var buffer: [UInt8] = []
  private static let bufferByteCount = 1 << 16

  /// Opens the temporary file beside the target; the folder must be there.
  ///
  /// `isPublic` tells that it holds nothing of the export and everybody may read it.
  package init(replacing path: String, isPublic: Bool = false) throws(ReportError) {
    self.path = path
    let (folderPath, name) = FolderPath.split(path)
    guard !name.isEmpty, name != ".", name != ".." else {
      throw ReportError(path: path, action: "opening", reason: "it names no file")
    }
    self.name = name
    folder = open(folderPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else {
      throw ReportError(path: path, action: "opening its folder", reason: systemReason())
    }
    Leftovers.remove(in: folder)
    do throws(ReportError) {
      (temporaryName, file) = try AtomicFile.create(
        for: name, in: folder, path: path, mode: isPublic ? 0o644 : 0o600)
    } catch {
      close(folder)
      throw error
    }
    buffer.reserveCapacity(AtomicFile.bufferByteCount * 2)
  }

  deinit {
    abandon()
    close(folder)
  }

  /// Appends bytes; they may stay in memory until `commit`.
  package func write(_ bytes: [UInt8]) throws(ReportError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= AtomicFile.bufferByteCount { try flush() }
  }

  /// Appends text as UTF-8.
  package func write(_ text: String) throws(ReportError) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= AtomicFile.bufferByteCount { try flush() }
  }

  /// Brings the bytes to the disk and the file into the target's place.
  ///
  /// What fails is never tried again as if it had not: the file is abandoned.
  package func commit() throws(ReportError) {
    try flush()
    guard uninterrupted({ Int(fsync(file)) }) == 0 else { throw failure("bringing it to the disk") }
    // The lock goes with the descriptor, so the name changes first.
    guard renameat(folder, temporaryName, folder, name) == 0 else {
      throw failure("putting it in place")
    }
    close(file)
    file = -1
    guard uninterrupted({ Int(fsync(folder)) }) == 0 else {
      throw ReportError(
        path: path, action: "bringing its folder to the disk", reason: systemReason())
    }
  }

  /// Removes the temporary file; the target stays as it was. Nothing happens after `commit`.
  package func abandon() {
    guard file >= 0 else { return }
    unlinkat(folder, temporaryName, 0)
    close(file)
    file = -1
  }

  private func flush() throws(ReportError) {
    guard file >= 0 else {
      throw ReportError(path: path, action: "writing", reason: "it was already put away")
    }
    var offset = 0
    while offset < buffer.count {
      let count = buffer.withUnsafeBytes { bytes in
        uninterrupted { systemWrite(file, UnsafeRawBufferPointer(rebasing: bytes[offset...])) }
      }
      guard count > 0 else { throw failure("writing") }
      offset += count
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// The error of the system call that just failed; the temporary file goes.
  private func failure(_ action: String) -> ReportError {
    let error = ReportError(path: path, action: action, reason: systemReason())
    abandon()
    return error
  }

  private static func create(
    for name: String, in folder: Int32, path: String, mode: mode_t
  ) throws(ReportError) -> (String, Int32) {
    for attempt in 0..<100 {
      let temporaryName = Leftovers.name(for: name, process: getpid(), attempt: attempt)
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let file = openat(folder, temporaryName, flags, mode)
      if file < 0, errno == EEXIST { continue }
      guard file >= 0 else { break }
      var status = stat()
      guard flock(file, LOCK_EX | LOCK_NB) == 0, fchmod(file, mode) == 0,
        fstat(file, &status) == 0, status.st_nlink == 1
      else {
        // Another run took it for a leftover before it was locked.
        close(file)
        continue
      }
      return (temporaryName, file)
    }
    throw ReportError(path: path, action: "opening a temporary file for it", reason: systemReason())
  }
}
