internal import AuditInput
internal import AuditModel
internal import AuditRules
internal import AuditStore

/// Says how each file of an export would be read and what could be checked, and writes nothing.
package struct Inspection {
  package struct Outcome: Sendable {
    /// What to print.
    package let text: String
    package let exitCode: ExitCode
  }

  /// Rejected records shown a file.
  private static let rejectLimit = 5

  private let options: AuditOptions
  private let cancellation: Cancellation
  private let progress: (RunProgress) -> Void
  private let library: MappingLibrary

  package init(
    options: AuditOptions, cancellation: Cancellation,
    progress: @escaping (RunProgress) -> Void = { _ in }
  ) throws {
    library = try MappingLibrary(options.home)
    self.options = options
    self.cancellation = cancellation
    self.progress = progress
  }

  /// Reads every file once.
  ///
  /// - Throws: `PipelineError` for what the caller can mend, `Interrupted` after a signal.
  package func run() throws -> Outcome {
    do {
      return try inspect()
    } catch let error as Interrupted {
      throw error
    } catch {
      throw PipelineError(wrapping: error)
    }
  }

  private func inspect() throws -> Outcome {
    let rules = try RuleSet.load(directories: [options.home.rules], custom: options.extraRules)
    let input = try AuditInputs(options: options, rules: rules)
    var facts = try settings(input.configuration)
    var text = ""
    var isDamaged = false
    var unrecognised = 0
    let reader = FileReader(configuration: input.configuration, emailKey: [])
    for file in input.plan.files {
      let result = try read(file, with: reader)
      text += result.text
      guard result.summary.damage == nil else {
        isDamaged = true
        continue
      }
      guard result.summary.isRecognised else {
        unrecognised += 1
        continue
      }
      for (stream, part) in result.summary.streams { facts.add(part, of: stream) }
    }
    var apps = AppFileStage(cancellation: cancellation)
    try apps.run(input.plan)
    facts.files.formUnion(apps.appFiles.map(\.kind))
    text += describe(apps.inputFiles)
    isDamaged = isDamaged || apps.hasDamage
    if !facts.streams.isEmpty || !facts.files.isEmpty { facts.evidence.insert(.anyFile) }
    text += try others(input.plan.others, guess: StreamGuess(reader: reader, library: library))
    if !text.isEmpty { text += "\n" }
    if input.plan.files.count == unrecognised && input.plan.appFiles.isEmpty {
      return Outcome(text: text + input.nothingRecognised + "\n", exitCode: .input)
    }
    text += checkable(rules, facts, off: Set(input.configuration.off.keys))
    return Outcome(text: text, exitCode: isDamaged ? .input : .success)
  }

  /// What the configuration alone decides, in the words of the store.
  private func settings(_ configuration: Configuration) throws -> RuleFacts {
    let store = try AuditStore.open(
      path: ":memory:", schemaDirectory: options.home.schema, dataSet: "inspection")
    _ = try Derivation.run(on: store.connection, configuration: configuration, asOf: 0)
    return try RuleFacts.read(from: store.connection)
  }

  private func read(
    _ file: PlannedFile, with reader: FileReader
  ) throws -> (text: String, summary: FileSummary) {
    var rejects: [Reject] = []
    var records = 0
    let summary = try reader.read(file) { event in
      try cancellation.check()
      switch event {
      case .records(let batch):
        records += batch.count
        progress(.reading(name: file.name, bytesRead: 0, bytesTotal: 0, records: records))
      case .rejects(let more):
        rejects.append(contentsOf: more.prefix(Self.rejectLimit - rejects.count))
      }
    }
    return (describe(file, summary, rejects), summary)
  }

  private func describe(
    _ file: PlannedFile, _ summary: FileSummary, _ rejects: [Reject]
  ) -> String {
    let parts = summary.streams.sorted { $0.key < $1.key }
    let streams = parts.map(\.key.rawValue).joined(separator: ", ")
    let head = "\(Printable.text(file.name)): \(file.content.label ?? streams)"
    if let damage = summary.damage {
      return "\(Printable.text(file.name)): \(file.content.label ?? "dump"), damaged: \(damage)\n"
    }
    guard summary.isRecognised else {
      let name = Printable.text(file.name)
      return "\(name): not recognised: it is a dump without a table of a stream\n"
        + tables(summary)
    }
    var text = "\(head), \(summary.records) record\(summary.records == 1 ? "" : "s")\n"
    let kinds = ExchangeKind.allCases.compactMap { kind in
      summary.exchangeKinds[kind].map { "\(kind.rawValue) \($0)" }
    }
    text += line("exchanges", kinds)
    for (stream, part) in parts where stream != .exchanges {
      let fields = stream.definition.fields.map(\.name)
      let of = parts.count > 1 ? " of \(stream.rawValue)" : ""
      text += line("fields\(of)", fields.filter(part.knownFields.contains))
      text += line("not there\(of)", fields.filter { !part.knownFields.contains($0) })
    }
    text += line("unknown", summary.unknownFields.map(Printable.text))
    if summary.leftOut > 0 { text += "  left out: \(summary.leftOut)\n" }
    text += tables(summary)
    if parts.contains(where: \.value.isIncomplete) {
      text += "  incomplete: the export says that there is more\n"
    }
    if summary.rejected > 0 {
      text += "  rejected: \(summary.rejected)\n"
      for reject in rejects {
        let field = reject.field.map { ", \(Printable.text($0))" } ?? ""
        text += "    line \(reject.place.line)\(field): \(reject.reason)\n"
      }
    }
    return text
  }

  /// The tables of a dump that are not read, with the built-in mapping that is for one.
  private func tables(_ summary: FileSummary) -> String {
    var text = line("other tables", summary.otherTables.map(Printable.text))
    for table in summary.otherTables {
      guard let name = library.names.first(where: { $0.hasSuffix("." + table) }) else { continue }
      let shown = Printable.text(table)
      text += "    '\(shown)' looks like \(name): map \"\(shown)\": { use: \"\(name)\" }\n"
    }
    return text
  }

  private func describe(_ appFiles: [InputFile]) -> String {
    var text = ""
    for file in appFiles {
      guard let kind = file.appFile else { continue }
      let head = "\(Printable.text(file.path)): \(kind.rawValue)"
      switch file.outcome {
      case .read, .skipped: text += head + "\n"
      case .damaged(let reason): text += "\(head), damaged: \(Printable.text(reason))\n"
      case .notRecognised(let reason):
        text += "\(head), not recognised: \(Printable.text(reason))\n"
      }
    }
    return text
  }

  private func checkable(_ rules: RuleSet, _ facts: RuleFacts, off: Set<String>) -> String {
    let checkable = rules.rules.filter { $0.needs.missing(from: facts) == nil }.count
    var text = "\(checkable) of \(rules.rules.count) rules could be checked.\n"
    for suggestion in rules.suggestions(facts: facts, off: off).prefix(10) {
      text += "  export \(suggestion.export) to check \(suggestion.ruleCount) more\n"
    }
    return text
  }

  /// Files that are not read: first those that look like a stream, with what to do, then the
  /// rest by reason.
  private func others(_ files: [UnrecognisedFile], guess: StreamGuess) throws -> String {
    var text = ""
    var namesByReason: [(reason: String, names: [String])] = []
    for file in files {
      try cancellation.check()
      guard case .notRecognised(let reason) = file.outcome else { continue }
      let name = Printable.text(file.name)
      if let builtIn = try guess.builtIn(for: file) {
        text += "\(name): not recognised, but looks like \(builtIn): "
        text += "map \"\(name)\": { use: \"\(builtIn)\" }\n"
      } else if let stream = guess.stream(of: file) {
        let better = "\(stream.rawValue).\(suffix(of: name))"
        text += "\(name): not recognised, but looks like \(stream.rawValue): "
        text += "name it \(better), or use --stream \(stream.rawValue)=FILE\n"
      } else if let index = namesByReason.firstIndex(where: { $0.reason == reason }) {
        namesByReason[index].names.append(name)
      } else {
        namesByReason.append((reason, [name]))
      }
    }
    for (reason, names) in namesByReason {
      text += "not recognised: \(reason):\n" + names.map { "  \($0)\n" }.joined()
    }
    return text
  }

  private func suffix(of name: String) -> String {
    name.split(separator: "/").last?.split(separator: ".").dropFirst().last.map(String.init)
      ?? "ndjson"
  }

  private func line(_ label: String, _ names: [String]) -> String {
    names.isEmpty ? "" : "  \(label): \(names.joined(separator: ", "))\n"
  }
}

extension RuleFacts {
  /// Adds what a file tells of one of its streams.
  fileprivate mutating func add(_ part: StreamSummary, of stream: AuditModel.Stream) {
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
