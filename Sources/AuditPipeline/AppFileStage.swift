package import AuditInput
package import AuditModel

/// Reads what an export holds beside its streams: the app's own files, and secrets in all others.
package struct AppFileStage {
  /// What the app's own files say.
  package private(set) var appFiles: [AppFile] = []
  /// Secrets in files that are not recognised.
  package private(set) var strayFiles: [StrayFile] = []
  /// What a report says of all these files.
  package private(set) var inputFiles: [InputFile] = []

  private let cancellation: Cancellation
  private let progress: (RunProgress) -> Void

  package init(
    cancellation: Cancellation, progress: @escaping (RunProgress) -> Void = { _ in }
  ) {
    self.cancellation = cancellation
    self.progress = progress
  }

  /// Whether a file is not what its name says.
  var hasDamage: Bool {
    inputFiles.contains { file in
      if case .damaged = file.outcome { return true }
      return false
    }
  }

  /// Reads the files of a plan that belong to no stream.
  ///
  /// - Throws: `Interrupted` after a signal.
  package mutating func run(_ plan: ExportPlan) throws {
    for file in plan.appFiles {
      try cancellation.check()
      read(file)
    }
    for file in plan.others {
      try cancellation.check()
      progress(.looking(name: Printable.text(file.name)))
      inputFiles.append(InputFile(path: file.name, stream: nil, outcome: file.outcome))
      if let stray = StrayFileScan.scan(file) { strayFiles.append(stray) }
    }
  }

  /// Looks for secrets in files that turned out to hold nothing of ours.
  ///
  /// - Throws: `Interrupted` after a signal.
  mutating func lookForSecrets(in files: [UnrecognisedFile]) throws {
    for file in files {
      try cancellation.check()
      if let stray = StrayFileScan.scan(file) { strayFiles.append(stray) }
    }
  }

  private mutating func read(_ file: PlannedAppFile) {
    var result = InputFile(
      path: file.name, stream: nil, appFile: file.kind, outcome: .read)
    switch AppFileReader.read(file) {
    case .read(let app):
      appFiles.append(app)
      result.sha256 = app.sha256
      result.byteCount = app.byteCount
    case .damaged(let reason, let leaks):
      result.outcome = .damaged(reason)
      if !leaks.isEmpty { strayFiles.append(StrayFile(name: file.name, leaks: leaks)) }
    case .notRecognised(let reason, let leaks):
      result.outcome = .notRecognised(reason)
      if !leaks.isEmpty { strayFiles.append(StrayFile(name: file.name, leaks: leaks)) }
    }
    inputFiles.append(result)
  }
}
