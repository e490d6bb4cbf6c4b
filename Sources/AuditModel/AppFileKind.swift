/// The app's own files, which an export may hold in its folder `app/`.
package enum AppFileKind: String, CaseIterable, Sendable {
  case entitlements
  case mobileprovision
  case infoPlist = "info-plist"
  case appJSON = "app-json"
  case jwks
  /// A further root for signatures.
  case certificate
}
