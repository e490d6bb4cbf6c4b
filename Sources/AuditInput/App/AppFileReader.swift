/// Reads the app's own files whole; they are small.
package enum AppFileReader {
  /// Larger files are none of the app's.
  static let byteLimit = 8 << 20

  /// What came of a file; one that is not read may hold secrets all the same.
  package enum Outcome: Sendable, Equatable {
    case read(AppFile)
    case damaged(String, leaks: [Leak])
    /// A file of that name that is about something else.
    case notRecognised(String, leaks: [Leak])
  }

  /// Reads a file; never fails but by its outcome.
  package static func read(_ file: PlannedAppFile) -> Outcome {
    do throws(Damage) {
      let bytes = try bytes(of: file)
      do throws(Damage) {
        let content = try AppFileContent(file.kind, bytes)
        if let reason = content.otherwise { return .notRecognised(reason, leaks: content.leaks) }
        return .read(
          AppFile(
            name: file.name, kind: file.kind, sha256: Digest.sha256Hex(bytes),
            byteCount: bytes.count, facts: content.facts, leaks: content.leaks))
      } catch {
        return .damaged(
          error.reason, leaks: StrayFileScan.leaks(in: bytes, name: file.name.lowercased()))
      }
    } catch {
      return .damaged(error.reason, leaks: [])
    }
  }

  private static func bytes(of file: PlannedAppFile) throws(Damage) -> [UInt8] {
    let source = try RawFile(path: file.path)
    let bytes = try source.prefix(byteLimit + 1)
    guard bytes.count <= byteLimit else {
      throw Damage("is larger than \(byteLimit >> 20) MiB: this is no file of an app's")
    }
    try source.checkUnchanged(byteCount: bytes.count)
    guard !bytes.isEmpty else { throw Damage("is empty") }
    return bytes
  }
}

extension RawFile {
  /// The first bytes, as many as there are up to the limit.
  func prefix(_ limit: Int) throws(Damage) -> [UInt8] {
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    while bytes.count < limit {
      let count = try read(into: buffer)
      guard count > 0 else { break }
      bytes += buffer[..<min(count, limit - bytes.count)]
    }
    return bytes
  }
}
