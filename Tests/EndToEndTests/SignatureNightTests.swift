import Foundation
import TestSupport
import Testing

@Suite struct SignatureNightTests {
  private let folder: TemporaryFolder
  private let tool = Tool()

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("c", "{ name: \"app\" }")
  }

  private func part(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacingOccurrences(of: "=", with: "")
      .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
  }

  private func keys(_ kid: String) -> String {
    let modulus = part([UInt8](repeating: 0xC1, count: 256))
    return #"{"keys":[{"kty":"RSA","kid":"\#(kid)","n":"\#(modulus)","e":"AQAB"}]}"#
  }

  @Test("a log read before is judged once Apple's keys are there, and stays so when they change")
  func keysComeLater() throws {
    let events = #"{\"type\":\"consent-revoked\",\"sub\":\"s\",\"event_time\":1790841600000}"#
    let claims = #"{"iss":"https://appleid.apple.com","jti":"n1","events":"\#(events)"}"#
    let token = [Array(#"{"alg":"RS256","kid":"K1"}"#.utf8), Array(claims.utf8)].map(part)
    let payload = token.joined(separator: ".") + "." + part([UInt8](repeating: 1, count: 256))
    let log = #"{"payload":"\#(payload)","processedAt":"2026-10-01T08:00:05Z"}"# + "\n"

    func night(_ name: String, _ kid: String?) throws -> Tool.Result {
      try folder.write("\(name)/notifications.ndjson", log)
      if let kid { try folder.write("\(name)/app/jwks.json", keys(kid)) }
      return try tool.run(
        "audit", folder.path(name), "--output", folder.path("out"), "--config", folder.path("c"),
        "--format", "json")
    }
    let line = "notification.bad-signature        1"
    let first = try night("a", nil)
    #expect(first.code == 0)
    #expect(!first.output.contains(line))
    let second = try night("b", "K1")
    #expect(second.code == 1)
    #expect(second.output.contains(line + ", 1 new"))
    let third = try night("c3", "K2")
    #expect(third.code == 1)
    #expect(third.output.contains("1 finding: 0 new, 1 known, 0 resolved"))
    #expect(
      try folder.text("out/findings.json").contains(
        "its signature does not verify: the text was changed, or signed with another key"))
  }
}
