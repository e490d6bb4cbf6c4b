package import AuditModel

extension AuditStore {
  /// What came of each waiver in the run that is being finished.
  ///
  /// - Parameters:
  ///   - waivers: As they were given to `finishRun`.
  ///   - counts: Findings that each of them fits, as the comparison has them.
  ///   - outcomes: One for each rule.
  ///   - asOf: The time the audit speaks for, microseconds since 1970 UTC.
  /// - Returns: One for each waiver, in the same order.
  /// - Throws: `StoreError` where the findings can't be read.
  package func uses(
    of waivers: [Waiver], counts: [Int], outcomes: [RuleOutcome], asOf: Int64
  ) throws(StoreError) -> [WaiverUse] {
    let unjudged = Set(
      outcomes.filter { $0.result != .pass && $0.result != .fail }.map(\.rule.id))
    let fitNothing = zip(waivers, counts).filter { $0.1 == 0 && $0.0.rule == nil }
    let rules = try rules(ofFingerprints: fitNothing.compactMap { $0.0.fingerprint })
    return zip(waivers, counts).map { waiver, count in
      let state: WaiverUse.State
      if waiver.isExpired(asOf: asOf) {
        state = .expired
      } else if count > 0 {
        state = waiver.end - asOf <= WaiverUse.warningSpan ? .expiring : .active
      } else {
        let rule = waiver.rule ?? waiver.fingerprint.flatMap { rules[$0] }
        state = rule.map(unjudged.contains) ?? false ? .notChecked : .unused
      }
      return WaiverUse(waiver: names.hidden(waiver), state: state, findingCount: count)
    }
  }

  /// The rules of findings that there ever were, by fingerprint.
  private func rules(ofFingerprints fingerprints: [String]) throws(StoreError) -> [String: String] {
    guard !fingerprints.isEmpty else { return [:] }
    let query = try connection.prepare(
      """
      SELECT DISTINCT fingerprint, rule FROM finding
      WHERE fingerprint IN (SELECT value FROM json_each(?1))
      """)
    // Fingerprints are hexadecimal digits: nothing in them needs an escape.
    query.bind(1, "[" + fingerprints.map { "\"\($0)\"" }.joined(separator: ",") + "]")
    var rules: [String: String] = [:]
    while try query.step() { rules[query.text(0)] = query.text(1) }
    return rules
  }

  /// Keeps the waivers beside the findings, in the transaction of the run that they were given to.
  func keep(_ waivers: [Waiver]) throws(StoreError) {
    try connection.execute("DELETE FROM waiver")
    let insert = try connection.prepare(
      "INSERT INTO waiver VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
    for given in waivers {
      let waiver = names.hidden(given)
      insert.bind(1, waiver.fingerprint)
      insert.bind(2, waiver.rule)
      insert.bind(3, waiver.subject)
      insert.bind(4, waiver.reason)
      insert.bind(5, waiver.until)
      insert.bind(6, waiver.end)
      insert.bind(7, waiver.by)
      insert.bind(8, waiver.ticket)
      try insert.run()
    }
  }
}

extension WaiverIndex {
  /// The waivers that the last run was given; none where an earlier version kept it.
  init(_ connection: Connection, asOf: Int64) throws(StoreError) {
    var waivers: [Waiver] = []
    if try connection.number("SELECT 1 FROM sqlite_schema WHERE name = 'waiver'") == 1 {
      let query = try connection.prepare(
        """
        SELECT fingerprint, rule, subject, reason, until, ends_at, by_whom, ticket
        FROM waiver ORDER BY rowid
        """)
      while try query.step() {
        waivers.append(
          Waiver(
            fingerprint: query.optionalText(0), rule: query.optionalText(1),
            subject: query.optionalText(2), reason: query.text(3), until: query.text(4),
            end: query.integer(5), by: query.optionalText(6), ticket: query.optionalText(7)))
      }
    }
    self.init(waivers, asOf: asOf)
  }
}
