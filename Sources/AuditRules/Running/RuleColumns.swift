internal import AuditModel
internal import AuditStore

/// Where the columns of a rule's query stand, and what a row of them means.
struct RuleColumns {
  private let file: RuleFile
  private let indexes: [String: Int32]
  private let subject: Int32

  init(_ statement: Statement, file: RuleFile) throws(RuleFault) {
    self.file = file
    var indexes: [String: Int32] = [:]
    for index in 0..<statement.columnCount {
      let name = statement.columnName(index)
      guard indexes[name] == nil else {
        throw RuleFault("the query has two columns '\(name)'")
      }
      indexes[name] = index
    }
    guard let subject = indexes["subject"] else {
      throw RuleFault("the query has no column 'subject'")
    }
    for name in file.message.placeholders where indexes[name] == nil {
      throw RuleFault("@message names {\(name)}, which is no column of the query")
    }
    self.subject = subject
    self.indexes = indexes
  }

  /// The hit of the current row.
  func hit(_ row: Statement, severity override: Severity?) throws(RuleFault) -> RuleHit {
    guard !row.isNull(subject) else { throw RuleFault("a row has no subject") }
    let rule = file.rule
    let own = try severity(row)
    return RuleHit(
      rule: rule.id, severity: override ?? own ?? rule.severity,
      subject: Subject(kind: try kind(row) ?? file.subjectKind, id: row.text(subject)),
      user: indexes["user"].flatMap(row.optionalText),
      at: indexes["at"].flatMap(row.optionalInteger),
      exposure: indexes["exposure"].flatMap(row.optionalInteger),
      message: file.message.filled { value(of: $0, row) },
      evidence: try evidence(row))
  }

  private func value(of column: String, _ row: Statement) -> MessageTemplate.Value {
    guard let index = indexes[column], !row.isNull(index) else { return .null }
    return row.isText(index) ? .text(row.text(index)) : .integer(row.integer(index))
  }

  private func severity(_ row: Statement) throws(RuleFault) -> Severity? {
    guard let name = indexes["severity"].flatMap(row.optionalText) else { return nil }
    guard let severity = Severity(name: name) else {
      throw RuleFault("the column 'severity' holds '\(name)'")
    }
    return severity
  }

  private func kind(_ row: Statement) throws(RuleFault) -> Subject.Kind? {
    guard let name = indexes["kind"].flatMap(row.optionalText) else { return nil }
    guard let kind = Subject.Kind(rawValue: name) else {
      throw RuleFault("the column 'kind' holds '\(name)'")
    }
    return kind
  }

  /// Reads `[["links",3],["sessions",9]]`; pairs without a row are left out, repeats too.
  private func evidence(_ row: Statement) throws(RuleFault) -> [EvidenceReference] {
    guard let text = indexes["evidence"].flatMap(row.optionalText) else { return [] }
    var references: [EvidenceReference] = []
    var seen: Set<EvidenceKey> = []
    for (name, number) in try EvidenceText(text).pairs() {
      guard let stream = Stream(rawValue: name) else {
        throw RuleFault("the column 'evidence' names '\(name)', which is no stream")
      }
      guard seen.insert(EvidenceKey(stream: stream, row: number)).inserted else { continue }
      references.append(EvidenceReference(stream: stream, row: number))
    }
    return references
  }

  private struct EvidenceKey: Hashable {
    let stream: Stream
    let row: Int64
  }
}

/// A scanner for the small JSON that queries write as evidence: nested arrays, whose innermost
/// are a stream's name and a row.
private struct EvidenceText {
  private let bytes: [UInt8]

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  func pairs() throws(RuleFault) -> [(name: String, row: Int64)] {
    var pairs: [(name: String, row: Int64)] = []
    var name: String?
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "["), UInt8(ascii: ","), 0x20: index += 1
      case UInt8(ascii: "]"):
        name = nil
        index += 1
      case UInt8(ascii: "\""):
        guard name == nil, let end = bytes[(index + 1)...].firstIndex(of: UInt8(ascii: "\"")) else {
          throw fault
        }
        name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
        index = end + 1
      case UInt8(ascii: "n"): index += 4
      default:
        let digits = bytes[index...].prefix { (0x30...0x39).contains($0) || $0 == 0x2D }
        guard let name, let row = Int64(String(decoding: digits, as: UTF8.self)) else {
          throw fault
        }
        pairs.append((name, row))
        index += digits.count
      }
    }
    return pairs
  }

  private var fault: RuleFault {
    RuleFault("the column 'evidence' is no JSON array of [stream, row]")
  }
}
