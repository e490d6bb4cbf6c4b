/// What the areas under test read of `siwa-audit.json`, with the contract's defaults.
struct OracleConfiguration {
  enum Platform { case speed, direct }

  var platform: Platform?
  var teamId: String?
  var keyIds: [String]?
  var clientIds: [String]?
  var exportedAt: Int64?
  var complete: Set<String> = []
  var skew: Int64 = 60 * PlainValues.second
  var authorizationCodeLifetime: Int64 = 5 * PlainValues.minute
  var clientSecretLifetime: Int64 = 15_777_000 * PlainValues.second
  var revocationGrace: Int64 = PlainValues.hour
  var deletionDeadline: Int64 = 30 * PlainValues.day

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
    if let bundleIds = app?["bundleIds"]?.words {
      clientIds = bundleIds + (app?["servicesIds"]?.words ?? [])
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
  }
}
