internal import AuditModel

/// The options of one mapping, each with its place.
struct MappingParts {
  let value: ConfigurationValue
  let parts: [String: ConfigurationValue]

  func mapping() throws(InputError) -> Mapping {
    guard let streamPart = parts["stream"] else {
      throw value.error("'\(value.key)' must have a 'stream', such as \"sessions\"")
    }
    let streams = Stream.allCases.map(\.rawValue)
    guard let stream = Stream(rawValue: try streamPart.word(of: streams)) else {
      throw streamPart.error("'\(streamPart.key)' must be a stream")
    }
    let names = TargetNames(stream)
    var fields = try parts["fields"].map { part throws(InputError) in try self.fields(part, names) }
    for key in ["values", "scale", "strip"] {
      guard let part = parts[key] else { continue }
      if fields == nil { fields = Mapping.ownFields(of: stream) }
      for member in try part.members() {
        let name = try names.name(member)
        guard let index = fields?.firstIndex(where: { $0.name == name }) else {
          throw member.error(
            "the field '\(name)' of '\(part.key)' is not among the fields of the mapping")
        }
        if let field = fields?[index] {
          fields?[index] = try changed(field, by: key, member, in: stream)
        }
      }
    }
    return Mapping(
      stream: stream, fields: fields,
      conditions: try parts["where"].map { part throws(InputError) in try conditions(part) } ?? [],
      columns: try columns(), isSigned: try isSigned(stream, fields))
  }

  private func fields(
    _ part: ConfigurationValue, _ names: TargetNames
  ) throws(InputError) -> [Mapping.MappedField] {
    var fields: [Mapping.MappedField] = []
    for member in try part.members() {
      let name = try names.name(member)
      guard !fields.contains(where: { $0.name == name }) else {
        throw member.error("the field '\(name)' is mapped twice in '\(part.key)'")
      }
      fields.append(
        Mapping.MappedField(name: name, sources: try sources(member), place: member.place))
    }
    guard !fields.isEmpty else {
      throw part.error("'\(part.key)' maps no field: leave it out to read the stream's own names")
    }
    return fields
  }

  private func sources(_ member: ConfigurationValue) throws(InputError) -> [Mapping.Source] {
    switch member.value {
    case .string(let text): return [try source(text, member)]
    case .array:
      var sources: [Mapping.Source] = []
      for text in try member.texts() { sources.append(try source(text, member)) }
      guard !sources.isEmpty else { throw member.error("'\(member.key)' names no source") }
      return sources
    case .null, .bool, .number, .object:
      throw member.error(
        "'\(member.key)' must be a source, such as \"user_id\" or \"=apple\", or a list of them")
    }
  }

  private func source(
    _ text: String, _ member: ConfigurationValue
  ) throws(InputError) -> Mapping.Source {
    if text.utf8.first == UInt8(ascii: "=") {
      return .constant(String(decoding: Array(text.utf8.dropFirst()), as: UTF8.self))
    }
    return .path(try path(text, member))
  }

  private func path(_ text: String, _ member: ConfigurationValue) throws(InputError) -> SourcePath {
    guard let path = SourcePath(text) else {
      throw member.error(
        "'\(RejectReason.shown(text))' in '\(member.key)' is no path: write a.b, a[0] or "
          + "a[name=value].b")
    }
    return path
  }

  private func changed(
    _ field: Mapping.MappedField, by key: String, _ member: ConfigurationValue, in stream: Stream
  ) throws(InputError) -> Mapping.MappedField {
    var changed = field
    switch key {
    case "values":
      for word in try member.members() {
        guard let to = word.value.comparableText else {
          throw word.error("'\(word.key)' must be a word")
        }
        changed.words.append(Mapping.Word(from: word.name, to: to))
      }
    case "scale":
      let type = stream.definition.field(named: field.name)?.type
      guard type == .amount || type == .integer || type == .time else {
        throw member.error("'\(member.key)' scales the field '\(field.name)', which is no number")
      }
      guard let text = member.value.comparableText, let factor = DecimalFactor(text) else {
        throw member.error("'\(member.key)' must be a number above zero, such as \"0.01\"")
      }
      changed.scale = factor
    default:
      if case .string(let prefix) = member.value {
        changed.prefixes = [prefix]
      } else {
        changed.prefixes = try member.texts()
      }
    }
    return changed
  }

  private func conditions(
    _ part: ConfigurationValue
  ) throws(InputError) -> [Mapping.Condition] {
    // Null counts here: nothing may stand there.
    guard case .object(let members) = part.value else {
      throw part.error("'\(part.key)' must be an object, { … }")
    }
    var conditions: [Mapping.Condition] = []
    for member in members {
      let place = ConfigurationValue(
        path: part.path, name: member.name, key: "\(part.key).\(RejectReason.shown(member.name))",
        line: member.line, value: member.value)
      conditions.append(
        Mapping.Condition(
          path: try path(member.name, place), texts: try texts(place), place: place.place))
    }
    return conditions
  }

  private func texts(_ place: ConfigurationValue) throws(InputError) -> [String] {
    switch place.value {
    case .null: return []
    case .bool(let bool): return bool ? ["true", "t"] : ["false", "f"]
    case .number(let digits): return [digits]
    case .string(let text): return [text]
    case .array(let elements):
      let texts = elements.compactMap(\.comparableText)
      if texts.count == elements.count, !texts.isEmpty { return texts }
    case .object: break
    }
    throw place.error("'\(place.key)' must be a value, a list of values, or null for none")
  }

  private func columns() throws(InputError) -> [String]? {
    guard let part = parts["columns"] else { return nil }
    let columns = try part.texts()
    var seen: Set<String> = []
    for column in columns where !column.isEmpty {
      guard seen.insert(SpelledObject.plain(column)).inserted else {
        throw part.error("'\(part.key)' names the column '\(RejectReason.shown(column))' twice")
      }
    }
    guard !columns.isEmpty else { throw part.error("'\(part.key)' names no column") }
    return columns
  }

  private func isSigned(
    _ stream: Stream, _ fields: [Mapping.MappedField]?
  ) throws(InputError) -> Bool {
    guard let part = parts["signed"], try part.bool() else { return false }
    guard stream == .ledger, fields?.contains(where: { $0.name == "amount" }) ?? true else {
      throw part.error("'\(part.key)' needs the stream 'ledger' and its field 'amount'")
    }
    return true
  }
}

/// The names that a mapping may give a stream's fields.
private struct TargetNames {
  private let stream: Stream
  private let fields: FieldNames

  init(_ stream: Stream) {
    self.stream = stream
    fields = FieldNames(stream.definition)
  }

  /// The contract name that a key means, in any spelling.
  func name(_ member: ConfigurationValue) throws(InputError) -> String {
    let form = FieldNames.normalised(Array(member.name.utf8))
    if stream != .exchanges, let number = fields.number(ofNormalised: form) {
      return stream.definition.fields[fields.field(ofNumber: number)].name
    }
    let known = Mapping.targetNames(of: stream)
    if let name = known.first(where: { FieldNames.normalised(Array($0.utf8)) == form }) {
      return name
    }
    let nearest = NearestName.find(member.name, among: known) ?? ""
    throw member.error(
      "'\(RejectReason.shown(member.name))' is no field of '\(stream.rawValue)'; "
        + "did you mean '\(nearest)'?")
  }
}
