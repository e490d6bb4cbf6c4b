internal import AuditInput
internal import AuditModel
internal import AuditReport
internal import AuditRules
internal import AuditStore

/// An export read into the database and checked: what an audit and a checklist are made of.
///
/// The records stay in the database; the run is only kept where the caller finishes it.
struct Examination {
  let input: AuditInputs
  let store: AuditStore
  let folder: OutputFolder
  let rules: RuleSet
  let facts: RuleFacts
  let setting: DerivedSetting
  let outcomes: [RuleOutcome]
  let spool: FindingSpool
  /// Every file of the export, by path.
  let files: [InputFile]
  let rejects: [Reject]
  let rejectTotal: Int
  /// What mappings ask for and no file has.
  let mappingProblems: [MappingProblem]
  /// Whether a file could not be read for a fault of the machine's.
  let hasReadFailure: Bool

  var configuration: Configuration { input.configuration }

  /// Reads, derives and checks.
  ///
  /// - Throws: What the stages throw, and `Interrupted` after a signal.
  init(_ job: Job) throws {
    let options = job.options
    let cancellation = job.cancellation
    rules = try RuleSet.load(directories: [options.home.rules], custom: options.extraRules)
    input = try AuditInputs(options: options, rules: rules)
    folder = try OutputFolder(preparing: options.output)
    store = try AuditStore.open(
      path: options.database ?? folder.file(OutputFolder.databaseName),
      schemaDirectory: options.home.schema, dataSet: input.dataSetName,
      isCancelled: { cancellation.requestedSignal != nil })
    store.snapshotTime = input.configuration.export.exportedAt
    job.log("data set '\(input.dataSetName)', database \(store.path), run \(store.runNumber)")

    guard !input.plan.files.isEmpty || !input.plan.appFiles.isEmpty else {
      throw PipelineError(.input, input.nothingRecognisedYet)
    }
    // The keys that signatures are checked with stand in the app's files.
    var apps = AppFileStage(cancellation: cancellation, progress: job.progress)
    try apps.run(input.plan)
    try store.replaceFiles(app: apps.appFiles, stray: apps.strayFiles)

    let reader = FileReader(
      configuration: input.configuration, emailKey: store.emailKey, keys: try store.trustedKeys())
    var importing = ImportStage(
      store: store, reader: reader, cancellation: cancellation, progress: job.progress,
      log: job.log)
    var files = try importing.run(input.plan.files)
    rejects = importing.rejects
    rejectTotal = importing.rejectTotal
    hasReadFailure = importing.hasReadFailure
    mappingProblems =
      input.plan.unusedEntries(
        of: input.configuration.mapping, patterns: importing.usedPatterns)
      + importing.mappingProblems
    guard files.contains(where: \.isRecognised) || !input.plan.appFiles.isEmpty else {
      throw PipelineError(.input, input.nothingRecognisedYet)
    }
    if !importing.unrecognised.isEmpty {
      try apps.lookForSecrets(in: importing.unrecognised)
      try store.replaceFiles(app: apps.appFiles, stray: apps.strayFiles)
    }
    files += apps.inputFiles
    self.files = files.sorted { $0.path.utf8Precedes($1.path) }

    job.progress(.deriving)
    setting = try Derivation.run(
      on: store.connection, configuration: input.configuration, asOf: options.asOf,
      ledger: store.takeWrittenLedger())
    try cancellation.check()
    job.log("derived: as of \(Written.time(setting.asOf)), platform \(setting.platform)")

    var facts = try RuleFacts.read(from: store.connection)
    facts.isOwnBackend = input.configuration.app.platform == .direct
    self.facts = facts
    spool = try FindingSpool()
    let connections = try [store.path, store.path].map { try Connection(path: $0, mode: .readOnly) }
    let runner = RuleRunner(
      rules: rules, facts: facts, severities: input.configuration.severity,
      off: input.configuration.off)
    let stop = InterruptOnSignal(cancellation: cancellation, connections: connections)
    defer { stop.end() }
    outcomes = try runner.run(
      on: connections, into: spool,
      progress: { rule, done, total in
        job.progress(.checking(rule: rule, done: done, total: total))
      },
      isCancelled: { cancellation.requestedSignal != nil })
    try cancellation.check()
  }

  /// The streams of which the export has files, read now or read before.
  var streams: Set<AuditModel.Stream> {
    Set(files.filter(\.wasUsed).flatMap(\.streams))
  }

  /// The exit code that the input and the rules themselves give, whatever was found.
  var exitCode: ExitCode {
    var code = hasReadFailure ? ExitCode.output : .success
    let limit = configuration.policy.maxRejectRatio
    let isTooBad = files.contains { $0.isDamaged || $0.rejectRatio > limit }
    if isTooBad { code = max(code, .input) }
    let hasError = outcomes.contains { outcome in
      if case .error = outcome.result { true } else { false }
    }
    return hasError ? .internalError : code
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

  var isRecognised: Bool {
    if case .notRecognised = outcome { return false }
    return true
  }

  fileprivate var isDamaged: Bool {
    if case .damaged = outcome { return true }
    return false
  }

  fileprivate var rejectRatio: Double {
    records > 0 ? Double(rejected) / Double(records) : 0
  }
}
