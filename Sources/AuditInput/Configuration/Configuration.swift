package import AuditModel

/// What `siwa-audit.json` says; every key is optional there, the defaults are these.
///
/// Durations are microseconds, amounts units of 1e-8, times microseconds since 1970 UTC.
package struct Configuration: Sendable, Equatable {
  package var name: String?
  package var app = App()
  package var export = Export()
  /// Credits of one unit of each product; nil when no `products` are given.
  package var products: [String: Int64]?
  package var policy = Policy()
  /// Severities the owner gives rules instead of their own.
  package var severity: [String: Severity] = [:]
  /// Rules the owner switched off, each with the reason.
  package var off: [String: String] = [:]
  /// Answers to the checklist's manual items, by number.
  package var checklist: [String: ChecklistAnswer] = [:]

  package var mapping = MappingSet()

  package init() {}

  package struct App: Sendable, Equatable {
    package enum Platform: String, Sendable, CaseIterable { case speed, direct }

    package var appId: String?
    package var teamId: String?
    package var keyIds: [String]?
    package var bundleIds: [String]?
    package var servicesIds: [String]?
    package var urlSchemes: [String]?
    /// Nil: `speed` if the data shows the platform, else `direct`.
    package var platform: Platform?
    package var environment: String?
    package var loginMethods: [String]?
    package var ownLoginMethods: [String]?
    package var equivalentLogins: [String]?
    package var loginExemption: String?
    package var deletionInApp: Bool?
    package var teamTransferAt: Int64?

    package init() {}
  }

  package struct Export: Sendable, Equatable {
    package var from: Int64?
    package var to: Int64?
    package var exportedAt: Int64?
    /// Streams that hold everything since the app began.
    package var complete: Set<Stream> = []

    package init() {}
  }

  package struct Policy: Sendable, Equatable {
    /// Nil: seven days on platform speed, none on direct.
    package var sessionLifetime: Int64?
    package var clockSkew: Int64 = 60_000_000
    package var authorizationCodeLifetime: Int64 = 300_000_000
    package var clientSecretLifetime: Int64 = 15_777_000_000_000
    package var revocationGrace: Int64 = 3_600_000_000
    package var notificationGrace: Int64 = 3_600_000_000
    package var purchaseSettlement: Int64 = 86_400_000_000
    package var deletionDeadline: Int64 = 30 * 86_400_000_000
    package var issuers: [String] = ["https://appleid.apple.com"]
    package var maxRejectRatio = 0.05
    package var failOn: Severity = .high
    package var retention: Int64 = 90 * 86_400_000_000

    package init() {}
  }

  package struct ChecklistAnswer: Sendable, Equatable {
    package var answer: String
    package var by: String?
    package var on: String?
    package var until: String?

    package init(answer: String, by: String?, on: String?, until: String?) {
      self.answer = answer
      self.by = by
      self.on = on
      self.until = until
    }
  }
}
