internal import AuditInput
internal import AuditModel
internal import AuditRules
internal import AuditStore

/// Proposes a configuration from what an export holds; writes nothing.
package struct ConfigurationProposal {
  private let job: Job

  package init(_ job: Job) { self.job = job }

  /// Reads the export into a store of its own, in memory.
  ///
  /// - Returns: A configuration in JSON5.
  /// - Throws: `PipelineError` for what the caller can mend, `Interrupted` after a signal.
  package func text() throws -> String { try job.run(propose) }

  private func propose() throws -> String {
    let home = job.options.home
    let rules = try RuleSet.load(directories: [home.rules])
    let input = try AuditInputs(options: job.options, rules: rules, isStarting: true)
    var stage = ProposalStage(
      input: input, library: try MappingLibrary(home), cancellation: job.cancellation,
      progress: job.progress)
    try stage.run()
    let plan = input.unmappedPlan.mapped(
      by: try stage.proposal.mappings(after: input.configuration.mapping))
    guard !plan.files.isEmpty || !plan.appFiles.isEmpty else {
      throw PipelineError(.input, input.nothingRecognisedYet)
    }
    return ConfigurationText(
      try profile(of: plan, input), proposal: stage.proposal,
      hasMapping: !input.configuration.mapping.isEmpty
    ).text
  }

  /// What the export tells, read into a store of its own, in memory.
  private func profile(of plan: ExportPlan, _ input: AuditInputs) throws -> ExportProfile {
    let store = try AuditStore.open(
      path: ":memory:", schemaDirectory: job.options.home.schema, dataSet: "proposal")
    var apps = AppFileStage(cancellation: job.cancellation, progress: job.progress)
    try apps.run(plan)
    try store.replaceFiles(app: apps.appFiles, stray: apps.strayFiles)
    var importing = ImportStage(
      store: store, reader: FileReader(configuration: input.configuration, emailKey: []),
      cancellation: job.cancellation, progress: job.progress, log: { _ in })
    let files = try importing.run(plan.files)
    guard !plan.appFiles.isEmpty || files.contains(where: \.isRecognised) else {
      throw PipelineError(.input, input.nothingRecognisedYet)
    }
    // Raw exchanges are taken apart here.
    let setting = try Derivation.run(
      on: store.connection, configuration: input.configuration, asOf: nil)
    var profile = try ExportProfile.read(from: store.connection)
    profile.isSpeed = setting.platform == .speed
    return profile
  }
}
