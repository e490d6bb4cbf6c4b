internal import AuditModel

/// Reads the `mapping` of a configuration.
struct MappingReader {
  let library: MappingLibrary

  private static let keys = [
    "use", "stream", "fields", "where", "values", "scale", "strip", "columns", "signed",
  ]

  /// Reads all entries.
  ///
  /// - Throws: For the first stream, field or option that isn't known, with its line and the
  ///   nearest known name.
  func read(_ value: ConfigurationValue) throws(InputError) -> MappingSet {
    var set = MappingSet()
    for member in try value.members() {
      guard !member.name.isEmpty else {
        throw member.error("a key of 'mapping' is empty: write a file name or a table name")
      }
      var text = member.value.canonicalText
      for name in try names(used: member) {
        text += "\u{0}" + (try library.value(named: name)?.value.canonicalText ?? "")
      }
      set.entries.append(
        MappingSet.Entry(
          pattern: member.name, mappings: try mappings(member), text: text, place: member.place))
    }
    return set
  }

  private func names(used value: ConfigurationValue) throws(InputError) -> [String] {
    try parts(value).compactMap { part in
      if case .string(let name)? = part.value["use"] { return name }
      return nil
    }
  }

  /// The mapping, or those of a list.
  func mappings(_ value: ConfigurationValue) throws(InputError) -> [Mapping] {
    var mappings: [Mapping] = []
    for part in try parts(value) { mappings += try mapping(part) }
    return mappings
  }

  private func parts(_ value: ConfigurationValue) throws(InputError) -> [ConfigurationValue] {
    switch value.value {
    case .object: return [value]
    case .array(let elements):
      return elements.enumerated().map { index, element in
        ConfigurationValue(
          path: value.path, name: value.name, key: "\(value.key)[\(index)]",
          line: element.firstLine ?? value.line, value: element)
      }
    case .null, .bool, .number, .string:
      throw value.error(
        "'\(value.key)' must be a mapping, { stream: …, fields: … }, or a list of them")
    }
  }

  private func mapping(_ value: ConfigurationValue) throws(InputError) -> [Mapping] {
    var parts: [String: ConfigurationValue] = [:]
    for member in try value.members() {
      guard Self.keys.contains(member.name) else {
        throw member.unknownOption(among: Self.keys)
      }
      parts[member.name] = member
    }
    if let use = parts["use"] {
      let name = try use.text()
      guard let given = try library.value(named: name) else {
        throw use.unknownWord(name, among: library.names)
      }
      guard parts.count > 1 else { return try MappingReader(library: library).mappings(given) }
      guard case .object = given.value else {
        throw use.error(
          "'\(name)' is several mappings: write no other key beside '\(use.key)', or copy it from "
            + "'siwa-audit mappings \(name)' and change it")
      }
      var merged: [String: ConfigurationValue] = [:]
      for member in try given.members() { merged[member.name] = member }
      for (key, own) in parts where key != "use" {
        merged[key] = merged[key].map { $0.merged(with: own) } ?? own
      }
      parts = merged
    }
    return [try MappingParts(value: value, parts: parts).mapping()]
  }
}

extension ConfigurationValue {
  /// The error for an option that is none.
  fileprivate func unknownOption(among names: [String]) -> InputError {
    let nearest = NearestName.find(name, among: names) ?? ""
    return error("the key '\(key)' is not known; did you mean '\(nearest)'?")
  }

  /// Of two objects the members of both, the other's first; else the other.
  fileprivate func merged(with other: ConfigurationValue) -> ConfigurationValue {
    guard case .object(let own) = value, case .object(let others) = other.value else {
      return other
    }
    let kept = own.filter { member in
      !others.contains { SpelledObject.plain($0.name) == SpelledObject.plain(member.name) }
    }
    return ConfigurationValue(
      path: other.path, name: other.name, key: other.key, line: other.line,
      value: .object(others + kept))
  }
}

extension JSONValue {
  /// The line of the first name within, or nil.
  fileprivate var firstLine: Int? {
    switch self {
    case .object(let members): members.first?.line
    case .array(let elements): elements.lazy.compactMap(\.firstLine).first
    case .null, .bool, .number, .string: nil
    }
  }

  /// The value as text, the same for two values that are equal.
  var canonicalText: String {
    switch self {
    case .null: return "null"
    case .bool(let bool): return bool ? "true" : "false"
    case .number(let digits): return digits
    case .string(let text): return "\(text.utf8.count):\(text)"
    case .array(let elements):
      return "[" + elements.map(\.canonicalText).joined(separator: ",") + "]"
    case .object(let members):
      let parts = members.map { "\($0.name.utf8.count):\($0.name)=\($0.value.canonicalText)" }
      return "{" + parts.joined(separator: ",") + "}"
    }
  }
}
