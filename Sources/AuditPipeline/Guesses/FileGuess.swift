internal import AuditInput
internal import AuditModel

/// What a file, or a table of a dump, may hold that is not read as it is; each was tried out.
enum FileGuess {
  /// A built-in mapping reads it.
  case builtIn(String)
  /// It holds a stream under its own names: only the file's name doesn't say so.
  case stream(AuditModel.Stream)
  /// This mapping reads it.
  case mapping(MappingDraft)
  /// A table of what belongs to people, read by this mapping as rows that go with them.
  case belongings(MappingDraft)
  /// It looks like a stream, but nothing fills all that a record must have.
  case near(MappingDraft)
  /// A table named like a stream that it isn't: it would damage the whole dump.
  case leftAside(MappingDraft)

  /// The value of an entry in `mapping`, as JSON5; nil where there is nothing to map.
  func text(indent: String) -> String? {
    switch self {
    case .builtIn(let name): "{ use: \"\(name)\" }"
    case .stream(let stream): "{ stream: \"\(stream.rawValue)\" }"
    case .mapping(let draft), .belongings(let draft): draft.text(indent: indent)
    case .near: nil
    case .leftAside: "[]"
    }
  }

  /// How many fields of accounts its own mapping fills; nil where it is for another stream.
  var accountFieldCount: Int? {
    guard case .mapping(let draft) = self, draft.stream == .accounts else { return nil }
    return draft.parts.count + (draft.column(of: "appleSub") == nil ? 0 : 10)
  }

  /// What a person should look at before using the mapping.
  var remark: String {
    switch self {
    case .builtIn, .stream, .near: return "guess, by its look"
    case .belongings: return "guess; leave out what may outlive its user"
    case .leftAside(let draft):
      return "no \(draft.stream.rawValue) (no \(draft.missing.joined(separator: ", "))): left aside"
    case .mapping(let draft):
      if let (column, reason) = draft.dropped.first {
        return "guess; without '\(Printable.text(column))': \(Printable.text(reason))"
      }
      if !draft.wordsBySign.isEmpty {
        let words = draft.wordsBySign.map { "'\($0)'" }.joined(separator: ", ")
        return "guess; usage by the sign of its amounts: \(words)"
      }
      guard !draft.unknownWords.isEmpty else { return "guess, by its columns" }
      return "guess; left out are \(draft.questionOfWords)"
    }
  }
}
