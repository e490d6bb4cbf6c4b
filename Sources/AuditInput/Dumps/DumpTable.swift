internal import AuditModel

/// A table of a dump whose rows become records.
struct DumpTable {
  /// Its name with its schema, as messages show it.
  let name: String
  private let names: [String]
  private(set) var sink: RecordSink
  private(set) var paths: PathTable
  private(set) var columns: [TableColumn] = []
  private var columnNames: [String] = []
  private let vocabulary: Vocabulary
  private let isRouted: Bool
  private let isSampled: Bool
  private var values: [ScannedValue] = []

  /// - Throws: For columns that the records can't come from.
  init(
    names: [String], _ role: DumpRole, columns: [String], path: String, emailKey: [UInt8],
    check: SignatureCheck
  ) throws(Damage) {
    self.names = names
    name = names.joined(separator: ".")
    isSampled = role == .sampled
    switch role {
    case .stream(let stream):
      isRouted = false
      vocabulary = Vocabulary(stream, understood: RecordSink.understoodNames(of: stream))
      sink = RecordSink(
        stream, others: [], shape: nil, path: path, emailKey: emailKey, check: check)
    case .mapped(let mappings):
      isRouted = true
      let shape = MappingShape(mappings)
      vocabulary = Vocabulary(of: shape)
      sink = RecordSink(
        shape.streams.first ?? .sessions, others: shape.streams.dropFirst(), shape: shape,
        path: path, emailKey: emailKey, check: check)
    case .sampled:
      isRouted = true
      let shape = SampleShape()
      vocabulary = Vocabulary(of: shape)
      sink = RecordSink(
        .sessions, others: [], shape: shape, path: path, emailKey: emailKey, check: check)
    }
    paths = PathTable(vocabulary)
    try setColumns(columns)
  }

  /// Says which columns the rows that follow have: each statement names its own.
  mutating func setColumns(_ names: [String]) throws(Damage) {
    guard names != columnNames else { return }
    columnNames = names
    do throws(Damage) {
      columns = try TableColumn.columns(named: names.map { Array($0.utf8) }, &paths, &sink)
    } catch {
      throw Damage("\(error.reason), in its table '\(RejectReason.shown(name))'")
    }
  }

  /// Whether records of both may be versions of one.
  func sharesStream(with other: DumpTable) -> Bool {
    !Set(sink.streams).isDisjoint(with: other.sink.streams)
  }

  mutating func takeBatch() -> RecordBatch? { sink.takeBatch() }

  mutating func takeRejects() -> [Reject]? { sink.takeRejects() }

  mutating func reject(line: Int, field: String?, reason: String) {
    sink.reject(line: line, field: field, reason: reason)
  }

  /// Takes a row.
  mutating func take(_ cells: DumpCells, _ bytes: UnsafePointer<UInt8>, line: Int) {
    guard !isFullySampled else { return }
    guard cells.count == columns.count else {
      return reject(
        line: line, field: nil,
        reason: "it has \(cells.count) values where the table has \(columns.count) columns")
    }
    if let flaw = cells.flaw { return reject(line: line, field: nil, reason: flaw) }
    values.removeAll(keepingCapacity: true)
    for (cell, column) in zip(cells.cells, columns) {
      guard column.isKept || cell.count >= Int(JSONScanner.shortestSecret) else { continue }
      let kind: ScannedValue.Kind
      switch cell.kind {
      case .null: kind = .null
      case .yes: kind = .yes
      case .no: kind = .no
      case .number: kind = .number
      case .text: kind = .text
      case .expression:
        guard column.isKept else { continue }
        let name = paths.displayName(of: column.node)
        return reject(
          line: line, field: RejectReason.shown(name),
          reason: "an SQL expression stands there, not a value")
      }
      values.append(
        ScannedValue(
          start: Int32(truncatingIfNeeded: cell.start),
          count: Int32(truncatingIfNeeded: cell.count),
          node: column.node, name: column.name, kind: kind, isUnescaped: cell.isUnescaped))
    }
    sink.takeRow(values, bytes, cells.unescaped, line: line, paths)
  }

  mutating func stop(after recordLimit: Int) { sink.stop(after: recordLimit) }

  /// Whether it is only looked at, and enough was seen.
  var isFullySampled: Bool { isSampled && sink.isFullySampled }

  /// What the rows hold, where they are only looked at.
  var sample: RecordSample? {
    var sample = sink.sample
    sample?.table = names
    return sample
  }

  /// Says what came of the rows.
  mutating func fill(_ summary: inout FileSummary) {
    let unknown = paths.unknownNames()
    if !isRouted, sink.stream != .notifications {
      sink.noteKnown(Set(paths.knownNumbers.map(vocabulary.contractName(ofNumber:))))
    }
    summary.unknownFields +=
      isRouted || sink.stream != .notifications
      ? unknown : sink.shapedUnknown.sorted()
    sink.fill(&summary)
  }
}
