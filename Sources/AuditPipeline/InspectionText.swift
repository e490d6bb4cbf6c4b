internal import AuditInput
internal import AuditModel

/// What `inspect` says of each file.
struct InspectionText {
  private let stage: ProposalStage

  init(_ stage: ProposalStage) {
    self.stage = stage
  }

  // MARK: Files that are read

  func describe(_ file: PlannedFile, _ summary: FileSummary, _ rejects: [Reject]) -> String {
    let parts = summary.streams.sorted { $0.key < $1.key }
    let streams = parts.map(\.key.rawValue).joined(separator: ", ")
    let name = Printable.text(file.name)
    if let damage = summary.damage {
      return "\(name): \(file.content.label ?? "dump"), damaged: \(damage)\n"
        + refused(file) + guesses(file, [])
    }
    guard summary.isRecognised else {
      return "\(name): not recognised: it is a dump without a table of a stream\n"
        + guesses(file, summary.otherTables)
    }
    var text = "\(name): \(file.content.label ?? streams), "
    text += "\(summary.records) record\(summary.records == 1 ? "" : "s")\n"
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
    text += guesses(file, summary.otherTables)
    for problem in summary.mappingProblems {
      text += "  mapping: \(problem.place): \(Printable.text(problem.reason))\n"
    }
    if parts.contains(where: \.value.isIncomplete) {
      text += "  incomplete: the export says that there is more\n"
    }
    text += refused(file)
    if case .stream(let stream) = file.content, stage.files[file.name] == nil,
      !summary.unknownFields.isEmpty
    {
      let renames = stage.guesser.renames(in: file, of: stream)
      if !renames.isEmpty { text += "  known under another name: \(renames)\n" }
    }
    return text + describe(summary, rejects)
  }

  private func describe(_ summary: FileSummary, _ rejects: [Reject]) -> String {
    guard summary.rejected > 0 else { return "" }
    var text = "  rejected: \(summary.rejected)\n"
    for reject in rejects {
      let field = reject.field.map { ", \(Printable.text($0))" } ?? ""
      text += "    line \(reject.place.line)\(field): \(reject.reason)\n"
    }
    return text
  }

  /// What a file may be that can't be read as what it is named after.
  private func refused(_ file: PlannedFile) -> String {
    guard let guess = stage.files[file.name] else { return "" }
    return "  " + words(guess, file.name).indented(by: "  ") + "\n"
  }

  /// The tables of a dump that are not read, with what some of them may be.
  private func guesses(_ file: PlannedFile, _ others: [String]) -> String {
    var text = line("other tables", others.map(Printable.text))
    for (table, guess) in stage.tables[file.name] ?? [] {
      text += "    '\(Printable.text(table))' "
      text += words(guess, table, isTable: true).indented(by: "    ") + "\n"
    }
    return text
  }

  func describe(_ appFiles: [InputFile]) -> String {
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

  // MARK: Files that are not read

  /// Files that are not read: first those that look like a stream, with what to do, then the
  /// rest by reason.
  func others(_ files: [UnrecognisedFile]) -> String {
    var text = ""
    var namesByReason: [(reason: String, names: [String])] = []
    for file in files {
      guard case .notRecognised(let reason) = file.outcome else { continue }
      let name = Printable.text(file.name)
      if let guess = stage.files[file.name] {
        text += "\(name): not recognised, but \(words(guess, file.name))\n"
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

  /// What something may be and what makes it so; further lines are indented by two.
  private func words(_ guess: FileGuess, _ name: String, isTable: Bool = false) -> String {
    let shown = Printable.text(name)
    switch guess {
    case .builtIn(let builtIn):
      return "looks like \(builtIn): map \"\(shown)\": { use: \"\(builtIn)\" }"
    case .stream(let stream):
      return "looks like \(stream.rawValue): name it \(stream.rawValue).\(suffix(of: shown)), "
        + "or use --stream \(stream.rawValue)=FILE"
    case .near(let draft):
      let stream = draft.stream.rawValue
      if let (column, reason) = draft.flaw {
        return "looks most like \(stream); '\(Printable.text(column))' doesn't fit: "
          + Printable.text(reason)
      }
      return "looks most like \(stream), which must have "
        + draft.missing.joined(separator: " and ") + ", too"
        + (draft.renames.isEmpty ? "" : "; other names: \(draft.renames)")
    case .leftAside(let draft):
      return "is named like \(draft.stream.rawValue) and has no "
        + "\(draft.missing.joined(separator: " and no ")): map \"\(shown)\": [] to leave it aside"
    case .mapping(let draft), .belongings(let draft):
      return mapping(draft, shown, isTable: isTable)
    }
  }

  private func mapping(_ draft: MappingDraft, _ name: String, isTable: Bool) -> String {
    let stream = draft.stream.rawValue
    var text = "would be \(stream) "
    let isFlat = draft.parts.allSatisfy { !$0.column.utf8.contains(UInt8(ascii: ".")) }
    if !isTable, isFlat, draft.needsOnlyRenames, !draft.renames.isEmpty {
      text += "with these names changed: \(draft.renames)\n  or "
    }
    text += "with this mapping:\n    \(Proposal.quoted(name)): \(draft.text(indent: "    "))"
    for (column, reason) in draft.dropped {
      text += "\n  without '\(Printable.text(column))': \(Printable.text(reason))"
    }
    if !draft.unknownWords.isEmpty {
      text += "\n  without records of \(draft.questionOfWords)"
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

extension String {
  /// With so many blanks before each line but the first.
  fileprivate func indented(by blanks: String) -> String {
    utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: Array($0), as: UTF8.self) }.joined(separator: "\n" + blanks)
  }
}
