internal import AuditModel

/// Where the records of a file go, whatever its format: to slots, as they are or taken apart.
struct RecordSink {
  private(set) var assembler: RecordAssembler
  /// Whether the last page of a history says that there is more.
  var isIncomplete = false

  init(_ assembler: RecordAssembler) {
    self.assembler = assembler
  }

  @inline(__always)
  var isFull: Bool { assembler.isFull }

  mutating func takeBatch() -> RecordBatch? {
    assembler.batch.count > 0 ? assembler.takeBatch() : nil
  }

  mutating func takeRejects() -> [Reject]? {
    assembler.rejects.isEmpty ? nil : assembler.takeRejects()
  }

  /// Takes the record that was just scanned.
  mutating func take(
    _ scanner: JSONScanner, _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, line: Int
  ) {
    assembler.take(
      scanner.values, bytes: bytes, unescaped: scanner.unescaped, line: line,
      paths: scanner.paths)
  }

  /// Rejects a record whose bytes are none; `start` is where the record or its line starts.
  mutating func reject(
    _ failure: ScanFailure, line: Int, _ scanner: JSONScanner, start: Int
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
