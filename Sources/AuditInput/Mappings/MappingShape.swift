internal import AuditModel

/// Makes records of a file's raw records, once for each mapping.
struct MappingShape: RecordShape {
  let streams: [Stream]
  let names: [String]
  private(set) var knownFields: [Stream: Set<String>] = [:]
  private let mappings: [Mapping]
  /// Names of which a path goes further in.
  private let deepNames: Set<String>
  /// Whether a field of a mapping is known to occur, so that nobody asks again.
  private var isKnown: [[Bool]]
  private var watch: MappingWatch

  init(_ mappings: [Mapping]) {
    let explicit = mappings.map(\.withOwnNames)
    self.mappings = explicit
    var streams: [Stream] = []
    for mapping in explicit where !streams.contains(mapping.stream) {
      streams.append(mapping.stream)
    }
    self.streams = streams
    var names: [String] = []
    for name in explicit.flatMap(\.paths).map(\.top) where !names.contains(name) {
      names.append(name)
    }
    self.names = names
    deepNames = Set(
      explicit.flatMap(\.paths).filter { $0.plainName == nil }.map { SpelledObject.plain($0.top) })
    watch = MappingWatch(explicit)
    isKnown = explicit.map { mapping in (mapping.fields ?? []).map { _ in false } }
    for (index, mapping) in explicit.enumerated() {
      for (number, field) in (mapping.fields ?? []).enumerated() where field.hasConstant {
        note(index, number)
      }
    }
  }

  /// A token may stand where one is mapped to a field that takes one.
  func expectsToken(at name: String) -> Bool {
    mappings.contains { mapping in
      (mapping.fields ?? []).contains { field in
        RecordSink.tokenFields.contains(field.name)
          && field.sources.contains { source in
            if case .path(let path) = source { return path.isSame(as: name) }
            return false
          }
      }
    }
  }

  var problems: [MappingProblem] { watch.problems(mappings, isKnown) }

  var feedsExchanges: Bool { streams.contains(.exchanges) }

  /// Takes what belongs to an exchange out of a raw record: what is left may hold no secret.
  func withoutExpectedTokens(_ record: JSONValue) -> JSONValue {
    var rest = record
    for mapping in mappings where mapping.stream == .exchanges {
      for field in mapping.fields ?? [] {
        for case .path(let path) in field.sources {
          rest = path.replacing(in: rest) { ExchangeSecrets.cut($0, field: field.name) }
        }
      }
    }
    return rest
  }

  /// What a required field comes from must be there, for one of the mappings at least.
  func isRecord(_ forms: Set<[UInt8]>) -> Bool {
    mappings.contains { mapping in
      let needed = mapping.neededColumns
      let alternatives = needed.isEmpty ? [mapping.paths.map(\.top)] : needed
      return alternatives.allSatisfy { names in
        names.contains { forms.contains(FieldNames.normalised(Array($0.utf8))) }
      }
    }
  }

  mutating func note(columns: [String]) {
    let object = JSONValue.object(
      columns.map { JSONValue.Member(name: $0, value: .null, line: 0) })
    for (index, mapping) in mappings.enumerated() {
      for (number, field) in (mapping.fields ?? []).enumerated() {
        let occurs = field.sources.contains { source in
          guard case .path(let path) = source else { return true }
          return path.namesColumn(of: object)
        }
        if occurs { note(index, number) }
      }
    }
  }

  private mutating func note(_ mapping: Int, _ field: Int) {
    isKnown[mapping][field] = true
    let name = mappings[mapping].fields?[field].name ?? ""
    // What a payload tells is known when it was opened.
    guard mappings[mapping].stream.definition.field(named: name) != nil else { return }
    knownFields[mappings[mapping].stream, default: []].insert(name)
  }

  mutating func shape(_ record: JSONValue, line: Int) throws(ShapeError) -> [RoutedRecord] {
    guard case .object(let members) = record else {
      throw ShapeError(field: nil, reason: "it is no object")
    }
    let opened = JSONValue.object(openedMembers(members))
    watch.noteRecord()
    var records: [RoutedRecord] = []
    for index in mappings.indices {
      let stream = mappings[index].stream
      do throws(ShapeError) {
        let content: RoutedRecord.Content =
          try meetsConditions(index, opened, record) ? make(index, opened, record) : .leftOut
        records.append(RoutedRecord(stream, content))
      } catch {
        records.append(RoutedRecord(stream, .rejected(error)))
      }
    }
    return records
  }

  /// With the JSON in texts opened once, where several paths lead into them.
  private func openedMembers(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
    guard !deepNames.isEmpty else { return members }
    return members.map { member in
      guard case .string(let text) = member.value, let first = text.utf8.first,
        first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
        deepNames.contains(SpelledObject.plain(member.name)), let value = JSONText.opened(text)
      else { return member }
      return JSONValue.Member(name: member.name, value: value, line: member.line)
    }
  }

  private func find(
    _ path: SourcePath, _ opened: JSONValue, _ record: JSONValue
  ) throws(ShapeError) -> SourcePath.Found {
    try path.find(in: path.plainName == nil ? opened : record)
  }

