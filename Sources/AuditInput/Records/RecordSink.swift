internal import AuditModel

/// Where the records of a file go, whatever its format: to slots, as they are or taken apart.
///
/// Notifications, raw exchanges, and purchases that Apple signed are taken apart by their shapes into
/// stored fields; all other records have their fields as they stand. Raw records of a file that feeds
/// several streams go through a shape first, which says what they are.
struct RecordSink {
  private(set) var assembler: RecordAssembler
  /// Those of the further streams that the file feeds.
  private var others: [RecordAssembler]
  private var shape: (any RecordShape)?
  let stream: Stream
  /// Whether records may have to be taken apart.
  private let isShaped: Bool
  private let check: SignatureCheck
  /// Whether the last page of a history says that there is more.
  private var isIncomplete = false
  private var holdsPage = false
  /// What the shapes found, where they name the fields.
  private var known: [Stream: Set<String>] = [:]
  private(set) var shapedUnknown: Set<String> = []
  private var exchangeKinds: [ExchangeKind: Int] = [:]
  private var exchangeFields: [ExchangeKind: Set<String>] = [:]
  private var cells = NestedCells()
  /// The names of a table's columns, by their nodes.
  private var cellNames: [Int32: [String]] = [:]

  init(
    _ stream: Stream, others: some Sequence<Stream>, shape: (any RecordShape)?, path: String,
    emailKey: [UInt8], check: SignatureCheck
  ) {
    self.check = check
    self.stream = stream
    self.shape = shape
    isRouted = shape != nil
    holdsExchanges = shape?.feedsExchanges ?? (stream == .exchanges)
    assembler = RecordAssembler(stream: stream, path: path, emailKey: emailKey)
    self.others = others.map { RecordAssembler(stream: $0, path: path, emailKey: emailKey) }
    isShaped = shape != nil || Self.isTakenApart(stream)
  }

  var names: FieldNames { assembler.names }

  var isFullySampled: Bool { (shape as? SampleShape)?.sample.isFull ?? false }

  /// Raw records taken so far.
  var recordCount: Int { assembler.recordCount }

  /// Records after which nobody wants more, so that the reader pauses and can be left.
  mutating func stop(after recordLimit: Int) { assembler.recordLimit = recordLimit }

  /// What the records hold, where they are only looked at.
  var sample: RecordSample? { (shape as? SampleShape)?.sample }

  /// The streams whose records it takes.
  var streams: [Stream] { [stream] + others.map(\.batch.stream) }

  /// Whether an object is a raw record for the shape; nil without one.
  func isRecordOfShape(_ survey: JSONSurvey) -> Bool? {
    shape.map { $0.isRecord(Set(survey.members.map(\.form))) }
  }

  /// Notes the columns of a table, by their names.
  mutating func note(columns: [String]) { shape?.note(columns: columns) }

  /// Whether a shape says what the raw records are.
  let isRouted: Bool

  /// Names of a stream's records that are no stored field but tell of some.
  static func understoodNames(of stream: Stream) -> [String] {
    switch stream {
    case .purchases:
      [
        "signedTransaction", "signedTransactionInfo", "signedTransactions", "hasMore", "revision",
        "appAppleId",
      ]
    case .notifications:
      [
        "payload", "signedPayload", "events", "notificationType", "notificationUUID", "jti", "iat",
        "signedDate", "version", "data", "summary",
      ]
    case .exchanges: ExchangeParts.names
    case .sessions, .attempts, .accounts, .links, .ledger, .balances, .deletions, .applecalls,
      .mail, .rows:
      []
    }
  }

  /// Names under which a token is meant to stand.
  static let tokenFields = [
    "payload", "signedPayload", "events", "signedTransaction", "signedTransactionInfo",
  ]

  /// Whether records of a stream may have to be taken apart.
  static func isTakenApart(_ stream: Stream) -> Bool { stream == .purchases || isWhole(stream) }

  /// Whether every record of a stream is taken apart, from all its fields.
  private static func isWhole(_ stream: Stream) -> Bool {
    stream == .notifications || stream == .exchanges
  }

  @inline(__always)
  var isFull: Bool { assembler.isFull || (!others.isEmpty && others.contains(where: \.isFull)) }

  /// The records of a stream that wait to be handed on; nil where none do.
  mutating func takeBatch() -> RecordBatch? {
    if assembler.batch.count > 0 { return assembler.takeBatch() }
    for index in others.indices where others[index].batch.count > 0 {
      return others[index].takeBatch()
    }
    return nil
  }

  mutating func takeRejects() -> [Reject]? {
    var rejects = assembler.rejects.isEmpty ? [] : assembler.takeRejects()
    for index in others.indices where !others[index].rejects.isEmpty {
      rejects += others[index].takeRejects()
    }
    if !others.isEmpty { rejects.sort { $0.place.line < $1.place.line } }
    return rejects.isEmpty ? nil : rejects
  }

