internal import AuditModel

/// What the rows of a table are.
enum DumpRole: Equatable {
  case stream(Stream)
  case mapped([Mapping])
  /// Looked at, and made no records of.
  case sampled
}

extension DumpContent {
  /// What the rows of a table are, by its names and its columns; nil where nobody asks for them.
  func role(of name: [String], _ columns: [String]?) -> DumpRole? {
    if isSampled { return columns.map { _ in .sampled } }
    if let entry = tables.entry(forTable: name) {
      if let stream = entry.plainStream { return .stream(stream) }
      return entry.mappings.isEmpty ? nil : .mapped(entry.mappings)
    }
    if let stream = StreamName.stream(ofTable: name.last ?? "") { return .stream(stream) }
    let forms = Set((columns ?? []).map(SpelledObject.plain))
    if let entry = forFile, !entry.mappings.isEmpty {
      let hasAll = entry.mappings.allSatisfy { mapping in
        mapping.neededColumns.allSatisfy { $0.contains { forms.contains(SpelledObject.plain($0)) } }
      }
      guard hasAll else { return nil }
      return entry.plainStream.map(DumpRole.stream) ?? .mapped(entry.mappings)
    }
    guard let own = own else { return nil }
    let hasRequired = own.definition.fields.filter(\.isRequired).allSatisfy { field in
      ([field.name] + field.aliases).contains { forms.contains(SpelledObject.plain($0)) }
    }
    return hasRequired ? .stream(own) : nil
  }
}
