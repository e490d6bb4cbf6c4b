/// What stands in the first records of a file or of a dump's table, for guesses about what it holds.
package struct RecordSample: Sendable, Equatable {
  package struct Column: Sendable, Equatable {
    /// As the records write it, nested names with dots.
    package let name: String
    /// Single values as text, none twice, the first ones.
    package private(set) var values: [String] = []
    /// Whether objects stand there, whose members are columns of their own.
    package fileprivate(set) var isContainer = false

    /// Values that are kept of a column: words that classify records are fewer.
    static let valueLimit = 50

    package init(name: String, values: [String] = []) {
      self.name = name
      self.values = values
    }

    mutating func add(_ value: String) {
      guard values.count < Self.valueLimit, !values.contains(value) else { return }
      values.append(value)
    }
  }

  /// The table of a dump by its names, schema first; nil for a file of records.
  package var table: [String]?
  /// In the order in which they stand.
  package private(set) var columns: [Column] = []
  package private(set) var recordCount = 0
  private var indexes: [String: Int] = [:]

  /// Records that are looked at.
  static let recordLimit = 2000
  var isFull: Bool { recordCount >= Self.recordLimit }
  /// Columns that are told apart; a table of people has fewer.
  private static let columnLimit = 500
  private static let depthLimit = 4

  package init() {}

  /// Notes that a column is there, of whose values nothing is known.
  mutating func note(column name: String) { _ = index(of: name) }

  mutating func add(_ record: JSONValue) {
    recordCount += 1
    add(record, name: "", depth: 0)
  }

  private mutating func add(_ value: JSONValue, name: String, depth: Int) {
    switch value {
    case .object(let members):
      guard depth < Self.depthLimit else { return }
      if let index = index(of: name) { columns[index].isContainer = true }
      for member in members {
        let inner = name.isEmpty ? member.name : name + "." + member.name
        add(member.value, name: inner, depth: depth + 1)
      }
    case .string(let text):
      let first = text.utf8.first
      if first == UInt8(ascii: "{"), let inner = JSONText.opened(text) {
        return add(inner, name: name, depth: depth)
      }
      add(text, to: name)
    case .bool, .number: add(value.comparableText ?? "", to: name)
    case .null, .array: note(column: name)
    }
  }

  private mutating func add(_ text: String, to name: String) {
    guard let index = index(of: name), !text.isEmpty else { return }
    columns[index].add(text)
  }

  private mutating func index(of name: String) -> Int? {
    if let known = indexes[name] { return known }
    guard columns.count < Self.columnLimit, !name.isEmpty else { return nil }
    indexes[name] = columns.count
    columns.append(Column(name: name))
    return columns.count - 1
  }
}
