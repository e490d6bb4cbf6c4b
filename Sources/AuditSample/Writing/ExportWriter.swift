internal import AuditModel
internal import Foundation

/// Writes an export: one NDJSON file a stream, and whole files.
///
/// A file is opened with its first record. A handle, so that what was written can be removed when
/// the sample fails.
final class ExportWriter {
  private let folder: String
  private let madeFolder: Bool
  private var streams: [AuditModel.Stream: OutputFile] = [:]
  private var paths: [String] = []
  private(set) var recordCount = 0
  private(set) var byteCount = 0

  /// - Throws: `SampleError` for a folder that holds something or can't be made.
  init(folder: String) throws(SampleError) {
    self.folder = folder
    var isFolder: ObjCBool = false
    madeFolder = !FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
    if !madeFolder {
      guard isFolder.boolValue else {
        throw .request("'\(folder)' is a file; name a new or an empty folder")
      }
      let contents: [String]
      do {
        contents = try FileManager.default.contentsOfDirectory(atPath: folder)
      } catch {
        throw .output("\(folder): cannot be read")
      }
      guard contents.isEmpty else {
        throw .request("'\(folder)' is not empty; name a new or an empty folder, or empty it")
      }
    }
    try Self.makeFolder(folder)
  }

  private static func makeFolder(_ path: String) throws(SampleError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .output("\(path): the folder cannot be made")
    }
  }

  /// Appends everything a life left.
  func append(_ life: Life) throws(SampleError) {
    try life.forEachRecord { (record) throws(SampleError) in
      try append(record)
    }
  }

  private func append(_ record: Record) throws(SampleError) {
    let file: OutputFile
    if let open = streams[record.stream] {
      file = open
    } else {
      file = try open(record.stream.rawValue + ".ndjson")
      streams[record.stream] = file
    }
    JSONText.append(record, to: &file.pending)
    recordCount += 1
    try file.flushIfLarge()
  }

  private func open(_ name: String) throws(SampleError) -> OutputFile {
    let path = folder + "/" + name
    paths.append(path)
    return try OutputFile(path: path)
  }

  /// Writes a file as a whole; the path is relative to the export and has one folder at most.
  func write(_ path: String, _ bytes: [UInt8]) throws(SampleError) {
    if let slash = path.lastIndex(of: "/") {
      try Self.makeFolder(folder + "/" + path[..<slash])
    }
    let file = try open(path)
    file.pending = bytes
    try file.close()
    byteCount += file.byteCount
  }

  /// Brings the rest to disk.
  func finish() throws(SampleError) {
    for stream in AuditModel.Stream.allCases {
      guard let file = streams[stream] else { continue }
      try file.close()
      byteCount += file.byteCount
    }
    streams = [:]
  }

  /// Removes what was written.
  func discard() {
    for file in streams.values { file.abandon() }
    streams = [:]
    for path in paths { unlink(path) }
    rmdir(folder + "/app")
    if madeFolder { rmdir(folder) }
  }
}