  /// Says what came of the records.
  func fill(_ summary: inout FileSummary) {
    for assembler in [assembler] + others {
      let stream = assembler.batch.stream
      summary.records += assembler.recordCount
      summary.rejected += assembler.rejectCount
      summary.leftOut += assembler.leftOutCount
      summary.leaks += assembler.leaks.leaks
      var part = StreamSummary()
      part.records = assembler.recordCount
      part.knownFields = known[stream, default: []]
      if let shape { part.knownFields.formUnion(shape.knownFields[stream, default: []]) }
      part.isIncomplete = isIncomplete
      part.holdsPage = holdsPage
      summary.streams[stream, default: StreamSummary()].add(part)
    }
    for problem in shape?.problems ?? [] {
      var problem = problem
      problem.file = assembler.path
      if !summary.mappingProblems.contains(problem) { summary.mappingProblems.append(problem) }
    }
    summary.exchangeKinds = exchangeKinds
    for kind in exchangeKinds.keys {
      for (stream, fields) in kind.tells {
        summary.streams[stream, default: StreamSummary()].knownFields.formUnion(fields)
      }
      for (stream, fields) in kind.mayTell {
        let told = exchangeFields[kind, default: []].intersection(fields)
        summary.streams[stream, default: StreamSummary()].knownFields.formUnion(told)
      }
    }
  }

  /// Notes contract names of fields that occurred.
  mutating func noteKnown(_ fields: Set<String>) { known[stream, default: []].formUnion(fields) }

  mutating func notePage(hasMore: Bool) {
    holdsPage = true
    isIncomplete = hasMore
  }

  // MARK: Records

  /// Takes the record that was just scanned.
  @inline(__always)
  mutating func take(
    _ scanner: borrowing JSONScanner, _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int,
    line: Int
  ) {
    if isShaped, takeApart(scanner, bytes, start, end, line: line) { return }
    assembler.take(
      scanner.values, bytes: bytes, unescaped: scanner.unescaped, line: line,
      paths: scanner.paths)
  }

  /// Takes a row of a table.
  mutating func takeRow(
    _ values: [ScannedValue], _ bytes: UnsafePointer<UInt8>, _ unescaped: [UInt8], line: Int,
    _ paths: PathTable
  ) {
    let isTakenApart =
      isShaped
      && (stream != .purchases || isRouted
        || values.contains { $0.count > 0 && paths.nodes[Int($0.node)].isUnderstood })
    guard isTakenApart else {
      return assembler.take(values, bytes: bytes, unescaped: unescaped, line: line, paths: paths)
    }
    if !holdsExchanges {
      assembler.noteSecrets(values, bytes: bytes, unescaped: unescaped, line: line, paths: paths)
    }
    cells.removeAll()
    unescaped.withUnsafeBufferPointer { own in
      for value in values
      where !isRouted || holdsExchanges || paths.nodes[Int(value.node)].isUnderstood {
        let start = (value.isUnescaped ? own.baseAddress ?? bytes : bytes) + Int(value.start)
        let text = UnsafeBufferPointer(start: start, count: Int(value.count))
        guard let cell = JSONValue(value.kind, text) else { continue }
        cells.add(names(ofCell: value.node, paths), cell, line: line)
      }
    }
    open(cells.object, line: line)
  }

  private mutating func names(ofCell node: Int32, _ paths: PathTable) -> [String] {
    if let known = cellNames[node] { return known }
    let parts = NestedCells.parts(of: paths.writtenName(of: node))
    cellNames[node] = parts
    return parts
  }

  /// Whether an element of an array may be a token that holds the record.
  var takesTokens: Bool { isShaped }

  /// Whether a record is taken apart from all its fields, known or not.
  var takesWholeRecords: Bool { !isRouted && Self.isWhole(stream) }

  /// Whether the names of the stream's fields are told by what takes its records apart.
  var tellsNames: Bool { !isRouted && !Self.isWhole(stream) }

  /// Whether tokens stand where they are meant to, so that secrets are looked for in what is left.
  private let holdsExchanges: Bool

  /// Takes an element of an array that is a JWS.
  mutating func takeToken(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, line: Int
  ) {
    parse(bytes, start, end, line: line)
  }

  // MARK: Taking apart

  /// Takes apart what isn't a plain record of its stream; false where it is one.
  private mutating func takeApart(
    _ scanner: borrowing JSONScanner, _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int,
    line: Int
  ) -> Bool {
    if stream == .purchases, !isRouted {
      var isSigned = false
      var page: Int32 = -1
      for value in scanner.values where value.name < 0 {
        let node = scanner.paths.nodes[Int(value.node)]
        guard node.isUnderstood else { continue }
        if value.kind == .array, !node.isElement { page = value.node }
        if value.kind == .text || value.kind == .object, value.count > 0 || value.kind == .object {
          isSigned = isSigned || !node.isElement
        }
      }
      if page >= 0 {
        takePage(scanner, bytes, start, line: line)
        return true
      }
      guard isSigned else { return false }
    }
    if !holdsExchanges {
      assembler.noteSecrets(
        scanner.values, bytes: bytes, unescaped: scanner.unescaped, line: line,
        paths: scanner.paths)
    }
    parse(bytes, start, end, line: line)
    return true
  }

