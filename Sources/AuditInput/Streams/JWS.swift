/// A compact JWS taken apart, not verified: base64url(header).base64url(payload).base64url(signature).
package struct JWS: Sendable, Equatable {
  /// An object.
  package let header: JSONValue
  /// An object.
  package let payload: JSONValue
  /// The text up to the second dot, which is what was signed.
  package let signedText: [UInt8]
  package let signature: [UInt8]

  /// Takes a text apart; no padding, no white space, and JSON objects where they belong.
  package init(_ text: some Collection<UInt8>) throws(JWSError) {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw JWSError(reason: "it is no JWS: it has not three parts") }
    header = try Self.object(parts[0], "header")
    payload = try Self.object(parts[1], "payload")
    guard let signature = Base64URL.decode(parts[2]) else {
      throw JWSError(reason: "it is no JWS: its signature is no base64url")
    }
    self.signature = signature
    signedText = Array(parts[0]) + [UInt8(ascii: ".")] + Array(parts[1])
  }

  private static func object(
    _ part: some Collection<UInt8>, _ name: String
  ) throws(JWSError) -> JSONValue {
    guard let text = Base64URL.decode(part) else {
      throw JWSError(reason: "it is no JWS: its \(name) is no base64url")
    }
    do throws(JSONError) {
      let value = try JSONValue.parse(text, dialect: .strict)
      if case .object = value { return value }
    } catch {
      throw JWSError(reason: "it is no JWS: its \(name) is no JSON, \(error.reason)")
    }
    throw JWSError(reason: "it is no JWS: its \(name) is no JSON object")
  }
}

/// Why a text is no JWS.
package struct JWSError: Error, Sendable, Equatable {
  package let reason: String
}
