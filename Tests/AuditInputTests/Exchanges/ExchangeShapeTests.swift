import AuditModel
import Testing

@testable import AuditInput

/// An exchange with its own fields in order, and what stands for `body` behind them.
private func shape(
  _ method: String, _ path: String, _ status: Int = 200, user: String? = nil, _ body: String = ""
) throws -> String {
  let caller = user.map { #","userId":"\#($0)""# } ?? ""
  let rest = body.isEmpty ? "" : "," + body
  return written(
    try ExchangeShape.shape(
      try json(
        #"{"id":"x1","at":1,"method":"\#(method)","path":"\#(path)","status":\#(status)"#
          + caller + rest + "}")))
}

private func hash(_ text: String) -> String { Digest.sha256Hex(Array(text.utf8)) }

@Suite("Raw exchanges")
struct ExchangeShapeTests {
  private static let identity = jws(
    #"{"iss":"https://appleid.apple.com","aud":["com.example.app"],"sub":"000001.a","#
      + #""iat":1790000000,"exp":1790086400,"nonce":"n1","email":"a@mail.example","#
      + #""email_verified":"true","is_private_email":false}"#)
  private static let claims =
    " iss=https://appleid.apple.com aud=com.example.app sub=000001.a nonce=n1"
    + " email=a@mail.example iat=#1790000000 exp=#1790086400 kid=k alg=RS256"
    + " emailVerified=?true isPrivateEmail=?false signature=unchecked"
  private static let session = jws(#"{"sub":"u1","exp":1790600000}"#, header: #"{"alg":"HS256"}"#)

  @Test("A sign-in that went well is a session and its token")
  func signIn() throws {
    let body =
      #""request":{"identityToken":"\#(Self.identity)","rawNonce":"r","#
      + #""fullName":{"givenName":"Ann"}},"response":{"token":"\#(Self.session)","user":"#
      + #"{"id":"u1","name":"Ann"},"appUserUUID":"UUID","role":"app-user","isNewAccount":true,"#
      + #""isLocalUser":true,"linkSuggestion":{"provider":"speed"}}"#
    #expect(
      try shape("post", "https://api.example.com/api/platform/auth/apple-native?x=1", 201, body)
        == "id=x1 at=#1 status=#201" + Self.claims
        + " rawNonce=r fullNameReceived=?true accountId=u1 appUserUUID=UUID role=app-user"
        + " isNewAccount=?true isLocalUser=?true linkSuggestion=present name=present"
        + " tokenId=\(hash(Self.session)) expiresAt=#1790600000 kind=sign-in")
  }

  @Test("A sign-in whose bodies are texts or fields of a form is the same")
  func bodiesAsText() throws {
    let request = "identityToken=\(Self.identity)&raw_nonce=a%2Bb+c&fullName="
    let response = #"{\"user\":{\"id\":\"u1\",\"name\":null},\"token\":\"opaque\"}"#
    #expect(
      try shape(
        "POST", "/api/platform/auth/apple-native/", user: "u0",
        #""request":"\#(request)","response":"\#(response)""#)
        == "id=x1 at=#1 status=#200 userId=u0" + Self.claims
        + " rawNonce=a+b c fullNameReceived=?false accountId=u1 tokenId=\(hash("opaque"))"
        + " kind=sign-in")
  }

  @Test("What isn't in the log is unknown: no claims without a token, no names without a request")
  func unknown() throws {
    #expect(
      try shape("POST", "/api/platform/auth/apple-native", user: "u1", #""response":"<html>""#)
        == "id=x1 at=#1 status=#200 userId=u1 accountId=u1 kind=sign-in")
    #expect(
      try shape(
        "POST", "/api/platform/auth/apple-native", user: "u1",
        #""request":{"identityToken":"[redacted]","fullName":{"givenName":" "}}"#)
        == "id=x1 at=#1 status=#200 userId=u1 fullNameReceived=?false accountId=u1 kind=sign-in")
    #expect(
      try shape("POST", "/api/platform/auth/apple-native")
        == "id=x1 at=#1 status=#200 kind=sign-in")
  }

  @Test("A sign-in that was refused tells the reason and no session")
  func refusedSignIn() throws {
    #expect(
      try shape(
        "POST", "/api/platform/auth/apple-native", 401,
        #""request":{"identityToken":"\#(Self.identity)"},"#
          + #""response":{"error":"token_expired","user":{"id":"u1"},"token":"t"}"#)
        == "id=x1 at=#1 status=#401" + Self.claims
        + " fullNameReceived=?false error=token_expired kind=sign-in")
    #expect(
      try shape(
        "POST", "/api/platform/auth/apple-native", 400,
        #""response":{"error":{"code":"bad_nonce","message":"no"}}"#)
        == "id=x1 at=#1 status=#400 error=bad_nonce kind=sign-in")
  }

  private static let data = "%7B%22token%22%3A%22t%22%2C%22user%22%3A%7B%22id%22%3A%22u%22%7D%7D"
  private static let base64 = "eyJ0b2tlbiI6InQiLCJ1c2VyIjp7ImlkIjoidSJ9fQ"

  @Test(
    "A callback of the platform's login is a session, however its data is written",
    arguments: [
      ("/callback?_speed_auth_data=\(data)", ""),
      ("/callback?a=b&_speed_auth_data=\(base64)%3D%3D", ""),
      ("/callback?_speed_auth_data=\(base64)#x", ""),
      ("/callback#_speed_auth_data=\(data)", ""),
      ("/callback?_speed_auth_data=cut", #""response":{"token":"t","user":{"id":"u"}}"#),
      ("/callback", #""response":{"_speed_auth_data":{"token":"t","user":{"id":"u"}}}"#),
      ("/callback", #""request":"_speed_auth_data=\#(data)""#),
    ])
  func callback(_ path: String, _ body: String) throws {
    #expect(
      try shape("GET", path, 302, body)
        == "id=x1 at=#1 status=#302 accountId=u tokenId=\(hash("t")) kind=callback")
  }

  private static let bare = "_speed_auth_data=%7B%22user%22%3A%7B%22id%22%3A%22u%22%7D%7D"

  @Test("A callback tells the scheme that it came to")
  func scheme() throws {
    #expect(
      try shape("GET", "ExampleApp://auth?\(Self.bare)", 200)
        == "id=x1 at=#1 status=#200 accountId=u redirectScheme=exampleapp kind=callback")
    #expect(
      try shape("GET", "https://app.example.com/auth?\(Self.bare)", 200)
        == "id=x1 at=#1 status=#200 accountId=u redirectScheme=https kind=callback")
    #expect(
      try shape("GET", "http://localhost:3000/auth?\(Self.bare)", 200)
        == "id=x1 at=#1 status=#200 accountId=u kind=callback")
  }

  @Test(
    "A callback that the link flow began opens no session",
    arguments: [
      "/callback?link=1&_speed_auth_data={}", "/auth/speed-link?_speed_auth_data={}",
      "exampleapp://speed-link?_speed_auth_data={}", "/cb?_speed_auth_data={}#link=1",
    ])
  func linkCallback(_ path: String) throws {
    #expect(
      try shape("GET", path, user: "u1", #""response":{"user":{"id":"u"},"token":"t"}"#)
        == "id=x1 at=#1 status=#200 userId=u1 kind=link-callback")
  }

  @Test("A callback whose address only looks like the link flow's is a session")
  func notLinked() throws {
    for path in ["/callback?link=0&", "/speed-links?", "/callback?blink=1&"] {
      #expect(
        try shape("GET", path + Self.bare)
          == "id=x1 at=#1 status=#200 accountId=u kind=callback")
    }
    #expect(
      try shape("GET", "/callback?_speed_auth_data=%7B%22error%22%3A1%7D")
        == "id=x1 at=#1 status=#200 kind=platform")
  }

  @Test("A link names the account behind the speedToken, else the one that was kept")
  func link() throws {
    let path = "/api/platform/auth/link"
    for claim in [#""sub":"s1","id":"no""#, #""userId":"s1","id":"no""#, #""id":"s1""#] {
      let token = jws("{\(claim)}")
      #expect(
        try shape(
          "POST", path, user: "u1",
          #""request":{"speedToken":"\#(token)","keep":"local"},"response":{"newUserId":"u1","#
            + #""newAppUserUUID":"U","previousUserId":null}"#)
          == "id=x1 at=#1 status=#200 userId=u1 keep=local newUserId=u1 newAppUserUUID=U"
          + " tokenId=\(hash(token)) speedUserId=s1 kind=link")
    }
    #expect(
      try shape(
        "POST", path, user: "u1",
        #""request":{"speedToken":"opaque","keep":"speed"},"#
          + #""response":{"previousUserId":"u1","newUserId":"s1","user":{"id":"s1"}}"#)
        == "id=x1 at=#1 status=#200 userId=u1 keep=speed previousUserId=u1 newUserId=s1"
        + " tokenId=\(hash("opaque")) speedUserId=s1 kind=link")
    #expect(
      try shape(
        "POST", path, 409, user: "u1",
        #""request":{"speedToken":"opaque"},"#
          + #""response":{"error":"app_data_conflict","user":{"id":"no"}}"#)
        == "id=x1 at=#1 status=#409 userId=u1 error=app_data_conflict"
        + " tokenId=\(hash("opaque")) kind=link")
    #expect(try shape("POST", path) == "id=x1 at=#1 status=#200 kind=platform")
  }

  @Test("The call that takes an account out of the app")
  func unlink() throws {
    let path = "/api/platform/auth/me"
    #expect(
      try shape("DELETE", path, 204, user: "u1")
        == "id=x1 at=#1 status=#204 userId=u1 kind=unlink")
    #expect(try shape("DELETE", path) == "id=x1 at=#1 status=#200 kind=platform")
    #expect(
      try shape("GET", path, user: "u1") == "id=x1 at=#1 status=#200 userId=u1 kind=platform")
  }

  @Test("A movement of the balance has its user in the path and its id in the answer")
  func adjustment() throws {
    let path = "/api/platform/apps/7/users/u%401/local-balance/adjustments"
    let request =
      #""request":{"kind":"purchase","amount":"0.85000000","idempotencyKey":"k1","#
      + #""metadata":{"productId":"p1","source":"apple-iap"}}"#
    let money = "movement=purchase amount=0.85000000"
    #expect(
      try shape(
        "POST", path, 201, user: "server",
        request + #","response":{"adjustmentId":"77","balanceAfter":"1.5"}"#)
        == "id=x1 at=#1 status=#201 userId=server accountId=u@1 \(money) adjustmentId=77"
        + " balanceAfter=1.5 idempotencyKey=k1 productId=p1 source=apple-iap kind=adjustment")
    #expect(
      try shape(
        "POST", path, 200,
        request + #","response":{"adjustment":{"id":78},"localBalance":{"amount":2.5}}"#)
        == "id=x1 at=#1 status=#200 accountId=u@1 \(money) adjustmentId=#78 balanceAfter=#2.5"
        + " idempotencyKey=k1 productId=p1 source=apple-iap kind=adjustment")
    #expect(
      try shape("POST", path, 409, request + #","response":{"error":"key_reused"}"#)
        == "id=x1 at=#1 status=#409 accountId=u@1 \(money) error=key_reused idempotencyKey=k1"
        + " productId=p1 source=apple-iap kind=adjustment")
    for status in [400, 404, 500] {
      #expect(
        try shape("POST", path, status, request) == "id=x1 at=#1 status=#\(status) kind=platform")
    }
    #expect(
      try shape("POST", path, 200, #""response":{"adjustmentId":"77"}"#)
        == "id=x1 at=#1 status=#200 kind=platform")
  }

  @Test("A reading of the balance, of the caller")
  func reading() throws {
    let path = "/api/platform/resources/grants/self/token"
    #expect(
      try shape(
        "GET", path, user: "u1",
        #""response":{"token":"secret","localBalance":{"amount":"6.1"},"#
          + #""grant":{"spendableAmount":"3.00"}}"#)
        == "id=x1 at=#1 status=#200 userId=u1 accountId=u1 balanceAfter=6.1 grantSpendable=3.00"
        + " kind=reading")
    #expect(
      try shape("GET", path, 200, #""response":{"localBalance":"1","userId":"u2"}"#)
        == "id=x1 at=#1 status=#200 accountId=u2 balanceAfter=1 kind=reading")
    #expect(
      try shape("GET", path, 401, user: "u1", #""response":{"localBalance":"1"}"#)
        == "id=x1 at=#1 status=#401 userId=u1 kind=platform")
  }

  @Test("A call of Apple's token endpoint, with the claims of its secret and the hash of its code")
  func token() throws {
    let secret = jws(
      #"{"iss":"TEAM","aud":"https://appleid.apple.com","sub":"com.example.app","#
        + #""iat":1790000000,"exp":1790000300}"#, header: #"{"alg":"ES256","kid":"K1"}"#)
    let claims =
      "iss=TEAM aud=https://appleid.apple.com sub=com.example.app iat=#1790000000"
      + " exp=#1790000300 kid=K1 alg=ES256"
    let form = "client_id=com.example.app&client_secret=\(secret)&code=c.0.x"
    let identity = jws(#"{"sub":"000001.a"}"#)
    let answer = #"{\"access_token\":\"a\",\"id_token\":\"\#(identity)\"}"#
    #expect(
      try shape(
        "POST", "https://appleid.apple.com/auth/token", user: "u1",
        #""request":"\#(form)&grant_type=authorization_code","response":"\#(answer)""#)
        == "id=x1 at=#1 status=#200 userId=u1 grantType=authorization_code"
        + " codeHash=\(hash("c.0.x")) \(claims) idTokenSub=000001.a kind=token")
    #expect(
      try shape(
        "POST", "/auth/revoke", 400,
        #""request":{"client_secret":"\#(secret)","token":"t","token_type_hint":"refresh_token"},"#
          + #""response":{"error":"invalid_client"}"#)
        == "id=x1 at=#1 status=#400 tokenTypeHint=refresh_token error=invalid_client \(claims)"
        + " kind=revoke")
  }

  @Test("An own backend's endpoint of the same name is none of Apple's")
  func other() throws {
    for path in ["https://api.example.com/auth/token", "/v1/auth/token", "/health"] {
      #expect(try shape("POST", path) == "id=x1 at=#1 status=#200 kind=other")
    }
    #expect(
      try shape("GET", "/api/platform/apps") == "id=x1 at=#1 status=#200 kind=platform")
  }

  @Test("What has no form of an exchange is refused with the field to blame")
  func refuses() throws {
    let table = [
      ("[]", "-: it is no object"),
      (#"{"id":"x","at":1,"method":"GET","status":200}"#, "path: the field 'path' is missing"),
      (
        #"{"id":"x","at":1,"method":"GET","path":null,"status":200}"#,
        "path: the field 'path' is missing"
      ),
      (
        #"{"id":"x","at":1,"method":"GET","path":{},"status":200}"#,
        "path: the value of 'path' is no text"
      ),
      (
        #"{"id":"x","at":1,"method":"GET","path":"/","status":"ok"}"#,
        "status: the value of 'status' is no whole number: write digits only"
      ),
      (
        #"{"id":"x","at":1,"method":"GET","path":"/","status":200,"response":"{\"a\":"}"#,
        "response: its text is no JSON: the text ends where a value is due"
      ),
      (
        #"{"id":"x","at":1,"method":"POST","path":"/api/platform/auth/link","status":200,"#
          + #""userId":"u","response":{"newUserId":{}}}"#,
        "newUserId: an object stands where a value belongs"
      ),
    ]
    for (text, expected) in table {
      let record = try json(text)
      let error = #expect(throws: ShapeError.self) { try ExchangeShape.shape(record) }
      #expect(error.map { "\($0.field ?? "-"): \($0.reason)" } == expected)
    }
  }
}
