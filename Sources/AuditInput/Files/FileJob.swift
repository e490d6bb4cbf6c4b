internal import AuditModel

/// One file in the midst of being read.
struct FileJob {
  private enum Format {
    case unopened
    case lines(LineReader)
    case document(DocumentReader)
    case table(TableReader)
    case dump
    case ended
  }

  private let file: PlannedFile
  private let vocabulary: Vocabulary
  private var source: ByteSource?
  private var format = Format.unopened
  private var sink: RecordSink
  private var dump: DumpReader?
  private var recordLimit = Int.max
  private let emailKey: [UInt8]
  private let check: SignatureCheck
  private var summary = FileSummary()

  init(
    _ file: PlannedFile, shape: (any RecordShape)?, emailKey: [UInt8], check: SignatureCheck
  ) {
    self.file = file
    self.emailKey = emailKey
    self.check = check
    let streams = shape?.streams ?? file.content.ownStream.map { [$0] } ?? []
    let first = streams.first ?? .sessions
    vocabulary =
      shape.map(Vocabulary.init(of:))
      ?? Vocabulary(first, understood: RecordSink.understoodNames(of: first))
    sink = RecordSink(
      first, others: streams.dropFirst(), shape: shape, path: file.name, emailKey: emailKey,
      check: check)
  }

  mutating func takeBatch() -> RecordBatch? {
    var batch = dump == nil ? sink.takeBatch() : dump?.takeBatch()
    batch?.sourceByteCount = source?.byteCount ?? 0
    return batch
  }

  mutating func takeRejects() -> [Reject]? {
    dump == nil ? sink.takeRejects() : dump?.takeRejects()
  }

  /// Reads until a batch is full; false at the end of the file, whatever the end is.
  mutating func advance() -> Bool {
    do throws(Damage) {
      let current = format
      format = .ended
      switch current {
      case .unopened:
        format = try open()
        return true
      case .lines(var reader):
        let goesOn = try reader.advance(&sink)
        if goesOn { format = .lines(reader) } else { harvest(reader.scanner.paths) }
        return goesOn
      case .document(var reader):
        let goesOn = try reader.advance(&sink)
        if goesOn { format = .document(reader) } else { harvest(reader.scanner.paths) }
        return goesOn
      case .table(var reader):
        let goesOn = try reader.advance(&sink)
        if goesOn { format = .table(reader) } else { harvest(reader.paths) }
        return goesOn
      case .dump:
        let goesOn = try dump?.advance() ?? false
        if goesOn { format = .dump }
        return goesOn
      case .ended:
        return false
      }
    } catch {
      damage(error)
      return false
    }
  }

  private mutating func open() throws(Damage) -> Format {
    let source = try ByteSource(file)
    self.source = source
    let window = InputWindow(source)
    try window.open()
    let paths = PathTable(vocabulary)
    switch file.format ?? FormatGuess.format(of: window, vocabulary) {
    case .lines: return .lines(LineReader(window: window, scanner: JSONScanner(paths: paths)))
    case .json:
      return .document(DocumentReader(window: window, scanner: JSONScanner(paths: paths)))
    case .table:
      return .table(TableReader(window: window, paths: paths, columns: file.content.columns))
    case .dump:
      dump = DumpReader(
        file.content.asDump, window: window, path: file.name, emailKey: emailKey,
        check: check, recordLimit: recordLimit)
      return .dump
    }
  }

  private mutating func damage(_ damage: Damage) {
    guard summary.damage == nil else { return }
    summary.damage = damage.reason
    summary.isReadFailure = damage.isReadFailure
  }

  private mutating func harvest(_ found: PathTable) {
    var paths = found
    let unknown = paths.unknownNames()
    summary.unknownFields =
      sink.isRouted || sink.tellsNames ? unknown : sink.shapedUnknown.sorted()
    if sink.tellsNames {
      sink.noteKnown(Set(paths.knownNumbers.map(vocabulary.contractName(ofNumber:))))
    }
  }

  /// What the records hold, where they are only looked at; one sample a table of a dump.
  var samples: [RecordSample] {
    if let dump { return dump.samples }
    return summary.damage == nil ? [sink.sample].compactMap(\.self) : []
  }

  /// Ends the reading after so many records; of a dump, after so many of one table.
  mutating func stop(after recordLimit: Int) {
    self.recordLimit = recordLimit
    sink.stop(after: recordLimit)
  }

  /// Whether no more records are wanted.
  var isStopped: Bool { dump?.isStopped ?? (sink.recordCount >= recordLimit) }

  /// What came of the file so far.
  mutating func summaryOfStart() -> FileSummary {
    if dump == nil {
      sink.fill(&summary)
    } else {
      dump?.fill(&summary)
    }
    return summary
  }

  /// What came of the file, once `advance` is done.
  mutating func finish() -> FileSummary {
    if let source {
      do throws(Damage) {
        summary.sha256 = try source.finish()
      } catch {
        damage(error)
      }
      summary.byteCount = source.byteCount
    }
    return summaryOfStart()
  }
}
