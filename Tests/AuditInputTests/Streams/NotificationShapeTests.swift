import Testing

@testable import AuditInput

private func shape(_ text: String) throws -> ShapedRecord {
  try NotificationShape.shape(try json(text))
}

private func reason(_ text: String) throws -> String {
  let record = try json(text)
  do throws(ShapeError) {
    return "no error: " + written(try NotificationShape.shape(record))
  } catch {
    return "\(error.field ?? "-"): \(error.reason)"
  }
}

@Suite("Notifications")
struct NotificationShapeTests {
  private static let event =
    #"{\"type\":\"consent-revoked\",\"sub\":\"0.a.1\",\"event_time\":1657617063012}"#
  private static let claims =
    #"{"iss":"https://appleid.apple.com","aud":"com.example.app","iat":1657617092,"exp":1,"#
    + #""jti":"j1","events":"\#(event)"}"#
  private static let stored =
    "source=siwa type=consent-revoked eventTime=#1657617063012 iss=https://appleid.apple.com"
    + " aud=com.example.app sub=0.a.1"

  @Test("A Sign in with Apple JWS gives the event's fields, and its own time as receivedAt")
  func readsSignInJWS() throws {
    let shaped = try shape(#"{"payload":"\#(jws(Self.claims))"}"#)
    #expect(
      written(shaped) == "id=j1 receivedAt=#1657617092 \(Self.stored) signature=unchecked")
    #expect(
      shaped.knownFields
        == [
          "id", "receivedAt", "source", "type", "eventTime", "iss", "aud", "sub", "signature",
        ])
    #expect(shaped.unknownFields == [])
    #expect(shaped.signed.count == 1)
    #expect(shaped.signed.first?.header["kid"] == .string("k"))
    #expect(shaped.signed.first?.signature == Array("sig".utf8))
  }

  @Test("The log's own fields stand beside the payload, in any spelling")
  func readsTheLog() throws {
    let log =
      #""received_at":"2026-10-01T08:00:00Z","ProcessedAt":"2026-10-01T08:00:01Z","#
      + #""action":"ended","RESULT":"ok","attempt":2,"signature":"valid","row-no":7,"sub":null"#
    let shaped = try shape(#"{"payload":"\#(jws(Self.claims))",\#(log)}"#)
    #expect(
      written(shaped)
        == "id=j1 receivedAt=2026-10-01T08:00:00Z \(Self.stored) signature=valid"
        + " processedAt=2026-10-01T08:00:01Z action=ended result=ok attempt=#2")
    #expect(shaped.unknownFields == ["row-no"])
  }

  @Test("A decoded payload reads the same with events as text, object, list or text of a list")
  func readsDecodedEvents() throws {
    let object = Self.event.replacing("\\\"", with: "\"")
    let forms = [
      "\"\(Self.event)\"", object, "[\(object)]", "\"[\(Self.event)]\"", "[\"\(Self.event)\"]",
    ]
    for form in forms {
      let shaped = try shape(
        #"{"iss":"https://appleid.apple.com","aud":["com.example.app"],"iat":1657617092,"#
          + #""jti":"j1","events":\#(form)}"#)
      #expect(written(shaped) == "id=j1 receivedAt=#1657617092 \(Self.stored)", "\(form)")
      #expect(shaped.signed == [])
      #expect(!shaped.knownFields.contains("signature"))
    }
  }

  @Test("Columns of a CSV, with nested names and texts for everything, read the same")
  func readsFlatRows() throws {
    let shaped = try shape(
      #"{"jti":"j1","iss":"","events":{"type":"email-disabled","sub":"0.a.1","#
        + #""event_time":"1608693364","email":"a@b.c","is_private_email":"true"},"#
        + #""receivedAt":"","processedAt":""}"#)
    #expect(
      written(shaped)
        == "id=j1 receivedAt=1608693364 source=siwa type=email-disabled eventTime=1608693364"
        + " sub=0.a.1 email=a@b.c isPrivateEmail=true")
    #expect(shaped.knownFields.contains("processedAt"))
    #expect(shaped.knownFields.contains("iss"))
    #expect(!shaped.knownFields.contains("aud"))
  }

  @Test("The payload may be kept as a decoded object, its text, or the whole body's text")
  func readsKeptPayloads() throws {
    let escaped = Self.claims.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let expected = "id=j1 receivedAt=#1657617092 \(Self.stored)"
    #expect(written(try shape(#"{"payload":\#(Self.claims)}"#)) == expected)
    #expect(written(try shape(#"{"payload":"\#(escaped)"}"#)) == expected)
    let body = #"{\"payload\":\"\#(jws(Self.claims))\"}"#
    #expect(written(try shape(#"{"payload":"\#(body)"}"#)) == expected + " signature=unchecked")
    #expect(written(try shape("\"\(jws(Self.claims))\"")) == expected + " signature=unchecked")
  }

  @Test("Several events are several records, account-delete is account-deleted")
  func readsSeveralEvents() throws {
    let shaped = try shape(
      #"{"jti":"j1","receivedAt":5,"events":[{"type":"account-delete","sub":"a"},"#
        + #"{"type":"something-new","sub":"b"},{"type":"email-enabled"}],"action":"x"}"#)
    #expect(
      written(shaped) == """
        id=j1 receivedAt=#5 source=siwa type=account-deleted sub=a action=x
        id=j1#2 receivedAt=#5 source=siwa type=something-new sub=b action=x
        id=j1#3 receivedAt=#5 source=siwa type=email-enabled action=x
        """)
  }

  @Test("Without jti the id is a hash of what Apple sent, the same in every repeat and format")
  func hashesPayloads() throws {
    let events = #""events":{"type":"consent-revoked","sub":"a","event_time":1}"#
    let first = try shape("{\(events),\"receivedAt\":1,\"attempt\":1}").records[0][0]
    let again = try shape("{\(events),\"receivedAt\":2,\"attempt\":2}").records[0][0]
    let csv = try shape("{\(events.replacing(":1}", with: ":\"1\"}"))}").records[0][0]
    let other = try shape("{\(events.replacing("\"a\"", with: "\"b\""))}").records[0][0]
    #expect(first.name == "id")
    #expect(first == again)
    #expect(first == csv)
    #expect(first != other)
    let token = jws("{\(events)}")
    let signed = try shape("{\"payload\":\"\(token)\",\"id\":\"17\"}").records[0][0]
    #expect(signed != first)
    #expect(signed.value == (try shape("{\"payload\":\"\(token)\",\"id\":18}").records[0][0]).value)
  }

  @Test("An App Store JWS gives the transaction's fields out of the JWS within it")
  func readsStoreJWS() throws {
    let transaction = jws(
      #"{"transactionId":"2","productId":"p","bundleId":"b","environment":"Sandbox"}"#)
    let payload = jws(
      #"{"notificationType":"REFUND","subtype":"","notificationUUID":"n1","#
        + #""signedDate":1698148900000,"data":{"bundleId":"com.example","#
        + #""environment":"Production","signedTransactionInfo":"\#(transaction)"}}"#)
    let shaped = try shape(#"{"signedPayload":"\#(payload)"}"#)
    #expect(
      written(shaped)
        == "id=n1 receivedAt=#1698148900000 source=appstore type=REFUND"
        + " eventTime=#1698148900000 transactionId=2 productId=p bundleId=com.example"
        + " environment=Production signature=unchecked")
    #expect(shaped.signed.count == 2)
    #expect(shaped.knownFields.contains("subtype"))
  }

  @Test("Decoded App Store fields stand at the top, in data, or in the decoded transaction")
  func readsDecodedStore() throws {
    let top = try shape(
      #"{"notificationType":"ONE_TIME_CHARGE","notificationUUID":"n1","#
        + #""signedDate":"2026-10-11T06:05:02Z","transactionId":"2","productId":"p","#
        + #""bundleId":"b","environment":"Production"}"#)
    let data = try shape(
      #"{"notification_type":"ONE_TIME_CHARGE","notification_uuid":"n1","#
        + #""signedDate":"2026-10-11T06:05:02Z","data":{"bundleId":"b","environment":"Production","#
        + #""signedTransactionInfo":{"transactionId":"2","productId":"p"}}}"#)
    let text = try shape(
      #"{"notification_type":"ONE_TIME_CHARGE","notification_uuid":"n1","#
        + #""signedDate":"2026-10-11T06:05:02Z","data":"{\"bundleId\":\"b\","#
        + #"\"environment\":\"Production\",\"signedTransactionInfo\":{\"transactionId\":\"2\","#
        + #"\"productId\":\"p\"}}"}"#)
    let expected =
      "id=n1 receivedAt=2026-10-11T06:05:02Z source=appstore type=ONE_TIME_CHARGE"
      + " eventTime=2026-10-11T06:05:02Z transactionId=2 productId=p bundleId=b"
      + " environment=Production"
    for shaped in [top, data, text] { #expect(written(shaped) == expected) }
    for shaped in [top, data, text] { #expect(shaped.unknownFields == []) }
  }

  @Test("A notification that has only its type and id is one")
  func readsOldPayloads() throws {
    let shaped = try shape(#"{"notificationType":"TEST","notificationUUID":"n1"}"#)
    #expect(written(shaped) == "id=n1 source=appstore type=TEST")
  }

  @Test("Stored fields without a payload are read as they are")
  func readsStoredFields() throws {
    let siwa = try shape(#"{"id":"j1","type":"consent-revoked","sub":"a","eventTime":1}"#)
    #expect(
      written(siwa)
        == "id=j1 receivedAt=#1 source=siwa type=consent-revoked eventTime=#1 sub=a")
    let store = try shape(#"{"id":"n1","source":"appstore","type":"REFUND","receivedAt":1}"#)
    #expect(written(store) == "id=n1 receivedAt=#1 source=appstore type=REFUND")
  }

  @Test(
    "What can't be taken apart is refused with the field to blame",
    arguments: [
      ("[]", "-: it is no object"), ("null", "-: it is no object"),
      ("\"x\"", "payload: it is no JWS: it has not three parts"),
      ("{}", "source: it is neither a Sign in with Apple nor an App Store notification"),
      (
        #"{"receivedAt":1}"#,
        "source: it is neither a Sign in with Apple nor an App Store notification"
      ),
      (#"{"payload":"a.b"}"#, "payload: it is no JWS: it has not three parts"),
      (#"{"payload":5}"#, "payload: it is neither a JWS nor an object"),
      (#"{"payload":"a=.b.c"}"#, "payload: it is no JWS: its header is no base64url"),
      (
        #"{"signedPayload":"e30.W10.c2ln"}"#,
        "signedPayload: it is no JWS: its payload is no JSON object"
      ),
      (
        #"{"signedPayload":"e30.e30.c2ln="}"#,
        "signedPayload: it is no JWS: its signature is no base64url"
      ),
      (
        #"{"signedPayload":"e30.e3t9.c2ln"}"#,
        "signedPayload: it is no JWS: its payload is no JSON,"
          + " '{' stands where a name in quotes is due"
      ),
      (
        #"{"jti":"j","events":"{\"type\":"}"#,
        "events: its text is no JSON: the text ends where a value is due"
      ),
      (
        #"{"jti":"j","events":"x"}"#,
        "events: it is neither an object nor a list of objects"
      ),
      (#"{"jti":"j","events":[1]}"#, "events: it is neither an object nor a list of objects"),
      (#"{"jti":"j","events":{"sub":{}}}"#, "sub: an object stands where a value belongs"),
      (#"{"jti":{},"events":{}}"#, "id: an object stands where a value belongs"),
      (#"{"jti":"j","aud":["a","b"]}"#, "aud: a list stands where a value belongs"),
      (#"{"jti":true,"events":{}}"#, "id: a boolean stands where text belongs"),
    ])
  func refuses(text: String, expected: String) throws {
    #expect(try reason(text) == expected)
  }
}
