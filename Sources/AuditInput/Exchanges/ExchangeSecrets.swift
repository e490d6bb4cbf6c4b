/// Finds the secrets in a raw exchange that have no place there.
///
/// Tokens are expected in some fields of the bodies, and in what the platform's login hands back:
/// those are hashed while reading and are no finding.
enum ExchangeSecrets {
  private static let expected: Set<String> = [
    "identitytoken", "token", "speedtoken", "clientsecret", "idtoken", "accesstoken",
    "refreshtoken", "code",
  ]
  private static let callbackName = SpelledObject.plain("_speed_auth_data")

  /// The leaks of one exchange, whether or not it can be taken apart.
  static func leaks(in record: JSONValue, firstLine: Int) -> [Leak] {
    guard case .object(let members) = record else {
      return SecretDetector.leaks(in: record, firstLine: firstLine)
    }
    let cut = members.map { member in
      let plain = SpelledObject.plain(member.name)
      let name = ExchangeParts.names.first { SpelledObject.plain($0) == plain } ?? member.name
      return JSONValue.Member(
        name: name, value: Self.cut(member.value, field: name), line: member.line)
    }
    return SecretDetector.leaks(in: .object(cut), firstLine: firstLine)
  }

  /// The value of an exchange's field without the tokens that are expected there.
  static func cut(_ value: JSONValue, field: String) -> JSONValue {
    switch field {
    case "request", "response": withoutTokens(body(value, field: field))
    case "path": withoutCallback(value)
    default: value
    }
  }

  private static func body(_ value: JSONValue, field: String) -> JSONValue {
    do throws(ShapeError) {
      return try ExchangeBody.tree(value, field: field) ?? .null
    } catch {
      return value
    }
  }

  private static func withoutTokens(_ value: JSONValue) -> JSONValue {
    switch value {
    case .null, .bool, .number, .string: value
    case .array(let elements): .array(elements.map(withoutTokens))
    case .object(let members):
      .object(
        members.compactMap { member in
          let name = SpelledObject.plain(member.name)
          guard !expected.contains(name), name != callbackName else { return nil }
          return JSONValue.Member(
            name: member.name, value: withoutTokens(member.value), line: member.line)
        })
    }
  }

  /// The path without what the platform's login hands back.
  private static func withoutCallback(_ value: JSONValue) -> JSONValue {
    guard case .string(let path) = value else { return value }
    let separators: [UInt8] = [UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "#")]
    let parts = path.utf8.split(omittingEmptySubsequences: false) { separators.contains($0) }
    let kept = parts.filter { part in
      let pair = ExchangeTarget.form(Array(part)[...])
      return pair.first.map { SpelledObject.plain($0.name) != callbackName } ?? true
    }
    return .string(kept.map { String(decoding: Array($0), as: UTF8.self) }.joined(separator: "?"))
  }
}
