/// A token of an exchange: what it claims and its hash, never the token.
struct ExchangeToken {
  /// SHA-256 in lower-case hexadecimal digits, as tables keep it.
  let hash: String
  /// The token taken apart; nil where it is no JWS, so that its claims are unknown.
  let jws: JWS?

  /// Nil where no token stands there.
  init?(_ value: JSONValue?) {
    guard case .string(let text)? = value, !text.utf8.isEmpty else { return nil }
    let bytes = Array(text.utf8)
    hash = Digest.sha256Hex(bytes)
    do throws(JWSError) {
      jws = try JWS(bytes)
    } catch {
      jws = nil
    }
  }

  /// A claim that is text; a list of one text is that text. What has another form is unknown.
  func text(_ name: String) -> JSONValue? { Self.text(jws?.payload[name]) }

  func header(_ name: String) -> JSONValue? { Self.text(jws?.header[name]) }

  /// A claim that is a time.
  func time(_ name: String) -> JSONValue? {
    switch jws?.payload[name] {
    case .number(let digits)?: Self.isTime(digits, isNumber: true) ? .number(digits) : nil
    case .string(let text)?: Self.isTime(text, isNumber: false) ? .string(text) : nil
    case .null?, .bool?, .array?, .object?, nil: nil
    }
  }

  /// A claim that is true or false, as a word or not.
  func bool(_ name: String) -> JSONValue? {
    switch jws?.payload[name] {
    case .bool(let isTrue)?: .bool(isTrue)
    case .string("true")?: .bool(true)
    case .string("false")?: .bool(false)
    case .null?, .number?, .string?, .array?, .object?, nil: nil
    }
  }

  private static func isTime(_ written: String, isNumber: Bool) -> Bool {
    var text = written
    return text.withUTF8 { ValueParser.time($0, isNumber: isNumber) } != nil
  }

  private static func text(_ value: JSONValue?) -> JSONValue? {
    switch value {
    case .string?, .number?: value
    case .array(let elements)? where elements.count == 1: text(elements[0])
    case .bool?, .array?, .object?, .null?, nil: nil
    }
  }
}
