internal import AuditInput
internal import AuditModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Guesses what files hold that are not read as they are, and tries each guess with the real reader.
struct FileGuesser {
  /// Records that a trial reads.
  private static let recordLimit = 5000
  /// Files whose name tells no format, and larger ones, are left alone.
  private static let byteLimit = 16 << 20
  /// Fewer fields in common are chance.
  private static let fieldLimit = 3
  /// Optional fields that a trial gives up, one by one.
  private static let attemptLimit = 8

  let reader: FileReader
  let library: MappingLibrary
  /// A part of its records that may be rejected: more, and the guess is wrong.
  var rejectRatio = 0.05

  /// What a file may hold that belongs to no stream.
  func guess(_ file: UnrecognisedFile) throws -> FileGuess? {
    guard let path = file.path, isWorthTrying(file, path) else { return nil }
    let planned = PlannedFile(
      path: path, name: file.name, stream: .sessions, format: FileFormat(name: file.name))
    if let name = try builtIn(for: planned) { return .builtIn(name) }
    let own = stream(of: planned)
    let draft = try mapping(for: planned, own: nil)
    if let own, case .mapping(let other)? = draft, own.stream != other.stream {
      return other.parts.count > own.fields ? draft : .stream(own.stream)
    }
    return own.map { .stream($0.stream) } ?? draft
  }

  /// Whether a file that is named after a stream is none of it, by its header or by its records.
  func isRefused(_ file: PlannedFile) -> Bool {
    let summary = readStart(file)
    if let damage = summary.damage { return damage.contains("has no column") }
    return summary.records > 0 && summary.rejected * 2 > summary.records
  }

  /// Whether a built-in mapping makes records of a stream.
  func tells(_ name: String, of stream: AuditModel.Stream) throws -> Bool {
    try library.mappings(named: name)?.contains { $0.stream == stream } ?? false
  }

  /// What the start of a file gives, read as planned.
  func readStart(_ file: PlannedFile) -> FileSummary {
    reader.readStart(of: file, recordLimit: Self.recordLimit)
  }

  /// Columns of a file that would be known fields under other names: `balance → balanceAfter`.
  func renames(in file: PlannedFile, of stream: AuditModel.Stream) -> String {
    guard let sample = reader.samples(of: file).first, sample.table == nil,
      let draft = ColumnGuess(sample, name: file.relativePath).drafts(for: stream).first
    else { return "" }
    return draft.renames
  }

  /// What a file may hold that is named after a stream and can't be read as such.
  func guess(_ file: PlannedFile, own: AuditModel.Stream) throws -> FileGuess? {
    if let name = try builtIn(for: file) { return .builtIn(name) }
    return try mapping(for: file, own: own) ?? mapping(for: file, own: nil)
  }

  /// What the tables of a dump may hold that are not read as they are, by their names.
  func tables(of file: PlannedFile, mapped: MappingSet) throws -> [(name: String, FileGuess)] {
    var guesses: [(name: String, FileGuess)] = []
    for sample in reader.samples(of: file) {
      guard let parts = sample.table, mapped.entry(forTable: parts) == nil else { continue }
      let name = parts.joined(separator: ".")
      if let guess = try table(name, sample, file) { guesses.append((name, guess)) }
    }
    return guesses
  }

  private func table(
    _ name: String, _ sample: RecordSample, _ file: PlannedFile
  ) throws -> FileGuess? {
    if let builtIn = library.names.first(where: { $0.hasSuffix("." + name) }),
      let trial = try trial("{ use: \"\(builtIn)\" }", of: name, in: file), trial.damage == nil,
      trial.rejected == 0
    {
      return .builtIn(builtIn)
    }
    let guess = ColumnGuess(sample, name: name)
    var flawed: MappingDraft?
    let own = sample.table?.last.flatMap { AuditModel.Stream(rawValue: $0.lowercased()) }
    if let own, let draft = guess.drafts(for: own).first {
      let required = FieldSynonyms(own).fields.filter(\.isRequired).map(\.name)
      let filled = draft.parts.filter(\.isOwnName).map(\.field)
      if Set(required).isSubset(of: filled) || own == .notifications { return nil }
      let fitting = try verified([draft], of: name, in: file, flawed: &flawed)
      return fitting.map(FileGuess.mapping) ?? .leftAside(draft)
    }
    if let draft = try verified(guess.drafts(), of: name, in: file, flawed: &flawed) {
      return .mapping(draft)
    }
    guard let rows = sample.table.flatMap(guess.rows(of:)) else { return nil }
    return try verified([rows], of: name, in: file, flawed: &flawed).map(FileGuess.belongings)
  }

  // MARK: Files

  /// Whether a file may hold records, by its size and the format that its name tells.
  private func isWorthTrying(_ file: UnrecognisedFile, _ path: String) -> Bool {
    var info = stat()
    guard stat(path, &info) == 0, info.st_size > 0 else { return false }
    return FileFormat(name: file.name) != nil || Int(info.st_size) <= Self.byteLimit
  }

