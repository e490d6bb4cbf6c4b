/// The app's own files and its configuration, wrong in ways that App Review or a phone would notice.
///
/// Each fault has a file of its own where the app may have several.
enum AppFaults {
  static let all = entitlements + profiles + configuration + logins

  private static let entitlements = [
    Fault("app.entitlement-missing") { plot in
      let path = "app/Beta.entitlements"
      plot.appFiles[path] = AppFiles.entitlements([])
      plot.expect(.file, path)
    },
    Fault("app.entitlement-wrong") { plot in
      let path = "app/Debug.entitlements"
      let value = plot.random.pick(
        "<string>Default</string>", "<array/>", "<array><string>default</string></array>",
        "<array><string>Default</string><string>Other</string></array>", "<true/>")
      plot.appFiles[path] = AppFiles.entitlements([(AppFiles.entitlementKey, value)])
      plot.expect(.file, path)
    },
  ]

  /// A fault of one provisioning profile.
  private static func profile(
    _ rule: String, named name: String, _ bytes: @escaping @Sendable (inout Plot) -> [UInt8]
  ) -> Fault {
    Fault(rule) { plot in
      let path = "app/" + name + ".mobileprovision"
      plot.appFiles[path] = bytes(&plot)
      plot.expect(.file, path)
    }
  }

  private static let profiles = [
    profile("app.profile-missing-entitlement", named: "Plain") { plot in
      AppFiles.profile(expires: plot.scene.exportedAt + 100 * .day, entitlement: false)
    },
    profile("app.profile-expired", named: "Old") { plot in
      AppFiles.profile(
        expires: plot.scene.exportedAt - plot.random.pick(Int64.second, .day, 400 * .day))
    },
    profile("app.profile-expiring", named: "Ending") { plot in
      AppFiles.profile(
        expires: plot.scene.exportedAt + plot.random.pick(Int64.second, .day, 30 * .day - .second))
    },
    Fault("app.wildcard-bundle-id") { plot in
      if plot.random.happens(50) {
        plot.configuration.bundleIds.append("com.example.*")
        plot.expect(.file, "siwa-audit.json")
        return
      }
      let path = "app/Any.mobileprovision"
      let isWhole = plot.random.happens(50)
      plot.appFiles[path] = AppFiles.profile(
        bundleId: isWhole ? "*" : "com.example.*", expires: plot.scene.exportedAt + 100 * .day)
      plot.expect(.file, path)
      // It is no registered bundle id either; the contract doesn't say whether that is told.
      plot.allow("app.unregistered-bundle-id", path)
    },
    Fault("app.unregistered-bundle-id") { plot in
      let bundleId = plot.random.pick("com.example.other", "com.example.App")
      let expo = "app/app.json"
      if plot.random.happens(50) && plot.appFiles[expo] == AppFiles.expo() {
        plot.appFiles[expo] = AppFiles.expo(bundleId: bundleId)
        plot.expect(.file, expo)
        return
      }
      let path = "app/Other.mobileprovision"
      plot.appFiles[path] = AppFiles.profile(
        bundleId: bundleId, expires: plot.scene.exportedAt + 100 * .day)
      plot.expect(.file, path)
    },
  ]

  private static let configuration = [
    Fault("app.unregistered-scheme") { plot in
      let scheme = plot.random.pick("exampleapp-beta", "exampleap")
      plot.configuration.urlSchemes.append(scheme)
      plot.expect(.scheme, scheme)
    },
    Fault("app.expo-sign-in-disabled") { plot in
      let isSwitchedOff = plot.random.happens(60)
      let isWithoutPlugin = !isSwitchedOff || plot.random.happens(30)
      plot.appFiles["app/app.json"] = AppFiles.expo(
        usesAppleSignIn: !isSwitchedOff, hasPlugin: !isWithoutPlugin)
      plot.expect(.file, "app/app.json")
    },
    Fault("app.no-deletion") { plot in
      plot.configuration.deletionInApp = false
      plot.expect(.app, Scene.appID)
    },
  ]

  private static let logins = [
    // Whoever signs in with Apple shows that it is offered, so it stands alone.
    Fault("app.login-services", isCombinable: false, offersApple: false) { plot in
      plot.configuration.loginMethods = plot.random.happens(50) ? ["speed", "password"] : []
      plot.add(plot.newcomer(by: .speed))
      plot.expect(.app, Scene.appID)
    }
  ]
}
