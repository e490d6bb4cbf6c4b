package import AuditModel

/// What one of the app's own files says, as far as rules ask.
package struct AppFile: Sendable, Equatable {
  /// One thing the file says, under a name that rules know.
  package struct Fact: Sendable, Equatable {
    package let name: String
    package let value: String
    /// A time in microseconds since 1970 UTC, where the fact is one.
    package let time: Int64?

    init(_ name: String, _ value: String, time: Int64? = nil) {
      self.name = name
      self.value = value
      self.time = time
    }
  }

  package let name: String
  package let kind: AppFileKind
  package let sha256: String
  package let byteCount: Int
  /// `appleSignIn` (`Default`, else what stands there in words; none where the entitlement is
  /// missing), `bundleId` (of a profile or of Expo), `ownBundleId` (of Info.plist), `expires`,
  /// `scheme`, `unknownScheme`, `usesAppleSignIn`, `plugin`, `kid`, `key` (a public key), `root` (a
  /// certificate, base64url).
  package let facts: [Fact]
  /// Values that are secrets: where they stand, never what they are.
  package let leaks: [Leak]
}

/// A file of no stream that holds secrets.
package struct StrayFile: Sendable, Equatable {
  package let name: String
  /// An empty field where the file has none.
  package let leaks: [Leak]

  package init(name: String, leaks: [Leak]) {
    self.name = name
    self.leaks = leaks
  }
}
