/// What all accounts of a sample share: when and where their histories play.
struct Scene: Sendable {
  let platform: Platform
  /// When the app began, in microseconds since 1970 UTC.
  let from: Int64
  /// The last moment at which something happens.
  let to: Int64
  let seed: UInt64
  /// Whether the app offers Sign in with Apple at all.
  let offersApple: Bool

  /// 2026-11-01T00:00:00Z: fixed, so that a sample doesn't depend on the day it is made.
  private static let end: Int64 = 1_793_491_200 * .second

  init(platform: Platform, dayCount: Int, seed: UInt64, offersApple: Bool = true) {
    self.platform = platform
    self.seed = seed
    self.offersApple = offersApple
    to = Self.end
    from = Self.end - Int64(dayCount) * .day
  }

  /// When the export was made, and so the time that an audit of it speaks for.
  var exportedAt: Int64 { to + 2 * .hour }

  /// When the client secret that serves all calls of a quarter was made.
  func longSecretIssuedAt(_ time: Int64) -> Int64 {
    from - 20 * .day + (time - from) / Self.secretTurn * Self.secretTurn
  }

  private static let secretTurn: Int64 = 90 * .day
  static let longSecretLifetime: Int64 = 170 * .day

  static let appID = "1234567890"
  static let teamID = "ABCDE12345"
  static let keyID = "SIWAKEY001"
  static let bundleID = "com.example.app"
  static let servicesID = "com.example.web"
  static let urlScheme = "exampleapp"
  static let issuer = "https://appleid.apple.com"
  static let environment = "Production"
  /// `kid`s of Apple's keys, as `app/jwks.json` lists them.
  static let appleKeys = ["APPLEKEY01", "APPLEKEY02"]
  static let sessionLifetime: Int64 = 7 * .day
}
