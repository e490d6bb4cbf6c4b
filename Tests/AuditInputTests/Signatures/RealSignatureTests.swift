import Foundation
import Testing

@testable import AuditInput

// Files of others that are no part of the project.
@Suite("Real signatures", .enabled(if: realData != nil, "\(noRealData)"))
struct RealSignatureTests {
  private static let appleKeys = "nov+apple_id/spec/mock_response/jwks.json"

  private static func signIn() throws -> SignatureCheck {
    let content = try AppFileContent(.jwks, Array(try realFile(appleKeys).utf8))
    return SignatureCheck(
      TrustedKeys(facts: content.facts.map { (name: $0.name, value: $0.value) }))
  }

  /// Under the root of Apple's own test data.
  private static func store() throws -> SignatureCheck {
    let path = (realData ?? "") + "/" + appleResources + "certs/testCA.der"
    let content = try AppFileContent(
      .certificate, [UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
    return SignatureCheck(
      TrustedKeys(facts: content.facts.map { (name: $0.name, value: $0.value) }))
  }

  private static func mock(_ name: String) throws -> String {
    try realFile(appleResources + name).split(separator: "\n").joined()
  }

  private static func signInToken(_ name: String) throws -> String {
    let text = try realFile("extracted/" + name)
    guard name.hasSuffix(".json") else { return text.split(separator: "\n").joined() }
    guard case .string(let token)? = try json(text)["payload"] else { return "" }
    return token
  }

  @Test(
    "Apple's genuine tokens are valid, and with any character changed they are not",
    arguments: ["nov_identity_token_2019.jwt", "nov_consent_revoked.body.json"])
  func signIn(name: String) throws {
    let check = try Self.signIn()
    let token = try Self.signInToken(name)
    #expect(check.verdict(identityToken: token) == .valid)
    var tampered = 0
    for (place, byte) in Array(token.utf8).enumerated() where byte != UInt8(ascii: ".") {
      var other = Array(token.utf8)
      other[place] = byte == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      let verdict = check.verdict(identityToken: String(decoding: other, as: UTF8.self))
      #expect(verdict != .valid, "character \(place)")
      tampered += 1
    }
    #expect(tampered > 500)
    #expect(SignatureCheck().verdict(identityToken: token) == .unchecked(.noKeys))
  }

  @Test(
    "Apple's test data is valid under its own root, and not under Apple's",
    arguments: ["testNotification", "renewalInfo", "transactionInfo", "wrongBundleId"])
  func store(name: String) throws {
    let check = try Self.store()
    let text = Array(try Self.mock("mock_signed_data/" + name).utf8)
    #expect(check.verdict(appStore: try JWS(text)) == .valid)
    #expect(SignatureCheck().verdict(appStore: try JWS(text)) == .unchecked(.noRoots))
    var tampered = 0
    for place in stride(from: 0, to: text.count, by: 3) where text[place] != UInt8(ascii: ".") {
      var other = text
      other[place] = text[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      let jws: JWS
      do throws(JWSError) { jws = try JWS(other) } catch { continue }
      #expect(check.verdict(appStore: jws) != .valid, "character \(place)")
      tampered += 1
    }
    #expect(tampered > 100)
  }

  @Test("What Apple's test data has as a negative is invalid, and Xcode's is unchecked")
  func negatives() throws {
    let check = try Self.store()
    let missing = try JWS(Array(try Self.mock("mock_signed_data/missingX5CHeaderClaim").utf8))
    #expect(check.verdict(appStore: missing) == .invalid(.noCertificates))
    for name in ["transaction", "renewal-info", "app-transaction"] {
      let jws = try JWS(Array(try Self.mock("xcode/xcode-signed-" + name).utf8))
      #expect(check.verdict(appStore: jws) == .unchecked(.localEnvironment))
    }
  }
}
