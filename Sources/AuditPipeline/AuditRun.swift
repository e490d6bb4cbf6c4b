internal import AuditInput
package import AuditModel
internal import AuditRules
internal import AuditStore

/// The main job, from an export to a report: read, derive, check, compare, report.
package struct AuditRun {
  /// What a run leaves for the command line to tell.
  package struct Outcome: Sendable {
    package let audit: Audit
    /// Paths of the reports written.
    package let reports: [String]
    package let exitCode: ExitCode
  }

  package static let toolVersion = "0.1.0"
  /// How many runs a report's trend shows.
  private static let trendLimit = 30

  private let job: Job

  package init(_ job: Job) { self.job = job }

  /// Runs the audit.
  ///
  /// - Throws: `PipelineError` for what the caller can mend, `Interrupted` after a signal.
  package func run() throws -> Outcome { try job.run(audit) }

  private func audit() throws -> Outcome {
    let options = job.options
    let examined = try Examination(job)
    let configuration = examined.configuration
    let store = examined.store
    let setting = examined.setting

    let isPartial = try !store.lastRunStreams().isSubset(of: examined.streams)
    let digest = try DefinitionDigest.of(
      home: options.home, templates: options.templates ?? options.home.templates)
    let failOn =
      options.failOn ?? .init(severity: configuration.policy.failOn, onlyNew: false)
    var audit = Audit(
      toolVersion: Self.toolVersion, name: examined.input.dataSetName,
      appID: configuration.app.appId, platform: setting.platform.rawValue,
      bundleIDs: configuration.app.bundleIds ?? [], asOf: setting.asOf, failOn: failOn.severity,
      isPartial: isPartial, definitionDigest: digest, files: examined.files,
      rejects: examined.rejects, rejectTotal: examined.rejectTotal,
      outcomes: examined.outcomes.inReportOrder,
      summary: Audit.Summary(outcomes: examined.outcomes),
      suggestions: examined.rules.suggestions(
        facts: examined.facts, off: Set(configuration.off.keys)))
    audit.mappingProblems = examined.mappingProblems

    // The run is kept only when its reports are written, and counts only when they are in place:
    // else the next run would call "known" what nobody has seen.
    var reports = ReportStage(
      options: options, folder: examined.folder, store: store,
      redaction: try Redaction(options, rules: examined.rules, emailKey: store.emailKey),
      progress: job.progress)
    var paths: [String] = []
    let comparison = try store.finishRun(
      spool: examined.spool, outcomes: examined.outcomes, asOf: setting.asOf,
      toolVersion: Self.toolVersion, definitionDigest: digest, isPartial: isPartial,
      waivers: examined.input.waivers, retention: configuration.policy.retention
    ) { comparison in
      audit.add(comparison)
      audit.waivers = try store.uses(
        of: examined.input.waivers, counts: comparison.waiverCounts, outcomes: audit.outcomes,
        asOf: audit.asOf)
      audit.addTrend(after: try store.trend(limit: Self.trendLimit - 1))
      try reports.prepare(audit)
      try job.cancellation.check()
    } publish: {
      paths = try reports.commit()
    }
    if let count = options.keptRunCount { try store.keepRuns(count) }
    let isBreach = comparison.open(onlyNew: failOn.onlyNew).contains {
      $0.key >= failOn.severity && $0.value > 0
    }
    return Outcome(
      audit: audit, reports: paths,
      exitCode: max(examined.exitCode, isBreach ? .findings : .success))
  }
}

extension [RuleOutcome] {
  /// Worst severity first, then by id.
  fileprivate var inReportOrder: [RuleOutcome] {
    sorted {
      $0.severity == $1.severity
        ? $0.rule.id.utf8Precedes($1.rule.id) : $0.severity > $1.severity
    }
  }
}

extension Audit {
  fileprivate mutating func add(_ comparison: RunComparison) {
    summary.add(comparison, failOn: failOn)
    for index in outcomes.indices {
      let rule = outcomes[index].rule.id
      outcomes[index].newCount = comparison.newByRule[rule] ?? 0
      outcomes[index].waivedCount = comparison.waivedByRule[rule] ?? 0
    }
  }

  /// A first run has no trend, and a partial one no place in it.
  fileprivate mutating func addTrend(after earlier: [TrendPoint]) {
    guard !earlier.isEmpty else { return }
    trend = earlier
    if !isPartial { trend.append(TrendPoint(asOf: asOf, bySeverity: summary.bySeverity)) }
  }
}

extension RunComparison {
  /// Findings that no waiver accepts, by severity; of all or of the new ones.
  fileprivate func open(onlyNew: Bool) -> [Severity: Int] {
    onlyNew
      ? newBySeverity.merging(newWaivedBySeverity) { $0 - $1 }
      : bySeverity.merging(waivedBySeverity) { $0 - $1 }
  }
}

extension Audit.Summary {
  /// What is known before the findings are compared with those of the last run.
  fileprivate init(outcomes: [RuleOutcome]) {
    self.init(
      verdict: .fail, findings: 0, bySeverity: [:], new: 0, waived: 0, resolved: 0,
      rules: outcomes.count, evaluated: 0, notEvaluated: 0, errors: 0)
    for outcome in outcomes {
      switch outcome.result {
      case .fail, .pass: evaluated += 1
      case .notEvaluated: notEvaluated += 1
      case .error:
        errors += 1
        notEvaluated += 1
      case .off: break
      }
    }
  }

  fileprivate mutating func add(_ comparison: RunComparison, failOn: Severity) {
    findings = comparison.new + comparison.known
    bySeverity = comparison.bySeverity
    waivedBySeverity = comparison.waivedBySeverity
    waived = waivedBySeverity.values.reduce(0, +)
    new = comparison.new
    resolved = comparison.resolved
    verdict = verdict(of: openBySeverity, failOn: failOn)
    verdictWithoutWaivers = verdict(of: bySeverity, failOn: failOn)
  }

  private func verdict(of counts: [Severity: Int], failOn: Severity) -> Audit.Verdict {
    let breaches = counts.filter { $0.key >= failOn }.values.reduce(0, +)
    return breaches == 0 && evaluated > 0 ? .pass : .fail
  }
}
