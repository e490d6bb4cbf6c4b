import AuditInput
import AuditModel
import CZlib
import Glibc
import Testing

/// A folder with an export for one test; gone with it.
final class ExportFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/siwa-audit-test-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    let resolved = try #require(made.flatMap { realpath($0, nil) })
    path = String(cString: resolved)
    free(resolved)
  }

  deinit {
    Self.removeAll(path)
  }

  private static func removeAll(_ path: String) {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        guard name != ".", name != ".." else { continue }
        let inner = path + "/" + name
        if unlink(inner) != 0 { removeAll(inner) }
      }
      closedir(folder)
    }
    rmdir(path)
  }

  func write(_ name: String, _ text: String) throws {
    try write(name, Array(text.utf8))
  }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    try makeFolders(name)
    let file = try #require(fopen(path + "/" + name, "wb"))
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  /// Writes gzip data, one member for each part.
  func writeGzip(_ name: String, _ parts: [[UInt8]]) throws {
    try makeFolders(name)
    for (index, part) in parts.enumerated() {
      let file = try #require(gzopen(path + "/" + name, index == 0 ? "wb6" : "ab6"))
      if !part.isEmpty { #expect(gzwrite(file, part, UInt32(part.count)) == part.count) }
      gzclose(file)
    }
  }

  func bytes(_ name: String) throws -> [UInt8] {
    let file = try #require(fopen(path + "/" + name, "rb"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }

  private func makeFolders(_ name: String) throws {
    var folder = path
    for part in name.split(separator: "/").dropLast() {
      folder += "/" + part
      mkdir(folder, 0o700)
    }
  }

  /// Plans and reads the whole folder.
  func read() throws -> [ReadBack] {
    try ExportPlan.make(arguments: [path]).files.map(ReadBack.init)
  }

  /// Writes one file and reads it.
  static func read(_ name: String, _ text: String) throws -> ReadBack {
    try read(name, Array(text.utf8))
  }

  /// Writes one file and reads it as a mapping says.
  static func read(_ name: String, _ text: String, mapping: String) throws -> ReadBack {
    let folder = try ExportFolder()
    try folder.write(name, text)
    return try #require(try folder.read(mapping: mapping).first)
  }

  /// Plans the folder with a mapping, written as in a configuration, and reads it.
  func read(mapping: String, library: MappingLibrary = MappingLibrary()) throws -> [ReadBack] {
    let configuration = try ConfigurationReader.read(
      text: Array("{ mapping: \(mapping) }".utf8), path: "siwa-audit.json", mappings: library)
    return try ExportPlan.make(arguments: [path]).mapped(by: configuration.mapping).files
      .map(ReadBack.init)
  }

  static func read(_ name: String, _ bytes: [UInt8]) throws -> ReadBack {
    let folder = try ExportFolder()
    try folder.write(name, bytes)
    return try #require(try folder.read().first)
  }
}

/// What came of a file, as text that a test compares whole.
struct ReadBack {
  let name: String
  private(set) var summary: FileSummary
  private(set) var records: [String] = []
  /// The same with the name of the stream before each.
  private(set) var streamRecords: [String] = []
  private(set) var rejects: [String] = []
  private(set) var keyHashes: [UInt64] = []

  init(_ file: PlannedFile) {
    name = file.name
    let reader = FileReader(configuration: Configuration(), emailKey: Array("key".utf8))
    summary = FileSummary()
    let summary = reader.read(file) { event in
      switch event {
      case .records(let batch):
        for index in 0..<batch.count { records.append(Self.text(batch, index)) }
        streamRecords += records.suffix(batch.count).map { "\(batch.stream.rawValue) \($0)" }
        keyHashes += batch.keyHashes
      case .rejects(let some):
        rejects += some.map { "\($0.place.line) \($0.field ?? "-"): \($0.reason)" }
      }
    }
    self.summary = summary
    if summary.damage == nil {
      #expect(summary.records == records.count + rejects.count + summary.leftOut)
      #expect(summary.rejected == rejects.count)
    }
  }

  /// Records of all streams and rejects, as lines.
  var lines: [String] { streamRecords + rejects }

  var text: String {
    let damage = summary.damage.map { ["damage: \($0)"] } ?? []
    return (damage + records + rejects).joined(separator: "\n")
  }

  private static func text(_ batch: RecordBatch, _ index: Int) -> String {
    var parts = ["\(batch.lines[index])"]
    for (column, slot) in zip(
      batch.stream.definition.columns, batch.slots[index * batch.width..<(index + 1) * batch.width])
    where !slot.isAbsent {
      if slot.isInteger {
        parts.append("\(column.name)=\(slot.word)")
      } else {
        let start = Int(slot.word)
        let text = batch.text[start..<start + Int(slot.length)]
        parts.append("\(column.name)=\(String(decoding: text, as: UTF8.self))")
      }
    }
    return parts.joined(separator: " ")
  }
}

extension FileSummary {
  var knownFields: Set<String> { streams.values.reduce(into: []) { $0.formUnion($1.knownFields) } }
  var isIncomplete: Bool { streams.values.contains(where: \.isIncomplete) }
  var holdsPage: Bool { streams.values.contains(where: \.holdsPage) }
}
