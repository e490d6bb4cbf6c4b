/// Rules of the areas notification and mail about the records themselves.
struct NotificationOracle {
  let words: OracleWords

  func judge(into report: inout OracleReport) {
    for event in words.records.notifications {
      handled(event, &report)
      if OracleWords.isProcessed(event) { checked(event, &report) }
    }
    for event in words.events {
      known(event, &report)
      // notification.processed-twice: "one id processed more than once".
      let count = words.records.notifications.filter {
        $0.id == event.id && OracleWords.isProcessed($0)
      }.count
      if count > 1 { report.fire("notification.processed-twice", "notification", event.id) }
    }
    mails(&report)
  }

  private func handled(_ event: NotificationRecord, _ report: inout OracleReport) {
    guard let received = event.receivedAt else { return }
    let grace = words.configuration.notificationGrace
    // notification.unprocessed: "no processedAt, receivedAt + notificationGrace < as-of".
    if event.processedAt == nil, received + grace < words.asOf {
      report.fire("notification.unprocessed", "notification", event.id)
    }
    // notification.processed-late: "processedAt > receivedAt + notificationGrace".
    if let processed = event.processedAt, processed > received + grace {
      report.fire("notification.processed-late", "notification", event.id)
    }
    // Of an id received more than once the contract doesn't say which receipt is "the notification".
    let repeats = words.records.notifications.filter { $0.id == event.id }
    if repeats.count > 1 {
      report.leaveOpen("notification.unprocessed", "notification", event.id)
      report.leaveOpen("notification.processed-late", "notification", event.id)
    }
  }

  private func checked(_ event: NotificationRecord, _ report: inout OracleReport) {
    let configuration = words.configuration
    func fire(_ rule: String, when holds: Bool) {
      if holds { report.fire("notification." + rule, "notification", event.id) }
    }
    // notification.bad-signature: "processed, signature invalid".
    fire("bad-signature", when: event.signature == "invalid")
    switch event.source {
    case .siwa:
      // notification.wrong-issuer: "siwa, processed, iss not in `policy.issuers`".
      fire("wrong-issuer", when: event.iss.map { !configuration.issuers.contains($0) } ?? false)
      // notification.wrong-audience: "siwa, processed, aud not in bundleIds or servicesIds".
      if let clients = configuration.clientIds {
        fire("wrong-audience", when: event.aud.map { !clients.contains($0) } ?? false)
      }
    case .appstore where event.type == "TEST": return
    case .appstore:
      // notification.wrong-bundle: "appstore, processed, bundleId not in bundleIds"; quiet: "type
      // TEST".
      if let bundles = configuration.bundleIds {
        fire("wrong-bundle", when: event.bundleId.map { !bundles.contains($0) } ?? false)
      }
      // notification.wrong-environment: "appstore, processed, environment is not the app's".
      if let own = configuration.environment {
        fire("wrong-environment", when: event.environment.map { $0 != own } ?? false)
      }
    }
  }

  private func known(_ event: NotificationRecord, _ report: inout OracleReport) {
    func fire(_ rule: String, when holds: Bool) {
      if holds { report.fire("notification." + rule, "notification", event.id) }
    }
    switch event.source {
    case .siwa:
      // notification.unknown-type: "siwa, type is none of the four".
      let four = ["email-disabled", "email-enabled", "consent-revoked", "account-deleted"]
      fire("unknown-type", when: event.type.map { !four.contains($0) } ?? false)
      // notification.unknown-subject: "siwa: a sub that no session, attempt, deletion or applecall
      // knows; sessions is complete".
      let records = words.records
      var subs = Set(words.sessions.compactMap(\.appleSub))
      subs.formUnion(records.accounts.compactMap(\.appleSub))
      subs.formUnion(records.attempts.compactMap(\.sub))
      subs.formUnion(records.deletions.compactMap(\.appleSub))
      subs.formUnion(records.applecalls.compactMap(\.sub))
      fire("unknown-subject", when: event.sub.map { !subs.contains($0) } ?? false)
      let presented = Set(records.deletions.compactMap(\.idTokenSub))
      if event.sub.map(presented.contains) ?? false {
        report.leaveOpen("notification.unknown-subject", "notification", event.id)
      }
    case .appstore:
      // notification.unknown-transaction: "appstore: a transactionId that is in no purchase;
      // purchases is complete"; quiet: "type TEST".
      let known = Set(words.records.purchases.map(\.transactionId))
      fire(
        "unknown-transaction",
        when: event.type != "TEST" && (event.transactionId.map { !known.contains($0) } ?? false))
    }
  }

  private func mails(_ report: inout OracleReport) {
    let events = words.events.filter { $0.source == .siwa && $0.email != nil }
    for mail in words.records.mail {
      // mail.relay-bounced: "mail with status `bounced` (or `rejected`, `dropped`) to a relay
      // address"; "`@privaterelay.appleid.com`, and `@private.icloud.com`".
      let domain = mail.to.split(separator: "@").last.map(String.init) ?? ""
      let isRelay = ["privaterelay.appleid.com", "private.icloud.com"].contains(domain)
      if isRelay, ["bounced", "rejected", "dropped"].contains(mail.status) {
        report.fire("mail.relay-bounced", "address", Self.shortened(mail.to))
      }
      // notification.mail-while-disabled: "mail with status sent to an address later than its
      // email-disabled's t + skew and before any email-enabled".
      func times(_ type: String) -> [Int64] {
        events.filter { $0.email == mail.to && $0.type == type }.compactMap { words.time(of: $0) }
      }
      let isDisabled = times("email-disabled").contains { disabled in
        mail.at > disabled + words.skew
          && !times("email-enabled").contains { disabled < $0 && $0 <= mail.at }
      }
      if mail.status == "sent", isDisabled {
        report.fire("notification.mail-while-disabled", "address", Self.shortened(mail.to))
      }
    }
  }

  /// "emails are shown as `j…@privaterelay.appleid.com`".
  static func shortened(_ address: String) -> String {
    let parts = address.split(separator: "@", maxSplits: 1)
    return "\(parts[0].prefix(1))…@\(parts[1])"
  }
}
