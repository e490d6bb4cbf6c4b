import Testing

@testable import AuditInput

@Suite("Signatures of identity tokens", .enabled(if: Forge.isThere, "\(Forge.isMissing)"))
struct SignInSignatureTests {
  private static let claims = #"{"iss":"https://appleid.apple.com","sub":"s"}"#

  private let forge: Forge
  private let check: SignatureCheck

  init() throws {
    forge = try Forge()
    for name in ["apple", "other"] {
      try forge.key(name, ["RSA", "-pkeyopt", "rsa_keygen_bits:2048"])
    }
    try forge.key("small", ["RSA", "-pkeyopt", "rsa_keygen_bits:1024"])
    let facts = [
      ("key", try forge.jwk("apple", kid: "K1")), ("key", try forge.jwk("small", kid: "K2")),
      ("kid", "K1"), ("kid", "K2"),
    ]
    check = SignatureCheck(TrustedKeys(facts: facts.map { (name: $0.0, value: $0.1) }))
  }

  private func token(
    _ header: String = #"{"alg":"RS256","kid":"K1"}"#, key: String = "apple",
    signature: [UInt8]? = nil
  ) throws -> String {
    let text = Forge.part(header) + "." + Forge.part(Self.claims)
    return text + "." + Forge.part(try signature ?? forge.signature(text, key: key))
  }

  @Test("A token that Apple's key signed is valid, again and again")
  func genuine() throws {
    let token = try token()
    for _ in 0..<3 { #expect(check.verdict(identityToken: token) == .valid) }
  }

  @Test("Forged tokens are refused one by one, each for its reason")
  func forged() throws {
    let header = #"{"alg":"HS256","kid":"K1"}"#
    let text = Forge.part(header) + "." + Forge.part(Self.claims)
    let genuine = try token()
    let parts = genuine.split(separator: ".").map(String.init)
    let table: [(token: String, verdict: SignatureVerdict)] = [
      (try token(#"{"alg":"none","kid":"K1"}"#), .invalid(.algorithmNone)),
      (try token(#"{"alg":"none"}"#, signature: []), .invalid(.algorithmNone)),
      (try token(#"{"alg":"NonE","kid":"K1"}"#, signature: []), .invalid(.algorithmNone)),
      (
        text + "." + Forge.part(try forge.hmac(text, secret: try forge.publicPEM("apple"))),
        .invalid(.sharedSecret)
      ),
      (try token(#"{"kid":"K1"}"#), .invalid(.noAlgorithm)),
      (try token(#"{"alg":1,"kid":"K1"}"#), .invalid(.noAlgorithm)),
      (try token(#"{"alg":"RS256","kid":"K1","crit":["exp"]}"#), .invalid(.critical)),
      (try token(signature: []), .invalid(.emptySignature)),
      (try token(key: "other"), .invalid(.altered)),
      (parts[0] + "." + Forge.part(#"{"sub":"t"}"#) + "." + parts[2], .invalid(.altered)),
      (try token(signature: [1, 2, 3]), .invalid(.wrongLength)),
      (try token(signature: [UInt8](repeating: 0, count: 256)), .invalid(.altered)),
      (try token(#"{"alg":"RS512","kid":"K1"}"#), .unchecked(.otherAlgorithm)),
      (try token(#"{"alg":"ES256","kid":"K1"}"#), .unchecked(.otherAlgorithm)),
      (try token(#"{"alg":"rs256","kid":"K1"}"#), .unchecked(.otherAlgorithm)),
      (try token(#"{"alg":"RS256"}"#), .unchecked(.unknownKey)),
      (try token(#"{"alg":"RS256","kid":"k1"}"#), .unchecked(.unknownKey)),
      (try token(#"{"alg":"RS256","kid":"\u212A1"}"#), .unchecked(.unknownKey)),
      (try token(#"{"alg":"RS256","kid":"../../app/K1"}"#), .unchecked(.unknownKey)),
      (
        try token(#"{"alg":"RS256","kid":"K2"}"#, key: "small"), .unchecked(.unknownKey)
      ),
      (genuine + "=", .invalid(.notJWS)),
      (genuine + "\n", .invalid(.notJWS)),
      (" " + genuine, .invalid(.notJWS)),
      (genuine + ".", .invalid(.notJWS)),
      (parts[0] + "." + parts[1], .invalid(.notJWS)),
      ("", .invalid(.notJWS)),
    ]
    for (number, row) in table.enumerated() {
      #expect(check.verdict(identityToken: row.token) == row.verdict, "row \(number + 1)")
    }
    #expect(check.verdict(identityToken: genuine) == .valid)
  }

  @Test("Without Apple's keys only what no key could make good is invalid")
  func noKeys() throws {
    let check = SignatureCheck()
    #expect(check.verdict(identityToken: try token()) == .unchecked(.noKeys))
    #expect(check.verdict(identityToken: try token(signature: [1])) == .unchecked(.noKeys))
    #expect(
      check.verdict(identityToken: try token(#"{"alg":"none"}"#)) == .invalid(.algorithmNone))
    #expect(check.verdict(identityToken: try token(signature: [])) == .invalid(.emptySignature))
  }
}
