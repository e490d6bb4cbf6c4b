internal import AuditModel

/// Where the records of a file go, whatever its format: to slots, as they are or taken apart.
///
/// Notifications, and purchases that Apple signed, are taken apart by their shapes into stored
/// fields; all other records have their fields as they stand.
struct RecordSink {
  private(set) var assembler: RecordAssembler
  let stream: Stream
  let names: FieldNames
  /// Whether the last page of a history says that there is more.
  private(set) var isIncomplete = false
  private(set) var holdsPage = false
  /// What the shapes found, where they name the fields.
  private(set) var shapedKnown: Set<String> = []
  private(set) var shapedUnknown: Set<String> = []

  init(_ assembler: RecordAssembler, stream: Stream, names: FieldNames) {
    self.assembler = assembler
    self.stream = stream
    self.names = names
  }

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
    case .sessions, .attempts, .accounts, .links, .ledger, .balances, .deletions, .applecalls,
      .mail, .rows:
      []
    }
  }

  @inline(__always)
  var isFull: Bool { assembler.isFull }

  mutating func takeBatch() -> RecordBatch? {
    assembler.batch.count > 0 ? assembler.takeBatch() : nil
  }

  mutating func takeRejects() -> [Reject]? {
    assembler.rejects.isEmpty ? nil : assembler.takeRejects()
  }

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
    if stream == .notifications || stream == .purchases,
      takeApart(scanner, bytes, start, end, line: line)
    {
      return
    }
    assembler.take(
      scanner.values, bytes: bytes, unescaped: scanner.unescaped, line: line,
      paths: scanner.paths)
  }

  /// Takes a row of a table, whose values are text.
  mutating func takeRow(
    _ values: [ScannedValue], _ bytes: UnsafePointer<UInt8>, _ unescaped: [UInt8], line: Int,
    _ paths: PathTable
  ) {
    let isShaped =
      stream == .notifications
      || stream == .purchases
        && values.contains { $0.count > 0 && paths.nodes[Int($0.node)].isUnderstood }
    guard isShaped else {
      return assembler.take(values, bytes: bytes, unescaped: unescaped, line: line, paths: paths)
    }
    assembler.noteSecrets(values, bytes: bytes, unescaped: unescaped, line: line, paths: paths)
    var cells = NestedCells()
    unescaped.withUnsafeBufferPointer { own in
      for value in values where value.count > 0 {
        let start = (value.isUnescaped ? own.baseAddress ?? bytes : bytes) + Int(value.start)
        let text = UnsafeBufferPointer(start: start, count: Int(value.count))
        cells.add(
          paths.writtenName(of: value.node), String(decoding: text, as: UTF8.self), line: line)
      }
    }
    shape(cells.object, line: line)
  }

  /// Whether an element of an array may be a token that holds the record.
  var takesTokens: Bool { stream == .notifications || stream == .purchases }

  /// Whether a record is taken apart from all its fields, known or not.
  var takesWholeRecords: Bool { stream == .notifications }

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
    if stream == .purchases {
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
    assembler.noteSecrets(
      scanner.values, bytes: bytes, unescaped: scanner.unescaped, line: line,
      paths: scanner.paths)
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
      shape(.string(String(decoding: text, as: UTF8.self)), line: lines.line)
    }
  }

  private mutating func parse(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, line: Int
  ) {
    let text = UnsafeBufferPointer(start: bytes + start, count: end - start)
    do throws(JSONError) {
      shape(try JSONValue.parse(text, dialect: .strict, firstLine: line), line: line)
    } catch {
      reject(line: line, field: nil, reason: error.reason)
    }
  }

  private mutating func shape(_ record: JSONValue, line: Int) {
    do throws(ShapeError) {
      let shaped =
        stream == .notifications
        ? try NotificationShape.shape(record) : try PurchaseShape.shape(record)
      shapedKnown.formUnion(shaped.knownFields)
      if stream == .notifications { shapedUnknown.formUnion(shaped.unknownFields) }
      for fields in shaped.records { assembler.take(fields, names, line: line) }
    } catch {
      reject(line: line, field: error.field, reason: error.reason)
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
