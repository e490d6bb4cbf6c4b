internal import AuditModel

/// A raw exchange taken apart, before its fields are read.
struct ExchangeParts {
  let record: SpelledObject
  let method: String
  let target: ExchangeTarget
  let status: Int64
  let request: ExchangeBody
  let response: ExchangeBody

  /// The contract's names of an exchange's own fields, those that every one has first.
  static let names = [
    "id", "at", "method", "path", "status", "userId", "request", "response",
  ]
  static let requiredNames = names.prefix(5)

  /// - Throws: Where a field that every exchange has is missing or has another form.
  init(_ members: [JSONValue.Member]) throws(ShapeError) {
    record = SpelledObject(members)
    for name in Self.requiredNames where record[name].map(\.isAbsent) ?? true {
      throw ShapeError(field: name, reason: RejectReason.missing(name))
    }
    method = try Self.text(record["method"], field: "method").uppercased()
    target = ExchangeTarget(try Self.text(record["path"], field: "path"))
    status = try Self.status(record["status"])
    request = try ExchangeBody(record["request"], field: "request")
    response = try ExchangeBody(record["response"], field: "response")
  }

  var isSuccess: Bool { (200...299).contains(status) }

  /// The caller, as the log names it.
  var caller: JSONValue? {
    record["userId"].flatMap { $0.isAbsent ? nil : $0 }
  }

  private static func text(_ value: JSONValue?, field: String) throws(ShapeError) -> String {
    guard case .string(let text)? = value else {
      throw ShapeError(field: field, reason: "the value of '\(field)' is no text")
    }
    return text
  }

  private static func status(_ value: JSONValue?) throws(ShapeError) -> Int64 {
    let written: String
    switch value {
    case .number(let digits)?, .string(let digits)?: written = digits
    case .null?, .bool?, .array?, .object?, nil: written = ""
    }
    var text = written
    guard let status = text.withUTF8({ ValueParser.integer($0, isNumber: true) }) else {
      throw ShapeError(
        field: "status", reason: "the value of 'status' is no whole number: write digits only")
    }
    return status
  }
}

extension ExchangeParts {
  /// What the platform's login hands back to the app under `_speed_auth_data`: in the query, or
  /// in a body, where the log has taken it from the query or parsed it. Nil where the exchange is
  /// no such callback; an empty body where its data can't be read.
  func callbackData() throws(ShapeError) -> ExchangeBody? {
    let name = "_speed_auth_data"
    if let written = target.query[name] {
      if let data = Self.data(written) { return ExchangeBody(data) }
      return response.nested(name).isThere ? response.nested(name) : response
    }
    for body in [response, request] {
      guard let value = body[name] else { continue }
      if let data = Self.data(value) { return ExchangeBody(data) }
      return body
    }
    return nil
  }

  /// An object, its JSON text, or the base64 of that in either alphabet.
  private static func data(_ value: JSONValue) -> SpelledObject? {
    switch value {
    case .object(let members): return SpelledObject(members)
    case .string(let text):
      let bytes = Array(text.utf8)
      if let object = parsed(bytes) { return object }
      // A plus sign in a query stands for a space.
      let letters = bytes.map { byte -> UInt8 in
        switch byte {
        case UInt8(ascii: "+"), 0x20: UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: byte
        }
      }
      let padding = letters.reversed().prefix { $0 == UInt8(ascii: "=") }.count
      return Base64URL.decode(letters.dropLast(padding)).flatMap(parsed)
    case .null, .bool, .number, .array: return nil
    }
  }

  private static func parsed(_ text: [UInt8]) -> SpelledObject? {
    do throws(JSONError) {
      guard case .object(let members) = try JSONValue.parse(text, dialect: .strict) else {
        return nil
      }
      return SpelledObject(members)
    } catch {
      return nil
    }
  }
}
