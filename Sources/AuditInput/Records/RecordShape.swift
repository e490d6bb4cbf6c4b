internal import AuditModel

/// Takes the raw records of a file apart into records of any streams.
///
/// A raw record is an object, a row of a table with its cells as text under the columns' names, or
/// an element of an array that is text. Each record that comes of it has the raw record's place.
protocol RecordShape: Sendable {
  /// The streams that its records belong to, none twice; what can't be read at all counts for the
  /// first.
  var streams: [Stream] { get }
  /// The names at the top of a raw record that the shape reads, in any spelling. Others are unknown
  /// fields.
  var names: [String] { get }
  /// Whether it reads whatever stands in a record.
  var readsAllNames: Bool { get }
  /// Contract names of the fields that occurred so far, by stream.
  var knownFields: [Stream: Set<String>] { get }

  /// Whether a token is meant to stand under a name, nested with dots, as written.
  func expectsToken(at name: String) -> Bool

  /// Whether an object with these names, as names are compared, is a raw record, not something
  /// around an array of them.
  func isRecord(_ forms: Set<[UInt8]>) -> Bool

  /// Whether raw exchanges come of it, in whose bodies tokens are expected.
  var feedsExchanges: Bool { get }

  /// A raw record without the tokens that are meant to stand in it.
  func withoutExpectedTokens(_ record: JSONValue) -> JSONValue

  /// What it was told to look for and no record had.
  var problems: [MappingProblem] { get }

  /// Notes the names of a table's columns, of which there may be no row.
  mutating func note(columns: [String])

  /// The records that a raw record holds; each counts as one record read.
  ///
  /// - Throws: Why there are none; the raw record is one rejected record.
  mutating func shape(_ record: JSONValue, line: Int) throws(ShapeError) -> [RoutedRecord]
}

extension RecordShape {
  func expectsToken(at name: String) -> Bool { false }

  var readsAllNames: Bool { false }

  var problems: [MappingProblem] { [] }

  var feedsExchanges: Bool { false }

  func withoutExpectedTokens(_ record: JSONValue) -> JSONValue { record }

  func isRecord(_ forms: Set<[UInt8]>) -> Bool {
    names.contains { forms.contains(FieldNames.normalised(Array($0.utf8))) }
  }
}

/// A record that came of a raw record, and the stream it belongs to.
struct RoutedRecord: Sendable, Equatable {
  enum Content: Sendable, Equatable {
    /// Stored fields by their contract names, none twice.
    case fields([RawField])
    /// What could stand in a file of the stream as it is: it goes the way of such a record, so a
    /// notification may be a signed one.
    case raw(JSONValue)
    case leftOut
    case rejected(ShapeError)
  }

  let stream: Stream
  let content: Content

  init(_ stream: Stream, _ content: Content) {
    self.stream = stream
    self.content = content
  }
}
