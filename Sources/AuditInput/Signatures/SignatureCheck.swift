/// Checks signatures of Apple's; used by one thread at a time, which may be another than made it.
///
/// Keys are made ready once, and a chain of certificates is checked once for all texts that carry
/// it, so that a text costs one verification. Nothing is fetched and no clock is read.
package final class SignatureCheck: @unchecked Sendable {
  /// Chains that are remembered; hostile input may bring a new one with each record.
  private static let chainLimit = 256

  private let keys: TrustedKeys
  private let signInKeys: [[UInt8]: [PublicKey]]
  private var chains: [[UInt8]: CertificateChain] = [:]

  /// - Parameter keys: What is believed; Apple's root always is.
  package init(_ keys: TrustedKeys = TrustedKeys()) {
    self.keys = keys
    var ready: [[UInt8]: [PublicKey]] = [:]
    for key in keys.signInKeys {
      guard let made = PublicKey(rsaModulus: key.modulus, exponent: key.exponent) else { continue }
      ready[key.kid, default: []].append(made)
    }
    signInKeys = ready
  }

  // MARK: Sign in with Apple

  /// The verdict on an identity token as it was presented.
  package func verdict(identityToken token: String) -> SignatureVerdict {
    do throws(JWSError) {
      return verdict(signIn: try JWS(Array(token.utf8)))
    } catch {
      return .invalid(.notJWS)
    }
  }

  /// The verdict on an identity token or a notification of Sign in with Apple: RS256, by a key of
  /// `app/jwks.json` that the header names.
  package func verdict(signIn jws: JWS) -> SignatureVerdict {
    if let verdict = Self.verdict(onHeaderOf: jws, algorithm: "RS256") { return verdict }
    guard keys.hasSignInKeys else { return .unchecked(.noKeys) }
    guard let kid = jws.header.text("kid"), let named = signInKeys[kid] else {
      return .unchecked(.unknownKey)
    }
    if named.contains(where: { $0.verifies(jws.signature, over: jws.signedText) }) {
      return .valid
    }
    let fits = named.contains { $0.signatureSize == jws.signature.count }
    return .invalid(fits ? .altered : .wrongLength)
  }

  // MARK: App Store

  /// The verdict on a notification, a transaction or a renewal of the App Store: ES256, by the leaf
  /// of three certificates that end in Apple's root, valid at the text's own date.
  package func verdict(appStore jws: JWS) -> SignatureVerdict {
    if let verdict = Self.verdict(onHeaderOf: jws, algorithm: "ES256") { return verdict }
    if Self.isLocal(jws.payload) { return .unchecked(.localEnvironment) }
    guard case .array(let elements)? = jws.header["x5c"], !elements.isEmpty else {
      return keys.roots.isEmpty ? .unchecked(.noRoots) : .invalid(.noCertificates)
    }
    let texts = elements.map { element in
      guard case .string(let text) = element else { return "" }
      return text
    }
    let date = ["signedDate", "receiptCreationDate"].lazy.compactMap { jws.payload[$0] }
      .first { !$0.isAbsent }
    let signedAt = date.flatMap(Self.time)
    guard date == nil || signedAt != nil else { return .unchecked(.unreadableDate) }
    return chain(texts).verdict(
      on: jws, signedAt: signedAt, hasOtherRoots: !keys.roots.isEmpty)
  }

  private func chain(_ certificates: [String]) -> CertificateChain {
    // As bytes: two texts may be equal as strings and not the same.
    let key = Array(certificates.joined(separator: ",").utf8)
    if let known = chains[key] { return known }
    if chains.count >= Self.chainLimit { chains.removeAll() }
    let chain = CertificateChain(certificates, trusting: keys)
    chains[key] = chain
    return chain
  }

  // MARK: Parts

  /// What the header alone decides, or nil: no key makes these good.
  private static func verdict(
    onHeaderOf jws: JWS, algorithm expected: String
  ) -> SignatureVerdict? {
    guard let algorithm = jws.header.text("alg"), !algorithm.isEmpty else {
      return .invalid(.noAlgorithm)
    }
    if algorithm.map({ $0 | 0x20 }) == Array("none".utf8) { return .invalid(.algorithmNone) }
    if algorithm == Array("HS256".utf8) { return .invalid(.sharedSecret) }
    if jws.header["crit"] != nil { return .invalid(.critical) }
    if jws.signature.isEmpty { return .invalid(.emptySignature) }
    return algorithm == Array(expected.utf8) ? nil : .unchecked(.otherAlgorithm)
  }

  /// Whether a payload says that a developer's machine made it.
  private static func isLocal(_ payload: JSONValue) -> Bool {
    let environments = [
      payload.text("environment"), payload.text("receiptType"),
      payload["data"]?.text("environment"), payload["summary"]?.text("environment"),
      payload["appData"]?.text("environment"),
    ]
    return environments.contains(Array("Xcode".utf8))
      || environments.contains(Array("LocalTesting".utf8))
  }

  private static func time(_ value: JSONValue) -> Int64? {
    switch value {
    case .number(var digits): digits.withUTF8 { ValueParser.time($0, isNumber: true) }
    case .string(var text): text.withUTF8 { ValueParser.time($0, isNumber: false) }
    case .null, .bool, .array, .object: nil
    }
  }
}
