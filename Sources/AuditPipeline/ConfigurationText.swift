internal import AuditModel
internal import AuditReport
internal import AuditStore

/// A configuration that an export suggests, in JSON5: what is certain as values, what is a guess
/// with a comment beside it, what only a person knows as a comment to fill in.
struct ConfigurationText {
  private let profile: ExportProfile
  private let proposal: Proposal?
  private let hasMapping: Bool
  private var lines: [String] = []

  /// - Parameters:
  ///   - profile: What the export tells.
  ///   - proposal: How files are read that are not read as they are.
  ///   - hasMapping: Whether the present configuration has mappings, which are not repeated.
  init(_ profile: ExportProfile, proposal: Proposal? = nil, hasMapping: Bool = false) {
    self.hasMapping = hasMapping
    self.profile = profile
    self.proposal = proposal
  }

  /// The whole file.
  var text: String {
    var copy = self
    copy.write()
    return copy.lines.joined(separator: "\n") + "\n"
  }

  private mutating func write() {
    lines = [
      "// What the export suggests. Check the lines marked 'guess', fill in what is commented out,",
      "// and keep this as siwa-audit.json in the export folder.",
      "{",
      "  // name: \"…\",            // which data set this is, else the app id",
      "  app: {",
      "    // appId: \"…\",         // the number in the app's App Store address",
    ]
    addApp()
    lines.append("  },")
    lines += exportLines
    lines.append("  products: {")
    for product in profile.products {
      let share =
        product.usualCount == product.count
        ? "\(product.count) of \(product.count) purchases"
        : "guess: \(product.usualCount) of \(product.count) purchases"
      lines.append(
        "    \(quoted(product.id)): \(quoted(Written.amount(product.credit))),  // \(share)")
    }
    lines += ["  },"]
    if let proposal, !proposal.isEmpty || hasMapping {
      lines.append("  mapping: {")
      if hasMapping { lines.append("    // keep what the present mapping says, too") }
      for (text, remark) in proposal.texts(indent: "    ") {
        lines += ["    // \(remark)", "    \(text),"]
      }
      lines.append("  },")
    }
    lines.append("}")
  }

  private mutating func addApp() {
    list("bundleIds", bundleIDs + guessedBundleIDs, note: audienceNote)
    if !guessedServicesIDs.isEmpty {
      list(
        "servicesIds", guessedServicesIDs,
        note: "guess: tokens or client secrets name them, and nothing else does")
    }
    one("teamId", profile.teamIDs, missing: "ten letters and digits, of your Apple account")
    list(
      "keyIds", profile.keyIDs.map(\.value),
      note: profile.keyIDs.isEmpty ? "" : "seen in client secrets")
    list("urlSchemes", profile.urlSchemes, note: "")
    lines.append(
      "    platform: \(quoted(profile.isSpeed ? "speed" : "direct")),  // guess: "
        + (profile.isSpeed
          ? "links, unlink steps or exchanges are there" : "nothing of the platform is there"))
    if let environment = profile.environments.first, environment.value != "Production" {
      lines.append(
        "    environment: \(quoted(environment.value)),  // guess: \(environment.count) records")
    }
    list(
      "loginMethods", profile.loginMethods.map(\.value),
      note: profile.loginMethods.isEmpty ? "" : "guess: seen in sessions")
  }

  /// The app's own ids, and those that Apple names more than now and then: tokens and notifications
  /// of others come by too.
  private var bundleIDs: [String] {
    let most = profile.bundleIDs.first?.count ?? 0
    let frequent = profile.bundleIDs.filter { $0.count * 20 >= most }.map(\.value)
    return profile.ownBundleIDs + frequent.filter { !profile.ownBundleIDs.contains($0) }
  }

  /// Without any id that Apple or the app's files name, the most frequent audience is a guess.
  private var guessedBundleIDs: [String] {
    bundleIDs.isEmpty ? profile.otherAudiences.prefix(1).map(\.value) : []
  }

  /// Not Expo Go, nor a bundle id in other letter case: these are faults that a rule must tell.
  private var guessedServicesIDs: [String] {
    let most = profile.otherAudiences.first?.count ?? 0
    let frequent = profile.otherAudiences.filter { $0.count * 20 >= most }.map(\.value)
    let taken = Set((bundleIDs + guessedBundleIDs + ["host.exp.Exponent"]).map { $0.lowercased() })
    return frequent.dropFirst(guessedBundleIDs.count).filter { !taken.contains($0.lowercased()) }
  }

  private var audienceNote: String {
    guessedBundleIDs.isEmpty ? "" : "guess: the audience of most identity tokens"
  }

  private var exportLines: [String] {
    guard let oldest = profile.oldestAt, let newest = profile.newestAt else { return [] }
    return [
      "  export: {",
      "    // from: \(quoted(Written.time(oldest))),  // the oldest record; say where the export begins",
      "    // to: \(quoted(Written.time(newest))),    // the newest record; say where it ends",
      "    // exportedAt: \"…\",      // when it was made; else the newest record's time",
      "    // complete: [\"sessions\"],  // streams that hold everything since the app began",
      "  },",
    ]
  }

  private mutating func list(_ name: String, _ values: [String], note: String) {
    let shown = values.map(quoted).joined(separator: ", ")
    if values.isEmpty {
      lines.append("    // \(name): [\"…\"],")
    } else {
      lines.append("    \(name): [\(shown)]," + (note.isEmpty ? "" : "  // \(note)"))
    }
  }

  private mutating func one(_ name: String, _ values: [ExportProfile.Count], missing: String) {
    guard let first = values.first else {
      lines.append("    // \(name): \"…\",  // \(missing)")
      return
    }
    let others = values.dropFirst().map(\.value)
    let note = others.isEmpty ? "" : "  // guess: also seen: \(others.joined(separator: ", "))"
    lines.append("    \(name): \(quoted(first.value)),\(Printable.text(note))")
  }

  private func quoted(_ text: String) -> String { JSONText.quoted(text) }
}
