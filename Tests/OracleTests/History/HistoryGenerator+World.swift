/// Worlds: histories about sign-ins, purchases and notifications, dense around few subs.
extension HistoryGenerator {
  static func world(seed: UInt64) -> History {
    var generator = HistoryGenerator(seed: seed ^ 0x5349_5741)
    return generator.makeWorld(seed)
  }

  private mutating func makeWorld(_ seed: UInt64) -> History {
    limits = WorldLimits.drawn(&random)
    if random.chance(50) { nightCount = 1 }
    let locals = random.number(in: 1...3)
    let speeds = random.number(in: 1...2)
    users = (1...locals).map { "u\($0)" } + (1...speeds).map { "s\($0)" }
    if random.chance(6) { users.append("jane@mail.example") }
    for _ in 0..<3 { _ = moment() }
    addLinks()
    addDeletions()
    addSignIns()
    addStore()
    addEvents()
    addRows()
    if random.chance(50) { addCalls() }
    let isCrowded = random.chance(5)
    if isCrowded { addCrowd() }
    forgetWorld()
    let configuration = worldConfiguration()
    var history = HistoryLayout.history(
      seed: seed, drafts: drafts, nightCount: nightCount, configuration: configuration, &random)
    let files = appFiles()
    for index in history.nights.indices { history.nights[index] += files }
    return history
  }

  /// A time at the edge of a span after the given one: just before, at, just after, or anywhere.
  mutating func edge(_ time: Int64, _ spans: [Int64]) -> Int64 {
    let off = random.pick([-1, 0, 0, 1, 1]) * PlainValues.second
    let result = time + random.pick(spans) + off
    moments.append(result)
    return result
  }

  mutating func worldMoment() -> Int64 {
    let time = random.pick(moments)
    let spans = [
      0, PlainValues.second, skew, PlainValues.minute, PlainValues.hour, PlainValues.day,
      limits.revocationGrace, limits.notificationGrace, limits.purchaseSettlement,
    ]
    let result = edge(time, random.chance(70) ? spans : spans.map { -$0 })
    return result
  }

  /// A hundred people in thirty days, or just not.
  private mutating func addCrowd() {
    let count = random.pick([100, 100, 101, 99])
    let start = moments[0]
    let days: Int64 = random.pick([30, 31, 29])
    for index in 0..<count {
      let at = start + Int64(index) * days * PlainValues.day / Int64(count - 1)
      drafts.append(
        DraftRecord(
          "sessions",
          [
            ("id", .text("crowd\(index)")), ("at", .time(at)), ("userId", .text("c\(index)")),
            ("method", .text("google")),
          ]))
    }
    if random.chance(70) {
      drafts.removeAll { ["app", "web"].contains($0.text("channel")) }
    }
  }

  private mutating func forgetWorld() {
    let rare: [(stream: String, fields: [String])] = [
      (
        "sessions",
        [
          "isNewAccount", "isLocalUser", "appleSub", "lastUsedAt", "endedAt", "expiresAt", "name",
          "fullNameReceived", "tokenId", "redirectScheme", "appUserUUID", "method",
          "linkSuggestion",
        ]
      ),
      (
        "attempts",
        [
          "iss", "aud", "sub", "iat", "exp", "kid", "alg", "nonce", "rawNonce", "rawNonceSHA256",
          "reason", "email", "clientError", "signature", "sessionId",
        ]
      ),
      ("links", ["speedTokenId", "speedUserId"]),
      ("ledger", ["transactionId", "idempotencyKey"]),
      (
        "purchases",
        [
          "finishedAt", "appAccountToken", "bundleId", "environment", "state", "signature",
          "revocationDate",
        ]
      ),
      ("notifications", ["processedAt", "receivedAt", "action"]), ("mail", ["status"]),
      ("accounts", ["appleSub", "appUserUUID", "name", "method"]),
    ]
    for (stream, fields) in rare {
      forget(fields: fields.map { (stream: stream, field: $0) }, percent: 3)
    }
    forget(
      streams: [
        "sessions", "attempts", "accounts", "links", "purchases", "ledger", "rows", "applecalls",
        "notifications", "deletions", "mail",
      ], percent: 4)
  }

