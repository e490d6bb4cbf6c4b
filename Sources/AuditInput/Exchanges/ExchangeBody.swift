/// The body of a request or a response: an object, its JSON text, or the fields of a form.
struct ExchangeBody {
  /// Whether a body that can be read is there; what isn't in it is then absent, else unknown.
  let isThere: Bool
  private let object: SpelledObject

  init(_ object: SpelledObject) {
    self.object = object
    isThere = true
  }

  /// - Throws: For text that starts like JSON and is none.
  init(_ value: JSONValue?, field: String) throws(ShapeError) {
    switch try Self.tree(value, field: field) {
    case .object(let members)?:
      object = SpelledObject(members)
      isThere = true
    case .null?, .bool?, .number?, .string?, .array?, nil:
      object = SpelledObject()
      isThere = false
    }
  }

  /// What a body holds: text of an object or a form as the object it stands for.
  static func tree(_ value: JSONValue?, field: String) throws(ShapeError) -> JSONValue? {
    guard let value, let body = try value.unpacked(field: field) else { return nil }
    guard case .string(let text) = body, text.utf8.contains(UInt8(ascii: "=")),
      !text.utf8.contains(UInt8(ascii: "<"))
    else { return body }
    return .object(ExchangeTarget.form(Array(text.utf8)[...]))
  }

  /// The first value that is present under one of the names.
  subscript(names: String...) -> JSONValue? {
    for name in names {
      if let value = object[name], !value.isAbsent { return value }
    }
    return nil
  }

  /// The body nested under a name; one that is not there where no object stands there.
  func nested(_ name: String) -> ExchangeBody {
    if case .object(let members)? = object[name] { return ExchangeBody(SpelledObject(members)) }
    return ExchangeBody()
  }

  private init() {
    object = SpelledObject()
    isThere = false
  }

  /// The word by which an answer says what went wrong.
  var error: JSONValue? {
    guard let error = self["error"] else { return nil }
    guard case .object(let members) = error else { return error }
    return ExchangeBody(SpelledObject(members))["code", "error", "type", "message"]
  }

  /// Whether any text stands in a value, however deep.
  static func holdsText(_ value: JSONValue?) -> Bool {
    switch value {
    case .string(let text)?: text.utf8.contains { $0 > 0x20 }
    case .array(let elements)?: elements.contains { holdsText($0) }
    case .object(let members)?: members.contains { holdsText($0.value) }
    case .null?, .bool?, .number?, nil: false
    }
  }
}