  /// A page of Apple's transaction history: each signed transaction is a record.
  private mutating func takePage(
    _ scanner: borrowing JSONScanner, _ bytes: UnsafePointer<UInt8>, _ start: Int, line: Int
  ) {
    notePage(hasMore: false)
    var lines = LineCounter(line: line)
    var counted = start
    for value in scanner.values where value.name < 0 {
      let node = scanner.paths.nodes[Int(value.node)]
      guard node.isUnderstood else { continue }
      if !node.isElement {
        let name = Array(scanner.paths.writtenName(of: value.node).utf8)
        if FieldNames.normalised(name) == Array("hasmore".utf8) {
          notePage(hasMore: value.kind == .yes)
        }
        continue
      }
      if !value.isUnescaped, Int(value.start) > counted {
        lines.count(bytes, from: counted, to: Int(value.start))
        counted = Int(value.start)
      }
      guard value.kind == .text else {
        reject(
          line: lines.line, field: "signedTransactions", reason: "an element is no signed text")
        continue
      }
      let text = scanner.text(of: value, bytes)
      takeApart(.string(String(decoding: text, as: UTF8.self)), as: stream, line: lines.line)
    }
  }

  private mutating func parse(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, line: Int
  ) {
    let text = UnsafeBufferPointer(start: bytes + start, count: end - start)
    do throws(JSONError) {
      open(try JSONValue.parse(text, dialect: .strict, firstLine: line), line: line)
    } catch {
      reject(line: line, field: nil, reason: error.reason)
    }
  }

  /// Takes a raw record as what the shape says, or as a record of the only stream.
  private mutating func open(_ record: JSONValue, line: Int) {
    do throws(ShapeError) {
      if holdsExchanges { noteSecretsOfExchange(record, line: line) }
      guard let records = try shape?.shape(record, line: line) else {
        return takeApart(record, as: stream, line: line)
      }
      for record in records { take(record, line: line) }
    } catch {
      reject(line: line, field: error.field, reason: error.reason)
    }
  }

  private mutating func take(_ record: RoutedRecord, line: Int) {
    switch record.content {
    case .fields(let fields):
      change(record.stream) { $0.take(fields, line: line) }
    case .raw(let value): takeApart(value, as: record.stream, line: line)
    case .leftOut: change(record.stream) { $0.leaveOut() }
    case .rejected(let error):
      change(record.stream) { $0.reject(line: line, field: error.field, reason: error.reason) }
    }
  }

  private mutating func change(_ stream: Stream, _ body: (inout RecordAssembler) -> Void) {
    if let index = others.firstIndex(where: { $0.batch.stream == stream }) {
      body(&others[index])
    } else {
      body(&assembler)
    }
  }

  private mutating func noteSecretsOfExchange(_ record: JSONValue, line: Int) {
    let leaks =
      shape.map { SecretDetector.leaks(in: $0.withoutExpectedTokens(record), firstLine: line) }
      ?? ExchangeSecrets.leaks(in: record, firstLine: line)
    for leak in leaks { assembler.note(leak) }
  }

  private mutating func takeApart(_ record: JSONValue, as stream: Stream, line: Int) {
    do throws(ShapeError) {
      let shaped = try opened(record, as: stream)
      known[stream, default: []].formUnion(shaped.knownFields)
      if Self.isWhole(stream) { shapedUnknown.formUnion(shaped.unknownFields) }
      if let kind = shaped.exchangeKind {
        exchangeKinds[kind, default: 0] += 1
        for fields in shaped.records {
          exchangeFields[kind, default: []].formUnion(fields.lazy.map(\.name))
        }
      }
      change(stream) { assembler in
        for fields in shaped.records { assembler.take(fields, line: line) }
      }
    } catch {
      change(stream) { $0.reject(line: line, field: error.field, reason: error.reason) }
    }
  }

  private func opened(
    _ record: JSONValue, as stream: Stream
  ) throws(ShapeError) -> ShapedRecord {
    switch stream {
    case .notifications: try NotificationShape.shape(record, check: check)
    case .exchanges: try ExchangeShape.shape(record, check: check)
    case .sessions, .attempts, .accounts, .links, .ledger, .balances, .purchases, .deletions,
      .applecalls, .mail, .rows:
      try PurchaseShape.shape(record, check: check)
    }
  }

  // MARK: Rejects

  /// Rejects a record whose bytes are none; `start` is where the record or its line starts.
  mutating func reject(
    _ failure: ScanFailure, line: Int, _ scanner: borrowing JSONScanner, start: Int
  ) {
    let name = failure.node >= 0 ? scanner.paths.displayName(of: failure.node) : nil
    let field = name.flatMap { $0.isEmpty ? nil : $0 }
    var reason = failure.reason
    if failure.cause == .duplicate, let field { reason = RejectReason.twice(field) }
    if failure.offset > start || failure.cause == .invalidUTF8 {
      reason += " (byte \(failure.offset - start + 1))"
    }
    assembler.reject(line: line, field: field.map(RejectReason.shown), reason: reason)
  }

  mutating func reject(line: Int, field: String?, reason: String) {
    assembler.reject(line: line, field: field, reason: reason)
  }
}
