/// The parts of `siwa-audit.json` that a fault may change.
struct SampleConfiguration: Sendable {
  var keyIds = [Scene.keyID]
  var bundleIds = [Scene.bundleID]
  var urlSchemes = [Scene.urlScheme]
  var loginMethods = ["apple", "speed", "password"]
  var deletionInApp = true

  /// The text of the file.
  func json(_ scene: Scene) -> [UInt8] {
    let complete = [
      "sessions", "attempts", "purchases", "ledger", "links", "deletions", "notifications",
      "applecalls",
    ]
    let app: [FieldValue.Member] = [
      .init("appId", .text(Scene.appID)), .init("teamId", .text(Scene.teamID)),
      .init("keyIds", Self.list(keyIds)), .init("bundleIds", Self.list(bundleIds)),
      .init("servicesIds", Self.list([Scene.servicesID])),
      .init("urlSchemes", Self.list(urlSchemes)),
      .init("platform", .text(scene.platform.rawValue)),
      .init("environment", .text(Scene.environment)),
      .init("loginMethods", Self.list(loginMethods)),
      .init("deletionInApp", .flag(deletionInApp)),
    ]
    let export: [FieldValue.Member] = [
      .init("from", .time(scene.from)), .init("to", .time(scene.to)),
      .init("exportedAt", .time(scene.exportedAt)), .init("complete", Self.list(complete)),
    ]
    let products = Product.allCases.map {
      FieldValue.Member($0.rawValue, .amount($0.credit))
    }
    return JSONText.pretty(
      .object([
        .init("name", "sample"), .init("app", .object(app)), .init("export", .object(export)),
        .init("products", .object(products)),
        .init(
          "policy", .object([.init("sessionLifetime", "7d"), .init("clockSkew", "60s")])),
      ]))
  }

  private static func list(_ texts: [String]) -> FieldValue {
    .list(texts.map { .text($0) })
  }
}
