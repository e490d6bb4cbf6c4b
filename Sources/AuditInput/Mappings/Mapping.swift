package import AuditModel

/// How the raw records of an export become records of one stream.
package struct Mapping: Sendable, Equatable {
  /// Where a field's value comes from: the first source that has one.
  enum Source: Sendable, Equatable {
    case constant(String)
    case path(SourcePath)
  }

  /// One field of the stream and what is done to its value, in the order of the properties.
  struct MappedField: Sendable, Equatable {
    /// Its contract name.
    let name: String
    let sources: [Source]
    /// Taken away from the start of the text, the first that stands there.
    var prefixes: [String] = []
    /// Words and what they become; others stay.
    var words: [Word] = []
    /// What the number is multiplied by.
    var scale: DecimalFactor?
    /// Where a person wrote it.
    var place: String?
  }

  struct Word: Sendable, Equatable {
    let from: String
    let to: String
  }

  /// What a record must have to be wanted.
  struct Condition: Sendable, Equatable {
    let path: SourcePath
    /// Any of these; none: nothing may stand there.
    let texts: [String]
    /// Where a person wrote it.
    var place: String?
  }

  /// The stream that the records belong to.
  package let stream: Stream
  /// Nil: the stream's own names, as they stand.
  let fields: [MappedField]?
  let conditions: [Condition]
  /// The columns of a table without a header.
  let columns: [String]?
  /// Whether the amount's sign tells the direction of the kind.
  let isSigned: Bool

  /// The names under which a mapping gives a stream's fields, those that are stored and those that
  /// records are taken apart from.
  ///
  /// Of a raw exchange nothing is stored as it stands.
  static func targetNames(of stream: Stream) -> [String] {
    let others = RecordSink.understoodNames(of: stream)
    return stream == .exchanges ? others : stream.definition.fields.map(\.name) + others
  }

  /// Those without which there is no record.
  static func requiredNames(of stream: Stream) -> [String] {
    stream == .exchanges
      ? Array(ExchangeParts.requiredNames)
      : stream.definition.fields.filter(\.isRequired).map(\.name)
  }

  /// The stored fields that it fills, and their stream; nil where it takes the stream's own names.
  package var fieldNames: (fields: Set<String>, stream: Stream)? {
    let names = (fields ?? []).map(\.name).filter { stream.definition.field(named: $0) != nil }
    return names.isEmpty ? nil : (Set(names), stream)
  }

  /// Whether every field and condition starts from a name that records have at their top.
  ///
  /// - Parameter names: The names, in any spelling.
  /// - Returns: False where it takes the stream's own names, whatever they are.
  package func isFed(by names: Set<String>) -> Bool {
    let tops = Set(names.map(SpelledObject.plain))
    func isThere(_ source: Source) -> Bool {
      switch source {
      case .constant: true
      case .path(let path): tops.contains(SpelledObject.plain(path.top))
      }
    }
    return fields?.allSatisfy { $0.sources.contains(where: isThere) } ?? false
      && conditions.allSatisfy { tops.contains(SpelledObject.plain($0.path.top)) }
  }

  /// Whether it does nothing but name the stream.
  var isPlain: Bool {
    fields == nil && conditions.isEmpty && columns == nil && !isSigned
  }

  /// All fields of a stream, each from its own names.
  static func ownFields(of stream: Stream) -> [MappedField] {
    targetNames(of: stream).map { name in
      let aliases = stream.definition.field(named: name)?.aliases ?? []
      return MappedField(
        name: name,
        sources: ([name] + aliases).compactMap { SourcePath($0).map(Source.path) })
    }
  }

  /// The paths of all fields and conditions.
  var paths: [SourcePath] {
    let sources = (fields ?? []).flatMap(\.sources).compactMap { source -> SourcePath? in
      if case .path(let path) = source { return path }
      return nil
    }
    return sources + conditions.map(\.path)
  }

  /// The columns without which a required field could come from nowhere.
  var neededColumns: [[String]] {
    guard let fields else { return [] }
    let required = Self.requiredNames(of: stream)
    return fields.filter { required.contains($0.name) }.compactMap { field in
      let isConstant = field.sources.contains { source in
        if case .constant = source { return true }
        return false
      }
      guard !isConstant else { return nil }
      return field.sources.compactMap { source in
        if case .path(let path) = source { return path.top }
        return nil
      }
    }
  }
}
