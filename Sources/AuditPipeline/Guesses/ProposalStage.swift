internal import AuditInput
internal import AuditModel

/// Looks through the files of an export for what no audit would read as it is, and how it could.
struct ProposalStage {
  private let input: AuditInputs
  let guesser: FileGuesser
  private let cancellation: Cancellation
  private let progress: (RunProgress) -> Void

  /// The guesses by the names of the files; for a dump by its tables.
  private(set) var files: [String: FileGuess] = [:]
  private(set) var tables: [String: [(name: String, guess: FileGuess)]] = [:]
  private(set) var proposal: Proposal

  init(
    input: AuditInputs, library: MappingLibrary, cancellation: Cancellation,
    progress: @escaping (RunProgress) -> Void = { _ in }
  ) {
    self.input = input
    self.progress = progress
    self.cancellation = cancellation
    guesser = FileGuesser(
      reader: FileReader(configuration: input.configuration, emailKey: []), library: library,
      rejectRatio: input.configuration.policy.maxRejectRatio)
    proposal = Proposal(library: library)
  }

  /// - Throws: `Interrupted` after a signal.
  mutating func run() throws {
    var guessed: [(path: String, guess: FileGuess)] = []
    var others: [String] = []
    for file in input.plan.others {
      try cancellation.check()
      progress(.looking(name: Printable.text(file.name)))
      if let guess = try guesser.guess(file) {
        files[file.name] = guess
        guessed.append((file.relativePath, guess))
      } else {
        others.append(file.relativePath)
      }
    }
    for file in input.plan.files {
      try cancellation.check()
      progress(.looking(name: Printable.text(file.name)))
      if let guess = try guess(file) {
        files[file.name] = guess
        guessed.append((file.relativePath, guess))
      } else {
        others.append(file.relativePath)
      }
    }
    guessed.sort { $0.path.utf8Precedes($1.path) }
    try leaveAccountsTo(&guessed, &others)
    proposal.add(guessed, others: others)
    for file in input.plan.files where tables[file.name] != nil {
      proposal.add(tables: tables[file.name] ?? [])
    }
  }

  /// Of tables that all tell of accounts only the best is proposed: the others would replace its
  /// records, each with less.
  private mutating func leaveAccountsTo(
    _ guessed: inout [(path: String, guess: FileGuess)], _ others: inout [String]
  ) throws {
    let all = guessed.map(\.guess) + tables.values.flatMap { $0.map(\.guess) }
    let hasBuiltIn = try all.contains {
      if case .builtIn(let name) = $0 { return try guesser.tells(name, of: .accounts) }
      return false
    }
    let isTold = hasBuiltIn || input.plan.files.contains { $0.content.ownStream == .accounts }
    let most = all.compactMap(\.accountFieldCount).max() ?? 0
    func isKept(_ guess: FileGuess) -> Bool {
      guard let count = guess.accountFieldCount else { return true }
      return !isTold && count == most
    }
    others += guessed.filter { !isKept($0.guess) }.map(\.path)
    guessed.removeAll { !isKept($0.guess) }
    files = files.filter { isKept($0.value) }
    tables = tables.mapValues { $0.filter { isKept($0.guess) } }
  }

  /// What the start of each file gives that the proposal reads.
  func summaries() throws -> [FileSummary] {
    let plan = input.unmappedPlan.mapped(
      by: try proposal.mappings(after: input.configuration.mapping))
    return plan.files.filter { files[$0.name] != nil || tables[$0.name] != nil }.map {
      guesser.readStart($0)
    }
  }

  private mutating func guess(_ file: PlannedFile) throws -> FileGuess? {
    guard !file.isStandardInput, !file.isGiven else { return nil }
    switch file.content {
    case .dump:
      let found = try guesser.tables(of: file, mapped: input.configuration.mapping)
      if !found.isEmpty { tables[file.name] = found.map { ($0.name, $0.1) } }
      return nil
    case .stream(let stream):
      guard guesser.isRefused(file) else { return nil }
      return try guesser.guess(file, own: stream)
    case .mapped, .sample: return nil
    }
  }
}
