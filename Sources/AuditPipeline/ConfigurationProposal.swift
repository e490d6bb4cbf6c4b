internal import AuditInput
internal import AuditModel
internal import AuditRules
internal import AuditStore

/// Proposes a configuration from what an export holds; writes nothing.
package struct ConfigurationProposal {
  private let options: AuditOptions
  private let cancellation: Cancellation
  private let progress: (RunProgress) -> Void

  package init(
    options: AuditOptions, cancellation: Cancellation,
    progress: @escaping (RunProgress) -> Void = { _ in }
  ) {
    self.options = options
    self.cancellation = cancellation
    self.progress = progress
  }

  /// Reads the export into a store of its own, in memory.
  ///
  /// - Returns: A configuration in JSON5.
  /// - Throws: `PipelineError` for what the caller can mend, `Interrupted` after a signal.
  package func text() throws -> String {
    do {
      let rules = try RuleSet.load(directories: [options.home.rules])
      let input = try AuditInputs(options: options, rules: rules)
      guard !input.plan.files.isEmpty || !input.plan.appFiles.isEmpty else {
        throw PipelineError(.input, input.nothingRecognised)
      }
      let store = try AuditStore.open(
        path: ":memory:", schemaDirectory: options.home.schema, dataSet: "proposal")
      var apps = AppFileStage(cancellation: cancellation)
      try apps.run(input.plan)
      try store.replaceFiles(app: apps.appFiles, stray: apps.strayFiles)
      var importing = ImportStage(
        store: store, reader: FileReader(configuration: input.configuration, emailKey: []),
        cancellation: cancellation, progress: progress, log: { _ in })
      _ = try importing.run(input.plan.files)
      return ConfigurationText(try ExportProfile.read(from: store.connection)).text
    } catch {
      try cancellation.check()
      throw PipelineError(wrapping: error)
    }
  }
}
