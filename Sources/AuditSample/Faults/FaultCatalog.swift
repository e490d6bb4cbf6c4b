internal import AuditModel

/// Every fault that can be planted. A new area is a new file and one line here.
enum FaultCatalog {
  /// In byte order of their rules.
  static let all: [Fault] = [
    LinkFaults.all,
    LedgerFaults.all,
    PurchaseFaults.all,
    DeletionFaults.all,
    NotificationFaults.all,
    IdentityTokenFaults.all,
    IdentityFaults.all,
    SessionFaults.all,
    AppleFaults.all,
    SecretFaults.all,
    MailFaults.all,
    AppFaults.all,
    PrivacyFaults.all,
  ].flatMap { $0 }
    .sorted { $0.rule.utf8.lexicographicallyPrecedes($1.rule.utf8) }

  /// The faults of these rules, each once; `all` names every one that the platform can have.
  ///
  /// - Throws: `SampleError.request` for a rule that isn't known or can't be broken there, or not
  ///   beside the others.
  static func faults(_ rules: [String], on platform: Platform) throws(SampleError) -> [Fault] {
    var wanted: Set<String> = []
    for rule in rules {
      if rule == "all" {
        wanted.formUnion(SampleOptions.plantable(on: platform))
      } else {
        try check(rule, on: platform)
        wanted.insert(rule)
      }
    }
    let faults = all.filter { wanted.contains($0.rule) && $0.platforms.contains(platform) }
    if let alone = faults.first(where: { !$0.isCombinable }), faults.count > 1 {
      throw .request("'\(alone.rule)' can't be broken beside other rules; ask for it alone")
    }
    return faults
  }

  private static func check(_ rule: String, on platform: Platform) throws(SampleError) {
    let faults = all.filter { $0.rule == rule }
    guard !faults.isEmpty else {
      let nearest = NearestName.find(rule, among: all.map(\.rule))
      let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
      throw .request("no fault is known for '\(rule)'\(hint)")
    }
    guard faults.contains(where: { $0.platforms.contains(platform) }) else {
      let other = platform == .speed ? Platform.direct : .speed
      throw .request(
        "'\(rule)' can't be broken on platform \(platform.rawValue); "
          + "use --platform \(other.rawValue)")
    }
  }
}
