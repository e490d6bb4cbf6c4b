internal import AuditModel

// The keys of the contract. Adding one is adding a line here and a property to `Configuration`.

extension ConfigurationKey<Configuration> {
  static let top: [Self] = [
    .init("name", \.name, ConfigurationValue.text),
    .init("app") { configuration, value throws(InputError) in
      try ConfigurationKey<Configuration.App>.apply(
        ConfigurationKey<Configuration.App>.all, of: value, to: &configuration.app)
    },
    .init("export") { configuration, value throws(InputError) in
      try ConfigurationKey<Configuration.Export>.apply(
        ConfigurationKey<Configuration.Export>.all, of: value, to: &configuration.export)
    },
    .init("products") { configuration, value throws(InputError) in
      var products: [String: Int64] = [:]
      for product in try value.members() { products[product.name] = try product.amount() }
      configuration.products = products
    },
    .init("policy") { configuration, value throws(InputError) in
      try ConfigurationKey<Configuration.Policy>.apply(
        ConfigurationKey<Configuration.Policy>.all, of: value, to: &configuration.policy)
    },
    .init("severity") { configuration, value throws(InputError) in
      for rule in try value.members() { configuration.severity[rule.name] = try rule.severity() }
    },
    .init("off") { configuration, value throws(InputError) in
      for rule in try value.members() { configuration.off[rule.name] = try rule.text() }
    },
    .init("checklist") { configuration, value throws(InputError) in
      for item in try value.members() {
        configuration.checklist[item.name] = try ChecklistReading.answer(item)
      }
    },
    // Read behind all others, by `MappingReader`, because it may use built-in ones.
    .init("mapping") { _, _ in },
  ]

  /// Every key of the fixed objects, with the object's name and a dot.
  static let allPaths: [String] =
    ConfigurationKey<Configuration.App>.all.map { "app." + $0.name }
    + ConfigurationKey<Configuration.Export>.all.map { "export." + $0.name }
    + ConfigurationKey<Configuration.Policy>.all.map { "policy." + $0.name }
    + top.map(\.name)
}

extension ConfigurationKey<Configuration.App> {
  static let all: [Self] = [
    .init("appId", \.appId, ConfigurationValue.text),
    .init("teamId", \.teamId, ConfigurationValue.text),
    .init("keyIds", \.keyIds, ConfigurationValue.texts),
    .init("bundleIds", \.bundleIds, ConfigurationValue.texts),
    .init("servicesIds", \.servicesIds, ConfigurationValue.texts),
    .init("urlSchemes") { app, value throws(InputError) in app.urlSchemes = try schemes(value) },
    .init("platform") { app, value throws(InputError) in
      let words = Configuration.App.Platform.allCases.map(\.rawValue)
      app.platform = Configuration.App.Platform(rawValue: try value.word(of: words))
    },
    .init("environment", \.environment, ConfigurationValue.text),
    .init("loginMethods", \.loginMethods, ConfigurationValue.texts),
    .init("ownLoginMethods", \.ownLoginMethods, ConfigurationValue.texts),
    .init("equivalentLogins", \.equivalentLogins, ConfigurationValue.texts),
    .init("loginExemption", \.loginExemption, ConfigurationValue.text),
    .init("deletionInApp", \.deletionInApp, ConfigurationValue.bool),
    .init("teamTransferAt", \.teamTransferAt, ConfigurationValue.time),
  ]

  private static func schemes(_ value: ConfigurationValue) throws(InputError) -> [String] {
    let schemes = try value.texts()
    for scheme in schemes {
      let bytes = Array(scheme.utf8)
      guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = String(decoding: bytes[..<colon], as: UTF8.self)
      throw value.error(
        "a scheme of '\(value.key)' is written without '://': "
          + "'\(RejectReason.shown(name))', not '\(RejectReason.shown(scheme))'")
    }
    return schemes
  }
}

extension ConfigurationKey<Configuration.Export> {
  static let all: [Self] = [
    .init("from", \.from, ConfigurationValue.time),
    .init("to", \.to, ConfigurationValue.time),
    .init("exportedAt", \.exportedAt, ConfigurationValue.time),
    .init("complete") { export, value throws(InputError) in
      // Files of the app are a stream of the contract too, but none of records.
      let others = ["app"]
      for word in try value.texts() where !others.contains(word) {
        guard let stream = Stream(rawValue: word) else {
          throw value.unknownWord(word, among: Stream.allCases.map(\.rawValue) + others)
        }
        export.complete.insert(stream)
      }
    },
  ]
}

extension ConfigurationKey<Configuration.Policy> {
  static let all: [Self] = [
    .init("sessionLifetime", \.sessionLifetime, ConfigurationValue.duration),
    .init("clockSkew", \.clockSkew, ConfigurationValue.duration),
    .init("authorizationCodeLifetime", \.authorizationCodeLifetime, ConfigurationValue.duration),
    .init("clientSecretLifetime", \.clientSecretLifetime, ConfigurationValue.duration),
    .init("revocationGrace", \.revocationGrace, ConfigurationValue.duration),
    .init("notificationGrace", \.notificationGrace, ConfigurationValue.duration),
    .init("purchaseSettlement", \.purchaseSettlement, ConfigurationValue.duration),
    .init("deletionDeadline", \.deletionDeadline, ConfigurationValue.duration),
    .init("issuers", \.issuers, ConfigurationValue.texts),
    .init("maxRejectRatio", \.maxRejectRatio, ConfigurationValue.ratio),
    .init("failOn", \.failOn, ConfigurationValue.severity),
    .init("retention", \.retention, ConfigurationValue.duration),
  ]
}
