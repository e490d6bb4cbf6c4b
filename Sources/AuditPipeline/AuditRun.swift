internal import AuditInput
package import AuditModel
internal import AuditReport
internal import AuditRules
internal import AuditStore

/// The main job, from an export to a report: read, derive, check, compare, report.
package struct AuditRun {
  /// What a run leaves for the command line to tell.
  package struct Outcome: Sendable {
    package let audit: Audit
    /// New findings by rule id.
    package let newByRule: [String: Int]
    /// Paths of the reports written.
    package let reports: [String]
    package let exitCode: ExitCode
  }

  package static let toolVersion = "0.1.0"

  private let options: AuditOptions
  private let cancellation: Cancellation
  private let progress: (RunProgress) -> Void
  private let log: (String) -> Void

  /// - Parameters:
  ///   - options: What the command line asks for.
  ///   - cancellation: Set by a signal.
  ///   - progress: Called often, from the calling thread or a rule's.
  ///   - log: Called with a line on each step, for `--verbose`.
  package init(
    options: AuditOptions, cancellation: Cancellation,
    progress: @escaping (RunProgress) -> Void = { _ in }, log: @escaping (String) -> Void = { _ in }
  ) {
    self.options = options
    self.cancellation = cancellation
    self.progress = progress
    self.log = log
  }

  /// Runs the audit.
  ///
  /// - Throws: `PipelineError` for what the caller can mend, `Interrupted` after a signal.
  package func run() throws -> Outcome {
    do {
      return try audit()
    } catch {
      // A statement that a signal interrupted fails with an error of SQLite's.
      try cancellation.check()
      throw PipelineError(wrapping: error)
    }
  }

  private func audit() throws -> Outcome {
    let input = try AuditInputs(options: options)
    let rules = try RuleSet.load(
      directories: [options.home.rules], custom: options.extraRules)
    let configuration = input.configuration
    let folder = try OutputFolder(preparing: options.output)
    let store = try AuditStore.open(
      path: options.database ?? folder.file(OutputFolder.databaseName),
      schemaDirectory: options.home.schema, dataSet: input.dataSetName,
      isCancelled: { cancellation.requestedSignal != nil })
    store.snapshotTime = configuration.export.exportedAt
    log("data set '\(input.dataSetName)', database \(store.path), run \(store.runNumber)")

    let reader = FileReader(configuration: configuration, emailKey: store.emailKey)
    var importing = ImportStage(
      store: store, reader: reader, cancellation: cancellation, progress: progress, log: log)
    var files = try importing.run(input.plan.files)
    guard !input.plan.files.isEmpty || !input.plan.appFiles.isEmpty else {
      throw PipelineError(.input, input.nothingRecognised)
    }

    var apps = AppFileStage(cancellation: cancellation)
    try apps.run(input.plan)
    try store.replaceFiles(app: apps.appFiles, stray: apps.strayFiles)
    files += apps.inputFiles

    progress(.deriving)
    let setting = try Derivation.run(
      on: store.connection, configuration: configuration, asOf: options.asOf,
      ledger: store.takeWrittenLedger())
    try cancellation.check()
    log("derived: as of \(Written.time(setting.asOf)), platform \(setting.platform)")

    let facts = try RuleFacts.read(from: store.connection)
    let spool = try FindingSpool()
    let outcomes = try check(rules, facts: facts, configuration: configuration, store, spool)
    try cancellation.check()

    let streams = Set(files.filter { $0.wasUsed }.flatMap(\.streams))
    let isPartial = try !store.lastRunStreams().isSubset(of: streams)
    let digest = try DefinitionDigest.of(
      home: options.home, templates: options.templates ?? options.home.templates)
    let failOn =
      options.failOn ?? .init(severity: configuration.policy.failOn, onlyNew: false)
    var audit = Audit(
      toolVersion: Self.toolVersion, name: input.dataSetName, appID: configuration.app.appId,
      platform: setting.platform.rawValue, bundleIDs: configuration.app.bundleIds ?? [],
      asOf: setting.asOf, failOn: failOn.severity, isPartial: isPartial,
      definitionDigest: digest,
      files: files.sorted { $0.path.utf8Precedes($1.path) },
      rejects: importing.rejects, rejectTotal: importing.rejectTotal,
      outcomes: outcomes.inReportOrder,
      summary: Audit.Summary(outcomes: outcomes),
      suggestions: rules.suggestions(facts: facts, off: Set(configuration.off.keys)))

    // The run is kept only when its reports are written: else the next run would call "known"
    // what nobody has seen.
    var reports = ReportStage(options: options, folder: folder, store: store, progress: progress)
    let comparison = try store.finishRun(
      spool: spool, outcomes: outcomes, asOf: setting.asOf, toolVersion: Self.toolVersion,
      definitionDigest: digest, isPartial: isPartial
    ) { comparison in
      audit.summary.add(comparison, failOn: failOn.severity)
      for index in audit.outcomes.indices {
        audit.outcomes[index].newCount = comparison.newByRule[audit.outcomes[index].rule.id] ?? 0
      }
      try reports.prepare(audit)
      try cancellation.check()
    }
    let paths = try reports.commit()
    return Outcome(
      audit: audit, newByRule: comparison.newByRule, reports: paths,
      exitCode: max(
        exitCode(audit, comparison, failOn, configuration),
        importing.hasReadFailure ? .output : .success))
  }

  private func check(
    _ rules: RuleSet, facts: RuleFacts, configuration: Configuration, _ store: AuditStore,
    _ spool: FindingSpool
  ) throws -> [RuleOutcome] {
    let connections = try (0..<2).map { _ in try Connection(path: store.path, mode: .readOnly) }
    let runner = RuleRunner(
      rules: rules, facts: facts, severities: configuration.severity, off: configuration.off)
    let stop = InterruptOnSignal(cancellation: cancellation, connections: connections)
    defer { stop.end() }
    return try runner.run(
      on: connections, into: spool,
      progress: { rule, done, total in
        progress(.checking(rule: rule, done: done, total: total))
      },
      isCancelled: { cancellation.requestedSignal != nil })
  }

  private func exitCode(
    _ audit: Audit, _ comparison: RunComparison, _ failOn: AuditOptions.FailOn,
    _ configuration: Configuration
  ) -> ExitCode {
    var code = ExitCode.success
    let counted = failOn.onlyNew ? comparison.newBySeverity : comparison.bySeverity
    if counted.contains(where: { $0.key >= failOn.severity && $0.value > 0 }) { code = .findings }
    let limit = configuration.policy.maxRejectRatio
    if audit.files.contains(where: { $0.isDamaged || $0.rejectRatio > limit }) {
      code = max(code, .input)
    }
    if audit.summary.errors > 0 { code = .internalError }
    return code
  }
}

extension InputFile {
  /// Whether this run has its records, from this file or from the same bytes read before.
  fileprivate var wasUsed: Bool {
    switch outcome {
    case .read, .skipped: true
    case .damaged, .notRecognised: false
    }
  }

  fileprivate var isDamaged: Bool {
    if case .damaged = outcome { return true }
    return false
  }

  fileprivate var rejectRatio: Double {
    records > 0 ? Double(rejected) / Double(records) : 0
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
    let breaches = comparison.bySeverity.filter { $0.key >= failOn }.values.reduce(0, +)
    verdict = breaches == 0 && evaluated > 0 ? .pass : .fail
    findings = comparison.new + comparison.known
    bySeverity = comparison.bySeverity
    new = comparison.new
    resolved = comparison.resolved
  }
}

extension String {
  /// Order by bytes, the same in every locale.
  func utf8Precedes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
