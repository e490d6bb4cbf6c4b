internal import AuditModel

/// A record with its stored values, and the way a report shows it.
struct StoryRecord {
  let row: Int64
  let shown: EvidenceRecord
  /// Stored numbers by column: times, amounts, booleans, user numbers.
  let numbers: [String: Int64]
  /// Stored texts by column.
  let texts: [String: String]

  var stream: Stream { shown.stream }
  var key: String { shown.key }

  func number(_ column: String) -> Int64? { numbers[column] }
  func text(_ column: String) -> String? { texts[column] }
  func flag(_ column: String) -> Bool? { numbers[column].map { $0 != 0 } }
}
