internal import AuditModel

/// One file in the midst of being read.
struct FileJob {
  private enum Format {
    case unopened
    case lines(LineReader)
    case ended
  }

  private let file: PlannedFile
  private let vocabulary: Vocabulary
  private var source: ByteSource?
  private var format = Format.unopened
  private var sink: RecordSink
  private var summary = FileSummary()

  init(_ file: PlannedFile, emailKey: [UInt8]) {
    self.file = file
    vocabulary = Vocabulary(file.stream)
    sink = RecordSink(
      RecordAssembler(
        stream: file.stream, names: FieldNames(file.stream.definition), path: file.name,
        emailKey: emailKey))
  }

  mutating func takeBatch() -> RecordBatch? { sink.takeBatch() }

  mutating func takeRejects() -> [Reject]? { sink.takeRejects() }

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
        if goesOn {
          format = .lines(reader)
        } else {
          harvest(reader.scanner)
        }
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
    return .lines(
      LineReader(window: window, scanner: JSONScanner(paths: PathTable(vocabulary))))
  }

  private mutating func damage(_ damage: Damage) {
    guard summary.damage == nil else { return }
    summary.damage = damage.reason
  }

  private mutating func harvest(_ scanner: JSONScanner) {
    var paths = scanner.paths
    summary.unknownFields = paths.unknownNames()
    summary.knownFields = Set(paths.knownNumbers.map(vocabulary.contractName(ofNumber:)))
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
    summary.records = sink.assembler.recordCount
    summary.rejected = sink.assembler.rejectCount
    summary.leaks = sink.assembler.leaks.leaks
    summary.isIncomplete = sink.isIncomplete
    return summary
  }
}
