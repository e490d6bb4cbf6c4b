/// One record's fields by normalized name, nested names with a dot.
struct FieldReader {
  private var values: [String: PlainJSON] = [:]
  /// Every name that occurs, absent values included.
  private(set) var names: Set<String> = []

  struct Missing: Error { let field: String }

  init(_ json: PlainJSON, stream: String) {
    collect(json, prefix: "")
    for (other, name) in FieldNames.aliases[stream] ?? [:] {
      if names.contains(other) { names.insert(name) }
      if let value = values[other], values[name] == nil { values[name] = value }
    }
  }

  private mutating func collect(_ json: PlainJSON, prefix: String) {
    guard case .object(let members) = json else { return }
    for (name, value) in members {
      let full = prefix + FieldNames.normalized(name)
      switch value {
      case .object:
        collect(value, prefix: full + ".")
      case .null:
        names.insert(full)
      case .string(""):
        names.insert(full)
      case .bool, .number, .string, .array:
        names.insert(full)
        values[full] = value
      }
    }
  }

  func text(_ name: String) -> String? {
    values[FieldNames.normalized(name)]?.word
  }

  func needed(_ name: String) throws -> String {
    guard let value = text(name) else { throw Missing(field: name) }
    return value
  }

  func time(_ name: String) -> Int64? { text(name).flatMap(PlainValues.time) }

  func neededTime(_ name: String) throws -> Int64 {
    guard let value = time(name) else { throw Missing(field: name) }
    return value
  }

  func amount(_ name: String) -> Int64? { text(name).flatMap(PlainValues.amount)?.units }

  func integer(_ name: String) -> Int64? { text(name).flatMap { Int64($0) } }

  func uuid(_ name: String) -> String? { text(name)?.lowercased() }

  func bool(_ name: String) -> Bool? {
    switch values[FieldNames.normalized(name)] {
    case .bool(let value): return value
    case .string("true"), .string("t"), .string("1"), .string("yes"), .number("1"): return true
    case .string("false"), .string("f"), .string("0"), .string("no"), .number("0"): return false
    case .null, .number, .string, .array, .object, nil: return nil
    }
  }
}
