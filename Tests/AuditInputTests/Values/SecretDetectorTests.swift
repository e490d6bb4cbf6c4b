import Testing

@testable import AuditInput

private func part(_ text: String) -> String {
  String(decoding: Base64URL.encode(Array(text.utf8)), as: UTF8.self)
}

private func kind(_ text: String) -> SecretDetector.Kind? {
  SecretDetector.kind(of: Array(text.utf8))
}

@Suite("Secrets among the values")
struct SecretDetectorTests {
  private let token = part(#"{"alg":"RS256","kid":"k"}"#) + "." + part(#"{"sub":"1"}"#) + ".c2ln"
  private let hex = String(repeating: "0f", count: 16)

  @Test("A JWT is found wherever it stands in a value")
  func findsTokens() {
    #expect(kind(token) == .jwt)
    for around in ["Bearer \(token)", "token=\(token)&x=1", "\"\(token)\"", "id_token_\(token)"] {
      #expect(kind(around) == .jwt, "\(around)")
    }
    #expect(kind("a.b.c 1.5 x.y \(token)") == .jwt)
    #expect(kind(String(repeating: "abc.", count: 500) + " " + token) == .jwt)
  }

  @Test(
    "A header may hold space, a nested alg counts for nothing, an empty signature for no less",
    arguments: [
      (#"{ "alg" : "none" }"#, true), ("{\n\t\"typ\":\"JWT\",\"alg\":\"none\"}", true),
      (#"{"\u0061lg":1}"#, true), (#"{"alg":1,"alg":2}"#, true), (#"{"kid":{"alg":1}}"#, false),
      (#"{"typ":"JWT"}"#, false), (#"["alg"]"#, false), (#"{"alg":"RS256""#, false),
      (#"{"x":"\"alg\":1"}"#, false),
    ])
  func readsHeaders(header: String, isToken: Bool) {
    for signature in ["c2ln", ""] {
      #expect((kind(part(header) + ".e30." + signature) == .jwt) == isToken)
    }
  }

  @Test("Two parts, or parts of other characters, are no JWT")
  func refusesOtherDots() {
    let header = part(#"{"alg":"RS256"}"#)
    for text in [header, header + ".e30", header + "..", header + ". .x", header + ".e30 .x"] {
      #expect(kind(text) == nil, "\(text)")
    }
  }

  @Test("A private key is found by its PEM header")
  func findsPrivateKeys() {
    for words in ["", "EC ", "RSA ", "ENCRYPTED ", "OPENSSH "] {
      #expect(kind("-----BEGIN \(words)PRIVATE KEY-----\nMIG") == .privateKey, "\(words)")
      #expect(kind("key: -----BEGIN \(words)PRIVATE KEY-----") == .privateKey, "\(words)")
    }
    for text in [
      "-----BEGIN PUBLIC KEY-----\nMIG", "-----BEGIN CERTIFICATE-----\nMIG", "my PRIVATE KEY-----",
      "-----BEGINPRIVATE KEY-----\nMIG", "-----END PRIVATE KEY-----, no more",
      "---BEGIN PRIVATE KEY-----\nMIG", "-----BEGIN PRIVATE KEY----\nMIG1234",
    ] { #expect(kind(text) == nil, "\(text)") }
  }

  @Test("An Apple refresh token is found by its form")
  func findsRefreshTokens() {
    for text in ["r\(hex).0.mrxs.Xy_-9", "refresh_token=r\(hex.uppercased()).12.aB.z&a=1"] {
      #expect(kind(text) == .refreshToken, "\(text)")
    }
    for text in [
      "r\(hex).0.mrxs.", "r\(hex).0.mrxs", "r\(hex)..mrxs.abc", "r\(hex).0.mr2s.abc",
      "x\(hex).0.mrxs.abc", "r\(hex.dropLast())g.0.mrxs.abc", "r\(hex.dropLast()).0.mrxs.abc",
      "r\(hex).a.mrxs.abc", "000123.\(hex).0456", "r\(hex).0.mrxs.=",
    ] { #expect(kind(text) == nil, "\(text)") }
  }

  @Test(
    "Ordinary values are no secrets",
    arguments: [
      "", "x", "usr_0_1", "2026-10-01T08:00:00.123Z",
      "000123.0123456789abcdef0123456789abcdef.0456",
      "6305dff7-422f-59f7-8929-8d6395ab10ba", "com.example.credits.small", "1.00000000",
      "j.doe.smith@privaterelay.appleid.com", "https://appleid.apple.com", "eyes.on.you",
      "eyJhbGciOiJub25lIn0", "a sentence. And another one. And a third.",
      "3c40f3bcf6b84463c0b84ad05529db33627568fd73596d1c22381212b1615a1c",
    ])
  func quietOnOrdinaryValues(text: String) {
    #expect(kind(text) == nil)
  }

  @Test("A value made to hurt costs no more than reading it some times")
  func boundedWork() {
    let clock = ContinuousClock()
    let pairs = String(repeating: "eyJ", count: 700_000) + ".e30.x"
    let dots = String(repeating: "eyJh.", count: 400_000)
    let spent = clock.measure {
      #expect(kind(pairs) == nil)
      #expect(kind(dots) == nil)
    }
    #expect(spent < .seconds(20))
  }

  @Test("A field is secret by its name in any spelling")
  func secretNames() {
    for name in [
      "appKey", "app_key", "APP-KEY", "X-Speed-App-Key", "xSpeedAppKey", "clientSecret",
      "client_secret", "CLIENTSECRET", "request.headers.X-Speed-App-Key", "a.client-secret",
    ] { #expect(SecretDetector.isSecretName(name.utf8), "\(name)") }
    for name in ["", "mapKey", "appKeyId", "clientSecret.exp", "hasClientSecret", "secret", "key"] {
      #expect(!SecretDetector.isSecretName(name.utf8), "\(name)")
    }
  }

  @Test("Tokens are expected in some fields")
  func exemptNames() {
    for name in [
      "payload", "signedPayload", "signed_payload", "signedTransaction", "signedTransactions",
      "data.signedTransactionInfo", "data.signed_renewal_info", "DATA.SignedX",
      "payload.data.signedTransactionInfo", "body.signedPayload",
      "notificationHistory.signedPayload",
    ] { #expect(SecretDetector.isExempt(name.utf8), "\(name)") }
    for name in [
      "", "payloads", "x.payload", "data.token", "datasigned", "token", "signature",
      "signedIn", "metadata.signedToken", "signedPayload.token",
    ] {
      #expect(!SecretDetector.isExempt(name.utf8), "\(name)")
    }
  }
}
