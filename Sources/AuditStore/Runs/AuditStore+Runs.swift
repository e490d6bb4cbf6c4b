package import AuditModel

extension AuditStore {
  /// Whether no run was completed before this one.
  package var isFirstRun: Bool {
    get throws(StoreError) { try baseline(before: runNumber) == nil }
  }

  /// Streams of which the last complete run had files: a run that lacks one of them is partial.
  package func lastRunStreams() throws(StoreError) -> Set<Stream> {
    guard let run = try baseline(before: runNumber) else { return [] }
    return try streams("SELECT stream FROM run_stream WHERE run = \(run)")
  }

  /// Streams of which this run has read a file, or skipped one as known.
  package var streamsOfThisRun: Set<Stream> { streamsOfRun }

  /// Keeps the run and what it found, in one transaction.
  ///
  /// A finding that is open already is brought up to date; one whose rule was evaluated and did not
  /// find it again is resolved; one that comes back is a new row.
  ///
  /// - Parameters:
  ///   - spool: What the rules found.
  ///   - outcomes: One for each rule, also those that were not evaluated.
  ///   - asOf: The time the audit speaks for, microseconds since 1970 UTC.
  ///   - toolVersion: The tool's version.
  ///   - definitionDigest: SHA-256 over rules, schema and templates.
  ///   - isPartial: Whether the run must not become what later ones are compared with.
  ///   - waivers: Findings that they fit are kept as accepted, while they have not expired.
  ///   - retention: How long after its account ended a person may be named, in microseconds; nil for
  ///     as long as the database is kept.
  ///   - report: Writes what depends on the comparison, while everything can still be undone; what
  ///     it throws undoes the run and is thrown on.
  ///   - publish: Puts the reports where people look. Only then is the run one that later ones are
  ///     compared with: what nobody saw is still new the next time.
  /// - Returns: How the findings compare with those of the last complete run.
  /// - Throws: `StoreError`, or what `report` throws, and the run is then not kept; or what
  ///   `publish` throws.
  package func finishRun(
    spool: FindingSpool, outcomes: [RuleOutcome], asOf: Int64, toolVersion: String,
    definitionDigest: String, isPartial: Bool, waivers: [Waiver] = [], retention: Int64? = nil,
    report: (RunComparison) throws -> Void = { _ in }, publish: () throws -> Void = {}
  ) throws -> RunComparison {
    let baseline = try baseline(before: runNumber)
    let comparison: RunComparison
    try connection.execute("BEGIN IMMEDIATE")
    do {
      var recorder = try RunRecorder(
        connection, run: runNumber, asOf: asOf, baseline: baseline, outcomes: outcomes,
        waivers: waivers, names: names)
      try spool.forEachHit { (hit, fingerprint) throws(StoreError) in
        try recorder.record(hit, fingerprint: fingerprint)
      }
      try keep(outcomes)
      try recorder.resolveOthers()
      try keepRun(
        recorder, asOf: asOf, toolVersion: toolVersion, definitionDigest: definitionDigest,
        isPartial: isPartial)
      // A table that is not brought again keeps the time that this run gave it.
      try connection.execute("UPDATE row_snapshot SET at = \(asOf) WHERE at IS NULL")
      comparison = RunComparison(
        new: recorder.new, known: recorder.known, resolved: try recorder.resolvedCount(),
        bySeverity: recorder.bySeverity, newBySeverity: recorder.newBySeverity,
        newByRule: recorder.newByRule, waivedBySeverity: recorder.waivedBySeverity,
        newWaivedBySeverity: recorder.newWaivedBySeverity, waivedByRule: recorder.waivedByRule,
        waiverCounts: recorder.waivers.counts)
      try report(comparison)
      try keep(waivers)
      try connection.execute("COMMIT")
    } catch {
      connection.rollBack()
      throw error
    }
    try publish()
    try complete(asOf: asOf, waivers: waivers, retention: retention)
    return comparison
  }

  /// Makes the run one that later ones are compared with, and takes the names of those who are due.
  ///
  /// The run's own reports name them a last time, because what it found has to be mended in their
  /// rows: where those could not be put in place, the next run's do.
  private func complete(asOf: Int64, waivers: [Waiver], retention: Int64?) throws(StoreError) {
    var hasSwept = false
    try connection.execute("BEGIN IMMEDIATE")
    do throws(StoreError) {
      if let retention {
        let horizon = asOf.subtractingReportingOverflow(retention)
        if !horizon.overflow {
          hasSwept = try pseudonymise(endedBefore: horizon.partialValue)
        }
      }
      if hasSwept { try keep(waivers) }
      try connection.execute(
        "UPDATE run SET is_complete = 1 WHERE run = \(runNumber) AND is_partial = 0")
      try connection.execute("COMMIT")
    } catch {
      connection.rollBack()
      throw error
    }
    // What earlier nights overwrote may still lie in free pages.
    if hasSwept { try connection.execute("VACUUM") }
  }

  /// The findings of a run that was just finished (nil: this one), in the order of a report.
  package func findings(run: Int64? = nil) throws(StoreError) -> StoredFindings {
    let run = run ?? runNumber
    return StoredFindings(store: self, run: run, baseline: try baseline(before: run))
  }

  /// The last complete run before another.
  func baseline(before run: Int64) throws(StoreError) -> Int64? {
    try connection.number("SELECT max(run) FROM run WHERE is_complete = 1 AND run < \(run)")
  }

  private func keep(_ outcomes: [RuleOutcome]) throws(StoreError) {
    let insert = try connection.prepare("INSERT INTO rule_outcome VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
    for outcome in outcomes {
      insert.bind(1, runNumber)
      insert.bind(2, outcome.rule.id)
      insert.bind(3, outcome.result.name)
      switch outcome.result {
      case .fail, .pass: insert.bindNull(4)
      case .notEvaluated(let detail), .error(let detail), .off(let detail): insert.bind(4, detail)
      }
      insert.bind(5, Int64(outcome.findingCount))
      insert.bind(6, outcome.exposure)
      try insert.run()
    }
  }

  private func keepRun(
    _ recorder: RunRecorder, asOf: Int64, toolVersion: String, definitionDigest: String,
    isPartial: Bool
  ) throws(StoreError) {
    let insert = try connection.prepare(
      "INSERT INTO run VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")
    insert.bind(1, runNumber)
    insert.bind(2, asOf)
    insert.bind(3, toolVersion)
    insert.bind(4, definitionDigest)
    insert.bind(5, isPartial ? 1 : 0)
    insert.bind(6, 0)
    insert.bind(7, Int64(recorder.new + recorder.known))
    for (index, severity) in Severity.allCases.reversed().enumerated() {
      insert.bind(Int32(8 + index), Int64(recorder.bySeverity[severity] ?? 0))
    }
    try insert.run()
    let streams = try connection.prepare("INSERT INTO run_stream VALUES (?1, ?2)")
    for stream in streamsOfRun.sorted() {
      streams.bind(1, runNumber)
      streams.bind(2, stream.rawValue)
      try streams.run()
    }
  }
}
