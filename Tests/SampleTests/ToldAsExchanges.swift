import AuditSample
import Foundation

/// An export whose tables are told once more as the HTTP exchanges behind them, as far as these can
/// carry a record whole; every other record stays in its table.
struct ToldAsExchanges {
  typealias Record = [String: Any]

  /// The streams whose records become exchanges.
  private static let told = ["sessions", "attempts", "links", "ledger", "balances", "applecalls"]

  /// The tables, without what no exchange can carry.
  private(set) var plain: [String: [Record]] = [:]
  /// The same where records that an exchange carries are missing.
  private(set) var rest: [String: [Record]] = [:]
  private var dropped: [String: Set<Data>] = [:]
  /// How often each value of a field occurs, by stream and field.
  private var uses: [String: [String: Int]] = [:]
  private(set) var exchanges: [Record] = []
  /// The exchange that an attempt is told by, by the attempt's id.
  private(set) var exchangeOfAttempt: [String: String] = [:]

  /// How many records of each stream became exchanges.
  private(set) var counts: [String: Int] = [:]

  init(export: String) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: export)
    where name.hasSuffix(".ndjson") {
      let text = try String(contentsOfFile: export + "/" + name, encoding: .utf8)
      let stream = String(name.prefix { $0 != "." && $0 != "-" })
      for line in text.split(separator: "\n") {
        let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
        var record = (value as? Record) ?? [:]
        if Self.told.contains(stream) { record = record.filter { !($0.value is NSNull) } }
        plain[stream, default: []].append(record)
      }
    }
    strip()
    tellSignIns()
    tellCallbacks()
    tellLinks()
    tellAdjustments()
    tellReadings()
    tellCalls()
    let left = tellUnlinks()
    for (stream, records) in plain {
      rest[stream] = records.filter { !dropped[stream, default: []].contains(Self.text($0)) }
    }
    rest["deletions", default: []] += left
  }

  /// Writes the tables, and the exchanges where they are told by these.
  func write(to folder: String, asExchanges: Bool) throws {
    for (stream, records) in asExchanges ? rest : plain {
      try write(records, to: folder + "/\(stream).ndjson")
    }
    if asExchanges { try write(exchanges, to: folder + "/exchanges.ndjson") }
  }

  private func write(_ records: [Record], to path: String) throws {
    var text = Data()
    for record in records { text += Self.text(record) }
    try text.write(to: URL(fileURLWithPath: path))
  }

  // MARK: What no exchange carries

  private mutating func strip() {
    remove(["lastUsedAt", "endedAt", "endReason"], from: "sessions")
    remove(["signature"], from: "attempts")
    remove(["confirmedAt"], from: "links")
    remove(["codeIssuedAt"], from: "applecalls")
    remove(["codeIssuedAt"], from: "deletions")
    change("sessions") { record in
      guard let id = record["tokenId"] as? String else { return }
      record["tokenId"] = Sample.digest(Self.sessionToken(id, expiresAt: record["expiresAt"]))
    }
    change("links") { record in
      guard let id = record["speedTokenId"] as? String else { return }
      record["speedTokenId"] = Sample.digest(Self.speedToken(id, of: record["speedUserId"]))
    }
    for stream in ["applecalls", "deletions"] {
      change(stream) { record in
        if let code = record["codeHash"] as? String {
          record["codeHash"] = Sample.digest("c." + code)
        }
      }
    }
  }

  private mutating func change(_ stream: String, _ body: (inout Record) -> Void) {
    for index in (plain[stream] ?? []).indices {
      let before = plain[stream]?[index] ?? [:]
      var record = before
      body(&record)
      for name in ["tokenId", "speedTokenId", "codeHash"] {
        if let value = before[name] { record["was " + name] = value }
      }
      plain[stream]?[index] = record
    }
  }

  private mutating func remove(_ names: [String], from stream: String) {
    for index in (plain[stream] ?? []).indices {
      for name in names { plain[stream]?[index][name] = nil }
    }
  }

  // MARK: Tokens

  private static func jws(_ header: Record, _ payload: Record) -> String {
    let parts = [header, payload].map { object in
      let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
      return (data ?? Data()).base64EncodedString().replacing("+", with: "-")
        .replacing("/", with: "_").replacing("=", with: "")
    }
    return parts.joined(separator: ".") + ".c2ln"
  }

  private static func sessionToken(_ id: String, expiresAt: Any?) -> String {
    var payload: Record = ["jti": id]
    if let exp = seconds(expiresAt) { payload["exp"] = exp }
    return jws(["alg": "HS256"], payload)
  }

  private static func speedToken(_ id: String, of user: Any?) -> String {
    var payload: Record = ["jti": id]
    if let user { payload["sub"] = user }
    return jws(["alg": "HS256"], payload)
  }

  /// Seconds since 1970 of a time to the second, else nil.
  private static func seconds(_ value: Any?) -> Int? {
    guard let text = value as? String, text.utf8.count == 20 else { return nil }
    let time = try? Date(text, strategy: .iso8601)
    return time.map { Int($0.timeIntervalSince1970) }
  }

  // MARK: Exchanges

  private mutating func tell(
    _ stream: String, _ record: Record, id: Any?, at: Any?, _ method: String, _ path: String,
    status: Any?, user: Any?, request: Record? = nil, response: Record? = nil
  ) {
    var exchange: Record = ["method": method, "path": path]
    exchange["id"] = id
    exchange["at"] = at
    exchange["status"] = status ?? 200
    exchange["userId"] = user
    exchange["request"] = request
    exchange["response"] = response
    exchanges.append(exchange)
    drop(record, from: stream)
    counts[stream, default: 0] += 1
  }

  private mutating func drop(_ record: Record, from stream: String) {
    dropped[stream, default: []].insert(Self.text(record))
  }

  private static func text(_ record: Record) -> Data {
    let kept = record.filter { !$0.key.hasPrefix("was ") }
    let data = try? JSONSerialization.data(withJSONObject: kept, options: [.sortedKeys])
    return (data ?? Data()) + Data("\n".utf8)
  }

  /// Whether a record has no fields but these.
  private func has(_ record: Record, only names: [String]) -> Bool {
    record.keys.allSatisfy { names.contains($0) || $0.hasPrefix("was ") }
  }

  private mutating func isUnique(_ record: Record, _ name: String, in stream: String) -> Bool {
    let key = "\(stream) \(name)"
    if uses[key] == nil {
      uses[key] = (plain[stream] ?? []).reduce(into: [:]) {
        $0["\($1[name] ?? "")", default: 0] += 1
      }
    }
    return uses[key]?["\(record[name] ?? "")"] == 1
  }

  private static let shared = [
    "id", "at", "userId", "appUserUUID", "method", "role", "isNewAccount", "isLocalUser",
    "linkSuggestion", "expiresAt", "name", "tokenId",
  ]

  private static func answer(_ session: Record) -> Record {
    var answer: Record = ["user": ["id": session["userId"], "name": session["name"]]]
    for name in ["appUserUUID", "role", "isNewAccount", "isLocalUser", "linkSuggestion"] {
      answer[name] = session[name]
    }
    answer["token"] = (session["was tokenId"] as? String).map {
      sessionToken($0, expiresAt: session["expiresAt"])
    }
    return answer
  }

  private static func isToldByToken(_ session: Record) -> Bool {
    session["expiresAt"] == nil
      || seconds(session["expiresAt"]) != nil && session["tokenId"] != nil
  }

  private mutating func tellSignIns() {
    let attempts = Dictionary(grouping: plain["attempts"] ?? []) { "\($0["sessionId"] ?? "")" }
    for session in plain["sessions"] ?? [] where session["method"] as? String == "apple" {
      let own = attempts["\(session["id"] ?? "")"] ?? []
      guard has(session, only: Self.shared + ["appleSub", "email", "fullNameReceived"]),
        isUnique(session, "id", in: "sessions"), Self.isToldByToken(session), own.count == 1,
        session["fullNameReceived"] is Bool,
        let request = identityRequest(own[0], fullName: session["fullNameReceived"] as? Bool)
      else { continue }
      let attempt = own[0]
      guard attempt["outcome"] as? String == "accepted",
        ["at", "userId", "email"].allSatisfy({ "\(attempt[$0] ?? "")" == "\(session[$0] ?? "")" }),
        "\(attempt["sub"] ?? "")" == "\(session["appleSub"] ?? "")"
      else { continue }
      tell(
        "sessions", session, id: session["id"], at: session["at"], "POST",
        "/api/platform/auth/apple-native", status: 200, user: nil, request: request,
        response: Self.answer(session))
      drop(attempt, from: "attempts")
      exchangeOfAttempt["\(attempt["id"] ?? "")"] = "\(session["id"] ?? "")"
    }
    for attempt in attempts[""] ?? [] where attempt["outcome"] as? String == "rejected" {
      guard isUnique(attempt, "id", in: "attempts"),
        let request = identityRequest(attempt, fullName: nil),
        let reason = attempt["reason"] as? String
      else { continue }
      tell(
        "attempts", attempt, id: attempt["id"], at: attempt["at"], "POST",
        "https://platform.example/api/platform/auth/apple-native", status: 401,
        user: attempt["userId"], request: request, response: ["error": reason])
    }
  }

  /// The request of an attempt; nil where it can't hold all of it.
  private func identityRequest(_ attempt: Record, fullName: Bool?) -> Record? {
    let names = [
      "id", "at", "outcome", "reason", "userId", "sessionId", "iss", "aud", "sub", "iat", "exp",
      "kid", "alg", "nonce", "rawNonce", "email", "emailVerified", "isPrivateEmail",
    ]
    guard has(attempt, only: names) else { return nil }
    var payload: Record = [:]
    for name in ["iat", "exp"] {
      guard let value = attempt[name] else { continue }
      guard let seconds = Self.seconds(value) else { return nil }
      payload[name] = seconds
    }
    for name in ["iss", "aud", "sub", "nonce", "email"] { payload[name] = attempt[name] }
    payload["email_verified"] = attempt["emailVerified"]
    payload["is_private_email"] = attempt["isPrivateEmail"]
    var header: Record = [:]
    for name in ["kid", "alg"] { header[name] = attempt[name] }
    var request: Record = ["identityToken": Self.jws(header, payload)]
    request["rawNonce"] = attempt["rawNonce"]
    if fullName == true { request["fullName"] = ["givenName": "Ann"] }
    return request
  }

  private mutating func tellCallbacks() {
    let linked = Set((plain["links"] ?? []).compactMap { $0["was speedTokenId"] as? String })
    for session in plain["sessions"] ?? [] where session["method"] as? String == "speed" {
      guard has(session, only: Self.shared + ["redirectScheme"]),
        isUnique(session, "id", in: "sessions"), Self.isToldByToken(session),
        !linked.contains(session["was tokenId"] as? String ?? ""),
        let data = try? JSONSerialization.data(withJSONObject: Self.answer(session))
      else { continue }
      let query = String(decoding: data, as: UTF8.self)
        .addingPercentEncoding(withAllowedCharacters: .alphanumerics)
      let address =
        (session["redirectScheme"] as? String).map { "\($0)://signed-in" } ?? "/callback"
      tell(
        "sessions", session, id: session["id"], at: session["at"], "GET",
        "\(address)?_speed_auth_data=\(query ?? "")", status: 302, user: nil)
    }
  }

  private mutating func tellLinks() {
    for link in plain["links"] ?? [] where isUnique(link, "id", in: "links") {
      guard link["speedTokenId"] != nil, link["speedUserId"] != nil else { continue }
      let id = link["was speedTokenId"] as? String ?? ""
      var request: Record = ["speedToken": Self.speedToken(id, of: link["speedUserId"])]
      request["keep"] = link["keep"]
      var response: Record = [:]
      for name in ["error", "previousUserId", "newUserId", "newAppUserUUID"] {
        response[name] = link[name]
      }
      tell(
        "links", link, id: link["id"], at: link["at"], "POST", "/api/platform/auth/link",
        status: link["status"], user: link["localUserId"], request: request, response: response)
    }
  }

  private mutating func tellAdjustments() {
    for row in plain["ledger"] ?? [] where isUnique(row, "adjustmentId", in: "ledger") {
      let status = row["status"] as? Int ?? 200
      guard row["movedFrom"] == nil, status < 300 || status == 409,
        row["kind"] as? String != "usage" || row["startedAt"] != nil,
        status != 409 || row["applied"] as? Bool == false
      else { continue }
      var request = row
      for name in ["adjustmentId", "at", "userId", "balanceAfter", "applied", "status"] {
        request[name] = nil
      }
      var response: Record = [:]
      for name in ["adjustmentId", "balanceAfter", "applied"] { response[name] = row[name] }
      tell(
        "ledger", row, id: "adj_\(row["adjustmentId"] ?? "")", at: row["at"], "POST",
        "/api/platform/users/\(row["userId"] ?? "")/local-balance/adjustments", status: status,
        user: nil, request: request, response: response)
    }
  }

  private mutating func tellReadings() {
    for (index, reading) in (plain["balances"] ?? []).enumerated() {
      var response: Record = [:]
      if let balance = reading["localBalance"] { response["localBalance"] = ["amount": balance] }
      if let grant = reading["grantSpendable"] { response["grant"] = ["spendableAmount": grant] }
      tell(
        "balances", reading, id: "reading_\(index)", at: reading["at"], "GET",
        "/api/platform/resources/grants/self/token", status: 200, user: reading["userId"],
        response: response)
    }
  }

  private mutating func tellCalls() {
    let leaving = Set((plain["deletions"] ?? []).map { "\($0["userId"] ?? "")" })
    for call in plain["applecalls"] ?? [] {
      let endpoint = call["endpoint"] as? String ?? ""
      guard endpoint == "token" || call["sub"] == nil, isUnique(call, "id", in: "applecalls"),
        !leaving.contains("\(call["userId"] ?? "")")
      else { continue }
      var header: Record = [:]
      header["kid"] = call["secretKid"]
      header["alg"] = call["secretAlg"]
      var payload: Record = [:]
      payload["iss"] = call["secretIss"]
      payload["aud"] = call["secretAud"]
      payload["sub"] = call["secretSub"]
      payload["iat"] = Self.seconds(call["secretIat"])
      payload["exp"] = Self.seconds(call["secretExp"])
      var request: Record = ["client_secret": Self.jws(header, payload)]
      request["grant_type"] = call["grantType"]
      request["token_type_hint"] = call["tokenTypeHint"]
      request["code"] = (call["was codeHash"] as? String).map { "c." + $0 }
      var response: Record = [:]
      response["error"] = call["error"]
      response["id_token"] = call["sub"].map { Self.jws(["alg": "RS256"], ["sub": $0]) }
      tell(
        "applecalls", call, id: call["id"], at: call["at"], "POST",
        "https://appleid.apple.com/auth/\(endpoint)", status: call["status"],
        user: call["userId"], request: request, response: response)
    }
  }

  /// A deletion stays in its table; its unlink step becomes an exchange.
  ///
  /// Returns the deletions without that step.
  private mutating func tellUnlinks() -> [Record] {
    var left: [Record] = []
    for deletion in plain["deletions"] ?? [] where isUnique(deletion, "userId", in: "deletions") {
      guard let unlinked = Self.seconds(deletion["unlinkedAt"]), deletion["unlinkStatus"] != nil,
        let requested = Self.seconds(deletion["requestedAt"]),
        (requested...requested + 86_400).contains(unlinked)
      else { continue }
      tell(
        "deletions", deletion, id: "unlink_\(deletion["id"] ?? "")", at: deletion["unlinkedAt"],
        "DELETE", "/api/platform/auth/me", status: deletion["unlinkStatus"],
        user: deletion["userId"])
      var open = deletion
      open["unlinkedAt"] = nil
      open["unlinkStatus"] = nil
      left.append(open)
    }
    return left
  }
}
