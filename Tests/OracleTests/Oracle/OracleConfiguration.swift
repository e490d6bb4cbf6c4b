/// What the areas under test read of `siwa-audit.json`, with the contract's defaults.
struct OracleConfiguration {
  enum Platform { case speed, direct }

  var platform: Platform?
  var teamId: String?
  var keyIds: [String]?
  var clientIds: [String]?
  var bundleIds: [String]?
  var urlSchemes: [String]?
  var appId: String?
  var environment: String?
  var loginMethods: [String]?
  var ownLoginMethods = ["password", "email", "phone", "passkey"]
  var equivalentLogins = ["apple"]
  var loginExemption: String?
  var deletionInApp: Bool?
  var teamTransferAt: Int64?
  /// Prices in units of 1e-8.
  var products: [String: Int64]?
  var issuers = ["https://appleid.apple.com"]
  var exportedAt: Int64?
  var complete: Set<String> = []
  var skew: Int64 = 60 * PlainValues.second
  var authorizationCodeLifetime: Int64 = 5 * PlainValues.minute
  var clientSecretLifetime: Int64 = 15_777_000 * PlainValues.second
  var revocationGrace: Int64 = PlainValues.hour
  var deletionDeadline: Int64 = 30 * PlainValues.day
  var notificationGrace: Int64 = PlainValues.hour
  var purchaseSettlement: Int64 = PlainValues.day
  /// As it is given; "it defaults to 7d on platform speed only".
  var sessionLifetime: Int64?

  /// Reads the file; a first line that is a `//` comment is skipped.
  init(text: String) throws {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.first?.hasPrefix("//") == true { lines.removeFirst() }
    let json = try PlainJSON(lines.joined(separator: "\n"))
    let app = json["app"]
    switch app?["platform"]?.word {
    case "speed": platform = .speed
    case "direct": platform = .direct
    default: platform = nil
    }
    teamId = app?["teamId"]?.word
    keyIds = app?["keyIds"]?.words
    bundleIds = app?["bundleIds"]?.words
    if bundleIds != nil || app?["servicesIds"]?.words != nil {
      clientIds = (bundleIds ?? []) + (app?["servicesIds"]?.words ?? [])
    }
    urlSchemes = app?["urlSchemes"]?.words
    appId = app?["appId"]?.word
    environment = app?["environment"]?.word
    loginMethods = app?["loginMethods"]?.words
    ownLoginMethods = app?["ownLoginMethods"]?.words ?? ownLoginMethods
    equivalentLogins = app?["equivalentLogins"]?.words ?? equivalentLogins
    loginExemption = app?["loginExemption"]?.word
    if case .bool(let flag) = app?["deletionInApp"] { deletionInApp = flag }
    teamTransferAt = app?["teamTransferAt"]?.word.flatMap(PlainValues.time)
    issuers = json["policy"]?["issuers"]?.words ?? issuers
    if case .object(let prices) = json["products"] {
      products = [:]
      for price in prices {
        products?[price.name] = price.value.word.flatMap(PlainValues.amount)?.units
      }
    }
    exportedAt = json["export"]?["exportedAt"]?.word.flatMap(PlainValues.time)
    complete = Set(json["export"]?["complete"]?.words ?? [])
    func span(_ name: String, _ value: inout Int64) {
      if let read = json["policy"]?[name]?.word.flatMap(PlainValues.span) { value = read }
    }
    span("clockSkew", &skew)
    span("authorizationCodeLifetime", &authorizationCodeLifetime)
    span("clientSecretLifetime", &clientSecretLifetime)
    span("revocationGrace", &revocationGrace)
    span("deletionDeadline", &deletionDeadline)
    span("notificationGrace", &notificationGrace)
    span("purchaseSettlement", &purchaseSettlement)
    sessionLifetime = json["policy"]?["sessionLifetime"]?.word.flatMap(PlainValues.span)
  }
}