  /// The built-in mapping whose fields all come from names in the file, each value fit; nil where none
  /// does. Records that are torn, such as lines with too few cells, say nothing against it.
  private func builtIn(for file: PlannedFile) throws -> String? {
    let sample = reader.samples(of: file).first
    let names = Set(sample?.columns.map { $0.name.firstPart } ?? [])
    var best: (name: String, fields: Int)?
    for name in library.names {
      guard let mappings = try library.mappings(named: name) else { continue }
      var unfit = 0
      let summary = reader.readStart(
        of: file.with(.mapped(MappingSet.Entry(pattern: file.name, mappings: mappings))),
        recordLimit: Self.recordLimit
      ) { some in unfit += some.count { $0.field != nil } }
      guard summary.damage == nil, summary.records > summary.leftOut, unfit == 0 else { continue }
      let fields =
        mappings.filter { mapping in
          guard let (fields, stream) = mapping.fieldNames else { return false }
          return mapping.isFed(by: names)
            || fields.isSubset(of: summary.streams[stream]?.knownFields ?? [])
        }.compactMap(\.fieldNames?.fields.count).max() ?? 0
      if fields >= max(Self.fieldLimit, (best?.fields ?? 0) + 1) { best = (name, fields) }
    }
    return best?.name
  }

  /// The stream that all records of the file fit, with the most fields known; nil where none does.
  private func stream(of file: PlannedFile) -> (stream: AuditModel.Stream, fields: Int)? {
    var best: (stream: AuditModel.Stream, fields: Int)?
    for stream in AuditModel.Stream.allCases {
      let summary = reader.readStart(
        of: file.with(.stream(stream)), recordLimit: Self.recordLimit)
      guard summary.damage == nil, summary.records > 0, summary.rejected == 0 else { continue }
      let fields = summary.streams[stream]?.knownFields.count ?? 0
      if fields >= max(Self.fieldLimit, (best?.fields ?? 0) + 1) { best = (stream, fields) }
    }
    return best
  }

  private func mapping(for file: PlannedFile, own: AuditModel.Stream?) throws -> FileGuess? {
    guard let sample = reader.samples(of: file).first, sample.table == nil else { return nil }
    let drafts = ColumnGuess(sample, name: file.relativePath).drafts(for: own)
    var flawed: MappingDraft?
    if let draft = try verified(drafts, of: nil, in: file, flawed: &flawed) {
      return .mapping(draft)
    }
    let least = own == nil ? 3 : 1
    let near = drafts.first { draft in
      (1...2).contains(draft.missing.count) && draft.parts.count >= least
        && (own == nil || !draft.renames.isEmpty)
    }
    return (flawed ?? near).map(FileGuess.near)
  }

  // MARK: Trials

  private struct Trial {
    var damage: String?
    var records = 0
    var rejected = 0
    /// Rejected records by the field to blame, with the first reason.
    var byField: [String: (count: Int, reason: String)] = [:]
  }

  /// The first draft that gives records; optional fields whose values don't fit are given up.
  ///
  /// `flawed` becomes the first draft of which a required field has no values that fit.
  private func verified(
    _ drafts: [MappingDraft], of table: String?, in file: PlannedFile,
    flawed: inout MappingDraft?
  ) throws -> MappingDraft? {
    for draft in drafts.prefix(4) where draft.missing.isEmpty {
      var draft = draft
      for _ in 0..<Self.attemptLimit {
        guard let trial = try trial(draft.text(indent: ""), of: table, in: file),
          trial.damage == nil
        else { break }
        if trial.rejected == 0 { return draft }
        let worst = trial.byField.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
        if let worst, draft.drop(worst.key, because: worst.value.reason) { continue }
        if Double(trial.rejected) <= Double(trial.records) * rejectRatio { return draft }
        if let worst, let column = draft.column(of: worst.key), flawed == nil {
          draft.flaw = (column, worst.value.reason)
          flawed = draft
        }
        break
      }
    }
    return nil
  }

  /// Reads the start of a file, or a table of it, as a mapping says; nil where that is none.
  private func trial(
    _ text: String, of table: String?, in file: PlannedFile
  ) throws -> Trial? {
    let content: FileContent
    if let table {
      let pattern = Proposal.quoted(table)
      let set = try Proposal.mappings("{ \(pattern): \(text), \"*\": [] }", library)
      content = .dump(DumpContent(tables: set))
    } else {
      guard let entry = try Proposal.mappings("{ \"*\": \(text) }", library).entries.first else {
        return nil
      }
      content = .mapped(entry)
    }
    var trial = Trial()
    let summary = reader.readStart(of: file.with(content), recordLimit: Self.recordLimit) { some in
      for reject in some {
        let known = trial.byField[reject.field ?? ""]
        trial.byField[reject.field ?? ""] = (
          (known?.count ?? 0) + 1, known?.reason ?? reject.reason
        )
      }
    }
    trial.damage = summary.damage
    trial.records = summary.records - summary.leftOut
    trial.rejected = summary.rejected
    return trial
  }
}

extension String {
  /// What stands before the first dot.
  fileprivate var firstPart: String {
    String(decoding: utf8.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
  }
}

extension PlannedFile {
  fileprivate func with(_ content: FileContent) -> PlannedFile {
    var file = PlannedFile(path: path, name: name, content: content, format: format)
    file.relativePath = relativePath
    return file
  }
}

extension MappingDraft {
  /// Gives up an optional field; false where it is required or not there.
  fileprivate mutating func drop(_ field: String, because reason: String) -> Bool {
    let isRequired = FieldSynonyms(stream).fields.contains { $0.name == field && $0.isRequired }
    guard !isRequired, let index = parts.firstIndex(where: { $0.field == field }) else {
      return false
    }
    dropped.append((parts[index].column, reason))
    parts.remove(at: index)
    words.removeAll { $0.field == field }
    return true
  }
}
