/// Rules of the area app about logins, deletion and the configuration.
struct AppOracle {
  let words: OracleWords

  func judge(into report: inout OracleReport) {
    let configuration = words.configuration
    let app = configuration.appId ?? "app"
    logins(app, &report)
    deletion(app, &report)
    // app.wildcard-bundle-id: "a bundle id with `*` in … the configuration".
    if configuration.bundleIds?.contains(where: { $0.contains("*") }) ?? false {
      report.fire("app.wildcard-bundle-id", "file", "siwa-audit.json")
    }
    guard let expo = words.records.expo?["expo"] else { return }
    // app.expo-sign-in-disabled: "Expo: `ios.usesAppleSignIn` is not true, or the plugin
    // `expo-apple-authentication` is absent".
    let hasPlugin = expo["plugins"]?.words?.contains("expo-apple-authentication") ?? false
    if expo["ios"]?["usesAppleSignIn"] != .bool(true) || !hasPlugin {
      report.fire("app.expo-sign-in-disabled", "file", "app/app.json")
    }
    // app.unregistered-bundle-id: "the profile's or Expo's bundle id is not in bundleIds".
    if let bundles = configuration.bundleIds, let id = expo["ios"]?["bundleIdentifier"]?.word,
      !bundles.contains(id)
    {
      report.fire("app.unregistered-bundle-id", "file", "app/app.json")
    }
    // app.unregistered-scheme: "a configured URL scheme that … Expo's `scheme` lacks (without
    // case)".
    if let schemes = expo["scheme"].map({ $0.words ?? [$0.word].compactMap { $0 } }) {
      let known = schemes.map { $0.lowercased() }
      for scheme in configuration.urlSchemes ?? [] where !known.contains(scheme.lowercased()) {
        report.fire("app.unregistered-scheme", "scheme", scheme)
      }
    }
  }

  /// app.login-services: "sessions or `loginMethods` show a third-party login (any method but
  /// `apple` and the `ownLoginMethods`; `speed` counts) and neither Apple nor one of
  /// `app.equivalentLogins` is offered".
  private func logins(_ app: String, _ report: inout OracleReport) {
    let configuration = words.configuration
    let methods = Set(words.sessions.compactMap(\.method) + (configuration.loginMethods ?? []))
    let own = Set(["apple"] + configuration.ownLoginMethods)
    let isEquivalent = !methods.isDisjoint(with: ["apple"] + configuration.equivalentLogins)
    if !methods.subtracting(own).isEmpty, !isEquivalent {
      report.fire("app.login-services", "app", app)
    }
  }

  /// app.no-deletion: "`deletionInApp` is false; or it is not set, sessions span 30 days or more
  /// with 100 users or more, and no deletion has channel `app` or `web`"; "Fewer users or days: not
  /// evaluated".
  private func deletion(_ app: String, _ report: inout OracleReport) {
    if let isInApp = words.configuration.deletionInApp {
      if !isInApp { report.fire("app.no-deletion", "app", app) }
      return
    }
    guard isObserved else { return }
    let isFromApp = words.records.deletions.contains { ["app", "web"].contains($0.channel) }
    if !isFromApp { report.fire("app.no-deletion", "app", app) }
  }

  /// Whether there are days and users enough to judge by.
  var isObserved: Bool {
    let times = words.sessions.map(\.at)
    guard let first = times.min(), let last = times.max() else { return false }
    return last - first >= 30 * PlainValues.day && Set(words.sessions.map(\.userId)).count >= 100
  }
}
