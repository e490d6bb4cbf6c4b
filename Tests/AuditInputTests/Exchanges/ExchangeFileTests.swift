import AuditModel
import Testing

@testable import AuditInput

private func hash(_ text: String) -> String { Digest.sha256Hex(Array(text.utf8)) }

@Suite("Files of raw exchanges")
struct ExchangeFileTests {
  private let token = jws(#"{"sub":"a1","nonce":"n"}"#)

  @Test("A JSON file: one exchange is one record, with its hashes and without its tokens")
  func lines() throws {
    let read = try ExportFolder.read(
      "exchanges.ndjson",
      #"{"id":"x1","at":"2026-10-01T08:00:00Z","method":"POST","#
        + #""path":"/api/platform/auth/apple-native","status":200,"request":"#
        + #"{"identityToken":"\#(token)","rawNonce":"0123"},"response":{"token":"\#(token)","#
        + #""user":{"id":"u1"}},"duration":3}"# + "\n"
        + #"{"id":"x2","at":"2026-10-01T08:00:01Z","method":"GET","path":"/"}"# + "\n")
    #expect(
      read.text
        == "1 id=x1 at=1790841600000000 kind=sign-in status=200 account=u1 token_id=\(hash(token))"
        + " full_name_received=0 sub=a1 kid=k alg=RS256 nonce=n raw_nonce_length=4"
        + " nonce_form=other signature=unchecked\n2 status: the field 'status' is missing")
    #expect(read.summary.leaks == [])
    #expect(read.summary.unknownFields == ["duration"])
    let known = read.summary.streams.mapValues(\.knownFields)
    #expect(
      known[.exchanges] == ["id", "at", "method", "path", "status", "request", "response"])
    #expect(known[.sessions] == Set(ExchangeKind.signIn.tells[.sessions] ?? []))
    #expect(known[.attempts] == Set(ExchangeKind.signIn.tells[.attempts] ?? []))
    #expect(known.count == 3)
  }

  @Test("A CSV file: bodies are JSON texts, forms, or columns of their own")
  func table() throws {
    let text = """
      id,at,method,path,status,user_id,request,response,request.keep
      x1,1790841600,POST,/auth/token,200,u1,grant_type=refresh_token&client_secret=\(token),\
      "{""access_token"":""\(token)""}",
      x2,1790841601,POST,/api/platform/auth/link,200,u1,,,local

      """
    let read = try ExportFolder.read("exchanges.csv", text)
    #expect(
      read.text
        == """
        2 id=x1 at=1790841600000000 kind=token status=200 user=u1 sub=a1 kid=k alg=RS256 \
        grant_type=refresh_token
        3 id=x2 at=1790841601000000 kind=link status=200 user=u1 keep=local
        """)
    #expect(read.summary.leaks == [])
    let lacking = try ExportFolder.read("exchanges.csv", "id,at,method,status\n")
    #expect(lacking.summary.damage?.contains("'path'") == true)
  }

  @Test("One exchange, a list, and an object that holds the list")
  func documents() throws {
    let one =
      #"{"id":"x1","at":1790841600,"method":"GET","path":"/","status":200,"response":[{"a":1}]}"#
    for text in [one, "[\(one)]", #"{"exchanges":[\#(one)]}"#] {
      #expect(
        try ExportFolder.read("exchanges.json", text).text
          == "1 id=x1 at=1790841600000000 kind=other status=200")
    }
  }

  @Test("A token in any other place is named by it, and so is a secret in a body")
  func leaks() throws {
    let read = try ExportFolder.read(
      "exchanges.ndjson",
      #"{"id":"x1","at":1,"method":"GET","Path":"/a?t=\#(token)&_speed_auth_data=\#(token)","#
        + #""status":200,"authorization":"Bearer \#(token)","Request":{"code":"\#(token)","#
        + #""nested":[{"speed_token":"\#(token)","note":"\#(token)"}],"appKey":"k"},"#
        + #""response":"access_token=\#(token)&id-token=\#(token)&cookie=\#(token)"}"# + "\n"
        + #"{"id":"x2","at":1,"method":"GET","path":"/a?_speed_auth_data=\#(token)#b","#
        + #""status":"no","request":{"clientSecret":"\#(token)","refreshToken":"\#(token)"}}"#
        + "\n")
    #expect(
      read.summary.leaks.map { "\($0.line) \($0.field) \($0.kind)" } == [
        "1 path jwt", "1 authorization jwt", "1 request.nested.note jwt",
        "1 request.appKey named-secret", "1 response.cookie jwt",
      ])
    #expect(!read.text.contains("eyJ"))
  }
}
