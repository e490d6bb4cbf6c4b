/// Who talks to Apple: a hosted platform, or the app's own backend.
package enum Platform: String, CaseIterable, Sendable {
  case speed, direct
}
