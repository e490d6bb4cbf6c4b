import AuditInput
import AuditModel
import Foundation
import Testing

@testable import AuditStore

/// A folder of its own for one test, gone with it.
final class ScratchFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "audit-store-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var database: String { path + "/audit.sqlite" }

  func bytes(_ name: String = "audit.sqlite") throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))
  }

  func mode(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }
}

/// A value of a record in a test, by the column that keeps it.
enum Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  case text(String)
  case integer(Int64)

  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int64) { self = .integer(value) }
}

typealias Record = [String: Value]

/// The batch that the reader would make of these records, by column names.
func batch(_ stream: AuditModel.Stream, _ records: [Record], firstLine: Int = 1) -> RecordBatch {
  let definition = stream.definition
  var batch = RecordBatch(stream: stream)
  for (index, given) in records.enumerated() {
    var record = given
    for field in definition.fields {
      guard let value = field.absentMeans, record[field.columns[0].name] == nil else { continue }
      switch value {
      case .integer(let number): record[field.columns[0].name] = .integer(number)
      case .text(let text): record[field.columns[0].name] = .text(text)
      }
    }
    var slots = [Slot](repeating: .absent, count: batch.width)
    for (name, value) in record {
      guard let slot = definition.slot(ofColumn: name) else {
        Issue.record("\(stream) has no column \(name)")
        continue
      }
      switch value {
      case .integer(let number): slots[slot] = .integer(number)
      case .text(let text):
        slots[slot] = .text(at: batch.text.count, byteCount: text.utf8.count)
        batch.text.append(contentsOf: text.utf8)
      }
    }
    var hash = NaturalKeyHash()
    for name in definition.identity {
      guard let column = definition.field(named: name)?.columns[0].name,
        let value = record[column]
      else { continue }
      switch value {
      case .integer(let number): hash.add(integer: number)
      case .text(let text): Array(text.utf8).withUnsafeBufferPointer { hash.add(text: $0) }
      }
    }
    batch.slots += slots
    batch.lines.append(firstLine + index)
    batch.keyHashes.append(hash.value)
  }
  return batch
}

func ledgerRow(_ id: String, _ user: String = "u1", amount: Int64 = 100, at: Int64 = 1) -> Record {
  [
    "adjustment_id": .text(id), "at": .integer(at), "user": .text(user), "kind": "purchase",
    "amount": .integer(amount),
  ]
}

func session(_ id: String, _ user: String = "u1", ended: Int64? = nil) -> Record {
  var record: Record = ["id": .text(id), "at": 5, "user": .text(user)]
  if let ended { record["ended_at"] = .integer(ended) }
  return record
}

func appRow(_ table: String, _ id: String, _ user: String = "u1") -> Record {
  ["table_name": .text(table), "row_id": .text(id), "user": .text(user)]
}

extension AuditStore {
  static var schemaDirectory: String {
    var parts = #filePath.split(separator: "/")
    parts.removeLast(3)
    return "/" + parts.joined(separator: "/") + "/data/schema"
  }

  /// Opens the store of a data set named "example".
  static func opened(
    _ path: String = ":memory:", dataSet: String = "example", lockWaitSeconds: Double = 0
  ) throws -> AuditStore {
    try AuditStore.open(
      path: path, schemaDirectory: schemaDirectory, dataSet: dataSet,
      lockWaitSeconds: lockWaitSeconds)
  }

  /// Reads a whole file; its digest is made of its name and content unless given.
  @discardableResult
  func read(
    _ path: String, _ stream: AuditModel.Stream, _ records: [Record], sha256: String? = nil,
    fields: Set<String> = []
  ) throws -> [Int] {
    try beginFile(path: path, stream: stream)
    try add(batch(stream, records))
    var summary = FileSummary()
    summary.sha256 = sha256 ?? "digest of \(path) \(records.count)"
    summary.records = records.count
    summary.byteCount = records.count * 100
    var part = StreamSummary()
    part.knownFields = fields
    summary.streams[stream] = part
    let result = try finishFile(summary)
    return [result.stored, result.repeated]
  }

  /// The rows of a query, values joined by `|`, NULL empty.
  func rows(_ sql: String) throws -> [String] { try connection.rows(sql) }

  /// Ends the run with these findings.
  func finish(
    _ hits: [RuleHit] = [], evaluated: Set<String>? = nil, isPartial: Bool = false,
    asOf: Int64 = 1000
  ) throws -> [Int] {
    let spool = try FindingSpool()
    try spool.add(hits)
    let result = try finishRun(
      spool: spool, outcomes: outcomes(hits, evaluated: evaluated), asOf: asOf,
      toolVersion: "1", definitionDigest: "d", isPartial: isPartial)
    return [result.new, result.known, result.resolved]
  }
}

/// Outcomes of the rules a.one, a.two and b.three: evaluated all, or those named.
func outcomes(_ hits: [RuleHit], evaluated: Set<String>?) -> [RuleOutcome] {
  ["a.one", "a.two", "b.three"].map { id in
    let count = hits.count { $0.rule == id }
    let rule = Rule(
      id: id, title: "t", why: "w", severity: .high, fix: "f", source: "s", sourceLink: nil)
    let result: RuleOutcome.Result =
      evaluated.map { $0.contains(id) } ?? true
      ? (count > 0 ? .fail : .pass) : .notEvaluated("export ledger")
    return RuleOutcome(
      rule: rule, severity: .high, result: result, findingCount: count, exposure: nil)
  }
}

func hit(
  _ rule: String, _ subject: String, _ severity: Severity = .high, message: String = "m",
  evidence: [EvidenceReference] = []
) -> RuleHit {
  RuleHit(
    rule: rule, severity: severity, subject: Subject(kind: .user, id: subject), user: subject,
    at: 7, exposure: nil, message: message, evidence: evidence)
}

extension Connection {
  func rows(_ sql: String) throws -> [String] {
    let statement = try prepare(sql)
    var rows: [String] = []
    while try statement.step() {
      let values = (0..<statement.columnCount).map { statement.optionalText($0) ?? "" }
      rows.append(values.joined(separator: "|"))
    }
    return rows
  }

  /// Everything the database holds, as text.
  func dump() throws -> String {
    var lines = try rows("SELECT type, name, sql FROM sqlite_schema")
    for table in try rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") {
      lines.append("-- " + table)
      let columns = try rows("SELECT name FROM pragma_table_info('\(table)')")
      let quoted = columns.map { "quote(\($0))" }.joined(separator: " || ',' || ")
      lines += try rows("SELECT \(quoted) FROM \(table)")
    }
    return lines.joined(separator: "\n")
  }
}
