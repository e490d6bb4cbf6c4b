internal import AuditModel

/// Looks at raw records and makes none of them.
struct SampleShape: RecordShape {
  private(set) var sample = RecordSample()

  // Every record is left out, of whatever stream.
  var streams: [Stream] { [.sessions] }
  var names: [String] { [] }
  var readsAllNames: Bool { true }
  var knownFields: [Stream: Set<String>] { [:] }

  /// Any object may be a record: one that holds a list of objects is rather what is around them.
  func isRecord(_ forms: Set<[UInt8]>) -> Bool { false }

  mutating func note(columns: [String]) {
    for column in columns { sample.note(column: column) }
  }

  mutating func shape(_ record: JSONValue, line: Int) throws(ShapeError) -> [RoutedRecord] {
    sample.add(record)
    return [RoutedRecord(.sessions, .leftOut)]
  }
}
