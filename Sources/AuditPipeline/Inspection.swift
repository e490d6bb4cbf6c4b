internal import AuditInput
internal import AuditModel
internal import AuditRules
internal import AuditStore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Says how each file of an export would be read and what could be checked, and writes nothing.
package struct Inspection {
  package struct Outcome: Sendable {
    /// What to print.
    package let text: String
    package let exitCode: ExitCode
  }

  /// Rejected records shown a file.
  private static let rejectLimit = 5

  private let job: Job
  private let library: MappingLibrary
  private var options: AuditOptions { job.options }

  package init(_ job: Job) throws {
    library = try MappingLibrary(job.options.home)
    self.job = job
  }

  /// Reads every file once.
  ///
  /// - Throws: `PipelineError` for what the caller can mend, `Interrupted` after a signal.
  package func run() throws -> Outcome { try job.run(inspect) }

  private func inspect() throws -> Outcome {
    let rules = try RuleSet.load(directories: [options.home.rules], custom: options.extraRules)
    let input = try AuditInputs(options: options, rules: rules)
    var stage = ProposalStage(
      input: input, library: library, cancellation: job.cancellation,
      progress: job.progress)
    try stage.run()
    let writer = InspectionText(stage)
    var facts = try settings(input.configuration)
    var text = ""
    var isDamaged = false
    var recognised = 0
    var patterns: Set<String> = []
    let reader = FileReader(configuration: input.configuration, emailKey: [])
    for file in input.plan.files {
      let result = try read(file, with: reader, writer)
      text += result.text
      patterns.formUnion(result.summary.usedPatterns)
      guard result.summary.damage == nil else {
        isDamaged = true
        recognised += 1
        continue
      }
      guard result.summary.isRecognised else { continue }
      recognised += 1
      facts.add(result.summary, input.configuration)
    }
    var apps = AppFileStage(cancellation: job.cancellation, progress: job.progress)
    try apps.run(input.plan)
    facts.files.formUnion(apps.appFiles.map(\.kind))
    text += writer.describe(apps.inputFiles)
    isDamaged = isDamaged || apps.hasDamage
    if !facts.streams.isEmpty || !facts.files.isEmpty { facts.evidence.insert(.anyFile) }
    text += writer.others(input.plan.others)
    for problem in input.plan.unusedEntries(of: input.configuration.mapping, patterns: patterns) {
      text += "\(Printable.text(problem.text))\n"
    }
    if !text.isEmpty { text += "\n" }
    let isNothing = recognised == 0 && input.plan.appFiles.isEmpty
    if isNothing { text += input.nothingRecognised + "\n" }
    if !isNothing || !stage.proposal.isEmpty {
      text += try nextSteps(rules, facts, stage, input)
    }
    return Outcome(text: text, exitCode: isDamaged || isNothing ? .input : .success)
  }

  /// How many rules could be checked, and what to do next: one step, then the rest in order.
  private func nextSteps(
    _ rules: RuleSet, _ facts: RuleFacts, _ stage: ProposalStage, _ input: AuditInputs
  ) throws -> String {
    let off = Set(input.configuration.off.keys)
    let count = rules.checkableCount(facts)
    var text = "\(count) of \(rules.rules.count) rules could be checked.\n"
    var mapped = facts
    var isFirst = true
    if !stage.proposal.isEmpty {
      try job.cancellation.check()
      for summary in try stage.summaries() { mapped.add(summary, input.configuration) }
      mapped.evidence.insert(.anyFile)
      let more = rules.checkableCount(mapped) - count
      let gain = more > 0 ? "check \(more) more" : "read the files above"
      text += "Next: \(takeOver(input)) to \(gain)\n"
      isFirst = false
    }
    for (index, step) in rules.suggestions(facts: mapped, off: off).prefix(10).enumerated() {
      let verb = step.export.hasSuffix("in siwa-audit.json") ? "set" : "export"
      if !isFirst && index == (stage.proposal.isEmpty ? 1 : 0) { text += "Then, in this order:\n" }
      text +=
        "\(isFirst ? "Next: " : "  ")\(verb) \(step.export) to check \(step.ruleCount) more\n"
      isFirst = false
    }
    return text
  }

  /// How the mapping of the proposal comes into force.
  private func takeOver(_ input: AuditInputs) -> String {
    guard options.configuration == nil, input.unmappedPlan.configurationPath == nil else {
      return "add the mapping above to the configuration"
    }
    let exports = options.exports.map(Printable.text)
    let folder = exports.first ?? ""
    // Only a folder takes a configuration that is found again.
    let isFolder = exports.count == 1 && isDirectory(options.exports[0])
    let place = isFolder ? folder + (folder.utf8.last == UInt8(ascii: "/") ? "" : "/") : ""
    return "siwa-audit init \(exports.joined(separator: " ")) > \(place)siwa-audit.json"
  }

  private func isDirectory(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }

  /// What the configuration alone decides, in the words of the store.
  private func settings(_ configuration: Configuration) throws -> RuleFacts {
    let store = try AuditStore.open(
      path: ":memory:", schemaDirectory: options.home.schema, dataSet: "inspection")
    _ = try Derivation.run(on: store.connection, configuration: configuration, asOf: 0)
    var facts = try RuleFacts.read(from: store.connection)
    facts.isOwnBackend = configuration.app.platform == .direct
    return facts
  }

  private func read(
    _ file: PlannedFile, with reader: FileReader, _ writer: InspectionText
  ) throws -> (text: String, summary: FileSummary) {
    var rejects: [Reject] = []
    var records = 0
    let summary = try reader.read(file) { event in
      try job.cancellation.check()
      switch event {
      case .records(let batch):
        records += batch.count
        job.progress(.reading(name: file.name, bytesRead: 0, bytesTotal: 0, records: records))
      case .rejects(let more):
        rejects.append(contentsOf: more.prefix(Self.rejectLimit - rejects.count))
      }
    }
    return (writer.describe(file, summary, rejects), summary)
  }
}

extension RuleSet {
  fileprivate func checkableCount(_ facts: RuleFacts) -> Int {
    rules.filter { $0.needs.missing(from: facts) == nil }.count
  }
}

extension RuleFacts {
  /// Adds what a file tells.
  fileprivate mutating func add(_ summary: FileSummary, _ configuration: Configuration) {
    for (stream, part) in summary.streams { add(part, of: stream) }
    addFieldsOfAccounts()
    addEvidenceOfFields()
    let isWithPlatform =
      streams.contains(.links) || knownFields.contains("deletions.unlinkedAt")
      || summary.exchangeKinds.keys.contains(where: \.isWithPlatform)
    guard configuration.app.platform == nil, isWithPlatform else { return }
    platform = Configuration.App.Platform.speed.rawValue
    // Sessions of the platform live as long as the contract says.
    self.configuration.insert("policy.sessionLifetime")
  }

  /// Adds what a file tells of one of its streams.
  private mutating func add(_ part: StreamSummary, of stream: AuditModel.Stream) {
    streams.insert(stream)
    knownFields.formUnion(part.knownFields.map { stream.rawValue + "." + $0 })
    guard part.holdsPage else { return }
    if part.isIncomplete {
      incomplete.insert(stream)
    } else {
      incomplete.remove(stream)
    }
  }
}