  private mutating func meetsConditions(
    _ index: Int, _ opened: JSONValue, _ record: JSONValue
  ) throws(ShapeError) -> Bool {
    for (number, condition) in mappings[index].conditions.enumerated() {
      let found = try find(condition.path, opened, record)
      watch.note(found, condition: number, of: index)
      switch found {
      case .nothing: guard condition.texts.isEmpty else { return false }
      case .value(let value):
        guard let text = value.comparableText,
          condition.texts.contains(where: { $0.utf8.elementsEqual(text.utf8) })
        else { return false }
      }
    }
    watch.noteTaken(by: index)
    return true
  }

  private mutating func make(
    _ index: Int, _ opened: JSONValue, _ record: JSONValue
  ) throws(ShapeError) -> RoutedRecord.Content {
    let mapping = mappings[index]
    var values: [(name: String, value: JSONValue)] = []
    for (number, field) in (mapping.fields ?? []).enumerated() {
      if let value = try value(of: field, index, number, opened, record) {
        values.append((field.name, field.changed(value)))
      }
    }
    if mapping.isSigned { try settle(&values) }
    if RecordSink.isTakenApart(mapping.stream) {
      let members = values.map { JSONValue.Member(name: $0.name, value: $0.value, line: 0) }
      return .raw(.object(members))
    }
    var fields: [RawField] = []
    for (name, value) in values {
      if let raw = try value.raw(field: name) { fields.append(RawField(name, raw)) }
    }
    return .fields(fields)
  }

  private mutating func value(
    of field: Mapping.MappedField, _ index: Int, _ number: Int, _ opened: JSONValue,
    _ record: JSONValue
  ) throws(ShapeError) -> JSONValue? {
    for source in field.sources {
      switch source {
      case .constant(let text): return .string(text)
      case .path(let path):
        let found: SourcePath.Found
        do throws(ShapeError) {
          found = try find(path, opened, record)
        } catch {
          throw ShapeError(field: field.name, reason: error.reason)
        }
        switch found {
        case .nothing(let isKnown): if isKnown, !self.isKnown[index][number] { note(index, number) }
        case .value(let value):
          if !isKnown[index][number] { note(index, number) }
          return value
        }
      }
    }
    return nil
  }

  private func settle(_ values: inout [(name: String, value: JSONValue)]) throws(ShapeError) {
    guard let amount = values.firstIndex(where: { $0.name == "amount" }),
      let text = values[amount].value.comparableText
    else { return }
    let kind = values.firstIndex { $0.name == "kind" }
    let settled = try SignedAmount.settle(
      amount: text, kind: kind.flatMap { values[$0].value.comparableText })
    let isNumber = if case .number = values[amount].value { true } else { false }
    values[amount].value = isNumber ? .number(settled.amount) : .string(settled.amount)
    guard let settledKind = settled.kind else { return }
    if let kind {
      values[kind].value = .string(settledKind)
    } else {
      values.append(("kind", .string(settledKind)))
    }
  }
}

extension Mapping {
  /// With the stream's own names written out where no fields are given.
  fileprivate var withOwnNames: Mapping {
    guard fields == nil else { return self }
    return Mapping(
      stream: stream, fields: Mapping.ownFields(of: stream), conditions: conditions,
      columns: columns, isSigned: isSigned)
  }
}

extension Mapping.MappedField {
  fileprivate var hasConstant: Bool {
    sources.contains { source in
      if case .constant = source { return true }
      return false
    }
  }

  /// A value with prefix, words and scale dealt with.
  fileprivate func changed(_ value: JSONValue) -> JSONValue {
    guard !prefixes.isEmpty || !words.isEmpty || scale != nil, var text = value.comparableText
    else { return value }
    for prefix in prefixes where text.utf8.starts(with: prefix.utf8) {
      text = String(decoding: Array(text.utf8.dropFirst(prefix.utf8.count)), as: UTF8.self)
      break
    }
    if let word = words.first(where: { $0.from.utf8.elementsEqual(text.utf8) }) { text = word.to }
    if let scale, let product = scale.times(text) { return .number(product) }
    if case .string = value { return .string(text) }
    return text == value.comparableText ? value : .string(text)
  }
}

extension SourcePath {
  /// Whether a name as it is written, nested with dots, leads to the same place.
  fileprivate func isSame(as name: String) -> Bool {
    let own = steps.compactMap { step -> String? in
      if case .name(let name) = step { return name }
      return nil
    }
    return SpelledObject.plain(own.joined(separator: ".")) == SpelledObject.plain(name)
  }

  /// Whether a table whose columns are the object's members has what the path starts from.
  fileprivate func namesColumn(of columns: JSONValue) -> Bool {
    if columns.member(spelled: text) != nil { return true }
    guard steps.count == 1 || !steps.dropFirst().allSatisfy({ $0.isName }) else { return false }
    return columns.member(spelled: top) != nil
  }
}

extension SourcePath.Step {
  fileprivate var isName: Bool {
    if case .name = self { return true }
    return false
  }
}
