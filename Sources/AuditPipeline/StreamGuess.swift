internal import AuditInput
internal import AuditModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Guesses which stream a file holds whose name says nothing: the one whose records it gives.
struct StreamGuess {
  /// Larger files are not tried: they would be read once a stream.
  private static let byteLimit = 4 << 20
  /// Fewer fields in common are chance.
  private static let fieldLimit = 3

  let reader: FileReader
  let library: MappingLibrary

  /// The built-in mapping whose fields all occur in the file, each value fit; nil where none does.
  func builtIn(for file: UnrecognisedFile) throws -> String? {
    var best: (name: String, fields: Int)?
    for name in library.names {
      guard let mappings = try library.mappings(named: name), let path = readablePath(file) else {
        continue
      }
      let entry = MappingSet.Entry(pattern: file.name, mappings: mappings)
      let planned = PlannedFile(
        path: path, name: file.name, content: .mapped(entry), format: FileFormat(name: file.name))
      let summary = reader.read(planned) { _ in }
      guard summary.damage == nil, summary.records > summary.leftOut, summary.rejected == 0 else {
        continue
      }
      let fields =
        mappings.compactMap(\.fieldNames).filter { fields, stream in
          fields.isSubset(of: summary.streams[stream]?.knownFields ?? [])
        }.map(\.fields.count).max() ?? 0
      if fields >= max(Self.fieldLimit, (best?.fields ?? 0) + 1) { best = (name, fields) }
    }
    return best?.name
  }

  /// The path of a file that is small enough to be tried.
  private func readablePath(_ file: UnrecognisedFile) -> String? {
    guard let path = file.path else { return nil }
    var info = stat()
    guard stat(path, &info) == 0, (1...Self.byteLimit).contains(Int(info.st_size)) else {
      return nil
    }
    return path
  }

  /// The stream that all records of the file fit, with the most fields known; nil where none does.
  func stream(of file: UnrecognisedFile) -> AuditModel.Stream? {
    guard let path = readablePath(file) else { return nil }
    var best: (stream: AuditModel.Stream, fields: Int)?
    for stream in AuditModel.Stream.allCases {
      let planned = PlannedFile(
        path: path, name: file.name, stream: stream, format: FileFormat(name: file.name))
      let summary = reader.read(planned) { _ in }
      guard summary.damage == nil, summary.records > 0, summary.rejected == 0 else { continue }
      let fields = summary.streams[stream]?.knownFields.count ?? 0
      if fields >= max(Self.fieldLimit, (best?.fields ?? 0) + 1) { best = (stream, fields) }
    }
    return best?.stream
  }
}