  private mutating func appFiles() -> Night {
    var files: Night = []
    if random.chance(80) {
      let keys = ["KID1", "KID2"].map {
        "{\"kty\":\"RSA\",\"kid\":\"\($0)\",\"use\":\"sig\",\"alg\":\"RS256\","
          + "\"n\":\"\(String(repeating: "v-PBrajJhvidkkcA", count: 20))\",\"e\":\"AQAB\"}"
      }
      let text = "{\"keys\":[\(keys.joined(separator: ","))]}\n"
      files.append(ExportFile(name: "app/jwks.json", text: text))
    }
    if random.chance(30) {
      let id = random.pick(["com.example.app", "com.example.other"])
      let plugins = random.pick(["\"expo-apple-authentication\"", "\"expo-font\""])
      var ios = ["\"bundleIdentifier\":\"\(id)\""]
      if random.chance(80) { ios.append("\"usesAppleSignIn\":\(random.chance(80))") }
      let scheme = random.pick(["\"exampleapp\"", "[\"ExampleApp\",\"more\"]", "\"other\""])
      let text =
        "{\"expo\":{\"name\":\"App\",\"scheme\":\(scheme),\"ios\":{\(ios.joined(separator: ","))},"
        + "\"plugins\":[\(plugins)]}}\n"
      files.append(ExportFile(name: "app/app.json", text: text))
    }
    return files
  }

  private mutating func worldConfiguration() -> String {
    func list(_ words: [String]) -> String {
      "[" + words.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    }
    var app: [String] = []
    if random.chance(80) {
      app.append("\"platform\":\"\(random.pick(["speed", "direct", "direct"]))\"")
    }
    if random.chance(60) { app.append("\"appId\":\"123\"") }
    if random.chance(85) {
      let wildcard = random.chance(6) ? ["com.example.*"] : []
      app.append("\"bundleIds\":\(list(["com.example.app"] + wildcard))")
    }
    if random.chance(60) { app.append("\"servicesIds\":\(list(["com.example.web"]))") }
    if random.chance(85) { app.append("\"urlSchemes\":\(list(["exampleapp"]))") }
    if random.chance(85) { app.append("\"environment\":\"Production\"") }
    if random.chance(30) {
      let methods = random.pick([["google"], ["apple", "google"], ["speed"], ["password"]])
      app.append("\"loginMethods\":\(list(methods))")
    }
    if random.chance(20) { app.append("\"equivalentLogins\":\(list(["apple", "speed"]))") }
    if random.chance(10) { app.append("\"loginExemption\":\"enterprise\"") }
    if random.chance(25) { app.append("\"deletionInApp\":\(random.chance(50))") }
    if random.chance(30) {
      app.append("\"teamTransferAt\":\"\(worldMoment() / PlainValues.second)\"")
    }
    var export: [String] = []
    if nightCount > 1 || random.chance(80) {
      let latest = moments.max() ?? 0
      let time = random.chance(50) ? latest + 31 * PlainValues.day : worldMoment()
      export.append("\"exportedAt\":\"\(time / PlainValues.second)\"")
    }
    let streams = ["sessions", "purchases", "ledger", "links", "attempts", "applecalls"]
    export.append("\"complete\":\(list(streams.filter { _ in random.chance(65) }))")
    var policy = ["\"clockSkew\":\"\(skew / PlainValues.second)s\""]
    func span(_ name: String, _ value: Int64) {
      policy.append("\"\(name)\":\"\(value / PlainValues.second)s\"")
    }
    if random.chance(70) { span("sessionLifetime", limits.sessionLifetime) }
    span("revocationGrace", limits.revocationGrace)
    span("notificationGrace", limits.notificationGrace)
    span("purchaseSettlement", limits.purchaseSettlement)
    span("deletionDeadline", limits.deletionDeadline)
    if random.chance(20) {
      let issuers = ["https://appleid.apple.com", "https://account.apple.com"]
      policy.append("\"issuers\":\(list(issuers))")
    }
    let products =
      random.chance(85) ? ",\"products\":{\"small\":\"0.5\",\"large\":\"1.50000000\"}" : ""
    return "{\"app\":{\(app.joined(separator: ","))},\"export\":{\(export.joined(separator: ","))},"
      + "\"policy\":{\(policy.joined(separator: ","))}\(products)}"
  }
}
